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

/** What can be chosen for a client and, anew, for a part of its calls. */
export interface ClientChoice {
  /** Who calls; `null` sends no credential. */
  auth?: Auth | null
  /** Headers to add; `null` in a record takes one away that was added before. */
  headers?: HeadersChoice
  /**
   * How long one attempt may take until its body is read, in milliseconds. 0 is no limit. For a body that is taken as
   * a stream it ends with the headers.
   * @default 30000
   */
  timeoutMs?: number
  /**
   * How long the whole call may take, in milliseconds: credential, waiting and all attempts. 0 is no limit.
   * @default 90000
   */
  deadlineMs?: number
  /** When a call is sent again; `false` sends once. They are paid from {@link TransportOptions.budget}. */
  retry?: RetryOptions | false
  /** Layers around each attempt, outermost first; those of a call go inside of the client's. */
  middleware?: readonly Middleware[]
  /** A layer around the whole call, from the credential to the reply's headers, such as a tracer's. */
  observe?: Policy
  /** @default globalThis.fetch, looked up at each call */
  fetch?: Fetch
}

/** What can be chosen for a single call. Its `auth` replaces the client's; its headers win, and all others stay. */
export interface CallOptions extends ClientChoice {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal
  /**
   * Header `idempotency-key`, the same on each attempt; `true` makes a new one of 128 random bits. With it a POST is
   * sent again as a GET is, so give it where the service, or what stands before it, does once what it is asked twice
   * with one key.
   */
  idempotencyKey?: string | true
}

/** How a client or transport is set up. */
export interface TransportOptions extends ClientChoice {
  /** The service's URL, `https://api.example.com`, without `/api/v0`. */
  baseUrl: string
  /** The environment of operations that are called without one. */
  environmentId?: string
  /**
   * What retries are paid from: one each, and each call brings a tenth. Copies made by `with` share it, and clients
   * that are given the same one.
   * @default { balance: 1 }
   */
  budget?: Budget
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
   * @param target - Path and query, without the slash before them: `api/v0/organizations?limit=1`.
   * @param path - The path with its placeholders, for errors and observers.
   * @throws {@link ConnectionError}, {@link TimeoutError}, {@link AuthError}, or the signal's reason.
   */
  dispatch(target: string, init: RequestInit, choice?: CallOptions, operation?: string, path?: string): Promise<Reply>
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
 * @throws {@link TypeError} when `baseUrl` is no absolute http(s) URL, or carries a user, `/api/v0`, a query or a
 * fragment; when `auth` is no credential, such as a bare token; and when a header has characters that are not allowed.
 * @example const api = createTransport({ baseUrl: 'https://api.example.com', auth: bearer(token) })
 */
export function createTransport(options: TransportOptions): Transport {
  let href = ''
  try {
    href = new URL(options.baseUrl).href
  } catch {
    // Told below.
  }
  // Not shown in the message: a URL with a user in it holds a password.
  if (!/^https?:\/\/[^@/]+\/[^?#]*$/.test(href) || /\/api\/v0(\/|$)/.test(href)) {
    throw new TypeError('"baseUrl" must be like https://api.example.com, without /api/v0.')
  }
  const baseUrl = href.replace(/\/+$/, '')
  const { environmentId, budget = { balance: 1 } } = choose(options, {})
  return {
    baseUrl,
    environmentId,
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
            // Browsers give `randomUUID` to pages of https alone.
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

/** A client's options with some chosen anew. */
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
