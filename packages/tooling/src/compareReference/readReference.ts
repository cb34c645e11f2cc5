import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Facets, Field, Operation, Parameter, Reply, Shape, Side } from './shape.ts'

interface Node {
  type?: string
  req?: boolean
  nullable?: boolean
  deprecated?: boolean
  min?: number
  max?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  default?: unknown
}

interface Schemas {
  scalars: Record<string, Node & { about?: string }>
  enums: Record<string, { values: string[]; newer?: string[] }>
  schemas: Record<string, Record<string, Node> & { _?: { deprecated?: boolean }; _oneOf?: string[] }>
}

interface OperationNode {
  method: string
  path: string
  deprecated: boolean
  pathParams: Record<string, string>
  query: Array<Node & { name: string; type: string }> | null
  headers?: Array<Node & { name: string; type: string }>
  body: string | null
  bodyType?: string
  bodyItems?: string
  bodyRequired?: boolean
  responses: Record<number, string>
  errors: number[]
  errShapes?: Record<number, string>
}

/** The formats of scalars that only their names tell. */
const formats: Record<string, string> = {
  uuid: 'uuid',
  'date-time': 'date-time',
  date: 'date',
  email: 'email',
  emailFmt: 'email',
  hostnameFmt: 'hostname',
  urlFmt: 'uri',
  urlFmtOrNull: 'uri',
}

/** Scalars that stand for one of several others. */
const unions: Record<string, readonly string[]> = { WalletPublicKeyOrSolana: ['WalletPublicKey', 'SolanaPublicKey'] }

const errorBodies: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  422: 'UnprocessableEntity',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  502: 'BadGateway',
}

const plain = new Set(['string', 'number', 'integer', 'boolean', 'object', 'any', 'null'])

/**
 * Reads the facts of the interface from `operations.yaml` and `schemas.yaml`.
 *
 * @param folder - The folder that has both files.
 */
export function readReference(folder: string): Side {
  const read = (file: string): unknown => parse(readFileSync(join(folder, file), 'utf8'), { maxAliasCount: -1 })
  const { operations } = read('operations.yaml') as { operations: OperationNode[] }
  const types = new Types(read('schemas.yaml') as Schemas)
  return {
    operations: new Map(operations.map((node) => [`${node.method} ${node.path}`, readOperation(node, types)])),
    schemas: new Map(types.names().map((name) => [name, () => types.shape(name)])),
  }
}

/** Reads types as the reference writes them: `array<uuid>`, `map<Asset>`, `enum(a|b)`, `{raw: HexData}`, names. */
class Types {
  readonly #schemas: Schemas
  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  names(): string[] {
    const { scalars, enums, schemas } = this.#schemas
    return [...Object.keys(scalars), ...Object.keys(enums), ...Object.keys(schemas)]
  }

  field(node: Node): Field {
    return { required: node.req === true, shape: () => this.#placed(node) }
  }

  shape(type: string): Shape {
    const [, outer, inner = ''] = /^(array|map)<(.*)>$/.exec(type) ?? []
    if (outer === 'array') return { facets: { type: 'array' }, inner: () => this.shape(inner) }
    if (outer === 'map') return { facets: { type: 'object' }, inner: () => this.shape(inner) }
    const [, values] = /^enum\((.*)\)$/.exec(type) ?? []
    if (values) return { facets: { type: 'string', values: values.split('|').toSorted().join(' ') } }
    if (type.startsWith('{')) {
      const nodes = parse(type) as Record<string, string>
      const fields = Object.entries(nodes).map(([name, of]) => [name, this.field({ type: of, req: true })] as const)
      return { facets: { type: 'object' }, fields: new Map(fields) }
    }
    return plain.has(type) ? { facets: type === 'any' ? {} : { type } } : this.#named(type)
  }

  #placed(node: Node): Shape {
    const shape = this.shape(node.type ?? 'string')
    return { ...shape, base: shape.facets, facets: { ...shape.facets, ...facetsOf(node) } }
  }

  #named(name: string): Shape {
    const { scalars, enums, schemas } = this.#schemas
    const union = unions[name]
    if (union) return { name, facets: {}, options: union.map((option) => () => this.shape(option)) }
    if (scalars[name]) {
      const format = formats[name]
      return { name, facets: { type: 'string', ...(format && { format }), ...facetsOf(scalars[name]) } }
    }
    if (enums[name]) {
      const { values, newer = [] } = enums[name]
      return { name, facets: { type: 'string', values: [...values, ...newer].toSorted().join(' ') } }
    }
    if (!schemas[name]) throw new Error(`The reference does not say what "${name}" is.`)
    const { _, _oneOf, ...nodes } = schemas[name]
    const [only, ...others] = _oneOf ?? []
    if (only && others.length === 0) return this.shape(only)
    if (_oneOf) return { name, facets: {}, options: _oneOf.map((option) => () => this.shape(option)) }
    const fields = Object.entries(nodes).map(([field, node]) => [field, this.field(node)] as const)
    return {
      name,
      facets: { type: 'object', ...(_?.deprecated && { deprecated: 'yes' }) },
      ...(fields.length > 0 && { fields: new Map(fields) }),
    }
  }
}

function facetsOf(node: Node): Facets {
  const facets: Record<string, unknown> = {
    pattern: node.pattern,
    format: node.format,
    minimum: node.min,
    maximum: node.max,
    minLength: node.minLength,
    maxLength: node.maxLength,
    minItems: node.minItems,
    maxItems: node.maxItems,
    default: node.default,
    nullable: node.nullable ? 'yes' : undefined,
    deprecated: node.deprecated ? 'yes' : undefined,
  }
  return Object.fromEntries(
    Object.entries(facets).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

function readOperation(node: OperationNode, types: Types): Operation {
  const placed = (place: string, list: OperationNode['query'] = []): Parameter[] =>
    (list ?? []).map((parameter) => ({ place: `${place} ${parameter.name}`, field: types.field(parameter) }))
  const paths = Object.entries(node.pathParams).map(([name, type]) => ({ name, type, req: true }))
  const [minItems, maxItems] = node.bodyItems?.split('..').map(Number) ?? []
  return {
    deprecated: node.deprecated,
    parameters: [...placed('path', paths), ...placed('query', node.query), ...placed('header', node.headers)],
    ...(node.body && {
      body: {
        type: node.bodyType ?? 'application/json',
        field: types.field({
          type: node.body,
          req: node.bodyRequired !== false,
          ...(minItems !== undefined && { minItems }),
          ...(maxItems !== undefined && { maxItems }),
        }),
      },
    }),
    replies: new Map([
      ...Object.entries(node.responses).map(([status, type]) => readReply(Number(status), type, types)),
      ...node.errors.map((status) => readReply(status, node.errShapes?.[status] ?? errorBodies[status] ?? '', types)),
    ]),
  }
}

function readReply(status: number, type: string, types: Types): [number, Reply] {
  if (type === 'empty') return [status, {}]
  if (type.includes('/')) return [status, { type }]
  return [status, { type: 'application/json', shape: () => types.shape(type) }]
}
