import { getEventListeners } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { abortable, release } from './surroundings.ts'

afterEach(() => void vi.unstubAllGlobals())

it('timers of older versions of Deno, which are numbers, do not keep the process alive', () => {
  const unrefTimer = vi.fn()
  vi.stubGlobal('Deno', { unrefTimer })
  release(7)
  expect(unrefTimer.mock.calls).toEqual([[7]])
})

it('timers of Node do not keep the process alive, and those of browsers are left alone', () => {
  const handle = { unref: vi.fn() }
  release(handle)
  expect(handle.unref).toHaveBeenCalledTimes(1)
  for (const other of [7, {}, undefined]) expect(() => release(other)).not.toThrow()
})

it('begins no work for a caller who has aborted', async () => {
  const work = vi.fn(async () => 'done')
  expect(await rejection(abortable(AbortSignal.abort('gone'), work))).toBe('gone')
  expect(work).not.toHaveBeenCalled()
})

it('stops waiting when the caller aborts, and leaves no listener at a signal that lives on', async () => {
  const { signal } = new AbortController()
  const listeners = () => getEventListeners(signal, 'abort').length
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const done = abortable(signal, async () => {
    await turn()
    return 'done'
  })
  expect(listeners()).toBe(1)
  expect(await done).toBe('done')
  await turn()
  expect(listeners()).toBe(0)
  expect(await rejection(abortable(signal, () => Promise.reject('broken')))).toBe('broken')
  await turn()
  expect(listeners()).toBe(0)
  const controller = new AbortController()
  const waiting = rejection(abortable(controller.signal, () => new Promise(() => {})))
  controller.abort('gone')
  expect(await waiting).toBe('gone')
})
