import { describe, expect, it } from 'vitest'
import { openInspector, runExample, useBrowser } from './browser.ts'

const open = useBrowser()

/** A page of each kind, and an operation that its example calls. */
const kinds = [
  ['index.html', 'emailSignIn.'],
  ['getting-started.html', 'emailSignIn.'],
  ['concepts/environments.html', 'users.list'],
  ['recipes/vitest.html', 'emailSignIn.'],
  ['reference/operations/gates.html', 'gates.'],
  ['reference/client/query.html', 'gates.list'],
  ['reference/mock/node.html', 'users.list'],
  ['reference/errors.html', 'gates.create'],
  ['limits.html', 'users.list'],
] as const

describe('the form of an operation in the reference', () => {
  it('calls it in a mock of the page, which remembers from one page to the next', async () => {
    const { page, faults } = await open('reference/operations/allowlists.html')
    const call = async (operation: string) => {
      await page.getByRole('button', { name: `Call ${operation} here` }).click()
      const form = page.getByRole('region', { name: `Call of ${operation}` }).locator('latchkey-inspector')
      await form.getByRole('article', { name: `Operation ${operation}` }).waitFor()
      await form.getByRole('button', { name: 'Send', exact: true }).click()
      return form.getByRole('region', { name: 'Reply' })
    }
    const created = await call('allowlists.create')
    await created.getByText('201', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'allowlistEntries', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'allowlistEntries' }).waitFor()
    await page.getByRole('link', { name: 'allowlists', exact: true }).first().click()
    const listed = await call('allowlists.list')
    await listed.getByText('200', { exact: true }).waitFor()
    await listed.getByText('"name"').first().waitFor()
    expect(faults).toEqual([])
    await page.close()
  })

  it('says by its button whether it is open', async () => {
    const { page } = await open('reference/operations/gates.html')
    const button = page.getByRole('button', { name: 'Call gates.list here' })
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.focus()
    await page.keyboard.press('Enter')
    await page.locator('latchkey-inspector').waitFor()
    await page.keyboard.press('Enter')
    expect([await button.getAttribute('aria-expanded'), await page.locator('latchkey-inspector').count()]).toEqual([
      'false',
      0,
    ])
    await page.close()
  })
})

describe('the inspector beside an example', () => {
  it.concurrent.each(kinds)('shows its requests, in %s', async (path, operation) => {
    const { page, faults } = await open(path)
    const inspector = await openInspector(page.locator('.try').first())
    await inspector.getByRole('link', { name: operation }).first().waitFor()
    expect(faults).toEqual([])
    await page.close()
  })

  it('describes every operation, and calls it in the mock of the page', async () => {
    const { page, faults } = await open('reference/operations/gates.html')
    const inspector = await openInspector(page.locator('.try').first())
    await inspector.getByRole('navigation').getByRole('link', { name: 'Operations' }).click()
    await inspector.getByRole('searchbox').fill('gates.list')
    await inspector.getByRole('link', { name: 'GET gates.list' }).click()
    await inspector.getByRole('button', { name: 'Send', exact: true }).click()
    await inspector.getByRole('region', { name: 'Reply' }).getByText('200', { exact: true }).waitFor()
    expect(faults).toEqual([])
    await page.close()
  })

  it('is not loaded before a reader opens it', async () => {
    const { page } = await open('getting-started.html', {})
    /** The files of the element that the page has loaded, and whether there is such an element. */
    const loaded = () =>
      page.evaluate(() => {
        const names = performance.getEntriesByType('resource').map(({ name }) => name)
        const isDefined = customElements.get('latchkey-inspector') !== undefined
        return { isDefined, files: names.filter((name) => name.includes('/chunks/inspector.')).length }
      })
    await runExample(page.locator('.try'))
    expect(await loaded()).toEqual({ isDefined: false, files: 0 })
    await openInspector(page.locator('.try'))
    expect(await loaded()).toEqual({ isDefined: true, files: 1 })
    await page.close()
  })

  it('opens, moves and closes by keyboard', async () => {
    const { page } = await open('getting-started.html')
    const button = page.getByRole('button', { name: 'Inspector' })
    await button.focus()
    await page.keyboard.press('Enter')
    const inspector = page.locator('latchkey-inspector')
    await inspector.getByRole('navigation').getByRole('link', { name: 'Requests' }).waitFor()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.locator('.output').focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('latchkey-inspector')
    await button.focus()
    await page.keyboard.press('Space')
    expect([await button.getAttribute('aria-expanded'), await inspector.count()]).toEqual(['false', 0])
    await page.close()
  })

  it('shows the mock of the latest run, and nothing after a reset', async () => {
    const { page } = await open('getting-started.html')
    const example = page.locator('.try')
    const inspector = await openInspector(example)
    await example.getByRole('button', { name: 'Edit' }).click()
    await example
      .getByLabel('The code, which you can change')
      .fill(
        "import { createMock } from '@latchkey/mock'\nconst mock = createMock()\nconsole.log((await mock.fetch(mock.baseUrl + '/api/v0/nowhere')).status)",
      )
    expect(await runExample(example)).toEqual(['404'])
    await inspector.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
    await inspector.getByRole('link', { name: '404 No operation' }).waitFor()
    expect(await inspector.getByRole('link', { name: 'emailSignIn.' }).count()).toBe(0)
    await example.getByRole('button', { name: 'Reset' }).click()
    await example.getByText('Run the example to see its mock.').waitFor()
    expect(await inspector.count()).toBe(0)
    await page.close()
  })

  it('is beside the example where there is room, and below it otherwise', async () => {
    const { page } = await open('getting-started.html', { viewport: { width: 1440, height: 900 } })
    const inspector = await openInspector(page.locator('.try'))
    const tops = async () => {
      const boxes = await Promise.all([page.locator('.try .work').boundingBox(), inspector.boundingBox()])
      return boxes.map((box) => Math.round(box?.y ?? 0))
    }
    const [work, beside] = await tops()
    expect(beside).toBe(work)
    await page.setViewportSize({ width: 800, height: 900 })
    const [above = 0, below = 0] = await tops()
    expect(below).toBeGreaterThan(above)
    await page.close()
  })

  it('has the colours of the site', async () => {
    const { page } = await open('getting-started.html', { colorScheme: 'light' })
    const inspector = await openInspector(page.locator('.try'))
    expect(await inspector.getAttribute('theme')).toBe('light')
    await page.evaluate(() => document.querySelector<HTMLElement>('.VPSwitchAppearance')?.click())
    await expect.poll(() => inspector.getAttribute('theme')).toBe('dark')
    await page.close()
  })
})
