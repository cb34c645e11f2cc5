import { vi } from 'vitest'
import type { SweptTimers } from '../sweep/passTime.ts'
import { createHeldTimers, heldNames } from './heldTimers.ts'
import { refreshNamedImports } from './namedImports.ts'

/** The fake timers of vitest. */
export function createVitestTimers(): SweptTimers {
  return createHeldTimers({
    install: (now) => void vi.useFakeTimers({ now, toFake: [...heldNames] }),
    uninstall() {
      vi.useRealTimers()
      refreshNamedImports()
    },
    now: () => vi.getMockedSystemTime()?.getTime() ?? 0,
    setNow: (now) => void vi.setSystemTime(now),
    runNext: () => vi.advanceTimersToNextTimerAsync(),
    imported: () => vi.dynamicImportSettled(),
  })
}
