import { defined } from '@latchkey/base/defined'
import { literal, quoted } from '../../literals.ts'
import { bodyTextOf, type OperationCall, readJson, sentHeaders, sentQuery, targetOf } from './operationCall.ts'
import type { Operation } from './operationsOf.ts'

/** A call, and where and by whom it is made. */
export interface CodedCall {
  readonly operation: Operation
  readonly call: OperationCall
  readonly baseUrl: string
  /** The credential; `undefined` without one. */
  readonly token: string | undefined
  /** The status and body of the reply that came, if one did. */
  readonly reply?: { readonly status: number; readonly body: unknown } | undefined
}

/** A call as a command for the shell. */
export function curlOfCall({ operation, call, baseUrl, token }: CodedCall): string {
  const { method, body } = operation
  const text = bodyTextOf(operation, call)
  const headers = [
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(sentHeaders(call)).map(([name, value]) => `${name}: ${value}`),
    ...(text === undefined || !body ? [] : [`content-type: ${body.type}`]),
  ]
  return [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${quoted(baseUrl + targetOf(operation, call))}`,
    ...headers.map((header) => `--header ${quoted(header)}`),
    ...(text === undefined ? [] : [`--data ${quoted(text)}`]),
  ].join(' \\\n  ')
}

/** A call as a program with the client. */
export function clientCodeOfCall(coded: CodedCall): string {
  const { operation, call, baseUrl, token } = coded
  const { environmentId } = call.params
  const options = [
    `baseUrl: ${literal(baseUrl)}`,
    ...(environmentId === undefined ? [] : [`environmentId: ${literal(environmentId)}`]),
    ...(token === undefined ? [] : [`auth: bearer(${literal(token)})`]),
  ]
  return `${importsOf(coded)}

const client = createTransport({
${options.map((option) => `  ${option},\n`).join('')}})

${statementOf(operation, expressionOf(operation, call))}`
}

/** A call as a test with a mock of its own. */
export function testCodeOfCall(coded: CodedCall): string {
  const { operation, call, token, reply } = coded
  const expression = expressionOf(operation, call)
  const options = [
    'baseUrl: mock.baseUrl',
    'fetch: mock.fetch',
    ...(call.params.environmentId === undefined ? [] : [`environmentId: ${literal(call.params.environmentId)}`]),
    ...(token === undefined ? [] : ['auth: bearer(token)']),
  ]
  const lines = [
    'const mock = createMock()',
    ...setups[token === undefined ? 'nobody' : operation.caller],
    `const client = createTransport({ ${options.join(', ')} })`,
    ...(reply && reply.status >= 400
      ? [`await expect(${expression}).rejects.toMatchObject({ status: ${reply.status} })`]
      : [statementOf(operation, expression), ...expectationOf(operation, call, reply?.body)]),
  ]
  return `${importsOf(coded)}
import { createMock } from '@latchkey/mock'
import { expect, it } from 'vitest'

it('calls ${operation.id}', async () => {
${lines.map((line) => line.replaceAll(/^/gm, '  ')).join('\n')}
})`
}

/** How the credential is made in a new mock, by who calls. */
const setups: Readonly<Record<Operation['caller'], readonly string[]>> = {
  environment: ['const { token } = mock.defaults.environments.sandbox'],
  admin: ['const { token } = mock.defaults.admin'],
  user: [
    "const ada = await mock.create.user({ email: 'ada@example.com' })",
    'const { token } = await mock.signIn(ada)',
  ],
  nobody: [],
}

const importsOf = ({ operation, token }: CodedCall) =>
  `import { ${token === undefined ? '' : 'bearer, '}createTransport } from '@latchkey/client'
import { ${operation.resource} } from '@latchkey/client/operations'`

/** Only the call: `gates.create(client, { … })`. The client has the environment's id. */
function expressionOf(operation: Operation, call: OperationCall): string {
  const { environmentId: _, ...params } = call.params
  const query = sentQuery(operation.parameters, call.query)
  const headers = sentHeaders(call)
  const isSent = operation.body !== undefined && call.body !== undefined && call.body.trim() !== ''
  const input = {
    ...params,
    ...defined({
      query: Object.keys(query).length > 0 ? query : undefined,
      headers: Object.keys(headers).length > 0 ? headers : undefined,
      body: isSent ? readJson(call.body) : undefined,
    }),
  }
  return `${operation.id}(client${Object.keys(input).length > 0 ? `, ${literal(input)}` : ''})`
}

/** A list is read page by page. */
function statementOf({ isPaged }: Operation, expression: string): string {
  return isPaged ? `for await (const item of ${expression}) console.log(item)` : `const reply = await ${expression}`
}

/** Expects the fields of the body that the reply has as well, or an object in it: `{ user: { … } }`. */
function expectationOf({ isPaged }: Operation, { body }: OperationCall, reply: unknown): readonly string[] {
  if (isPaged || body === undefined) return []
  const sent = Object(readJson(body)) as object
  const inside = Object.entries(Object(reply) as object).map(([name, inner]) => {
    const fields = sharedFields(sent, inner)
    return fields && { [name]: fields }
  })
  const expected = sharedFields(sent, reply) ?? inside.find((fields) => fields !== undefined)
  return expected === undefined ? [] : [`expect(reply).toMatchObject(${literal(expected)})`]
}

/** The fields of a body that a value has too; `undefined` if it has none. */
function sharedFields(sent: object, value: unknown): object | undefined {
  const values = Object(value) as Readonly<Record<string, unknown>>
  const fields = Object.entries(sent).filter(
    ([name, field]) => Object.hasOwn(values, name) && JSON.stringify(values[name]) === JSON.stringify(field),
  )
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}
