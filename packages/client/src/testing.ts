import { nearest } from '@latchkey/names/nearest'
import { type OperationId, operationTable, type operations } from '@latchkey/types'
import { assertArgument, assertObject } from './shared/assertArgument.ts'

type Parameter<Id extends OperationId, Location extends string> = operations[Id]['parameters'] extends {
  [P in Location]?: infer Values
}
  ? Exclude<Values, undefined>
  : Record<string, never>
type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer Given }
  ? Exclude<Given, undefined> extends { content: infer Content }
    ? Content[keyof Content]
    : undefined
  : undefined
type Replies<Id extends OperationId> = operations[Id]['responses']
type ContentOf<Reply> = Reply extends { content: { 'application/json': infer Data } } ? Data : undefined
type SuccessData<Id extends OperationId> = {
  [Status in keyof Replies<Id>]: Status extends 200 | 201 | 202 | 204 ? ContentOf<Replies<Id>[Status]> : never
}[keyof Replies<Id>]

/** A call that the stub received. */
export interface StubCall<Id extends OperationId = OperationId> {
  /** Id of the operation, such as `gates.get`. */
  operation: Id
  /** The ids in the URL, by name. */
  params: Parameter<Id, 'path'>
  /** The query parameters, with the types of the schema: numbers, booleans and objects are decoded. */
  query: Partial<Parameter<Id, 'query'>>
  /** The decoded JSON or form; undefined without a body. */
  body: Body<Id>
  headers: Headers
  url: string
  signal?: AbortSignal | null
}

/** The reply to a call: the data of the operation, or a `Response`, such as that of {@link refuse}. */
export type StubReply<Id extends OperationId> = SuccessData<Id> | Response | Promise<SuccessData<Id> | Response>

/** The scripts of a stub: a function for each operation that it answers. */
export type StubReplies = { readonly [Id in OperationId]?: (call: StubCall<Id>) => StubReply<Id> }

/** A `fetch` with scripted replies, and a record of the calls. */
export interface StubFetch {
  (url: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Every call that had a script, in order. */
  readonly calls: StubCall[]
  /** A sentence for each call that had no script, or whose script failed. Expect it to be empty. */
  readonly unexpected: string[]
  /** The calls of one operation, in order. */
  callsOf<Id extends OperationId>(operation: Id): StubCall<Id>[]
}

/**
 * Creates a `fetch` with scripted replies, for tests that need only a few replies. It has no state and does not check
 * input; `@latchkey/mock` does both.
 *
 * If a call has no script, or its script throws, the stub answers 501 with a sentence that names the operation. So the
 * call fails at once, without a retry.
 *
 * @param replies - A function for each operation, which returns its data or a Response.
 * @throws {@link TypeError} when an operation does not exist; the error suggests the nearest one.
 * @example
 * const fetch = stubFetch({ 'gates.get': ({ params }) => ({ ...gate, id: params.gateId }), 'users.get': () => refuse(404, 'not_found') })
 * const api = createTransport({ baseUrl: 'https://api.example.com', fetch })
 */
export function stubFetch(replies: StubReplies): StubFetch {
  assertObject(replies, 'replies', "{ 'users.get': () => user }")
  const scripted = Object.keys(replies)
  const unknown = scripted.find((id) => !Object.hasOwn(operationTable, id))
  if (unknown !== undefined)
    throw new TypeError(
      `Failed to make a stub: ${unknown} is not an operation. Did you mean ${nearest(unknown, Object.keys(operationTable))}?`,
    )
  const calls: StubCall[] = []
  const unexpected: string[] = []
  const fail = (problem: string): Response => {
    unexpected.push(problem)
    return refuse(501, 'not_scripted', problem)
  }
  const stub = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const match = matchOperation(request.method, new URL(request.url))
    if (!match) return fail(`${request.method} ${new URL(request.url).pathname} is not an operation of the service.`)
    const { operation, params } = match
    const reply = Object.hasOwn(replies, operation)
      ? (replies[operation] as (call: StubCall) => StubReply<OperationId>)
      : undefined
    if (!reply) {
      const suggestion =
        scripted.length > 0 ? `The nearest one with a script is ${nearest(operation, scripted)}.` : 'No operation is.'
      return fail(`${operation} is not scripted. ${suggestion}`)
    }
    try {
      const call = {
        operation,
        params,
        query: readQuery(operation, new URL(request.url).searchParams),
        body: await readBody(request),
        headers: request.headers,
        url: request.url,
        signal: request.signal,
      } as StubCall
      calls.push(call)
      const answer = await reply(call)
      return answer instanceof Response ? answer : toResponse(operation, answer)
    } catch (error) {
      if (error instanceof Disconnected) throw new TypeError('fetch failed', { cause: error })
      return fail(
        `The script of ${operation} failed: ${error instanceof Error ? error.message : 'it threw a value that is not an Error'}.`,
      )
    }
  }
  const callsOf = <Id extends OperationId>(id: Id): StubCall<Id>[] =>
    calls.filter((call): call is StubCall<OperationId> & StubCall<Id> => call.operation === id)
  return Object.assign(stub, { calls, unexpected, callsOf })
}

