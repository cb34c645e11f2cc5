import type { OperationRow } from '@latchkey/types'
import document from '@latchkey/types/openapi.json' with { type: 'json' }
import type { NamesFile } from '../../src/names.ts'

// Another spelling of all that the document names, and an oracle that spells values by reading the document itself.

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

/** The end of every spelled name. Nothing in the document or in the tests' data does. */
export const mark = '__s'
const marked = (name: string) => name + mark

const schemas = document.components.schemas as unknown as Readonly<Record<string, Schema>>
const claimSchemas: readonly string[] = ['ServiceJwt', 'MinifiedServiceJwt']
/** Their names are those of standards: JWK sets, and what providers post. */
const standardSchemas: readonly string[] = ['JwksResponse', 'JwksKey', 'OauthRedirectRequest']
/** Providers call these, by the names of OAuth. */
const callbacks = new Set(['oauth.redirect', 'oauth.redirectCoinbase', 'oauth.redirectFormPost'])
const registered = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'kid'])

/** The document's value at a JSON pointer. */
function resolve<T extends { readonly $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node
  const target = node.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => Reflect.get(value as object, part.replaceAll('~1', '/')), document)
  return resolve(target as T)
}

const operations = Object.entries(document.paths).flatMap(([path, item]) => {
  const shared = (item as { readonly parameters?: readonly Parameter[] }).parameters ?? []
  return ['get', 'post', 'put', 'delete'].flatMap((method) => {
    const operation = Reflect.get(item, method) as Operation | undefined
    if (!operation) return []
    return [{ path, operation, parameters: [...shared, ...(operation.parameters ?? [])].map(resolve) }]
  })
})

const markedAll = (names: Iterable<string>) => Object.fromEntries([...names].map((name) => [name, marked(name)]))

/** A names file in which nothing is spelled as in the document. */
export function everyName(): NamesFile {
  const fields = Object.entries(schemas).flatMap(([name, schema]) =>
    [...claimSchemas, ...standardSchemas].includes(name) ? [] : fieldsWithin(schema),
  )
  const claims = claimSchemas.flatMap((name) => Object.keys(schemas[name]?.properties ?? {}))
  return {
    paths: Object.fromEntries(operations.map(({ path }) => [path, spellTemplate(path)])),
    fields: markedAll(fields),
    parameters: markedAll(
      operations.flatMap(({ operation, parameters }) =>
        callbacks.has(operation.operationId)
          ? []
          : parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      ),
    ),
    values: Object.fromEntries([...enumsOfSchemas(), ...enumsOfParameters()]),
    headers: markedAll(['x-mfa-auth-token', 'x-next-cursor', 'x-request-id', 'x-wallet-api-key', webhookHeader]),
    cookies: markedAll(['LATCHKEY_AUTH']),
    tokenPrefixes: markedAll(['lk_sandbox_', 'lk_live_', 'lk_member_', 'lk_wallet_']),
    claims: markedAll(claims.filter((claim) => !registered.has(claim))),
  }
}

export const webhookHeader = 'x-webhook-signature-256'

export const spellTemplate = (path: string) => path.replace(/[^/{}]+(?=\/|$)/g, marked)

function fieldsWithin({ properties = {}, items, anyOf = [], additionalProperties: rest }: Schema): string[] {
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : []), ...(isSchema(rest) ? [rest] : [])]
  return [...Object.keys(properties), ...inner.flatMap(fieldsWithin)]
}

const isSchema = (rest: boolean | Schema | undefined): rest is Schema => typeof rest === 'object'

type EnumRow = readonly [place: string, spellings: Readonly<Record<string, string>>]

const textsOf = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string')

function enumsOfSchemas(): EnumRow[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    if (schema.enum) return [[name, markedAll(textsOf(schema.enum))] as const]
    return Object.entries(schema.properties ?? {}).flatMap(([field, { enum: values, items }]) => {
      const inline = values ?? items?.enum
      return inline ? [[`${name}.${field}`, markedAll(textsOf(inline))] as const] : []
    })
  })
}

