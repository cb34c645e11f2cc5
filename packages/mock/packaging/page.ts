import { launchArguments, launchEnvironment, unpackChromium } from '@latchkey/chromium'
import { chromium } from 'playwright'
import { build, preview } from 'vite'

/**
 * Builds a page with Vite and opens it in Chromium. Returns an element's text when it is the expected one, or at the
 * end.
 */
export async function textOfPage(root: string, selector: string, expected: string): Promise<string | null> {
  await build({ root, configFile: false, logLevel: 'error', build: { target: 'es2022' } })
  const server = await preview({ root, configFile: false, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await chromium.launch({
    executablePath: await unpackChromium(),
    args: launchArguments,
    env: launchEnvironment(),
  })
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(server.resolvedUrls?.local[0] as string)
    const element = page.locator(selector)
    await element
      .filter({ hasText: expected })
      .waitFor({ state: 'attached', timeout: 20_000 })
      .catch(() => undefined)
    return faults.length > 0 ? faults.join('\n') : await element.textContent()
  } finally {
    await browser.close()
    await server.close()
  }
}
