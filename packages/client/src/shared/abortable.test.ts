import { getEventListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { abortable } from './abortable.ts'

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

it('lets many wait with one signal by one listener, of which Node does not warn', async () => {
  const controller = new AbortController()
  const waiting = Array.from({ length: 20 }, () => rejection(abortable(controller.signal, () => new Promise(() => {}))))
  expect(getEventListeners(controller.signal, 'abort').length).toBe(1)
  controller.abort('gone')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['gone']))
})
