import { readFileSync } from 'node:fs'
import {
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
  resolve,
  type Response,
  type Schema,
} from '../../../types/scripts/document.ts'
import type { Facets, Operation, Reply, Shape, Side } from './shape.ts'

/** The keywords that are compared as they are written. */
const keywords = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'default',
] as const

/** Reads a bundled OpenAPI document, and the ids of its operations by method and path. */
export function readDocument(file: string): Side & { readonly ids: ReadonlyMap<string, string> } {
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
  const entries = listOperations(document)
  const reader = new Schemas(document)
  return {
    ids: new Map(entries.map((entry) => [keyOf(entry), entry.id])),
    operations: new Map(entries.map((entry) => [keyOf(entry), readOperation(document, reader, entry)])),
    schemas: new Map(
      Object.keys(document.components.schemas).map((name) => [
        name,
        () => reader.shape({ $ref: `#/components/schemas/${name}` }),
      ]),
    ),
  }
}

const keyOf = ({ method, path }: OperationEntry): string => `${method.toUpperCase()} ${path}`

class Schemas {
  readonly #document: OpenApiDocument
  constructor(document: OpenApiDocument) {
    this.#document = document
  }

  shape(schema: Schema): Shape {
    if (schema.$ref) {
      const named = this.shape(resolve<Schema>(this.#document, { $ref: schema.$ref }))
      const name = schema.$ref.split('/').at(-1) as string
      return { ...named, name, base: named.facets, facets: { ...named.facets, ...facetsOf(schema) } }
    }
    if (schema.anyOf) return this.#union(schema, schema.anyOf)
    const { items, properties, required = [], additionalProperties } = schema
    const inner = items ?? (typeof additionalProperties === 'object' && !properties ? additionalProperties : undefined)
    return {
      facets: facetsOf(schema),
      ...(inner && { inner: () => this.shape(inner) }),
      ...(properties && {
        fields: new Map(
          Object.entries(properties).map(([name, of]) => [
            name,
            { required: required.includes(name), shape: () => this.shape(of) },
          ]),
        ),
      }),
    }
  }

  /** A union of one schema and `null` is that schema, nullable. */
  #union(schema: Schema, parts: readonly Schema[]): Shape {
    const options = parts.filter(({ type }) => type !== 'null')
    const nullable: Facets = options.length < parts.length ? { nullable: 'yes' } : {}
    const [only, ...others] = options
    if (only && others.length === 0) {
      const shape = this.shape(only)
      return { ...shape, base: shape.facets, facets: { ...shape.facets, ...facetsOf(schema), ...nullable } }
    }
    return { facets: { ...facetsOf(schema), ...nullable }, options: options.map((option) => () => this.shape(option)) }
  }
}

function facetsOf(schema: Schema): Facets {
  const types = [schema.type ?? []].flat()
  const facets: Record<string, string> = {}
  const type = types.filter((name) => name !== 'null').join(' ') || types[0]
  if (type) facets.type = type
  if (types.length > 1 && types.includes('null')) facets.nullable = 'yes'
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (values) facets.values = values.map(String).toSorted().join(' ')
  for (const keyword of keywords) if (schema[keyword] !== undefined) facets[keyword] = String(schema[keyword])
  if (schema.deprecated) facets.deprecated = 'yes'
  return facets
}

function readOperation(
  document: OpenApiDocument,
  schemas: Schemas,
  { operation, parameters }: OperationEntry,
): Operation {
  const { requestBody, responses } = operation
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return {
    deprecated: operation.deprecated === true,
    parameters: parameters.map(({ name, in: place, required = false, schema }) => ({
      place: `${place} ${name}`,
      field: { required, shape: () => schemas.shape(schema) },
    })),
    ...(type &&
      media && {
        body: { type, field: { required: requestBody?.required === true, shape: () => schemas.shape(media.schema) } },
      }),
    replies: new Map(
      Object.entries(responses).map(([status, response]) => [
        Number(status),
        readReply(resolve<Response>(document, response), schemas),
      ]),
    ),
  }
}

function readReply({ content = {} }: Response, schemas: Schemas): Reply {
  const [type, media] = Object.entries(content)[0] ?? []
  if (!type || !media) return {}
  return type === 'application/json' ? { type, shape: () => schemas.shape(media.schema) } : { type }
}