function enumsOfParameters(): EnumRow[] {
  return operations.flatMap(({ operation, parameters }) =>
    parameters.flatMap(({ name, schema: { enum: values } }) =>
      values ? [[`${operation.operationId}.${name}`, markedAll(textsOf(values))] as const] : [],
    ),
  )
}

/** Spells a value by its schema: fields, and values of enums. What the document leaves open stays as it is. */
function spellBySchema(schema: Schema, value: unknown): unknown {
  const resolved = resolve(schema)
  if (standardSchemas.some((name) => schemas[name] === resolved)) return value
  const { anyOf, enum: values, items, properties, additionalProperties: rest } = resolved
  if (anyOf) return spellBySchema(anyOf.find((option) => isOfType(resolve(option), value)) ?? {}, value)
  if (values && typeof value === 'string') return values.includes(value) ? marked(value) : value
  if (Array.isArray(value)) return value.map((element) => (items ? spellBySchema(items, element) : element))
  if (typeof value !== 'object' || value === null || (!properties && !isSchema(rest))) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = properties?.[name]
      if (property) return [marked(name), spellBySchema(property, inner)]
      return [name, isSchema(rest) ? spellBySchema(rest, inner) : inner]
    }),
  )
}

function isOfType({ type, anyOf, enum: values, properties }: Schema, value: unknown): boolean {
  if (anyOf) return anyOf.some((option) => isOfType(resolve(option), value))
  if (values) return values.includes(value)
  if (Array.isArray(value)) return type === 'array'
  if (value === null) return type === 'null' || (Array.isArray(type) && type.includes('null'))
  return typeof value === 'object'
    ? type === 'object' || properties !== undefined
    : type !== 'object' && type !== 'array'
}

export const spellClaims = (claims: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      const schema = schemas.ServiceJwt?.properties?.[name]
      return [registered.has(name) ? name : marked(name), schema ? spellBySchema(schema, value) : value]
    }),
  )

const operationOf = ({ path, method }: OperationRow) =>
  Reflect.get(Reflect.get(document.paths, path) as object, method.toLowerCase()) as Operation

/** Spells a request body as it is sent. */
export function spellBody(row: OperationRow, text: string): string {
  const schema = operationOf(row).requestBody?.content[row.body ?? '']?.schema ?? {}
  if (row.body === 'application/json') return JSON.stringify(spellBySchema(schema, JSON.parse(text)))
  const fields = spellBySchema(schema, Object.fromEntries(new URLSearchParams(text)))
  return new URLSearchParams(fields as Record<string, string>).toString()
}

/** Spells the body of a reply as it is sent. */
export function spellReplyBody(row: OperationRow, status: number, text: string): string {
  const reply = Reflect.get(operationOf(row).responses, String(status)) as { readonly $ref?: string } | undefined
  const { content = {} } = resolve(reply ?? {}) as { content?: Readonly<Record<string, { readonly schema: Schema }>> }
  const schema = content['application/json']?.schema
  return schema && text !== '' ? JSON.stringify(spellBySchema(schema, JSON.parse(text))) : text
}

/** Spells the values of a path's parameters that are those of an enum, and the query. */
export function spellTarget(row: OperationRow, params: Readonly<Record<string, string>>, query: string): string {
  const found = operations.find(({ operation }) => operation.operationId === operationOf(row).operationId)
  const schemaOf = (name: string, place: string) =>
    found?.parameters.find((parameter) => parameter.name === name && parameter.in === place)?.schema ?? {}
  const path = spellTemplate(row.path).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(spellBySchema(schemaOf(name, 'path'), params[name] ?? '')),
  )
  const search = [...new URLSearchParams(query)].map(([text, value]) => {
    // A field of an object is written as `filter[field]`.
    const [name = '', field] = text.split(/[[\]]/)
    const schema = schemaOf(name, 'query')
    const valueSchema = field === undefined ? schema : (resolve(schema).properties?.[field] ?? {})
    const spelled = callbacks.has(found?.operation.operationId ?? '') ? text : text.replaceAll(/\w+/g, marked)
    return [spelled, String(spellBySchema(valueSchema, value))]
  })
  return path + (search.length > 0 ? `?${new URLSearchParams(search).toString()}` : '')
}
