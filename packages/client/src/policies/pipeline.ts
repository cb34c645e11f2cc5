import type { Auth } from './auth.ts'
import { ConnectionError, LatchkeyError, subject, TimeoutError } from '../shared/errors.ts'
import { mergeHeaders } from './headers.ts'
import type { RetryOptions } from './retry.ts'

/** A fetch that takes a URL; the global one is one. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** What fetch gets as its second argument; header names are lower-case. */
export type PipelineInit = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> }

/** What a call knows of itself while it is under way. */
export interface CallState {
  /** Id of the operation, `gates.enable`; absent for calls by path. */
  readonly operation?: string
  /** The URL's path with its placeholders, `/api/v0/environments/{environmentId}/gates`. */
  readonly path?: string
  /** How many requests were sent so far. */
  attempts: number
  /** Limit of the whole call in milliseconds. */
  readonly deadlineMs: number
  /** When that has passed, by `performance.now()`. */
  readonly endsAtMs: number
}

/** What retries are paid from, so that clients do not multiply the load of a service that is down. */
export interface Budget {
  /** How many retries it can pay. Each call adds 0.1, up to 10. */
  balance: number
}

/** One request on its way: everything can be sent again, so bodies are text or bytes. */
export interface PipelineRequest {
  readonly url: string
  readonly init: PipelineInit
  readonly call: CallState
  readonly budget: Budget
  readonly auth?: Auth | null
  readonly fetch?: Fetch
  readonly timeoutMs?: number
  readonly retry?: RetryOptions | false
  readonly middleware: readonly Middleware[]
}

/** One attempt, as middleware sees it: what fetch gets, and which attempt of which call it is. */
export interface AttemptRequest {
  readonly url: string
  /** A copy for this attempt, credential included: headers may be set right here. */
  readonly init: PipelineInit
  /** Id of the operation, `gates.enable`; absent for calls by path. */
  readonly operation?: string
  /** The URL's path with its placeholders, `/api/v0/environments/{environmentId}/gates`. */
  readonly path?: string
  /** 1 for the first request of a call. */
  readonly attempt: number
}

/**
 * A layer around each attempt: it may change the request, answer by itself, or look at the reply, whose body it leaves
 * unread (or reads from a `clone()`). `next` rejects with a {@link ConnectionError} when there is no reply, and with a {@link TimeoutError} when it is late. What the
 * layer throws by itself ends the call as it is.
 *
 * @example const traced: Middleware = (request, next) => ((request.init.headers['x-trace'] = newTrace()), next(request))
 */
export type Middleware = (
  request: AttemptRequest,
  next: (request: AttemptRequest) => Promise<Response>,
) => Promise<Response>

/** A reply whose attempt goes on until it is read or released: a body that hangs is late, too. */
export interface Reply extends Readonly<CallState> {
  readonly response: Response
  /** What was asked. */
  readonly url: string
  /**
   * Reads the body within the limits of the attempt, and ends it.
   *
   * @throws {@link ConnectionError} when the connection breaks, {@link TimeoutError} when the time is up.
   */
  read<T>(work: () => Promise<T>): Promise<T>
  /**
   * Ends the attempt and frees its connection: nobody will read, or somebody else has read.
   *
   * @param streams - The body is read as it comes: the clock stops, and the caller's signal still ends it.
   */
  release(streams?: boolean): void
}

export type Send = (request: PipelineRequest) => Promise<Reply>
/** One layer around the next: it may change the request, ask again, or turn an outcome into another. */
export type Policy = (request: PipelineRequest, next: Send) => Promise<Reply>

/** Sends once. The clock and the caller's signal end it at any point, also when fetch does not listen. */
export async function attempt(request: PipelineRequest): Promise<Reply> {
  const { url, init, call, timeoutMs = 30_000, middleware } = request
  call.attempts++
  const clock = startClock(request, timeoutMs || Infinity)
  const connect = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      throw cause instanceof LatchkeyError
        ? cause
        : new ConnectionError(
            `${subject(call)} got no whole reply from ${url.split('/')[2]}: ${Object(cause).cause?.code ?? 'no connection'}.`,
            { ...call, cause },
          )
    }
  }
  const send = middleware.reduceRight<(sent: AttemptRequest) => Promise<Response>>(
    (next, layer) => async (sent) => layer(sent, next),
    async (sent) => {
      const headers = mergeHeaders(sent.init.headers)
      // Awaited, so that a stack leads on to the caller.
      return await connect(() => (request.fetch ?? fetch)(sent.url, { ...sent.init, headers }))
    },
  )
  const response = await clock.run(
    () =>
      send({
        ...call,
        attempt: call.attempts,
        url,
        init: { ...init, headers: { ...init.headers }, signal: clock.signal },
      }),
    true,
  )
  return {
    ...call,
    response,
    url,
    read: (work) => clock.run(() => connect(work)),
    release(streams) {
      clock.release(streams)
      if (!streams) response.body?.cancel().catch(() => {})
    },
  }
}

/** The limits of one phase of a call. */
export interface Clock {
  readonly signal: AbortSignal
  /**
   * Rejects when the time is up or the caller's signal is aborted, also when the work itself does not listen. The clock
   * is released in the end, unless the work went well and more is to come.
   */
  run<T>(work: () => Promise<T>, hasMore?: boolean): Promise<T>
  release(streams?: boolean): void
}

/** Limits one phase of a call: by its own time, by what the deadline leaves, and by the caller's signal. */
export function startClock({ init: { signal }, call }: PipelineRequest, timeoutMs = Infinity): Clock {
  const controller = new AbortController()
  const own = controller.signal
  // No timer runs for longer than the last of these.
  const limitMs = Math.min(timeoutMs, call.endsAtMs - performance.now(), 1e9)
  const late = () => new TimeoutError(limitMs < timeoutMs ? call.deadlineMs : timeoutMs, call)
  const end = (): void => controller.abort(signal?.reason ?? late())
  const timer = setTimeout(end, limitMs)
  const release = (streams?: boolean): void => {
    clearTimeout(timer)
    if (!streams) signal?.removeEventListener('abort', end)
  }
  signal?.addEventListener('abort', end)
  return {
    signal: own,
    release,
    async run<T>(work: () => Promise<T>, hasMore?: boolean) {
      try {
        const result = await new Promise<T>((resolve, fail) => {
          own.addEventListener('abort', fail)
          if (own.aborted) fail()
          work().then(resolve, fail)
        })
        if (!hasMore) release()
        return result
      } catch (cause) {
        release()
        signal?.throwIfAborted()
        // Made here and not by the timer, so that its stack leads to the caller.
        if (own.aborted) throw late()
        controller.abort()
        throw cause
      }
    },
  }
}
