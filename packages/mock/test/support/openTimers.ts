import { onTestFinished, vi } from 'vitest'

/**
 * Counts the timers of a length that are started from now on, until the end of the test.
 *
 * @param milliseconds - A length that nothing else has.
 */
export function countTimers(milliseconds: number) {
  const open = new Set<unknown>()
  const { setTimeout: start, clearTimeout: clear } = globalThis
  const started = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((task: () => void, delay?: number) => {
    const timer = start(() => {
      open.delete(timer)
      task()
    }, delay)
    if (delay === milliseconds) open.add(timer)
    return timer
  }) as typeof setTimeout)
  const cleared = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    open.delete(timer)
    clear(timer)
  })
  onTestFinished(() => {
    started.mockRestore()
    cleared.mockRestore()
  })
  return { open: () => open.size }
}
