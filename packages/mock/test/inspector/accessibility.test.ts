import axe, { type Result } from 'axe-core'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { views } from '../../src/inspector/views/views.ts'
import { createInspectorPage, heading } from './inspectorPage.ts'

const inspector = createInspectorPage()

/** What axe finds in a page: rule, element and words. */
async function findingsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async () => (await (globalThis as unknown as { axe: typeof axe }).axe.run()).violations as Result[],
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

/** Whether something is wider than the window, so that the page has to be scrolled sideways. */
const overflowOf = (page: Page) => page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)

describe.each(views)('the view $name', ({ name, hash }) => {
  it.each([
    { colorScheme: 'light', width: 375 },
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 375 },
    { colorScheme: 'dark', width: 1280 },
  ] as const)('has no finding of axe in $colorScheme, $width pixels wide', async ({ colorScheme, width }) => {
    const page = await inspector.open(`#/${hash}`, { colorScheme, viewport: { width, height: 800 } })
    await expect.poll(() => heading(page).textContent()).toBe(name)
    await expect.poll(() => page.getByText('Reading…').count()).toBe(0)
    expect(await findingsIn(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
  })
})
