import { openBrowser } from '@latchkey/chromium/browser'
import type { Page } from 'playwright'
import { build, createServer, preview } from 'vite'

/**
 * Builds a page with Vite and opens it in Chromium. Returns an element's text when it is the expected one, or at the
 * end.
 */
export async function textOfPage(root: string, selector: string, expected: string): Promise<string | null> {
  await build({ root, configFile: false, logLevel: 'error', build: { target: 'es2022' } })
  const server = await preview({ root, configFile: false, preview: { port: 0, host: '127.0.0.1' } })
  try {
    return await textAt(server.resolvedUrls?.local[0] as string, selector, expected)
  } finally {
    await server.close()
  }
}

/** The same of a page that Vite serves while it is written. */
export async function textOfServedPage(
  root: string,
  { path, selector, expected }: { readonly path: string; readonly selector: string; readonly expected: string },
): Promise<string | null> {
  const server = await createServer({ root, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
  await server.listen()
  try {
    return await textAt(new URL(path, server.resolvedUrls?.local[0]).href, selector, expected)
  } finally {
    await server.close()
  }
}

/** The text of an element at a URL, when it is the expected one, or at the end. @throws Error that the page has thrown */
export function textAt(url: string, selector: string, expected: string): Promise<string | null> {
  return inChromium(url, async (page) => {
    const element = page.locator(selector)
    await element
      .filter({ hasText: expected })
      .waitFor({ state: 'attached', timeout: 60_000 })
      .catch(() => undefined)
    return element.textContent()
  })
}

/** Opens a URL in Chromium for as long as it is used. @throws Error that the page has thrown */
export async function inChromium<T>(url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await openBrowser()
  const faults: Error[] = []
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => faults.push(error))
    await page.goto(url)
    return await use(page).finally(() => {
      if (faults[0]) throw faults[0]
    })
  } finally {
    await browser.close()
  }
}
