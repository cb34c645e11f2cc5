import { refreshAtMs, type SessionRecord } from './record.ts'
import { release } from './surroundings.ts'

/** When the session refreshes next. */
export interface Schedule {
  /** Plans the refresh of a new record; without one, the timer stops. */
  plan(record: SessionRecord | undefined): void
  /**
   * Plans the next attempt after a failure. The first attempts follow soon: for ten seconds the service answers a
   * replaced token with the same reply, in case that reply was lost.
   */
  retry(): void
  /** Whether the planned instant has come. A timer may be late, for example after the computer has slept. */
  isDue(): boolean
  /** Stops the timer for good. */
  close(): void
}

/**
 * @param isTimed - Whether a timer starts the refresh. Without one, calls start it.
 * @param ring - Called at the planned instant; starts the refresh.
 */
export function createSchedule(isTimed: boolean, ring: () => void): Schedule {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAtMs = 0
  let failures = 0
  const isDue = (): boolean => Date.now() >= dueAtMs
  // A timer knows how much time has passed, also when the clock was set back meanwhile.
  const startTimer = (waitMs: number): void => {
    // It may be more than the longest possible timer.
    const partMs = Math.min(waitMs, 2 ** 31 - 1)
    timer = setTimeout(() => (partMs < waitMs ? startTimer(waitMs - partMs) : ring()), partMs)
    release(timer)
  }
  const arm = (atMs: number): void => {
    clearTimeout(timer)
    dueAtMs = atMs
    if (isTimed && atMs) startTimer(atMs - Date.now())
  }
  return {
    plan(record) {
      failures = 0
      arm(record ? refreshAtMs(record) : 0)
    },
    retry: () => arm(Date.now() + Math.min(2000 * 2 ** failures++, 300_000) * (0.5 + Math.random() / 2)),
    isDue,
    close() {
      isTimed = false
      clearTimeout(timer)
    },
  }
}
