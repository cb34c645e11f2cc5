import { views } from '@latchkey/inspector/views/views'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { createInspectorPage, heading } from './inspectorPage.ts'

const inspector = createInspectorPage()
const last = views.at(-1) ?? views[0]

/** Where the link to the open view is in the window, sideways. */
const edgesOfCurrent = (page: Page) =>
  page
    .getByRole('navigation')
    .locator('[aria-current]')
    .evaluate((link) => {
      const { left, right } = link.getBoundingClientRect()
      return { left, right }
    })

it('shows the tab of the open view in a narrow window, also after a link to another view', async () => {
  const page = await inspector.open(`#/${last.hash}`, { viewport: { width: 375, height: 800 } })
  await expect.poll(() => heading(page).textContent()).toBe(last.name)
  await expect.poll(async () => (await edgesOfCurrent(page)).right).toBeLessThanOrEqual(375)
  expect((await edgesOfCurrent(page)).left).toBeGreaterThanOrEqual(0)
  await page.evaluate(() => (location.hash = '#/'))
  await expect.poll(() => heading(page).textContent()).toBe('Overview')
  await expect.poll(async () => (await edgesOfCurrent(page)).left).toBeGreaterThanOrEqual(0)
})
