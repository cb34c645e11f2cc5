import { type HeadersChoice, mergeHeaders } from '../policies/headers.ts'
import type {
  Auth,
  Budget,
  Fetch,
  Middleware,
  PipelineRequest,
  Policy,
  Reply,
  RetryOptions,
  Send,
} from '../policies/pipeline.ts'
import { retry } from '../policies/retry.ts'

/** The options of a client that a copy of it, or a single call, can replace. */
export interface ClientChoice {
  /** The credential; `null` sends none. */
  auth?: Auth | null | undefined
  /** Headers to add; `null` in a record removes a header that was added before. */
  headers?: HeadersChoice | undefined
  /**
   * Time limit of one attempt in milliseconds, including reading the body; 0 is no limit. For a body that is read as a
   * stream, the limit covers the headers only.
   * @default 30000
   */
  timeoutMs?: number | undefined
  /**
   * Time limit of the whole call in milliseconds: credential, waits and all attempts. 0 is no limit.
   * @default 90000
   */
  deadlineMs?: number | undefined
  /**
   * Maximum size of a reply's body in bytes, decompressed. A larger body causes a {@link ResponseParseError}. 0 is no
   * limit. There is also no limit for a body that is read as a stream, nor in React Native, which reads each body as a
   * whole.
   * @default 33554432
   */
  maxBytes?: number | undefined
  /** When a call is retried; `false` sends it once. {@link TransportOptions.budget} limits the retries. */
  retry?: RetryOptions | false | undefined
  /** Layers around each attempt, outermost first. The client's middleware wraps that of a call. */
  middleware?: readonly Middleware[] | undefined
  /** A layer around the whole call, from the credential to the reply's headers, such as that of a tracer. */
  observe?: Policy | undefined
  /** The function that sends requests. @default globalThis.fetch, looked up at each call */
  fetch?: Fetch | undefined
}

/**
 * Options of a single call. Its `auth` replaces that of the client. Its headers are added to those of the client, and
 * override those of the same name.
 */
export interface CallOptions extends ClientChoice {
  /** Aborts the call, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * The header `idempotency-key`, the same on each attempt; `true` creates a key of 128 random bits. The client retries
   * a POST with a key like a GET. So pass a key only where the service, or a proxy before it, treats two requests with
   * the same key as one.
   */
  idempotencyKey?: string | true | undefined
}

/** The options of a client or transport. */
export interface TransportOptions extends ClientChoice {
  /** The service's URL, `https://api.example.com`, without `/api/v0`. */
  baseUrl: string
  /** The environment (UUID) of operations that are called without one. */
  environmentId?: string | undefined
  /**
   * The retry budget: each retry takes 1, and each call adds 0.1. Copies that `with` creates share it, and so do
   * clients with the same `budget` object.
   * @default { balance: 1 }
   */
  budget?: Budget | undefined
}

/** The first argument of operation functions: a transport, or a client, which is a transport too. */
export interface Caller {
  /** The service's URL without a trailing slash. */
  readonly baseUrl: string
  /** The environment of operations that are called without one. */
  readonly environmentId?: string | undefined
  /**
   * Sends a request through the policies. The operation functions call it.
   *
   * @param target - Path and query, without the leading slash: `api/v0/organizations?limit=1`.
   * @param path - The path with its placeholders, for errors and observers.
   * @throws {@link ConnectionError}, {@link TimeoutError}, {@link AuthError}, or the signal's reason.
   */
  dispatch(target: string, init: RequestInit, choice?: CallOptions, operation?: string, path?: string): Promise<Reply>
}

/** A client for operation functions only, without openapi-fetch. {@link createTransport} creates one. */
export interface Transport extends Caller {
  /**
   * Creates a copy of the transport with other options; headers are merged.
   *
   * @example await gates.enable(api.with({ auth: bearer(token) }), { environmentId, gateId })
   */
  with(choice: ClientChoice): Transport
}

/**
 * Creates a transport: a client for operation functions, without calls by path. It adds credentials, retries, limits
 * and middleware.
 *
 * @param options - URL of the service, credential, and defaults for each call.
 * @throws {@link TypeError} when `baseUrl` is not an absolute http(s) URL, or has a user, `/api/v0`, a query or a
 *   fragment; when `auth` is not a credential, such as a token without `bearer`; and when a header has characters that
 *   are not allowed (the message names the header).
 * @example const api = createTransport({ baseUrl: 'https://api.example.com', auth: bearer(token) })
 */
export function createTransport(options: TransportOptions): Transport {
  // Undefined, which is no URL either, when it cannot be read.
  let href!: string
  try {
    href = new URL(options.baseUrl).href
  } catch {
    // Reported below.
  }
  // Not shown in the message: a URL with a user in it holds a password.
  if (!/^https?:\/\/[^@/]+\/[^?#]*$/.test(href) || /\/api\/v0(\/|$)/.test(href)) {
    throw new TypeError('"baseUrl" must be like https://api.example.com, without /api/v0.')
  }
  const baseUrl = href.replace(/(?<!\/)\/+$/, '')
  const { environmentId, budget = { balance: 1 } } = choose(options, {})
  return {
    baseUrl,
    environmentId,
    // A public method.
    // oxlint-disable-next-line max-params
    dispatch(target, init, choice = {}, operation, path) {
      const chosen = choose(options, choice)
      const { auth, observe, idempotencyKey: key, deadlineMs = 90_000 }: CallOptions = chosen
      budget.balance = Math.min(10, budget.balance + 0.1)
      const request: PipelineRequest = {
        ...chosen,
        url: `${baseUrl}/${target}`,
        call: { operation, path, attempts: 0, deadlineMs, endsAtMs: performance.now() + (deadlineMs || Infinity) },
        budget,
        init: {
          ...init,
          headers: mergeHeaders(chosen.headers, init.headers, {
            // Browsers offer `randomUUID` on https pages only.
            'idempotency-key': key === true ? crypto.getRandomValues(new Uint32Array(4)).join('-') : key,
          }),
        },
      }
      const through: Send = auth ? (passed) => auth.policy(passed, retry) : retry
      return observe ? observe(request, through) : through(request)
    },
    with: (choice) => createTransport({ ...choose(options, choice), budget }),
  }
}

/** A client's options with some replaced. */
export function choose<Choice extends ClientChoice>(
  options: TransportOptions,
  choice: Choice,
): TransportOptions & Pick<PipelineRequest, 'middleware'> {
  const chosen: TransportOptions & Record<string, unknown> = { ...options }
  for (const name in choice) if (choice[name] !== undefined) chosen[name] = choice[name]
  if (chosen.auth && !chosen.auth.policy) throw new TypeError('"auth" must be bearer(token).')
  return {
    ...chosen,
    middleware: [...(options.middleware ?? []), ...(choice.middleware ?? [])],
    headers: mergeHeaders(options.headers, choice.headers),
  }
}
