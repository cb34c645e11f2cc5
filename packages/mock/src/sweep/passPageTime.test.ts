import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { passPagesUntil, type SweptPages } from './passPageTime.ts'

const quietLook = { isOpen: true, activity: 'opened', changes: 1, nextAt: undefined, nextLimitAt: undefined }

/** Waits for a run in pages, whose service does nothing. */
function waitInPages(settled: Promise<unknown>, pages: Pick<SweptPages, 'look'> & Partial<SweptPages>) {
  return passPagesUntil(settled, {
    pages: {
      begin: () => undefined,
      setNow: () => undefined,
      passTo: async () => undefined,
      patience: { isLearning: false, longestMs: 0 },
      ...pages,
    },
    isBusy: () => false,
    now: () => 0,
    nextReplyAt: () => undefined,
    onStep: async () => undefined,
    isBrokenOff: () => false,
  })
}

/** Waits for a run in a page that does nothing, in a process that is held up for five seconds before its second look. */
function waitInQuietPage(settled: Promise<unknown>) {
  const realNow = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + later)
  onTestFinished(() => clock.mockRestore())
  let looks = 0
  return waitInPages(settled, {
    async look() {
      looks += 1
      if (looks === 1) setTimeout(() => (later = 5000))
      return quietLook
    },
  })
}

it('takes no page for one at rest because the process was held up', async () => {
  expect(await waitInQuietPage(sleep(400))).toBe('settled')
})

it('ends a run in a page that does nothing any more', async () => {
  expect(await waitInQuietPage(new Promise(() => undefined))).toBe('rests')
})

it('passes no time limit at once that a timer of the page has just set', async () => {
  const passed: number[] = []
  let requestSeen = false
  const page = {
    // A time limit ends, and the page sends the next request with another.
    look: async () => {
      if (requestSeen) return { ...quietLook, activity: 'requested' }
      const nextAt = 10_000 * (passed.length + 1)
      return { ...quietLook, nextAt, nextLimitAt: nextAt }
    },
    passTo: async (instant: number) => {
      passed.push(instant)
      setTimeout(() => (requestSeen = true), 10)
    },
  }
  await waitInPages(sleep(600), page)
  expect(passed).toEqual([10_000])
})
