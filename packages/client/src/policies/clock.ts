import { TimeoutError } from '../shared/errors.ts'
import type { PipelineRequest } from './pipeline.ts'

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
