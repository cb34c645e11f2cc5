import type { OperationRow } from '@latchkey/types'
import bundled from '@latchkey/types/openapi.json' with { type: 'json' }

/** The part of a JSON Schema that says where fields are. */
interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly readOnly?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface PathItem {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly parameters?: readonly Parameter[]
}

const document = bundled as object as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, PathItem | undefined>> & { readonly parameters?: readonly Parameter[] }>
  >
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** A schema, and what its fields are called: `GateCreateRequest.` before `name`. */
export interface NamedSchema {
  readonly schema: Schema
  readonly prefix: string
}

/** The inputs of an operation beside the parameters of its path. */
export interface RequestInputs {
  /** Its parameters, `gates.list?limit`, as the fields of an object. */
  readonly query: NamedSchema
  /** Its body, whose fields are called after their schemas. */
  readonly body: NamedSchema | undefined
  /** In lower case. */
  readonly headers: readonly string[]
}

const inputsById = new Map<string, RequestInputs>()

export function inputsOf(id: string, row: OperationRow): RequestInputs {
  const inputs = inputsById.get(id) ?? readInputs(id, row)
  inputsById.set(id, inputs)
  return inputs
}

function readInputs(id: string, { path, method }: OperationRow): RequestInputs {
  const item = document.paths[path]
  const operation = item?.[method.toLowerCase()]
  const parameters = [...(item?.parameters ?? []), ...(operation?.parameters ?? [])].map((node) => {
    const name = node.$ref?.split('/').at(-1)
    return name === undefined ? node : (document.components.parameters[name] as Parameter)
  })
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const [body] = Object.values(operation?.requestBody?.content ?? {})
  return {
    query: {
      schema: { properties: Object.fromEntries(inPlace('query').map(({ name, schema }) => [name, schema])) },
      prefix: `${id}?`,
    },
    body: body && { schema: body.schema, prefix: `${id} body.` },
    headers: inPlace('header').map(({ name }) => name.toLowerCase()),
  }
}

export const headerInput = (id: string, header: string): string => `${id} header ${header}`

/** The schemas of the objects that a value of a schema may be, and those of its items if it is a list. */
export function alternativesOf({ schema, prefix }: NamedSchema): readonly NamedSchema[] {
  const component = schema.$ref?.split('/').at(-1)
  if (component !== undefined)
    return alternativesOf({ schema: document.components.schemas[component] as Schema, prefix: `${component}.` })
  return schema.anyOf
    ? schema.anyOf.flatMap((branch) => alternativesOf({ schema: branch, prefix }))
    : [{ schema, prefix }]
}

/** The schemas of the items of a list. */
export const itemsOf = ({ schema, prefix }: NamedSchema): readonly NamedSchema[] =>
  schema.items ? alternativesOf({ schema: schema.items, prefix: `${prefix.slice(0, -1)}[].` }) : []

const fields = new WeakMap<Schema, Map<string, FieldInput>>()

/** The name of a field, and what it may hold. A field that only replies have is no input (`readOnly`). */
export function fieldOf({ schema, prefix }: NamedSchema, key: string): FieldInput | undefined {
  const inner = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined
  if (!inner || inner.readOnly) return undefined
  const byName = fields.get(schema) ?? new Map<string, FieldInput>()
  fields.set(schema, byName)
  const name = `${prefix}${key}`
  const field = byName.get(name) ?? { name, alternatives: alternativesOf({ schema: inner, prefix: `${name}.` }) }
  byName.set(name, field)
  return field
}

interface FieldInput {
  readonly name: string
  readonly alternatives: readonly NamedSchema[]
}

/** Every query parameter, header and field of a body that these operations have. */
export function documentedInputs(rows: readonly (readonly [id: string, row: OperationRow])[]): ReadonlySet<string> {
  const inputs = new Set<string>()
  const collect = (node: NamedSchema): void => {
    for (const item of itemsOf(node)) collect(item)
    for (const key of Object.keys(node.schema.properties ?? {})) {
      const field = fieldOf(node, key)
      if (!field || inputs.has(field.name)) continue
      inputs.add(field.name)
      for (const alternative of field.alternatives) collect(alternative)
    }
  }
  for (const [id, row] of rows) {
    const { query, body, headers } = inputsOf(id, row)
    collect(query)
    for (const alternative of body ? alternativesOf(body) : []) collect(alternative)
    for (const header of headers) inputs.add(headerInput(id, header))
  }
  return inputs
}
