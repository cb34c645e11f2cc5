import type { paths } from '@latchkey/types'
import createFetchClient, {
  type Client,
  type ClientOptions as FetchClientOptions,
  type Middleware,
} from 'openapi-fetch'
import { mergeHeaders, nullHeaders } from '../policies/headers.ts'
import { callByPath, type FetchMethod, type PathCaller } from './callByPath.ts'
import { type Caller, type ClientChoice, choose, createTransport, type TransportOptions } from './createTransport.ts'
import { encodeQuery, fillPath } from './url.ts'

/**
 * How a client is set up: like a transport, and with what openapi-fetch's own `createClient` takes, such as
 * `credentials` and `cache`.
 */
export interface ClientOptions
  extends TransportOptions, Omit<FetchClientOptions, keyof TransportOptions | 'body' | 'method'> {
  /**
   * Writes the query of calls by path: a function, or options for how openapi-fetch writes arrays and objects.
   * @default arrays repeat the name, objects become `name[key]=value`
   */
  querySerializer?: FetchClientOptions['querySerializer']
  /**
   * Writes the body of calls by path; what it returns is what `fetch` takes as a body.
   * @default JSON, a form where `content-type` says so, and FormData as it is
   */
  bodySerializer?: FetchClientOptions['bodySerializer']
  /**
   * Fills the `{name}` places of a path. One of your own decides alone what an id may be.
   * @default refuses an id that is missing, empty, `.` or `..`
   */
  pathSerializer?: FetchClientOptions['pathSerializer']
}

/** An openapi-fetch client of the service. Operation functions take it as their first argument, too. */
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
 * It is openapi-fetch over the same pipeline as {@link createTransport}. A call takes what openapi-fetch takes
 * (`params`, `body`, `querySerializer`, `bodySerializer`, `pathSerializer`, `parseAs`, `baseUrl`, `fetch`, `middleware`
 * and fetch's own options), and `auth`, `timeoutMs`, `deadlineMs`, `retry` and `idempotencyKey` besides. In `headers`,
 * `null` takes a default one away, also the `content-type`.
 *
 * - An error without a body is still an `error`, in the service's shape.
 * - A reply that is not the JSON it should be is a `ResponseParseError`.
 * - Operations that redirect give neither `data` nor `error`: read `response.headers.get('location')`, which browsers
 *   hide.
 * - Middleware's `onError` sees what `fetch` threw. What it lets pass reaches the caller as a `ConnectionError`.
 * - A call whose `baseUrl` is not the client's, or below it, gets no credential and no default headers.
 *
 * @param options - Where the service is, who calls, and defaults for each call.
 * @throws {@link TypeError} when `baseUrl` is no absolute http(s) URL, or carries a user, `/api/v0`, a query or a
 * fragment; when `auth` is no credential, such as a bare token; and when a header has characters that are not allowed.
 * @example const { data, error } = await client.GET('/api/v0/organizations')
 */
export function createClient(options: ClientOptions): LatchkeyClient {
  // Its copies pay their retries from one budget.
  return build({ ...options, budget: options.budget ?? { balance: 1 } }, [])
}

function build(options: ClientOptions, inherited: readonly Middleware[]): LatchkeyClient {
  const { querySerializer = encodeQuery, pathSerializer = fillPath, headers } = options
  const transport = createTransport(options)
  const { baseUrl } = transport
  // openapi-fetch puts the default headers on a request, so that middleware sees them.
  const bare = { ...options, headers: undefined }
  const registered = new Set<Middleware>()
  const defaults = { ...nullHeaders(headers), ...mergeHeaders(headers) }
  // Whatever belongs to the pipeline alone, `new Request` overlooks.
  const api = createFetchClient<paths>({
    ...options,
    baseUrl,
    querySerializer,
    pathSerializer,
    headers: defaults,
    fetch: undefined,
  })
  const caller: PathCaller = { options: bare, transport: createTransport(bare), defaults }
  const guarded = Object.entries(api).map(
    ([name, method]: [string, FetchMethod]) =>
      [name, (...args: readonly unknown[]) => callByPath(caller, name, method, args)] as const,
  )
  const client: LatchkeyClient = {
    ...transport,
    ...api,
    ...Object.fromEntries(guarded),
    use(...added) {
      api.use(...added)
      for (const middleware of added) registered.add(middleware)
    },
    eject(...removed) {
      api.eject(...removed)
      for (const middleware of removed) registered.delete(middleware)
    },
    with(choice) {
      const chosen = choose(options, choice)
      const merged = { ...nullHeaders(headers), ...mergeHeaders(chosen.headers), ...nullHeaders(choice.headers) }
      return build({ ...options, ...chosen, headers: merged }, [...registered])
    },
  }
  client.use(...inherited)
  return client
}
