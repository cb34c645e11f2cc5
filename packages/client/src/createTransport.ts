import type { Auth } from './auth.ts'
import { createPipeline, type Fetch, type Reply } from './pipeline.ts'

/** What can be chosen for a client and, anew, for a part of its calls. */
export interface ClientChoice {
  /** Who calls; `null` sends no credential. */
  auth?: Auth | null
  /** Headers to add; `null` in a record takes one away that was added before. */
  headers?: RequestInit['headers'] | Readonly<Record<string, string | null>>
  /**
   * How long one attempt may take until its body is read, in milliseconds. 0 is no limit. For a body that is taken as
   * a stream it ends with the headers.
   * @default 30000
   */
  timeoutMs?: number
  /** @default globalThis.fetch, looked up at each call */
  fetch?: Fetch
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
}

/** What operation functions take first: a transport, or a client, which is one too. */
export interface Caller {
  /** The service's URL, without a slash at its end. */
  readonly baseUrl: string
  /** The environment of operations that are called without one. */
  readonly environmentId?: string
  /**
   * Sends a request through the policies; the operation functions do so. A URL of another service gets neither the
   * client's credential nor its headers.
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
  const baseUrl = URL.canParse(options.baseUrl) ? new URL(options.baseUrl).href.replace(/\/+$/, '') : ''
  // Not shown in the message: a URL with a user in it holds a password.
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl)) {
    throw new TypeError('Failed to make a client: "baseUrl" must be an absolute http(s) URL without user, query and fragment.')
  }
  const send = createPipeline()
  return {
    baseUrl,
    environmentId: options.environmentId,
    async dispatch(url, init, choice = {}, operation) {
      const own = url.startsWith(`${baseUrl}/`) ? options : { ...options, auth: null, headers: undefined }
      const chosen = choose(own, choice)
      return send({ ...chosen, url, operation, init: { ...init, headers: mergeHeaders(chosen.headers, init.headers) } })
    },
    with: (choice) => createTransport(choose(options, choice)),
  }
}

/** A client's options with some chosen anew. */
export function choose<T extends TransportOptions>(options: T, choice: ClientChoice): T {
  const { auth = options.auth, timeoutMs = options.timeoutMs, fetch = options.fetch } = choice
  return { ...options, auth, timeoutMs, fetch, headers: mergeHeaders(options.headers, choice.headers) }
}

/** Headers by lower-case name; later ones win. */
export function mergeHeaders(...all: ReadonlyArray<ClientChoice['headers']>): Record<string, string> {
  const merged = new Headers()
  try {
    for (const one of all) {
      const entries = one && Symbol.iterator in one ? new Headers(one as RequestInit['headers']) : Object.entries(one ?? {})
      for (const [name, value] of entries) {
        if (value === null) merged.delete(name)
        else if (value !== undefined) merged.set(name, value)
      }
    }
  } catch {
    // The platform's own message quotes the value, which may be a token.
    throw new TypeError('Failed to set the headers: a name or value holds characters that no header has.')
  }
  return Object.fromEntries(merged)
}
