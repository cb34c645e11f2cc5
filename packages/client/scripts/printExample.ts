import {
  type OpenApiDocument,
  type OperationEntry,
  resolve,
  type Response,
  type Schema,
} from '../../types/scripts/document.ts'
import { propertyName } from './schemas.ts'

/** Values that an example has in variables, because only a running system knows them: ids, codes, proofs. */
const ready = new Set([
  'verificationUUID',
  'verificationToken',
  'jwt',
  'encodedJwt',
  'state',
  'code',
  'iss',
  'codeVerifier',
  'attestation',
  'messengerUser',
  'adminMemberIdToDelegate',
  'passkeyId',
  'vendorSignedRequest',
])
/** Bodies that a device, a wallet or a token produces as a whole, and their names in examples. */
const readyBodies: Readonly<Record<string, string>> = {
  'frame.signIn': 'signedRequest',
  'frame.verify': 'signedRequest',
  'mfa.authenticatePasskey': 'assertion',
  'nameServices.create': 'signedName',
  'passkeys.register': 'registration',
  'passkeys.signIn': 'assertion',
  'walletRecovery.completePasskeyRecovery': 'newPasskey',
  'walletSignIn.link': 'signedRequest',
  'walletSignIn.transfer': 'signedRequest',
  'walletSignIn.verify': 'signedRequest',
}
const readyHeaders: Readonly<Record<string, string>> = { 'x-mfa-auth-token': 'mfaToken' }
/** Values of parameters, where the name says enough. */
const values: Readonly<Record<string, unknown>> = {
  chainName: 'EVM',
  providerType: 'google',
  mfaDeviceType: 'totp',
  sdkViewType: 'login',
  limit: 50,
  orderBy: 'createdAt-desc',
  start: '2026-01-01',
  end: '2026-01-31',
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  granularity: 'day',
  chain: 'EVM',
  email: 'ada@example.com',
  upsert: true,
  includeSecret: true,
  code_challenge_method: 'S256',
}
/** Parameters and filters of operations that need other values than those of their names. */
const operationValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'invites.list': { status: 'pending' },
  'profile.checkField': { filter: { field: 'username', value: 'ada_l' } },
  'vendorWallets.getAccountRequest': { chain: 'SOL' },
  'users.list': { filter: { filterColumn: 'email', filterValue: 'ada@example.com' } },
  'exports.list': { model: 'users' },
  'events.list': { resourceType: 'user' },
}
const shown = new Set(['limit', 'upsert', 'includeSecret'])

/** A variable in an example. */
class Name {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Prints a call of the operation, as it would stand in a program that has a `client` and the ids it needs. */
export function printExample(document: OpenApiDocument, entry: OperationEntry, item?: string): string {
  const { id, operation } = entry
  const input = exampleInput(document, entry)
  const call = `${id}(client${Object.keys(input).length > 0 ? `, ${print(input)}` : ''})`
  const code = operation['x-paging'] ? printLoop(call, id, item) : `${resultOf(document, entry)}await ${call}`
  return `@example\n\`\`\`ts\n${code}\n\`\`\``
}

/** The places of an example's variables in its input, by name. */
export function readyNames(document: OpenApiDocument, entry: OperationEntry): Map<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>()
  const visit = (value: unknown, path: readonly string[]): void => {
    if (value instanceof Name) paths.set(value.text, path)
    else if (typeof value === 'object' && value)
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
  }
  visit(exampleInput(document, entry), [])
  return paths
}

function exampleInput(
  document: OpenApiDocument,
  { id, operation, parameters }: OperationEntry,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name } of parameters.filter(
    (parameter) => parameter.in === 'path' && parameter.name !== 'environmentId',
  ))
    input[name] = values[name] ?? new Name(name)
  const query = parameters
    .filter(
      (parameter) =>
        parameter.in === 'query' &&
        (parameter.required || shown.has(parameter.name) || operationValues[id]?.[parameter.name] !== undefined),
    )
    .map(({ name }) => [name, operationValues[id]?.[name] ?? values[name] ?? new Name(name)])
  if (query.length > 0) input.query = Object.fromEntries(query)
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.required)
    .map(({ name }) => [name, new Name(readyHeaders[name] ?? name)])
  if (headers.length > 0) input.headers = Object.fromEntries(headers)
  const [content] = Object.values(operation.requestBody?.content ?? {}) as Array<{ schema: Schema; example?: unknown }>
  if (!content) return input
  if (content.example === undefined) throw new Error(`${id} has no example of its body. Give it one in spec/.`)
  input.body = readyBodies[id]
    ? new Name(readyBodies[id])
    : withNames(document, { schema: content.schema, value: content.example })
  return input
}

/** Replaces values that a document cannot know by variables. */
function withNames(
  document: OpenApiDocument,
  { schema, value, key = '' }: { schema: Schema; value: unknown; key?: string },
): unknown {
  if (key && (ready.has(key) || (typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value))))
    return new Name(key)
  const target = resolve<Schema>(document, schema.$ref ? { $ref: schema.$ref } : schema)
  if (Array.isArray(value))
    return value.map((item: unknown) => withNames(document, { schema: target.items ?? {}, value: item }))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withNames(document, { schema: target.properties?.[name] ?? {}, value: inner, key: name }),
    ]),
  )
}

function printLoop(call: string, id: string, item = 'item'): string {
  const name = /^[A-Z]\w+$/.test(item) ? lowerFirst(item) : 'item'
  return `for await (const ${name === id.split('.')[0] ? 'item' : name} of ${call}) console.log(${name === id.split('.')[0] ? 'item' : name})`
}

/** The variable for a reply: named after its schema, if it has one. */
function resultOf(document: OpenApiDocument, { id, operation }: OperationEntry): string {
  const reply = Object.entries(operation.responses).find(([status]) => Number(status) < 400)
  if (!reply) return ''
  if (Number(reply[0]) >= 300) return 'const { location } = '
  const [content] = Object.entries(resolve<Response>(document, reply[1]).content ?? {})
  if (!content) return ''
  if (content[0] !== 'application/json') return 'const text = '
  const { $ref, type } = content[1].schema
  const plainName = type === 'array' ? 'list' : 'reply'
  const name = $ref ? lowerFirst($ref.split('/').at(-1) as string) : plainName
  return `const ${/Response|Fields|With|^export$/.test(name) || name === id.split('.')[0] ? 'reply' : name} = `
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** Prints a value as a literal, over more lines when one would be too long. */
function print(value: unknown, indent = '', room = 100): string {
  const line = printLine(value)
  if (line.length + indent.length <= room || typeof value !== 'object' || value === null || value instanceof Name)
    return line
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${print(item, inner)},\n`).join('')}${indent}]`
  return `{\n${Object.entries(value)
    .map(([key, item]) => `${inner}${property(key, item, print(item, inner))},\n`)
    .join('')}${indent}}`
}

function printLine(value: unknown): string {
  if (value instanceof Name) return value.text
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{ ${Object.entries(value)
    .map(([key, item]) => property(key, item, printLine(item)))
    .join(', ')} }`
}

function property(key: string, value: unknown, text: string): string {
  return value instanceof Name && value.text === key ? key : `${propertyName(key)}: ${text}`
}
