import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openInspector, runExample, useBrowser } from './browser.ts'

const open = useBrowser()
const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page of each layout. */
const layouts = ['index.html', 'getting-started.html', 'concepts/ceremonies.html', 'reference/operations/gates.html']

/** Each colour and each width once. The full run takes all combinations. */
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 375]
    .map((width) => ({ colorScheme, width }))
    .filter(({ width }) => process.env.LATCHKEY_TESTS === 'full' || (width === 1280) === (colorScheme === 'light')),
)

describe.each(layouts)('%s, with an example that has run and its inspector', (path) => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await open(path, {}))
    await runExample(page.locator('.try').first())
    await openInspector(page.locator('.try').first())
    await page.addScriptTag({ content: checker })
  })
  afterAll(() => page.context().close())

  it.each(looks)('is accessible in $colorScheme, $width pixels wide', async ({ colorScheme, width }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
    await expect.poll(isDark).toBe(colorScheme === 'dark')
    const { violations, passes } = await page.evaluate(() => {
      const { axe: checks } = window as typeof window & { axe: typeof axe }
      return checks.run()
    })
    expect(passes.length).toBeGreaterThan(10)
    expect(
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
      ),
    ).toEqual([])
  })

  it('is not wider than a phone', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })
})
