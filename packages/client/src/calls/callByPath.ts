import type { components } from '@latchkey/types'
import { emptyCall, redirectPath } from '../generated/paths.ts'
import { startClock } from '../policies/clock.ts'
import { mergeHeaders, nullHeaders } from '../policies/headers.ts'
import type { CallState, Reply } from '../policies/pipeline.ts'
import { ConnectionError, ResponseParseError } from '../shared/errors.ts'
import { type Caller, type CallOptions, choose, createTransport, type TransportOptions } from './createTransport.ts'
import { isRedirect, problemOf } from './readReply.ts'

/** The parts of a client that calls by path need. */
export interface PathCaller {
  /** The client's options without its default headers. */
  readonly options: TransportOptions
  /** A transport with these options. */
  readonly transport: Caller
  /** The default headers, which openapi-fetch sets on each request. */
  readonly defaults: Readonly<Record<string, string | null>>
}

/** A method of an openapi-fetch client. */
export type FetchMethod = (...args: readonly unknown[]) => Promise<PathReply>

interface PathReply {
  data?: unknown
  error?: unknown
  response: Response
}

/** The part of a path call's last argument that is read here. */
interface PathCall extends Omit<CallOptions, 'fetch' | 'middleware' | 'observe'> {
  fetch?: (request: Request) => Promise<Response>
  parseAs?: string
  params?: { path?: object; header?: Readonly<Record<string, string>> }
}

/** A call of a method of an openapi-fetch client. */
interface MethodCall {
  readonly name: string
  readonly method: FetchMethod
  readonly args: readonly unknown[]
}

/** Makes openapi-fetch send through the pipeline, and adds the checks of a reply's body that it lacks. */
export async function callByPath(
  { options, transport, defaults }: PathCaller,
  { name, method, args }: MethodCall,
): Promise<PathReply> {
  // `client.request` takes the method before the path.
  const at = typeof args[1] === 'string' ? 1 : 0
  const path = String(args[at])
  const { auth, timeoutMs, deadlineMs, maxBytes, retry, idempotencyKey, fetch, ...init } = (args[at + 1] ??
    {}) as PathCall
  const choice: CallOptions = {
    auth,
    timeoutMs,
    deadlineMs,
    maxBytes: init.parseAs === 'stream' ? 0 : maxBytes,
    retry,
    idempotencyKey,
    fetch: fetch && ((url, last) => fetch(new Request(url, last))),
  }
  let sent: Reply | undefined
  let failure: Error | undefined
  const send = async (request: Request, extension?: object): Promise<Response> => {
    const { url } = request
    const { deadlineMs: limitMs = 90_000 } = choose(options, choice)
    const call = { path, attempts: 0, deadlineMs: limitMs, endsAtMs: performance.now() + (limitMs || Infinity) }
    const requestInit = { ...(await toInit(request, call)), ...extension }
    let to = transport
    if (!url.startsWith(`${to.baseUrl}/`)) {
      // Another service gets neither the credential nor the default headers.
      to = createTransport({ ...options, baseUrl: new URL(url).origin, auth: null })
      requestInit.headers = withoutDefaults(request.headers, defaults)
    }
    try {
      sent = await to.dispatch(url.slice(to.baseUrl.length + 1), requestInit, choice, undefined, path)
    } catch (error) {
      failure = error as Error
      // Middleware of openapi-fetch expects the error that fetch threw.
      throw error instanceof ConnectionError ? error.cause : error
    }
    const { response } = sent
    if (!isRedirect(response)) return readWithin(sent)
    // Nobody needs its body, which may be endless.
    sent.release()
    if (!redirectPath.test(path)) throw parseErrorOf(sent)
    return Object.assign(response, { text: async () => '' })
  }
  try {
    const reply = await method(...args.slice(0, at + 1), {
      // Following a redirect would send the credential and the body to another place.
      redirect: 'manual',
      ...init,
      // openapi-fetch does not accept header pairs. `null` removes a header that it would set.
      headers: { ...nullHeaders(init.headers), ...mergeHeaders(init.headers, init.params?.header) },
      // Without `path`, openapi-fetch would leave `{name}` in the URL.
      params: { path: {}, ...init.params },
      fetch: send,
    })
    const { data, response } = reply
    if (!response.ok) return { ...reply, error: toError(reply) }
    const call = `${at ? String(args[0]).toUpperCase() : name} ${path}`
    const mayBeEmpty = /20[24]/.test(`${response.status}`) || call.startsWith('HEAD') || emptyCall.test(call)
    if (sent && data === undefined && (init.parseAs ?? 'json') === 'json' && !mayBeEmpty) throw parseErrorOf(sent, true)
    return reply
  } catch (cause) {
    sent?.release()
    if (failure && cause === failure.cause) throw failure
    // The message of a SyntaxError quotes the text, which may contain a token.
    throw sent && cause instanceof SyntaxError ? parseErrorOf(sent) : cause
  } finally {
    sent?.release(init.parseAs === 'stream')
  }
}

function parseErrorOf(reply: Reply, isEmpty?: boolean): ResponseParseError {
  return new ResponseParseError(reply.response, problemOf(reply.response, isEmpty), reply)
}

/** The headers without the client's default ones. `content-type` stays, because it describes the body. */
function withoutDefaults(headers: Headers, defaults: PathCaller['defaults']): [string, string][] {
  return [...headers].filter(([name, value]) => name === 'content-type' || defaults[name] !== value)
}

/** Applies the limits and errors of the attempt wherever the body is read: here or in middleware. */
function readWithin({ response, read }: Reply): Response {
  const json = async (): Promise<unknown> => JSON.parse(await response.text())
  const others = (['text', 'blob', 'arrayBuffer'] as const).map((kind) => {
    const work: () => Promise<unknown> = response[kind].bind(response)
    return { [kind]: () => (response.bodyUsed ? work() : read(work)) }
  })
  return Object.assign(response, { json }, ...others)
}

/**
 * A request as fetch's second argument. Its body is read here, so that a retry can send it again, and within the limits
 * of the call, for a stream of the app may never end.
 */
async function toInit(request: Request, call: CallState): Promise<RequestInit> {
  const read = () => request.arrayBuffer()
  const bytes = /^(GET|HEAD)$/.test(request.method) ? undefined : await startClock({ init: request, call }).run(read)
  const fields = 'method headers signal redirect credentials cache mode keepalive integrity referrer referrerPolicy'
  // The object's own properties are extensions of a runtime, such as `next`.
  return {
    ...request,
    ...Object.fromEntries(fields.split(' ').map((name) => [name, request[name as keyof Request]])),
    body: bytes?.byteLength ? bytes : undefined,
  } as RequestInit
}

const codes: Readonly<Record<number, components['schemas']['ErrorCode']>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
}

/**
 * The `error` of a reply: its body, an object in the service's shape if there is no body, or undefined for a redirect.
 */
function toError({ error, response: { status } }: PathReply): unknown {
  if (status < 400) return undefined
  if (error) return error
  const code = codes[status] ?? (status < 500 ? 'bad_request' : 'internal_server_error')
  return {
    error: `The service answered ${status} without saying why.`,
    code,
  } satisfies components['schemas']['ErrorBody']
}
