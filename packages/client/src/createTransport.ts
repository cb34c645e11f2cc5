import type { Auth } from './auth.ts'
import { createPipeline, type Fetch, type Reply } from './pipeline.ts'

/** What can be chosen for a client and, anew, for a part of its calls. */
export interface ClientChoice {
  /** Who calls; `null` sends no credential. */
  auth?: Auth | null
  /** Headers to add. */
  headers?: RequestInit['headers']
  /**
   * How long one attempt may take until its body is read, in milliseconds. 0 is no limit.
   * @default 30000
   */
  timeoutMs?: number
}

/** What can be chosen for a single call. Its `auth` replaces the client's; its headers win, and all others stay. */
export interface CallOptions extends ClientChoice {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal
}

/** How a client or transport is set up. */
export interface TransportOptions extends ClientChoice {
  /** The service's URL, `https://api.example.com`, without `/api/v0`. */
  baseUrl: string
  /** The environment of operations that are called without one. */
  environmentId?: string
  /** @default globalThis.fetch, looked up at each call */
  fetch?: Fetch
}

/** What operation functions take first: a transport, or a client, which is one too. */
export interface Caller {
  /** The service's URL, without a slash at its end. */
  readonly baseUrl: string
  /** The environment of operations that are called without one. */
  readonly environmentId?: string
  /**
   * Sends a request through the policies; the operation functions do so.
   *
   * @throws {@link ConnectionError}, {@link TimeoutError}, {@link AuthError}, or the signal's reason.
   */
  dispatch(url: string, init: RequestInit, choice?: ClientChoice, operation?: string): Promise<Reply>
}

/** The policy pipeline alone. */
export interface Transport extends Caller {
  /**
   * The same transport with other choices; headers are joined.
   *
   * @example await gates.enable(api.with({ auth: bearer(token) }), { environmentId, gateId })
   */
  with(choice: ClientChoice): Transport
}

/**
 * Makes the pipeline alone, for those who call operation functions without openapi-fetch.
 *
 * @param options - Where the service is, who calls, and defaults for each call.
 * @throws {@link TypeError} when `baseUrl` is no absolute http(s) URL, or carries a user, query or fragment.
 * @example const api = createTransport({ baseUrl: 'https://api.example.com', auth: bearer(token) })
 */
export function createTransport(options: TransportOptions): Transport {
  // Not shown in the message: a URL with a user in it holds a password.
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(options.baseUrl)) {
    throw new TypeError('Failed to make a client: "baseUrl" must be an absolute http(s) URL without user, query and fragment.')
  }
  const pipeline = createPipeline((url, init) => (options.fetch ?? fetch)(url, init))
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    environmentId: options.environmentId,
    async dispatch(url, init, choice = {}, operation) {
      const { auth, timeoutMs = 30_000, headers } = choose(options, choice)
      return pipeline({ url, init: { ...init, headers: { ...headers, ...toRecord(init.headers) } }, operation, auth, timeoutMs })
    },
    with: (choice) => createTransport(choose(options, choice)),
  }
}

/** A client's options with some chosen anew. */
export function choose<T extends TransportOptions>(options: T, choice: ClientChoice): T & { headers: Record<string, string> } {
  const { auth = options.auth, timeoutMs = options.timeoutMs } = choice
  return { ...options, auth, timeoutMs, headers: { ...toRecord(options.headers), ...toRecord(choice.headers) } }
}

/** Headers by lower-case name. */
function toRecord(init: RequestInit['headers']): Record<string, string> {
  try {
    return init ? Object.fromEntries(new Headers(init)) : {}
  } catch {
    // The platform's own message quotes the value, which may be a token.
    throw new TypeError('Failed to set the headers: a name or value holds characters that no header has.')
  }
}
