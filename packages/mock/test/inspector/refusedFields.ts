import type { Locator } from 'playwright'
import { expect } from 'vitest'

/** Expects that a field was refused: it says so, has the focus, and the reason stands at it, also for screen readers. */
export async function expectRefused(field: Locator, reason: string | RegExp): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
  const words = await field.evaluate((element) => {
    const id = element.getAttribute('aria-describedby') ?? ''
    return (element.getRootNode() as ShadowRoot).getElementById(id)?.textContent
  })
  expect(words).toMatch(reason)
}
