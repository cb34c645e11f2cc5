import { expect, it, onTestFinished, vi } from 'vitest'
import { report } from './report.ts'

it.each([
  ['a page, as an uncaught one', { document: {} }, 1],
  ['the console of Bun and Deno, whose `reportError` ends the process', {}, 0],
])('reports an error to %s', (_, globals, timesToPage) => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const reportError = vi.fn()
  for (const [name, value] of Object.entries({ ...globals, reportError })) vi.stubGlobal(name, value)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    log.mockRestore()
  })
  report(new Error('of a listener'))
  expect([reportError.mock.calls.length, log.mock.calls.length]).toEqual([timesToPage, 1 - timesToPage])
})
