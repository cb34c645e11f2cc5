import type { components, paths } from '@latchkey/types'
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import {
  type Caller,
  type CallOptions,
  type ClientChoice,
  choose,
  createTransport,
  type TransportOptions,
} from './createTransport.ts'
import { ResponseParseError } from '../shared/errors.ts'
import { emptyCall, redirectPath } from '../generated/paths.ts'
import { mergeHeaders } from '../policies/headers.ts'
import type { Reply } from '../policies/pipeline.ts'
import { isRedirect, problemOf } from './readReply.ts'
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
 * carry `auth`, `timeoutMs`, `deadlineMs`, `retry`, `idempotencyKey`, `headers` (`null` takes a default one away) and, as in openapi-fetch, a `fetch` that is
 * asked with a Request. Its `querySerializer` is a function; `createQuerySerializer` of openapi-fetch makes one of options.
 * A call whose `baseUrl` is not the client's, or below it, gets no credential and no default headers.
 *
 * @param options - Where the service is, who calls, and defaults for each call.
 * @throws {@link TypeError} when `baseUrl` is no absolute http(s) URL, or carries a user, `/api/v0`, a query or a fragment;
 * when `auth` is no credential, such as a bare token; and when a header has characters that are not allowed.
 * @example const { data, error } = await client.GET('/api/v0/organizations')
 */
export function createClient(options: TransportOptions): LatchkeyClient {
  // Its copies pay their retries from one budget.
  return build({ ...options, budget: options.budget ?? { balance: 1 } }, [])
}

function build(options: TransportOptions, inherited: readonly Middleware[]): LatchkeyClient {
  const transport = createTransport(options)
  const registered = new Set<Middleware>()
  const api = createFetchClient<paths>({
    baseUrl: transport.baseUrl,
    querySerializer: encodeQuery,
    pathSerializer: fillPath,
  })
  const guarded = Object.entries(api).map(
    ([name, method]: [string, Method]) =>
      [name, (...args: readonly unknown[]) => callGuarded(options, transport, name, method, args)] as const,
  )
  const client: LatchkeyClient = {
    ...transport,
    ...api,
    ...Object.fromEntries(guarded),
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
interface PathCall extends Omit<CallOptions, 'fetch' | 'middleware' | 'observe'> {
  fetch?: (request: Request) => Promise<Response>
  parseAs?: string
  params?: { path?: object }
  querySerializer?: unknown
}

interface PathReply {
  data?: unknown
  error?: unknown
  response: Response
}

type Method = (...args: readonly unknown[]) => Promise<PathReply>

/** Sends through the pipeline, and closes what openapi-fetch leaves open around a reply's body. */
async function callGuarded(
  options: TransportOptions,
  transport: Caller,
  name: string,
  method: Method,
  args: readonly unknown[],
): Promise<PathReply> {
  // `request` has the method before the path.
  const at = typeof args[1] === 'string' ? 1 : 0
  const path = String(args[at])
  const { auth, timeoutMs, deadlineMs, retry, idempotencyKey, fetch, ...init } = (args[at + 1] ?? {}) as PathCall
  // The serializers that options choose from are left out of bundles.
  if (init.querySerializer && typeof init.querySerializer !== 'function') {
    throw new TypeError('"querySerializer" must be a function; createQuerySerializer of openapi-fetch makes one.')
  }
  const choice: CallOptions = {
    auth,
    timeoutMs,
    deadlineMs,
    retry,
    idempotencyKey,
    fetch: fetch && ((url, last) => fetch(new Request(url, last))),
    headers: Object.fromEntries(Object.entries(init.headers ?? {}).filter(([, value]) => value === null)),
  }
  // openapi-fetch takes no pairs, and `null` for what it would set by itself.
  const headers = { ...mergeHeaders(init.headers), ...choice.headers }
  // Without them, openapi-fetch would leave the places in the URL as they are.
  const params = { path: {}, ...init.params }
  let sent: Reply | undefined
  const send = async (request: Request): Promise<Response> => {
    const { url } = request
    // Another service gets neither the credential nor the default headers.
    const to = url.startsWith(`${transport.baseUrl}/`)
      ? transport
      : createTransport({ ...options, baseUrl: new URL(url).origin, auth: null, headers: undefined })
    sent = await to.dispatch(url.slice(to.baseUrl.length + 1), await toInit(request), choice, undefined, path)
    const { response } = sent
    if (!isRedirect(response)) return readWithin(sent)
    // Its body is of no use, and may be endless.
    sent.release()
    if (!redirectPath.test(path)) throw new ResponseParseError(response, problemOf(response), sent)
    return Object.assign(response, { text: async () => '' })
  }
  try {
    // Followed, a redirect would take the credential and the body to wherever it leads.
    const reply = await method(...args.slice(0, at + 1), { redirect: 'manual', ...init, headers, params, fetch: send })
    const { data, response } = reply
    if (!response.ok) return { ...reply, error: toError(reply) }
    const call = `${at ? String(args[0]).toUpperCase() : name} ${path}`
    const mayBeEmpty = /20[24]/.test(`${response.status}`) || call.startsWith('HEAD') || emptyCall.test(call)
    if (sent && data === undefined && (init.parseAs ?? 'json') === 'json' && !mayBeEmpty)
      throw new ResponseParseError(sent.response, problemOf(sent.response, true), sent)
    return reply
  } catch (cause) {
    sent?.release()
    // It quotes the text, which may hold a token.
    throw sent && cause instanceof SyntaxError
      ? new ResponseParseError(sent.response, problemOf(sent.response), sent)
      : cause
  } finally {
    sent?.release(init.parseAs === 'stream')
  }
}

/** Keeps the limits of the attempt, and its errors, wherever the body is read: here or in middleware. */
function readWithin({ response, read }: Reply): Response {
  const json = async (): Promise<unknown> => JSON.parse(await response.text())
  const others = (['text', 'blob', 'arrayBuffer'] as const).map((kind) => {
    const work: () => Promise<unknown> = response[kind].bind(response)
    return { [kind]: () => (response.bodyUsed ? work() : read(work)) }
  })
  return Object.assign(response, { json }, ...others)
}

const passed = [
  'method',
  'headers',
  'signal',
  'redirect',
  'credentials',
  'cache',
  'mode',
  'keepalive',
  'integrity',
  'referrer',
  'referrerPolicy',
] as const

/** A request as fetch's second argument. Its body is read, so that it can be sent again. */
async function toInit(request: Request): Promise<RequestInit> {
  const bytes = /^(GET|HEAD)$/.test(request.method) ? undefined : await request.arrayBuffer()
  // Own properties are extensions of a runtime, such as `next`.
  return {
    ...request,
    ...Object.fromEntries(passed.map((name) => [name, request[name]])),
    body: bytes?.byteLength ? bytes : undefined,
  }
}

const codes: Readonly<Record<number, components['schemas']['ErrorCode']>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
}

/** What `error` is: the body, in the service's shape when it came without one, and nothing for a redirect. */
function toError({ error, response: { status } }: PathReply): unknown {
  if (status < 400) return undefined
  if (error) return error
  const code = codes[status] ?? (status < 500 ? 'bad_request' : 'internal_server_error')
  return {
    error: `The service answered ${status} without saying why.`,
    code,
  } satisfies components['schemas']['ErrorBody']
}
