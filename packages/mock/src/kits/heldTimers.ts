import { Socket } from 'node:net'
import process from 'node:process'
import { startStopwatch } from '@latchkey/base/clock'
import type { SweptTimers } from '../sweep/passTime.ts'

/** The fake timers of a runner. */
interface FakeTimers {
  /** Fakes the functions of `heldNames`, from an instant on, in epoch milliseconds. */
  install(now: number): void
  uninstall(): void
  /** Epoch milliseconds. */
  now(): number
  /** Sets what dates read, without running timers. */
  setNow(now: number): void
  /** Runs the next timer. */
  runNext(): Promise<unknown>
  /** Waits for modules that are being imported. @default nothing to wait for */
  imported?(): Promise<void>
}

/** The names of the functions that are held. Everything else runs in real time. */
export const heldNames = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const

// Taken now, before any timers are held.
const { setTimeout: startTimer } = globalThis

/** Real milliseconds that a look takes whether modules are loading, when none are. */
const lookMs = 20

/** The fake timers of a runner, with a list of what is due. */
export function createHeldTimers(fake: FakeTimers): SweptTimers {
  const platformTimeout = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout')
  /** When each timer is due, in epoch milliseconds. */
  const due = new Map<unknown, number>()
  let endNotes: () => void = () => undefined
  return {
    install(now) {
      due.clear()
      fake.install(now)
      const ends = [noteTimers(due, fake), holdSocketLimits()]
      endNotes = () => {
        for (const end of ends) end()
      }
      // The platform's own timers cannot be held.
      Object.defineProperty(AbortSignal, 'timeout', { configurable: true, writable: true, value: signalAfter })
    },
    uninstall() {
      // Fake timers restore only what they find as they have left it.
      endNotes()
      fake.uninstall()
      if (platformTimeout) Object.defineProperty(AbortSignal, 'timeout', platformTimeout)
    },
    setNow(now) {
      const jump = now - fake.now()
      fake.setNow(now)
      // A timer counts the time that passes for it, whatever the date says.
      for (const [timer, at] of due) due.set(timer, at + jump)
    },
    async isLoaded() {
      const loading = startStopwatch()
      await fake.imported?.()
      return loading() <= lookMs
    },
    async isAtRest(milliseconds) {
      const before = process.cpuUsage()
      await new Promise((resolve) => startTimer(resolve, milliseconds))
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 < milliseconds / 2
    },
    next: () => (due.size > 0 ? Math.max(0, Math.min(...due.values()) - fake.now()) : undefined),
    runNext: async () => void (await fake.runNext()),
  }
}

/** Notes in `due` what the held functions set, run and clear. @returns A function that ends it */
function noteTimers(due: Map<unknown, number>, { now }: FakeTimers): () => void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  /** When a timer is due that takes so long; what is no number counts as none. */
  const dueIn = (ms: number): number => now() + Math.max(0, Number(ms) || 0)
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
  return () => void Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
}

/**
 * Makes the time limits of connections, which axios and others set in Node, timers that can be held. Those of servers stay
 * the platform's.
 *
 * @returns A function that ends it
 */
function holdSocketLimits(): () => void {
  const { prototype } = Socket
  const { setTimeout: platformLimit } = prototype
  const limits = new WeakMap<Socket, ReturnType<typeof startTimer>>()
  prototype.setTimeout = function (this: Socket & { readonly server?: unknown }, milliseconds, onTimeout) {
    if (this.server) return platformLimit.call(this, milliseconds, onTimeout)
    const end = () => globalThis.clearTimeout(limits.get(this))
    if (limits.has(this)) end()
    else this.once('close', end)
    platformLimit.call(this, 0, onTimeout)
    Object.assign(this, { timeout: milliseconds })
    if (milliseconds === 0) return this
    if (onTimeout) this.once('timeout', onTimeout)
    limits.set(
      this,
      globalThis.setTimeout(() => this.emit('timeout'), milliseconds),
    )
    return this
  }
  return () => void Object.assign(prototype, { setTimeout: platformLimit })
}

function signalAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const reason = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  globalThis.setTimeout(() => controller.abort(reason()), milliseconds)
  return controller.signal
}
