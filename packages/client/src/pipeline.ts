import type { Auth } from './auth.ts'
import { AuthError, ConnectionError, subject, TimeoutError } from './errors.ts'

/** A fetch that takes a URL; the global one is one. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** One request on its way: everything can be sent again, so bodies are text or bytes. */
export interface PipelineRequest {
  readonly url: string
  /** What fetch gets; header names are lower-case. */
  readonly init: Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> }
  readonly operation?: string
  readonly auth?: Auth | null
  /** @default globalThis.fetch, looked up at each attempt */
  readonly fetch?: Fetch
  /** Limit of one attempt, body included, in milliseconds; 0 is no limit. @default 30000 */
  readonly timeoutMs?: number
}

/** A reply whose attempt goes on until it is read or released: a body that hangs is late, too. */
export interface Reply {
  readonly response: Response
  /**
   * Reads the body within the limits of the attempt, and ends it.
   *
   * @throws {@link ConnectionError} when the connection breaks, {@link TimeoutError} when the time is up.
   */
  read<T>(work: () => Promise<T>): Promise<T>
  /** Ends the attempt: nobody will read, or somebody else has read. */
  release(): void
  /** Stops the clock alone, for a body that is read as it comes: the caller's signal still ends it. */
  stopClock(): void
}

export type Send = (request: PipelineRequest) => Promise<Reply>
/** One layer around the next: it may change the request, ask again, or turn an outcome into another. */
export type Policy = (request: PipelineRequest, next: Send) => Promise<Reply>

/** Puts policies around an attempt, outermost first. */
export function createPipeline(policies: readonly Policy[] = [authorize]): Send {
  return policies.reduceRight<Send>((next, policy) => (request) => policy(request, next), attempt)
}

async function authorize(request: PipelineRequest, next: Send): Promise<Reply> {
  const { auth, init, operation } = request
  init.signal?.throwIfAborted()
  const target = { ...init, headers: { ...init.headers } }
  try {
    const pending = auth?.authorize(target)
    if (pending) await orAborted(pending, init.signal)
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw new AuthError(`${subject(request)} was not sent, for no credential could be had.`, { operation, cause })
  }
  return next({ ...request, init: target })
}

/** Sends once. The clock and the caller's signal end it at any point, also when fetch does not listen. */
async function attempt(request: PipelineRequest): Promise<Reply> {
  const { url, init, timeoutMs = 30_000, operation } = request
  // It may have been aborted while the credential was made.
  init.signal?.throwIfAborted()
  const controller = new AbortController()
  const { signal } = controller
  const timer = timeoutMs ? setTimeout(() => controller.abort(new TimeoutError(timeoutMs, { operation })), timeoutMs) : undefined
  const follow = (): void => controller.abort(init.signal?.reason)
  init.signal?.addEventListener('abort', follow)
  const stopClock = (): void => clearTimeout(timer)
  const release = (): void => {
    stopClock()
    init.signal?.removeEventListener('abort', follow)
  }
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await orAborted(work(), signal)
    } catch (cause) {
      release()
      signal.throwIfAborted()
      throw new ConnectionError(`${subject(request)} got no whole reply: the connection failed.`, { operation, cause })
    }
  }
  const response = await within(() => (request.fetch ?? fetch)(url, { ...init, signal }))
  return { response, release, stopClock, read: (work) => within(work).finally(release) }
}

/** Rejects with the signal's reason as soon as it is aborted, also when the work itself does not listen. */
function orAborted<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
