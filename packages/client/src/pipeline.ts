import type { Auth } from './auth.ts'
import { ConnectionError, isLatchkeyError, TimeoutError } from './errors.ts'

/** A fetch that takes a URL; the global one is one. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** One request on its way: everything can be sent again, so bodies are text or bytes. */
export interface PipelineRequest {
  readonly url: string
  /** What fetch gets; header names are lower-case. */
  readonly init: Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> }
  readonly operation?: string
  readonly auth?: Auth | null
  /** Limit of one attempt, body included, in milliseconds; 0 is no limit. */
  readonly timeoutMs: number
}

/** A reply whose attempt goes on until its text is read or it is released: a body that hangs is late, too. */
export interface Reply {
  readonly response: Response
  /**
   * Reads the body within the limits of the attempt.
   *
   * @throws {@link ConnectionError} when the connection breaks, {@link TimeoutError} when the time is up.
   */
  text(): Promise<string>
  /** Ends the attempt: nobody will read, or somebody else has read. */
  release(): void
}

export type Send = (request: PipelineRequest) => Promise<Reply>
/** One layer around the next: it may change the request, ask again, or turn an outcome into another. */
export type Policy = (request: PipelineRequest, next: Send) => Promise<Reply>

/** The layers around an attempt, outermost first. */
const policies: readonly Policy[] = [authorize]

/** Puts the policies around attempts that go through a fetch. */
export function createPipeline(fetch: Fetch): Send {
  return policies.reduceRight<Send>(
    (next, policy) => (request) => policy(request, next),
    (request) => attempt(request, fetch),
  )
}

async function authorize(request: PipelineRequest, next: Send): Promise<Reply> {
  const { auth, init } = request
  init.signal?.throwIfAborted()
  const target = { ...init, headers: { ...init.headers } }
  const pending = auth?.authorize(target)
  if (pending) await orAborted(pending, init.signal)
  return next({ ...request, init: target })
}

/** Sends once. The clock and the caller's signal end it at any point, also when fetch does not listen. */
async function attempt({ url, init, timeoutMs, operation }: PipelineRequest, fetch: Fetch): Promise<Reply> {
  const controller = new AbortController()
  const { signal } = controller
  const timer = timeoutMs ? setTimeout(() => controller.abort(new TimeoutError(timeoutMs, { operation })), timeoutMs) : undefined
  const follow = (): void => controller.abort(init.signal?.reason)
  init.signal?.addEventListener('abort', follow, { once: true })
  const release = (): void => {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', follow)
  }
  const within = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await orAborted(work, signal)
    } catch (cause) {
      release()
      throw signal.aborted ? signal.reason : toFailure(cause, operation)
    }
  }
  const response = await within(fetch(url, { ...init, signal }))
  return {
    response,
    release,
    async text() {
      const text = await within(response.text())
      release()
      return text
    },
  }
}

/** What a failed fetch or read is thrown as. */
export function toFailure(cause: unknown, operation = 'The call'): unknown {
  if (isLatchkeyError(cause)) return cause
  return new ConnectionError(`${operation} got no whole reply: the connection failed.`, { operation, cause })
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
