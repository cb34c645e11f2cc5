import { vi } from 'vitest'
import type { Mock } from '../../src/mock/createMock.ts'

/** Counts the streams that are open: each watches the faults of its mock. */
export function countListeners({ faults }: Mock) {
  const listeners = { count: 0 }
  const { watch } = faults
  vi.spyOn(faults, 'watch').mockImplementation((listener) => {
    const end = watch(listener)
    listeners.count += 1
    return () => {
      listeners.count -= 1
      end()
    }
  })
  return listeners
}
