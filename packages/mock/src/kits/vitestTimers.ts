import process from 'node:process'
import { startStopwatch } from '@latchkey/base/clock'
import { vi } from 'vitest'
import type { SweptTimers } from '../sweep/passTime.ts'

// Taken now, before any timers are held.
const { setTimeout: startTimer } = globalThis

/** Real milliseconds in which a process at rest uses less than half of them. */
const restMs = 20

const held = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const

/** The fake timers of vitest, with a list of what is due. */
export function createVitestTimers(): SweptTimers {
  const platformTimeout = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout')
  /** When each timer is due, in epoch milliseconds. */
  const due = new Map<unknown, number>()
  return {
    install(now) {
      due.clear()
      vi.useFakeTimers({ now, toFake: [...held] })
      noteTimers(due)
      // The platform's own timers cannot be held.
      Object.defineProperty(AbortSignal, 'timeout', { configurable: true, writable: true, value: signalAfter })
    },
    uninstall() {
      vi.useRealTimers()
      if (platformTimeout) Object.defineProperty(AbortSignal, 'timeout', platformTimeout)
    },
    setNow(now) {
      const jump = now - nowOf()
      vi.setSystemTime(now)
      // A timer counts the time that passes for it, whatever the date says.
      for (const [timer, at] of due) due.set(timer, at + jump)
    },
    isLoaded,
    async isAtRest() {
      if (!(await isLoaded())) return false
      const before = process.cpuUsage()
      await new Promise((resolve) => startTimer(resolve, restMs))
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 < restMs / 2
    },
    next: () => (due.size > 0 ? Math.max(0, Math.min(...due.values()) - nowOf()) : undefined),
    runNext: async () => void (await vi.advanceTimersToNextTimerAsync()),
  }
}

async function isLoaded(): Promise<boolean> {
  const loading = startStopwatch()
  await vi.dynamicImportSettled()
  return loading() <= restMs
}

/** When a timer is due that takes so long; what is no number counts as none. */
const dueIn = (ms: number): number => nowOf() + Math.max(0, Number(ms) || 0)

const nowOf = (): number => vi.getMockedSystemTime()?.getTime() ?? 0

/** Notes in `due` what the held functions set, run and clear. */
function noteTimers(due: Map<unknown, number>): void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const clearing = (clear: (timer: never) => void) => (timer: unknown) => {
    due.delete(timer)
    clear(timer as never)
  }
  const noteTimeout = (work: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const timer = setTimeout(() => {
      due.delete(timer)
      work(...values)
    }, ms)
    due.set(timer, dueIn(ms))
    return timer
  }
  const noteInterval = (work: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const timer = setInterval(() => {
      due.set(timer, dueIn(ms))
      work(...values)
    }, ms)
    due.set(timer, dueIn(ms))
    return timer
  }
  Object.assign(globalThis, {
    setTimeout: noteTimeout,
    setInterval: noteInterval,
    clearTimeout: clearing(clearTimeout),
    clearInterval: clearing(clearInterval),
  })
}

function signalAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const reason = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  globalThis.setTimeout(() => controller.abort(reason()), milliseconds)
  return controller.signal
}
