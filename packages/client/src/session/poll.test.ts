import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { poll } from './poll.ts'

describe('poll', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('asks at once, and then after each interval until there is an answer, which may be false', async () => {
    const ask = vi.fn(async (): Promise<boolean | undefined> => (ask.mock.calls.length === 3 ? false : undefined))
    const answer = poll(ask, 1000)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(999)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1001)
    expect([await answer, ask.mock.calls.length, vi.getTimerCount()]).toEqual([false, 3, 0])
  })

  it('ends with what the function throws', async () => {
    const error = new Error('refused')
    expect(await rejection(poll(() => Promise.reject(error), 1000))).toBe(error)
  })

  it('does not ask after its signal was aborted', async () => {
    const ask = vi.fn(async () => true)
    expect(await rejection(poll(ask, 1000, AbortSignal.abort('gone')))).toBe('gone')
    expect(ask).not.toHaveBeenCalled()
  })

  it('ends at once when its signal is aborted between two requests, and leaves neither timer nor listener', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const ask = vi.fn(async () => undefined)
    const ended = rejection(poll(ask, 1000, signal))
    await vi.advanceTimersByTimeAsync(1500)
    controller.abort('gone')
    expect(await ended).toBe('gone')
    expect([ask.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0])
    expect(added.mock.calls.map(([type]) => type)).toEqual(['abort', 'abort'])
    expect(removed.mock.calls).toEqual(added.mock.calls)
  })
})
