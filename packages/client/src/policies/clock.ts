import { TimeoutError } from '../shared/errors.ts'
import { onAbort } from '../shared/onAbort.ts'
import type { PipelineRequest } from './pipeline.ts'

/** The time limit of one phase of a call, and the caller's signal. */
export interface Clock {
  readonly signal: AbortSignal
  /**
   * Runs work and rejects when the time is up or the caller's signal is aborted, even if the work ignores both. It then
   * releases the clock, unless the work succeeded and further work will use the same clock.
   */
  run<T>(work: () => Promise<T>, hasMore?: boolean): Promise<T>
  release(streams?: boolean): void
}

/** The limits of the phases of a call. */
interface ClockedRequest extends Pick<PipelineRequest, 'call'> {
  readonly init: { readonly signal?: AbortSignal | null | undefined }
}

/** Limits one phase of a call by a time limit, by the rest of the deadline, and by the caller's signal. */
export function startClock({ init: { signal }, call }: ClockedRequest, timeoutMs = Infinity): Clock {
  const controller = new AbortController()
  const limitSignal = controller.signal
  // The last value is the longest time of a timer.
  const limitMs = Math.min(timeoutMs, call.endsAtMs - performance.now(), 1e9)
  const late = () => new TimeoutError(limitMs < timeoutMs ? call.deadlineMs : timeoutMs, call)
  const end = (): void => controller.abort(signal?.reason ?? late())
  const timer = setTimeout(end, limitMs)
  const release = (streams?: boolean): void => {
    clearTimeout(timer)
    if (!streams) unfollow?.()
  }
  const unfollow = signal && onAbort(signal, end)
  return {
    signal: limitSignal,
    release,
    async run<T>(work: () => Promise<T>, hasMore?: boolean) {
      try {
        const result = await new Promise<T>((resolve, fail) => {
          limitSignal.addEventListener('abort', fail)
          if (limitSignal.aborted) fail()
          work().then(resolve, fail)
        })
        if (!hasMore) release()
        return result
      } catch (cause) {
        release()
        signal?.throwIfAborted()
        // Created here and not by the timer, so that its stack includes the caller.
        if (limitSignal.aborted) throw late()
        controller.abort()
        throw cause
      }
    },
  }
}
