import { openBrowser } from '@latchkey/chromium/browser'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { serveSite } from './serveSite.ts'

interface OpenPage {
  readonly page: Page
  /** Errors, warnings on the console, and requests to other hosts. */
  readonly faults: string[]
}

type Locator = ReturnType<Page['locator']>

/** Serves the site to a real browser while a file's tests run. @returns A function that opens a page of the site. */
export function useBrowser(): (path: string, options?: BrowserContextOptions) => Promise<OpenPage> {
  let site: Awaited<ReturnType<typeof serveSite>>
  let browser: Browser
  /** Pages without options share what they have loaded. */
  let context: BrowserContext

  beforeAll(async () => {
    site = await serveSite()
    browser = await openBrowser()
    context = await browser.newContext()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  return async (path, options) => {
    const page = await (options ? browser.newPage(options) : context.newPage())
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
    page.on('request', (request) => {
      if (!/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url())) faults.push(`asks for ${request.url()}`)
    })
    await page.goto(`${site.url}/${path}`)
    await page.locator('.try button.main').first().waitFor()
    return { page, faults }
  }
}

/** Goes to another page of the site as its links do, which loads only what the new page adds. Storage is emptied. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    for (const example of document.querySelectorAll('.try')) example.classList.add('left')
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, `/${path}`)
  await page.locator('.try:not(.left) button.main').first().waitFor()
}

/** Runs an example. @returns What it printed, line by line. */
export async function runExample(example: Locator): Promise<string[]> {
  await example.getByRole('button', { name: 'Run', exact: true }).click()
  await example.and(example.page().locator('[data-state=done], [data-state=failed]')).waitFor()
  return (await example.getByRole('log').locator('pre').allTextContents()).flatMap((text) => text.split('\n'))
}

/** Opens the inspector of an example, and shows its requests. */
export async function openInspector(example: Locator): Promise<Locator> {
  await example.getByRole('button', { name: 'Inspector' }).click()
  const inspector = example.locator('latchkey-inspector')
  await inspector.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
  return inspector
}
