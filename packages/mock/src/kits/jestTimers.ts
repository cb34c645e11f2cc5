import { jest } from '@jest/globals'
import type { SweptTimers } from '../sweep/passTime.ts'
import { createHeldTimers, heldNames } from './heldTimers.ts'

type FakeTimersConfig = Extract<Parameters<typeof jest.useFakeTimers>[0], { doNotFake?: unknown }>
type Faked = NonNullable<FakeTimersConfig['doNotFake']>[number]

/** All that Jest fakes otherwise, in any environment. */
const faked = Object.keys({
  Date: true,
  Temporal: true,
  cancelAnimationFrame: true,
  cancelIdleCallback: true,
  clearImmediate: true,
  clearInterval: true,
  clearTimeout: true,
  hrtime: true,
  nextTick: true,
  performance: true,
  queueMicrotask: true,
  requestAnimationFrame: true,
  requestIdleCallback: true,
  setImmediate: true,
  setInterval: true,
  setTimeout: true,
} satisfies Record<Faked, true>) as Faked[]

const isHeld: ReadonlySet<string> = new Set(heldNames)

/** The fake timers of Jest. */
export function createJestTimers(): SweptTimers {
  const doNotFake = faked.filter((name) => !isHeld.has(name))
  return createHeldTimers({
    install: (now) => void jest.useFakeTimers({ now, doNotFake, legacyFakeTimers: false }),
    uninstall: () => void jest.useRealTimers(),
    now: () => jest.now(),
    setNow: (now) => void jest.setSystemTime(now),
    runNext: () => jest.advanceTimersToNextTimerAsync(),
  })
}
