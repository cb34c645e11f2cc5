import { shapes } from './generated/shapes.ts'
import { callbacks, claimSchemas, elementOf, isEnum, type Node, standardSchemas, tokenPrefixes } from './shapes.ts'

/** Claims that a standard registers (RFC 7519, section 4.1), or that belong to the header (RFC 7515). */
const registeredClaims = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'kid'])

/** Every name that a names file may have. */
export interface KnownNames {
  readonly paths: readonly string[]
  /** `userId` and `User.email`. */
  readonly fields: readonly string[]
  /** `orderBy` and `users.list.orderBy`. */
  readonly parameters: readonly string[]
  /** The values of each enum, and of each field and parameter of its type. */
  readonly enums: ReadonlyMap<string, readonly string[]>
  readonly headers: readonly string[]
  readonly cookies: readonly string[]
  readonly tokenPrefixes: readonly string[]
  readonly claims: readonly string[]
}

export function listNames(): KnownNames {
  return {
    paths: Object.values(shapes.operations).map(({ path }) => path),
    fields: [...fieldNames()],
    parameters: [...parameterNames()],
    enums: new Map(enumPlaces()),
    headers: shapes.headers,
    cookies: shapes.cookies,
    tokenPrefixes,
    claims: [...claimNames()],
  }
}

/** Every owner of fields, with the fields. */
export function* objects(): Iterable<readonly [schema: string, fields: readonly string[]]> {
  for (const [schema, shape] of Object.entries(shapes.schemas))
    if (!isEnum(shape)) yield [schema, Object.keys(shape).filter((field) => field !== '*')]
}

function* fieldNames(): Iterable<string> {
  for (const [schema, fields] of objects()) {
    if (claimSchemas.has(schema) || standardSchemas.has(schema)) continue
    yield* fields
    for (const field of fields) yield `${schema}.${field}`
  }
}

function* claimNames(): Iterable<string> {
  for (const [schema, fields] of objects())
    if (claimSchemas.has(schema)) yield* fields.filter((field) => !registeredClaims.has(field))
}

function* parameterNames(): Iterable<string> {
  for (const [operation, { query = {} }] of Object.entries(shapes.operations)) {
    if (callbacks.has(operation)) continue
    for (const name of Object.keys(query)) yield* [name, `${operation}.${name}`]
  }
}

/** Every place that has the values of an enum: the enum itself, and the fields and parameters of that type. */
function* enumPlaces(): Iterable<readonly [place: string, values: readonly string[]]> {
  const valuesOf = (node: Node) => {
    const shape = shapes.schemas[elementOf(node)]
    return shape && isEnum(shape) ? shape : undefined
  }
  for (const [name, shape] of Object.entries(shapes.schemas)) {
    if (isEnum(shape)) yield [name, shape]
    else
      for (const [field, node] of Object.entries(shape)) {
        const values = valuesOf(node)
        if (values) yield [`${name}.${field}`, values]
      }
  }
  for (const [id, { params = {}, query = {} }] of Object.entries(shapes.operations))
    for (const [name, node] of Object.entries({ ...params, ...query })) {
      const values = valuesOf(node)
      if (values) yield [`${id}.${name}`, values]
    }
}
