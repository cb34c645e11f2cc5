import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { playDemo } from './demo.ts'
import { createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage({ fill: playDemo })

const views = [
  { hash: 'requests', list: 'Requests', record: 'Chosen request', back: 'All requests' },
  { hash: 'operations', list: 'Operations', record: 'Chosen operation', back: 'All operations' },
  { hash: 'people', list: 'People', record: 'Chosen person', back: 'All people' },
  { hash: 'wallets', list: 'Wallets', record: 'Chosen wallet', back: 'All wallets' },
  { hash: 'browser', list: 'Browser wallets', record: 'Chosen wallet', back: 'All wallets' },
  { hash: 'sweeps', list: 'Reports', record: 'Chosen report', back: 'All reports' },
  { hash: 'events', list: 'Events', record: 'Chosen event', back: 'All events' },
] as const

const isFocused = (element: Locator) => element.evaluate((target) => target.matches(':focus'))
const search = (page: Page) => page.getByRole('main').getByRole('searchbox')

describe('the list of the view', () => {
  it.each(views)('$hash gives its place to a chosen record in a narrow window, and gets it back', async (view) => {
    const page = await inspector.open(`#/${view.hash}`, { viewport: { width: 375, height: 800 } })
    const links = page.getByRole('list', { name: view.list, exact: true }).getByRole('link')
    const record = page.getByRole('group', { name: view.record })
    const back = record.getByRole('link', { name: view.back })
    await links.nth(2).waitFor()
    expect(await record.isVisible()).toBe(false)
    const isSearchable = await search(page).isVisible()

    // The arrow keys leave the list where it is.
    await links.first().press('ArrowDown')
    await links.nth(1).press('ArrowDown')
    expect([await isFocused(links.nth(2)), await record.isVisible()]).toEqual([true, false])

    await links.nth(2).press('Enter')
    await record.getByRole('heading', { level: 2 }).first().waitFor()
    await expect.poll(() => isFocused(record)).toBe(true)
    expect([await links.first().isVisible(), await search(page).isVisible()]).toEqual([false, false])
    expect((await back.boundingBox())?.y).toBeLessThan(300)

    await back.press('Enter')
    await expect.poll(() => isFocused(links.nth(2))).toBe(true)
    expect([await record.isVisible(), await search(page).isVisible()]).toEqual([false, isSearchable])
  })

  it.each(views)('$hash stays beside a chosen record in a wide window, which begins at its top', async (view) => {
    const page = await inspector.open(`#/${view.hash}`, { viewport: { width: 1280, height: 400 } })
    const links = page.getByRole('list', { name: view.list, exact: true }).getByRole('link')
    const record = page.getByRole('group', { name: view.record })
    await links.first().click()
    await record.getByRole('heading', { level: 2 }).first().waitFor()
    await expect
      .poll(() => record.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .not.toBe(0)
    await record.evaluate((element) => element.scrollTo(0, 50))
    await links.nth(1).click()
    await expect.poll(() => links.nth(1).getAttribute('aria-current')).toBe('true')
    expect(await record.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    expect(await record.getByRole('link', { name: view.back }).isVisible()).toBe(false)
  })

  it.each(views)('$hash has the chosen record of a link in sight, also far below', async (view) => {
    const viewport = { width: 1280, height: 320 }
    const linksOf = (page: Page) => page.getByRole('list', { name: view.list, exact: true }).getByRole('link')
    const links = linksOf(await inspector.open(`#/${view.hash}`, { viewport }))
    await links.first().waitFor()
    const href = await links.last().getAttribute('href')

    const page = await inspector.open(String(href), { viewport })
    const card = page.getByRole('region', { name: 'List', exact: true })
    const bottomOf = async (element: Locator) => {
      const { y = 0, height = 0 } = (await element.boundingBox()) ?? {}
      return y + height
    }
    const chosen = linksOf(page).last()
    await expect.poll(() => chosen.getAttribute('aria-current')).toBe('true')
    await expect.poll(async () => (await bottomOf(chosen)) <= (await bottomOf(card)) + 1).toBe(true)
    expect(await card.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  })
})
