import type { BrowserContext } from '@playwright/test'
import type { ClockControl } from '../control/objects/clockControl.ts'

/** The clock of the mock and, once installed there, of the test's pages. */
export interface TestClock<Now = number> {
  /** Milliseconds since the Unix epoch. */
  now(): Now
  /** Whether the pages have the mock's clock. */
  readonly isInstalled: boolean
  /** Moves the clock forward, as `mock.clock.advance` does. */
  advance: ClockControl['advance']
  /** Gives pages the mock's clock. Call it before `page.goto()`. From then on `advance` moves both. */
  install(): Promise<void>
}

/** @param clock - Of a mock in this process, or in another one. */
export function createTestClock<Now extends number | Promise<number>>(
  context: BrowserContext,
  clock: Pick<TestClock<Now>, 'now' | 'advance'>,
): TestClock<Now> {
  let isInstalled = false
  return {
    now: clock.now,
    get isInstalled() {
      return isInstalled
    },
    async install() {
      await context.clock.install({ time: await clock.now() })
      isInstalled = true
    },
    async advance(span) {
      const before = await clock.now()
      await clock.advance(span)
      if (isInstalled) await context.clock.fastForward(Math.round((await clock.now()) - before))
    },
  }
}
