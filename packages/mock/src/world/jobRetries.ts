import { startStopwatch } from '@latchkey/base/clock'

/** How long a job waits after its first failed commit, and at most, in milliseconds of real time. */
const [firstWaitMs, longestWaitMs] = [1_000, 60_000]

interface Retry {
  readonly failures: number
  readonly error: unknown
  /** By the stopwatch. */
  readonly at: number
}

/** The jobs whose commit failed. They wait in real time, since the clock of a mock may stand still. */
export interface JobRetries {
  /** Lets a job wait: a second, and twice as long after each further failure, up to a minute. */
  postpone(jobId: string, error: unknown): void
  isWaiting(jobId: string): boolean
  /** Milliseconds until the first one may run again; `undefined` if none waits. */
  nextInMs(): number | undefined
  /** Lets all of them run again at once. */
  hurry(): void
  /** Why jobs wait: the failure of one of them. */
  failure(): { readonly error: unknown } | undefined
  forget(jobId: string): void
}

/** @param isDue - Whether a job is in the queue, and due. One that was cancelled does not wait. */
export function createJobRetries(isDue: (jobId: string) => boolean): JobRetries {
  const elapsedMs = startStopwatch()
  const retries = new Map<string, Retry>()
  const waiting = () => {
    for (const jobId of retries.keys()) if (!isDue(jobId)) retries.delete(jobId)
    return [...retries.values()]
  }
  return {
    postpone(jobId, error) {
      const failures = (retries.get(jobId)?.failures ?? 0) + 1
      const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs)
      retries.set(jobId, { failures, error, at: elapsedMs() + waitMs })
    },
    isWaiting: (jobId) => (retries.get(jobId)?.at ?? 0) > elapsedMs(),
    nextInMs() {
      const waits = waiting().map(({ at }) => at - elapsedMs())
      return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits))
    },
    hurry() {
      for (const [jobId, retry] of retries) retries.set(jobId, { ...retry, at: 0 })
    },
    failure: () => waiting()[0],
    forget: (jobId) => void retries.delete(jobId),
  }
}
