import createFetchClient, {
  type Client,
  type ClientOptions as FetchClientOptions,
  type Middleware,
} from 'openapi-fetch'
import { mergeHeaders, nullHeaders } from '../policies/headers.ts'
import { callByPath, type FetchMethod, type PathCaller } from './callByPath.ts'
import { type Caller, type ClientChoice, choose, createTransport, type TransportOptions } from './createTransport.ts'
import type { SentPaths } from './sentPaths.ts'
import { encodeQuery, fillPath } from './url.ts'

type Serializer = 'querySerializer' | 'bodySerializer' | 'pathSerializer'

/**
 * The options of a client: those of a transport, and those of openapi-fetch's `createClient`, such as `credentials` and
 * `cache`.
 */
export interface ClientOptions
  extends TransportOptions, Omit<FetchClientOptions, keyof TransportOptions | Serializer | 'body' | 'method'> {
  /**
   * Writes the query of calls by path: a function, or options for how openapi-fetch writes arrays and objects.
   * @default arrays repeat the name, objects become `name[key]=value`
   */
  querySerializer?: FetchClientOptions['querySerializer'] | undefined
  /**
   * Writes the body of calls by path. It returns a body for `fetch`.
   * @default JSON, a form if `content-type` says so, and FormData unchanged
   */
  bodySerializer?: FetchClientOptions['bodySerializer'] | undefined
  /**
   * Replaces each `{name}` of a path. The default checks the ids; your own function has to check them itself.
   * @default throws a TypeError for an id that is missing, empty, a list, an object, `.` or `..`, or has a line end
   */
  pathSerializer?: FetchClientOptions['pathSerializer'] | undefined
}

/** An openapi-fetch client of the service. Operation functions also take it as their first argument. */
export interface LatchkeyClient extends Client<SentPaths>, Caller {
  /**
   * Creates a copy of the client with other options. The copy keeps the middleware that `use` has registered so far.
   *
   * @example await client.with({ auth: bearer(token) }).GET('/api/v0/organizations')
   */
  with(choice: ClientChoice): LatchkeyClient
}

/**
 * Creates a client with calls by path: `client.GET('/api/v0/…', { params })` resolves to `{ data, error, response }`.
 *
 * The client is openapi-fetch on the pipeline of {@link createTransport}. A call takes the options of openapi-fetch
 * (`params`, `body`, `querySerializer`, `bodySerializer`, `pathSerializer`, `parseAs`, `baseUrl`, `fetch`, `middleware`
 * and the options of `fetch`), and also `auth`, `timeoutMs`, `deadlineMs`, `maxBytes`, `retry` and `idempotencyKey`. In
 * `headers`, `null` removes a default header, including `content-type`.
 *
 * - A refusal without a body still has an `error`, in the service's shape.
 * - A reply that should be JSON and is not throws a `ResponseParseError`.
 * - Operations that redirect have neither `data` nor `error`: read `response.headers.get('location')`, which browsers
 *   hide.
 * - The `onError` of middleware sees the error that `fetch` threw. If it does not replace the error, the caller gets a
 *   `ConnectionError`.
 * - If the `baseUrl` of a call is not below that of the client, the client sends neither the credential nor the default
 *   headers.
 *
 * @param options - URL of the service, credential, and defaults for each call.
 * @throws {@link TypeError} as {@link createTransport}.
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', auth: bearer(token) })
 * const { data, error } = await client.GET('/api/v0/organizations')
 */
export function createClient(options: ClientOptions): LatchkeyClient {
  // All copies share one retry budget.
  return build({ ...options, budget: options?.budget ?? { balance: 1 } }, [])
}

function build(options: ClientOptions, inherited: readonly Middleware[]): LatchkeyClient {
  const { querySerializer = encodeQuery, pathSerializer = fillPath, headers, fetch: _, ...others } = options
  const transport = createTransport(options)
  const { baseUrl } = transport
  // openapi-fetch puts the default headers on a request, so that middleware sees them.
  const bare = { ...options, headers: undefined }
  const registered = new Set<Middleware>()
  const defaults = { ...nullHeaders(headers), ...mergeHeaders(headers) }
  // `new Request` ignores the options of the pipeline.
  const api = createFetchClient<SentPaths>({
    ...others,
    baseUrl,
    querySerializer,
    pathSerializer,
    headers: defaults,
  } as FetchClientOptions)
  const caller: PathCaller = { options: bare, transport: createTransport(bare), defaults }
  const guarded = Object.entries(api).map(
    ([name, method]: [string, FetchMethod]) =>
      [name, (...args: readonly unknown[]) => callByPath(caller, { name, method, args })] as const,
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
