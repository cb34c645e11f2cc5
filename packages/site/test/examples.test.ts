import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { follow, runExample, useBrowser } from './browser.ts'
import { declaredOutput, pages, readPages } from './site.ts'

// A reader in a real browser, who runs every example of every page.
const open = useBrowser()
const paths = readPages.filter((path) => path !== 'changelog.html')
const isFull = process.env.LATCHKEY_TESTS === 'full'

/**
 * The reader goes from page to page, so that the mock is loaded once. The full run loads each page anew. A page of each
 * kind is loaded so by inspector.test.ts.
 */
describe('every example', () => {
  let reader: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    reader = await open('index.html', {})
  })
  afterAll(() => reader.page.context().close())

  it.each(paths)('prints what it says, in %s', async (path) => {
    const { page, faults } = isFull ? await open(path, {}) : reader
    if (!isFull) await follow(page, path)
    const examples = await page.locator('.try:not(.left)').all()
    expect(examples.length).toBe(pages.get(path)?.('.try').length)
    for (const example of examples) {
      const output = await runExample(example)
      const declared = declaredOutput((await example.locator('pre code').textContent()) ?? '')
      if (declared.length > 0) expect(output).toEqual(declared)
      else expect(output.length).toBeGreaterThan(0)
      expect(await example.getAttribute('data-state')).toBe('done')
    }
    expect(faults.splice(0)).toEqual([])
    if (isFull) await page.context().close()
  })
})

describe('an example', () => {
  it('loads the mock when somebody runs it, and not before', async () => {
    const { page } = await open('getting-started.html', {})
    // Texts of the pages that links lead to are loaded ahead.
    const bytesOfScripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js') && !name.includes('.md.'))
          .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
      )
    await page.waitForLoadState('networkidle')
    const before = await bytesOfScripts()
    await runExample(page.locator('.try'))
    expect(before).toBeLessThan(250_000)
    expect(await bytesOfScripts()).toBeGreaterThan(1_000_000)
    await page.close()
  })

  it('runs what the reader has made of it, until it is reset', async () => {
    const { page } = await open('getting-started.html')
    const example = page.locator('.try')
    await example.getByRole('button', { name: 'Edit' }).click()
    const editor = example.getByLabel('The code, which you can change')
    await editor.fill((await editor.inputValue()).replaceAll('ada@example.com', 'grace@example.com'))
    expect(await runExample(example)).toEqual([
      'grace@example.com gets a code of 6 digits',
      'signedIn grace@example.com',
    ])
    await example.getByRole('button', { name: 'Reset' }).click()
    expect(await example.getByRole('log').count()).toBe(0)
    expect(await runExample(example)).toEqual(['ada@example.com gets a code of 6 digits', 'signedIn ada@example.com'])
    await page.close()
  })

  it.each([
    ['an error that it throws', "throw new RangeError('too far')", 'RangeError: too far'],
    ['a mistake in its code', 'const = 1', 'SyntaxError'],
    ['an import that is not here', "import fs from 'node:fs'\nconsole.log(fs)", '"node:fs" cannot be imported here'],
  ])('shows %s', async (_, code, message) => {
    const { page, faults } = await open('getting-started.html')
    const example = page.locator('.try')
    await example.getByRole('button', { name: 'Edit' }).click()
    await example.getByLabel('The code, which you can change').fill(code)
    expect((await runExample(example)).join('\n')).toContain(message)
    expect(await example.getAttribute('data-state')).toBe('failed')
    expect(faults).toEqual([])
    await page.close()
  })
})
