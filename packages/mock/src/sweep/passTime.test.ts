import { expect, it, onTestFinished, vi } from 'vitest'
import { passTimeUntil, type SweptTimers } from './passTime.ts'

interface Surroundings {
  readonly isLoaded?: boolean
  readonly isAtRest?: boolean
  readonly isBusy?: boolean
}

/** Waits for an app that waits for a single time limit. Each look at its process takes three seconds. */
function waitForLimit({ isLoaded = true, isAtRest = true, isBusy = false }: Surroundings) {
  const realNow = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + later)
  onTestFinished(() => clock.mockRestore())
  let end: () => void = () => undefined
  const settled = new Promise<void>((resolve) => (end = resolve))
  const look = (answer: boolean) => {
    later += 3000
    return answer
  }
  let looks = 0
  const timers: SweptTimers = {
    install: () => undefined,
    uninstall: () => undefined,
    setNow: () => undefined,
    isLoaded: async () => isLoaded || look(false),
    async isAtRest() {
      looks += 1
      return look(isAtRest)
    },
    next: () => 5000,
    runNext: async () => end(),
  }
  const ended = passTimeUntil(settled, {
    timers,
    isBusy: () => isBusy && look(true),
    onStep: async () => undefined,
    onThrown: () => undefined,
    isBrokenOff: () => false,
  })
  return { ended, looks: () => looks }
}

it('lets a time limit run out as soon as the process is at rest', async () => {
  const { ended, looks } = waitForLimit({})
  expect(await ended).toBe('settled')
  expect(looks()).toBe(1)
})

it('lets it run out after ten seconds of real time if something beside the app is at work without an end', async () => {
  const { ended, looks } = waitForLimit({ isAtRest: false })
  expect(await ended).toBe('settled')
  expect(looks()).toBe(4)
})

it.each([
  ['a call', { isBusy: true }],
  ['a module', { isLoaded: false }],
])('lets none run out while %s is under way, and gives the run up after two minutes', async (_, surroundings) => {
  const { ended } = waitForLimit(surroundings)
  expect(await ended).toBe('hangs')
})
