import { expect, it, onTestFinished, vi } from 'vitest'
import { passTimeUntil, type SweptTimers } from './passTime.ts'

/** An app that waits for a single time limit, in a process of which each look takes three seconds. */
function appThatWaits(isAtRest: boolean) {
  const realNow = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + later)
  onTestFinished(() => clock.mockRestore())
  let end: () => void = () => undefined
  const settled = new Promise<void>((resolve) => (end = resolve))
  let looks = 0
  const timers: SweptTimers = {
    install: () => undefined,
    uninstall: () => undefined,
    setNow: () => undefined,
    isLoaded: async () => true,
    async isAtRest() {
      looks += 1
      later += 3000
      return isAtRest
    },
    next: () => 5000,
    runNext: async () => end(),
  }
  const passing = { timers, isBusy: () => false, onStep: async () => undefined, onThrown: () => undefined }
  return { ended: passTimeUntil(settled, { ...passing, isBrokenOff: () => false }), looks: () => looks }
}

it('lets a time limit run out as soon as the process is at rest', async () => {
  const { ended, looks } = appThatWaits(true)
  expect(await ended).toBe('settled')
  expect(looks()).toBe(1)
})

it('lets it run out after ten seconds of real time if something beside the app is at work without an end', async () => {
  const { ended, looks } = appThatWaits(false)
  expect(await ended).toBe('settled')
  expect(looks()).toBe(4)
})
