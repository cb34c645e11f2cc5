import type { BrowserContext } from '@playwright/test'
import { expect, it } from 'vitest'
import { createHeldPages } from './heldPages.ts'

/** Held pages of a context without a page, in which each further script fails. */
async function heldWithout(failure: Error) {
  const results = [Promise.resolve()]
  const context = {
    addInitScript: () => results.pop() ?? Promise.reject(failure),
    on: () => undefined,
    pages: () => [],
  }
  const held = createHeldPages({ isLearning: false, longestMs: 0 })
  await held.hold(context as unknown as BrowserContext, () => false)
  return held
}

it('a step goes on when the app closes a window at that moment', async () => {
  const held = await heldWithout(
    new Error('browserContext.addInitScript: Target page, context or browser has been closed'),
  )
  await expect(held.passTo(5)).resolves.toBeUndefined()
})

it('a step fails by any other failure of a script', async () => {
  const held = await heldWithout(new Error('the browser has crashed'))
  await expect(held.passTo(5)).rejects.toThrow('the browser has crashed')
})
