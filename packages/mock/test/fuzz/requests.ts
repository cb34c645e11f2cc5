import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import bundled from '@latchkey/types/openapi.json' with { type: 'json' }
import fc from 'fast-check'
import type { OpenApiDocument, Parameter, Schema } from '../../../types/scripts/document.ts'
import { valuesFor } from '../../../types/test/schemaValues.ts'
import { bodyExample, queryExamples } from '../contract/documentExamples.ts'
import { fullBody } from '../contract/fullBodies.ts'
import type { Strangers } from '../people/fullWorld.ts'

const document = bundled as unknown as OpenApiDocument
const ids = Object.keys(operationTable) as OperationId[]

/** The value of a parameter in the URL. */
export type UrlValue =
  /** The full world's own record of that name. */
  | { readonly kind: 'own' }
  /** A record of another organization. */
  | { readonly kind: 'foreign' }
  /** An id that an earlier reply of the same run has shown, counted from the last. */
  | { readonly kind: 'shown'; readonly index: number }
  | { readonly kind: 'text'; readonly text: string }

/** Whose credential a request has. */
export type CredentialKind = 'rightful' | 'none' | 'broken' | keyof Strangers

/** A request whose ids and credential are filled in when it is sent: what exists then is not known before. */
export interface FuzzedRequest {
  readonly id: OperationId
  readonly url: Readonly<Record<string, UrlValue>>
  readonly query: Readonly<Record<string, string>>
  readonly credential: CredentialKind
  readonly origin: string | null
  readonly body: { readonly type: string; readonly text: string } | null
}

const strangerKinds: readonly (keyof Strangers)[] = [
  'expiredToken',
  'deletedToken',
  'tokenWithout',
  'liveToken',
  'foreignEnvironmentToken',
  'viewerToken',
  'strangerToken',
  'revokedMemberToken',
  'removedMemberToken',
  'expiredJwt',
  'revokedJwt',
  'liveJwt',
  'foreignJwt',
  'deletedUserJwt',
]

const credential = fc.oneof(
  { weight: 20, arbitrary: fc.constant<CredentialKind>('rightful') },
  { weight: 4, arbitrary: fc.constantFrom<CredentialKind>(...strangerKinds) },
  { weight: 1, arbitrary: fc.constantFrom<CredentialKind>('none', 'broken') },
)

const origin = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constant('http://localhost:3000') },
  { weight: 1, arbitrary: fc.constantFrom('https://elsewhere.example', 'null', 'no origin', '') },
)

const urlValue: fc.Arbitrary<UrlValue> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<UrlValue>({ kind: 'own' }) },
  { weight: 2, arbitrary: fc.nat(5).map((index): UrlValue => ({ kind: 'shown', index })) },
  { weight: 1, arbitrary: fc.constant<UrlValue>({ kind: 'foreign' }) },
  {
    weight: 1,
    // A dot is no segment: the URL would lead elsewhere.
    arbitrary: valuesFor(document, { type: 'string' })
      .map((value) => wellFormed(asText(value)))
      .filter((text) => !/^\.{1,2}$/.test(text))
      .map((text): UrlValue => ({ kind: 'text', text })),
  },
)

/** Requests for any operation of the document: most of them fit it, and some part of the others does not. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc.constantFrom(...ids).chain(requestFor)

const arbitraries = new Map<OperationId, fc.Arbitrary<FuzzedRequest>>()

/** Requests for one operation. */
export function requestFor(id: OperationId): fc.Arbitrary<FuzzedRequest> {
  const row: OperationRow = operationTable[id]
  const arbitrary =
    arbitraries.get(id) ??
    fc.record({
      id: fc.constant(id),
      url: fc.record(Object.fromEntries(namesIn(row.path).map((name) => [name, urlValue]))),
      query: queryFor(id),
      credential,
      origin,
      body: bodyFor(row),
    })
  arbitraries.set(id, arbitrary)
  return arbitrary
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function queryFor(id: OperationId): fc.Arbitrary<Record<string, string>> {
  const { path, method }: OperationRow = operationTable[id]
  const example = Object.fromEntries(new URLSearchParams(queryExamples[id]))
  const parameters = (operationOf(path, method).parameters ?? []).map(parameterOf).filter((p) => p.in === 'query')
  const values = parameters.map(({ name, schema, required }) =>
    fc
      .option(valuesFor(document, schema), { freq: required ? 20 : 1 })
      .map((value) => (value === null ? {} : spread(name, value))),
  )
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(example) },
    { weight: 1, arbitrary: fc.tuple(...values).map((parts) => Object.assign({}, ...parts) as typeof example) },
  )
}

/** A value as the query has it: an object as `filter[chain]`. */
function spread(name: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [name]: asText(value) }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, asText(inner)]))
}

function bodyFor(row: OperationRow): fc.Arbitrary<FuzzedRequest['body']> {
  // `fetch` sends no body with GET.
  if (row.method === 'GET') return fc.constant(null)
  const { body: example, type } = bodyExample(row)
  if (type === undefined) return fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: broken })
  const schema = operationOf(row.path, row.method).requestBody?.content[type]?.schema ?? {}
  const full = fullBody(row)?.value
  const texts = [example ?? '{}', ...(full === undefined ? [] : [JSON.stringify(full)])]
  const write = type === 'application/json' ? JSON.stringify : asForm
  const written = valuesFor(document, schema).map((value) => write(value) ?? '')
  return fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...texts).map((text) => ({ type, text })) },
    { weight: 6, arbitrary: written.map((text) => ({ type, text })) },
    { weight: 1, arbitrary: broken },
  )
}

/** Bodies that no operation takes. */
const broken = fc.record({
  type: fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'),
  text: fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '{"__proto__":{"a":1}}',
    '[['.repeat(5_000),
    'a=1&a=2',
    '\ufeff{}',
  ),
})

function operationOf(path: string, method: OperationRow['method']) {
  const item = document.paths[path]
  const operation = item?.[method.toLowerCase() as Lowercase<typeof method>]
  if (!operation) throw new Error(`The document has no ${method} ${path}.`)
  return operation
}

function parameterOf(node: Parameter | { readonly $ref: string }): Parameter & { readonly schema: Schema } {
  if (!('$ref' in node)) return node
  return document.components.parameters?.[node.$ref.split('/').at(-1) as string] as Parameter
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const asForm = (value: unknown) =>
  new URLSearchParams(Object.entries(Object(value)).map(([name, inner]) => [name, asText(inner)])).toString()

/** A URL cannot carry half a character. */
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
