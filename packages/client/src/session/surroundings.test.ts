import { afterEach, expect, it, vi } from 'vitest'
import { release } from './surroundings.ts'

afterEach(() => void vi.unstubAllGlobals())

it('releases the timers of older versions of Deno, which are numbers', () => {
  const unrefTimer = vi.fn()
  vi.stubGlobal('Deno', { unrefTimer })
  release(7)
  expect(unrefTimer.mock.calls).toEqual([[7]])
})

it('releases handles of Node, and leaves those of browsers alone', () => {
  const handle = { unref: vi.fn() }
  release(handle)
  expect(handle.unref).toHaveBeenCalledTimes(1)
  for (const other of [7, {}, undefined]) expect(() => release(other)).not.toThrow()
})
