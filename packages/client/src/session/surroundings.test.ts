import { afterEach, expect, it, vi } from 'vitest'
import { release } from './surroundings.ts'

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
