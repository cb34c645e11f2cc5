import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { passPagesUntil } from './passPageTime.ts'

/** Waits for a run in a page that does nothing, in a process that is held up for five seconds before its second look. */
function waitInQuietPage(settled: Promise<unknown>) {
  const realNow = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + later)
  onTestFinished(() => clock.mockRestore())
  const look = { isOpen: true, activity: 'opened', changes: 1, nextAt: undefined, nextLimitAt: undefined }
  let looks = 0
  return passPagesUntil(settled, {
    pages: {
      begin: () => undefined,
      setNow: () => undefined,
      async look() {
        looks += 1
        if (looks === 1) setTimeout(() => (later = 5000))
        return look
      },
      passTo: async () => undefined,
      patience: { isLearning: false, longestMs: 0 },
    },
    isBusy: () => false,
    now: () => 0,
    nextReplyAt: () => undefined,
    onStep: async () => undefined,
    isBrokenOff: () => false,
  })
}

it('takes no page for one at rest because the process was held up', async () => {
  expect(await waitInQuietPage(sleep(400))).toBe('settled')
})

it('ends a run in a page that does nothing any more', async () => {
  expect(await waitInQuietPage(new Promise(() => undefined))).toBe('rests')
})