/**
 * Creates a refusal in the shape of the service.
 *
 * @param status - The HTTP status, from 400 to 599.
 * @param code - The service's stable code.
 * @param error - The sentence of the refusal. By default `The call was refused.`
 * @param headers - Headers of the reply, such as `retry-after`.
 * @throws {@link TypeError} when `status` is not from 400 to 599.
 * @example stubFetch({ 'users.create': () => refuse(429, 'too_many_requests', 'Slow down.', { 'retry-after': '1' }) })
 */
// Public as it is.
// oxlint-disable-next-line max-params
export function refuse(
  status: number,
  code: string,
  error = 'The call was refused.',
  headers: Record<string, string> = {},
): Response {
  assertArgument(status >= 400 && status < 600, 'status', 'a status from 400 to 599')
  return Response.json({ error, code }, { status, headers })
}

/**
 * Fails the call like a broken connection, in a script. The client may retry the call; `retry: false` prevents that.
 *
 * @throws an error for which the stub rejects with `TypeError: fetch failed`.
 *
 * @example stubFetch({ 'users.list': () => disconnect() })
 */
export function disconnect(): never {
  throw new Disconnected()
}

/**
 * Creates a script that gives each call the next reply, and the last reply to all further calls.
 *
 * @param replies - At least one function.
 * @throws {@link TypeError} when there are no replies.
 * @example stubFetch({ 'users.get': inTurn(() => refuse(503, 'internal_server_error'), () => user) })
 */
export function inTurn<Call, Replies extends readonly unknown[]>(
  ...replies: { [Index in keyof Replies]: (call: Call) => Replies[Index] }
): (call: Call) => Replies[number] {
  const last = replies.at(-1)
  if (!last) throw new TypeError('Failed to call "inTurn()": it needs a reply.')
  let turn = 0
  return (call) => (replies[turn++] ?? last)(call)
}

class Disconnected extends Error {}

interface Match {
  operation: OperationId
  params: Record<string, string>
}

const prefix = '/api/v0/'

/** The operation of a URL. A path with a fixed segment wins over one with an id in that place. */
function matchOperation(method: string, { pathname }: URL): Match | undefined {
  // The service's URL may have a path.
  const segments = pathname.slice(pathname.indexOf(prefix)).split('/')
  let best: (Match & { fixed: number }) | undefined
  for (const [operation, row] of Object.entries(operationTable)) {
    const template = row.path.split('/')
    if (row.method !== method || template.length !== segments.length) continue
    const params: Record<string, string> = {}
    const isMatch = template.every((part, index) => {
      const segment = segments[index] as string
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return part === segment
      params[name] = decodeURIComponent(segment)
      return segment !== ''
    })
    const fixed = template.length - Object.keys(params).length
    if (isMatch && fixed > (best?.fixed ?? -1)) best = { operation: operation as OperationId, params, fixed }
  }
  return best
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  integer: Number,
  number: Number,
  boolean: (text) => text === 'true',
}

function readQuery(operation: OperationId, search: URLSearchParams): Record<string, unknown> {
  const { query: kinds = {} } = operationTable[operation] as { query?: Readonly<Record<string, string>> }
  const query: Record<string, unknown> = {}
  for (const [key, text] of search) {
    const [, name = key, inner] = /^(\w+)\[(.+)\]$/.exec(key) ?? []
    if (inner !== undefined) query[name] = { ...(query[name] as object | undefined), [inner]: text }
    else query[name] = (readers[kinds[name] ?? ''] ?? String)(text)
  }
  return query
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text()
  if (!text) return undefined
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
}

function toResponse(operation: OperationId, data: unknown): Response {
  const { success } = operationTable[operation] as { success: readonly number[] }
  const isWithoutBody = (status: number) => status === 204
  const isWithBody = (status: number) => status < 300 && status !== 204
  const status = success.find(data === undefined ? isWithoutBody : isWithBody) ?? success[0] ?? 200
  return data === undefined ? new Response(null, { status }) : Response.json(data, { status })
}
