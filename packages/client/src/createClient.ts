import type { components, paths } from '@latchkey/types'
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import { type Caller, type ClientChoice, choose, createTransport, type TransportOptions } from './createTransport.ts'
import { isLatchkeyError, ResponseParseError } from './errors.ts'
import { redirectPath } from './generated/redirectPath.ts'
import { type Reply, toFailure } from './pipeline.ts'
import { problemOf } from './readReply.ts'
import { encodeQuery, fillPath } from './url.ts'

/** An openapi-fetch client of the service, which operation functions take as their first argument, too. */
export interface LatchkeyClient extends Client<paths>, Caller {
  /**
   * The same client with other choices; it keeps the middleware that is registered by now.
   *
   * @example await client.with({ auth: bearer(token) }).GET('/api/v0/organizations')
   */
  with(choice: ClientChoice): LatchkeyClient
}

/**
 * Makes a client whose calls name a path: `client.GET('/api/v0/…', { params })` gives `{ data, error, response }`.
 *
 * It is openapi-fetch over the same pipeline as {@link createTransport}. An error without a body is still an `error`,
 * in the service's shape, and an answer that is not the JSON it should be is a `ResponseParseError`. Operations that
 * redirect give neither `data` nor `error`: read `response.headers.get('location')` (which browsers hide). A call may
 * carry `auth` and `timeoutMs` of its own; a call with another `baseUrl` gets no credential and no default headers.
 *
 * @param options - Where the service is, who calls, and defaults for each call.
 * @throws {@link TypeError} when `baseUrl` is no absolute http(s) URL, or carries a user, query or fragment.
 * @example const { data, error } = await client.GET('/api/v0/organizations')
 */
export function createClient(options: TransportOptions): LatchkeyClient {
  return build(options, [])
}

function build(options: TransportOptions, inherited: readonly Middleware[]): LatchkeyClient {
  const transport = createTransport(options)
  const registered = new Set<Middleware>()
  const api = createFetchClient<paths>({ baseUrl: transport.baseUrl, querySerializer: encodeQuery, pathSerializer: fillPath })
  const guard = createGuard(transport, options)
  const client: LatchkeyClient = {
    ...transport,
    request: guard(api.request),
    GET: guard(api.GET),
    PUT: guard(api.PUT),
    POST: guard(api.POST),
    DELETE: guard(api.DELETE),
    OPTIONS: guard(api.OPTIONS),
    HEAD: guard(api.HEAD),
    PATCH: guard(api.PATCH),
    TRACE: guard(api.TRACE),
    use(...added) {
      api.use(...added)
      for (const one of added) registered.add(one)
    },
    eject(...removed) {
      api.eject(...removed)
      for (const one of removed) registered.delete(one)
    },
    with: (choice) => build(choose(options, choice), [...registered]),
  }
  client.use(...inherited)
  return client
}

/** The last argument of a call by path, as far as it is read here. */
interface PathCall extends ClientChoice {
  fetch?: (request: Request) => Promise<Response>
  parseAs?: string
}

interface PathReply {
  error?: unknown
  response: Response
}

type Method = (...args: never[]) => Promise<PathReply>

/** Sends through the pipeline, and closes what openapi-fetch leaves open around a reply's body. A method keeps its type. */
function createGuard(transport: Caller, options: TransportOptions): <M extends Method>(method: M) => M {
  const call = async (method: Method, args: readonly unknown[]): Promise<PathReply> => {
    // `request` has the method before the path.
    const at = args.findIndex((arg) => typeof arg === 'string' && arg.startsWith('/'))
    const { auth, timeoutMs, fetch, ...init } = (args[at + 1] ?? {}) as PathCall
    let sent: Reply | undefined
    const send = async (request: Request): Promise<Response> => {
      const own = request.url.startsWith(`${new URL(transport.baseUrl).href.replace(/\/$/, '')}/`)
      const { dispatch } = own && !fetch ? transport : createTransport({
        ...(own ? options : { baseUrl: options.baseUrl, timeoutMs: options.timeoutMs }),
        fetch: fetch ? (url, last) => fetch(new Request(url, last)) : options.fetch,
      })
      sent = await dispatch(request.url, await toInit(request), { auth, timeoutMs })
      return sent.response
    }
    const redirect = redirectPath.test(String(args[at])) ? { redirect: 'manual' } : undefined
    try {
      const reply = await method(...([...args.slice(0, at + 1), { ...redirect, ...init, fetch: send }] as never[]))
      return reply.response.ok ? reply : { ...reply, error: toError(reply) }
    } catch (cause) {
      if (!sent?.response.bodyUsed || isLatchkeyError(cause)) throw cause
      throw cause instanceof SyntaxError ? new ResponseParseError(sent.response, problemOf(sent.response)) : toFailure(cause)
    } finally {
      if (init.parseAs !== 'stream') sent?.release()
    }
  }
  // A proxy, because it has the type of what it stands for, type parameters and all.
  return (method) => new Proxy(method, { apply: (target, _self, args: readonly unknown[]) => call(target, args) })
}

/** A request as fetch's second argument. Its body is read, so that it can be sent again. */
async function toInit(request: Request): Promise<RequestInit> {
  const { method, headers, signal, redirect, credentials, cache, mode, keepalive } = request
  const bytes = /^(GET|HEAD)$/.test(method) ? undefined : await request.arrayBuffer()
  // Own properties are extensions of a runtime, such as `next`.
  return { ...request, method, headers, signal, redirect, credentials, cache, mode, keepalive, body: bytes?.byteLength ? bytes : undefined }
}

/** What `error` is: the body, in the service's shape when it came without one, and nothing for a redirect. */
function toError({ error, response: { status } }: PathReply): unknown {
  if (status < 400) return undefined
  if (error) return error
  const code = status === 404 ? 'not_found' : status < 500 ? 'bad_request' : 'internal_server_error'
  return { error: `The service answered ${status} without a body.`, code } satisfies components['schemas']['ErrorBody']
}
