import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMock } from '../mock/createMock.ts'
import { ScenarioStuck, superviseScenario } from './superviseScenario.ts'

const file = 'shop.mjs'
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Supervises work, in a process that does something for a share of the time. */
function supervise(work: () => Promise<unknown>, share = 0) {
  const mock = createMock()
  const result = superviseScenario({ file, mock, exitCode: 2, measureWork: () => () => share }, work)
  const settled = vi.fn<(value: unknown) => void>()
  result.then(settled, settled)
  return { mock, settled }
}
const never = () => new Promise<never>(() => {})

describe('a scenario', () => {
  it('that has done nothing for a minute is refused, with one sentence that names its file', async () => {
    const { settled } = supervise(never)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledExactlyOnceWith(
      new ScenarioStuck(
        'The scenario shop.mjs does not end: it has done nothing for 60 seconds, so a promise in it may never settle.',
      ),
    )
    expect(vi.getTimerCount()).toBe(0)
  })

  it('may take any time while it works', async () => {
    const { settled } = supervise(never, 0.5)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(settled).not.toHaveBeenCalled()
  })

  it('may take any time while it changes the mock from time to time', async () => {
    const { mock, settled } = supervise(never)
    for (let minute = 0; minute < 5; minute++) {
      await mock.create.user()
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(settled).toHaveBeenCalledExactlyOnceWith(expect.any(ScenarioStuck))
  })

  it('that ends leaves no timer and no listener, and its result is that of the work', async () => {
    const listeners = () => ['beforeExit', 'exit'].map((event) => process.listenerCount(event))
    const before = listeners()
    const { settled } = supervise(async () => 'people')
    expect(listeners()).toEqual(before.map((count) => count + 1))
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).toHaveBeenCalledExactlyOnceWith('people')
    expect([listeners(), vi.getTimerCount()]).toEqual([before, 0])
  })

  it('that fails keeps its own error, and one that throws another value gets a sentence', async () => {
    const failure = new RangeError('No luck')
    expect(await settledBy(() => Promise.reject(failure))).toBe(failure)
    // oxlint-disable-next-line prefer-promise-reject-errors -- scenarios may do that
    expect(await settledBy(() => Promise.reject('No luck'))).toEqual(
      new TypeError('The scenario shop.mjs has failed: No luck.'),
    )
  })
})

async function settledBy(work: () => Promise<unknown>): Promise<unknown> {
  const { settled } = supervise(work)
  await vi.advanceTimersByTimeAsync(0)
  return settled.mock.calls[0]?.[0]
}
