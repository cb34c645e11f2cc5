import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { serveSite } from './serveSite.ts'

interface OpenPage {
  readonly page: Page
  /** Errors, warnings on the console, and requests to other hosts. */
  readonly faults: string[]
}

/** Serves the site to a real browser while a file's tests run. @returns A function that opens a page of the site. */
export function useBrowser(): (path: string, options?: BrowserContextOptions) => Promise<OpenPage> {
  let site: Awaited<ReturnType<typeof serveSite>>
  let browser: Browser
  /** Pages without options share what they have loaded. */
  let context: BrowserContext

  beforeAll(async () => {
    site = await serveSite()
    browser = await chromium.launch({
      executablePath: await unpackChromium(),
      args: launchArguments,
      env: launchEnvironment(),
    })
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

/** Runs an example. @returns What it printed, line by line. */
export async function runExample(example: ReturnType<Page['locator']>): Promise<string[]> {
  await example.getByRole('button', { name: 'Run', exact: true }).click()
  await example.and(example.page().locator('[data-state=done], [data-state=failed]')).waitFor({ timeout: 60_000 })
  return (await example.getByRole('log').locator('pre').allTextContents()).flatMap((text) => text.split('\n'))
}

/** Opens the inspector of an example, and shows its requests. */
export async function openInspector(example: ReturnType<Page['locator']>): Promise<ReturnType<Page['locator']>> {
  await example.getByRole('button', { name: 'Inspector' }).click()
  const inspector = example.locator('latchkey-inspector')
  await inspector.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
  return inspector
}
