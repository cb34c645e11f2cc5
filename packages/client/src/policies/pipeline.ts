// The types that the layers of the pipeline share, from createTransport to fetch.

/** A `fetch` that takes a URL, such as the global one. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The second argument of fetch; header names are lower-case. */
export type PipelineInit = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> }

/** The state of a call in progress. */
export interface CallState {
  /** Id of the operation, `gates.enable`; absent for calls by path. */
  readonly operation?: string | undefined
  /** The URL's path with its placeholders, `/api/v0/environments/{environmentId}/gates`. */
  readonly path?: string | undefined
  /** How many requests the call has sent so far. */
  attempts: number
  /** Limit of the whole call in milliseconds. */
  readonly deadlineMs: number
  /** When the limit is reached, by `performance.now()`. */
  readonly endsAtMs: number
}

/** Limits retries, so that clients do not multiply the load of a service that is down. */
export interface Budget {
  /** How many retries are left. Each retry takes 1, and each call adds 0.1, up to 10. */
  balance: number
}

/** When a call is sent again. */
export interface RetryOptions {
  /** How many requests one call may send, the first one included. @default 3 */
  maxAttempts?: number | undefined
}

/** One request, with the options of its call. It can be sent again, so its body is text or bytes. */
export interface PipelineRequest {
  /** The absolute URL. */
  readonly url: string
  /** The second argument of `fetch`. */
  readonly init: PipelineInit
  readonly call: CallState
  readonly budget: Budget
  readonly auth?: Auth | null | undefined
  readonly fetch?: Fetch | undefined
  /** Time limit of one attempt in milliseconds; 0 is no limit. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** Maximum size of the reply's body in bytes, decompressed; 0 is no limit. @default 33554432 */
  readonly maxBytes?: number | undefined
  readonly retry?: RetryOptions | false | undefined
  readonly middleware: readonly Middleware[]
}

/** One attempt, as middleware sees it: the arguments of fetch, and the number of the attempt. */
export interface AttemptRequest {
  /** The absolute URL. */
  readonly url: string
  /** A copy for this attempt, with the credential. Middleware may set its headers directly. */
  readonly init: PipelineInit
  /** Id of the operation, `gates.enable`; absent for calls by path. */
  readonly operation?: string | undefined
  /** The URL's path with its placeholders, `/api/v0/environments/{environmentId}/gates`. */
  readonly path?: string | undefined
  /** 1 for the first request of a call. */
  readonly attempt: number
}

/**
 * A layer around each attempt. It may change the request, answer the request itself, or look at the reply. To read the
 * body, it must use a `clone()`. `next` rejects with a {@link ConnectionError} when there is no reply, and with a
 * {@link TimeoutError} when the reply is late. An error that the layer throws reaches the caller unchanged.
 *
 * @example const traced: Middleware = (request, next) => ((request.init.headers['x-trace'] = newTrace()), next(request))
 */
export type Middleware = (
  request: AttemptRequest,
  next: (request: AttemptRequest) => Promise<Response>,
) => Promise<Response>

/** A reply whose attempt lasts until the body is read or released, so the time limit also covers a body that hangs. */
export interface Reply extends Readonly<CallState> {
  /** The reply; read its body with `read`. */
  readonly response: Response
  /** The URL of the request. */
  readonly url: string
  /**
   * Reads the body within the limits of the attempt, and ends the attempt.
   *
   * @param work - Reads the body: `() => reply.response.text()`.
   * @throws {@link ConnectionError} when the connection breaks, {@link TimeoutError} when the time is up.
   */
  read<T>(work: () => Promise<T>): Promise<T>
  /**
   * Ends the attempt and frees its connection. Call it when the body has been read, or when nobody will read it.
   *
   * @param streams - Whether the caller reads the body as a stream. Then only the time limit ends, and the caller's
   *   signal still ends the stream.
   */
  release(streams?: boolean): void
}

/** Sends a request through the layers that follow. */
export type Send = (request: PipelineRequest) => Promise<Reply>
/** A layer around the next one: it may change the request, send it again, or replace the result. */
export type Policy = (request: PipelineRequest, next: Send) => Promise<Reply>

/** A credential. Create one with {@link bearer}, {@link cookies} or {@link createAuth}. */
export interface Auth {
  /** The layer around a call that adds the credential. */
  readonly policy: Policy
}
