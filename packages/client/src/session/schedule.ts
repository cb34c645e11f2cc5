import { refreshAtMs, type SessionRecord } from './record.ts'
import { release } from './surroundings.ts'

/** When the session refreshes next. */
export interface Schedule {
  /** Plans the refresh of a new record; without one, the timer stops. */
  plan(record: SessionRecord | undefined): void
  /**
   * Plans the next try after a failure. The first tries follow soon: for ten seconds the service answers a retired
   * token as it did when the reply was lost.
   */
  retry(): void
  /** Whether the planned instant has come. A timer may be late, as after a computer's sleep. */
  isDue(): boolean
  /** Stops the timer for good. */
  close(): void
}

/**
 * @param isTimed - Whether a timer starts the refresh. Without one, calls start it.
 * @param ring - Starts the refresh.
 */
export function createSchedule(isTimed: boolean, ring: () => void): Schedule {
  let isRunning = isTimed
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAtMs = 0
  let failures = 0
  const isDue = (): boolean => Date.now() >= dueAtMs
  const startTimer = (): void => {
    // An instant of this machine's clock may be further away than any timer reaches.
    timer = setTimeout(() => (isDue() ? ring() : startTimer()), Math.min(dueAtMs - Date.now(), 2 ** 31 - 1))
    release(timer)
  }
  const arm = (atMs: number): void => {
    clearTimeout(timer)
    dueAtMs = atMs
    if (isRunning && atMs) startTimer()
  }
  return {
    plan(record) {
      failures = 0
      arm(record ? refreshAtMs(record) : 0)
    },
    retry: () => arm(Date.now() + Math.min(2000 * 2 ** failures++, 300_000) * (0.5 + Math.random() / 2)),
    isDue,
    close() {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
