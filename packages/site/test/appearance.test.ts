import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { openInspector, runExample, useBrowser } from './browser.ts'

const open = useBrowser()
const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page of each layout. */
const layouts = ['index.html', 'getting-started.html', 'concepts/ceremonies.html', 'reference/operations/gates.html']

describe.each(layouts)('%s', (path) => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 375],
    ['dark', 375],
  ] as const)('is accessible in %s, %i pixels wide', async (colorScheme, width) => {
    const { page } = await open(path, { colorScheme, viewport: { width, height: 800 } })
    await runExample(page.locator('.try').first())
    await openInspector(page.locator('.try').first())
    await page.addScriptTag({ content: checker })
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
    await page.close()
  })

  it('is not wider than a phone', async () => {
    const { page } = await open(path, { viewport: { width: 375, height: 800 } })
    await runExample(page.locator('.try').first())
    await openInspector(page.locator('.try').first())
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.close()
  })
})
