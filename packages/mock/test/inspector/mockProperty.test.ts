import contract from '@latchkey/types/openapi.json' with { type: 'json' }
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { createAppServer } from './appServer.ts'

const server = createAppServer()

/** Puts an element with a new mock into the page, as `app.mock`. */
async function show(page: Page, settings: { seed?: string } = {}): Promise<void> {
  await page.evaluate(({ seed }) => {
    app.mock = app.createMock({ seed, baseUrl: 'https://api.example.com' })
    const element = document.createElement('latchkey-inspector')
    document.body.append(element)
    element.mock = app.mock
  }, settings)
}

const live = (page: Page) => page.getByRole('banner').getByText('Live', { exact: true })
const people = (page: Page) =>
  page.getByRole('list', { name: 'Counts' }).getByRole('listitem').filter({ hasText: 'People' })

/** Counts who watches the faults of `app.mock`, as every stream does. */
async function countListeners(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const mock = app.mock as NonNullable<typeof app.mock>
    const counter = { count: 0 }
    Object.assign(globalThis, { counter })
    const { watch } = mock.faults
    Object.assign(mock.faults, {
      watch(listener: () => void) {
        const end = watch(listener)
        counter.count += 1
        return () => {
          counter.count -= 1
          end()
        }
      },
    })
  })
  return () => page.evaluate(() => (globalThis as typeof globalThis & { counter: { count: number } }).counter.count)
}

describe("the element's property mock", () => {
  it('shows a mock of the page as it changes, and changes it, without any network', async () => {
    const { page, requests } = await server.open()
    const before = requests.length
    await show(page)
    await live(page).waitFor()
    await expect.poll(() => people(page).textContent()).toBe('0People')
    await page.evaluate(() => app.mock?.create.user({ email: 'ada@example.com' }))
    await expect.poll(() => people(page).textContent()).toBe('1People')
    await page.getByRole('switch', { name: 'emailOnly' }).click()
    await page.getByText('emailOnly is off.').waitFor()
    expect(await page.evaluate(() => app.mock?.providers.list())).toEqual([
      expect.objectContaining({ provider: 'emailOnly', isEnabled: false }),
    ])
    // Besides the app's own modules.
    expect(requests.slice(before).filter((url) => !(url.startsWith(server.url) && url.endsWith('.js')))).toEqual([])
  })

  it('lists and calls operations with the document of the property openapi, and says what to do without one', async () => {
    const { page } = await server.open()
    await show(page)
    await live(page).waitFor()
    const open = () => page.getByRole('navigation').getByRole('link', { name: 'Operations' }).click()
    await open()
    await page.getByText('Give the element one, in its property "openapi"').waitFor()
    await page.evaluate((contract) => {
      const [old] = document.getElementsByTagName('latchkey-inspector')
      const element = document.createElement('latchkey-inspector')
      element.openapi = async () => ({ default: contract })
      element.mock = app.mock
      old?.replaceWith(element)
    }, contract)
    await live(page).waitFor()
    await open()
    await page.getByRole('searchbox').fill('gates.list')
    await page.getByRole('link', { name: 'GET gates.list' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('region', { name: 'Reply' }).getByText('200', { exact: true }).waitFor()
    expect(await page.evaluate(() => app.mock?.journal.list().map(({ operation }) => operation))).toEqual([
      'gates.list',
    ])
  })

  it('keeps and restores the state of the mock, and says that it has no worlds', async () => {
    const { page } = await server.open()
    await show(page)
    await live(page).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'State' }).click()
    await page.getByRole('heading', { name: 'No worlds here' }).waitFor()
    await page.getByText('Failed to list the worlds: only a server has worlds.').waitFor()
    expect(await page.getByRole('button', { name: 'New world…' }).count()).toBe(0)

    await page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('empty')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByRole('listitem').getByText('0 people').waitFor()
    await page.evaluate(() => app.mock?.create.user({ email: 'ada@example.com' }))
    await page.getByRole('button', { name: 'Restore empty…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The mock is as it was at "empty".').waitFor()
    expect(await page.evaluate(() => app.mock?.export().tables.users)).toEqual([])
  })

  it('is the main part of a page without one, and a region of a page that has one', async () => {
    const { page } = await server.open()
    const element = page.locator('latchkey-inspector')
    await show(page)
    await live(page).waitFor()
    expect(await element.getByRole('main', { name: 'Overview' }).count()).toBe(1)
    await page.evaluate(() => {
      document.querySelector('latchkey-inspector')?.remove()
      document.body.append(document.createElement('main'))
    })
    await show(page)
    await live(page).waitFor()
    expect(await element.getByRole('main').count()).toBe(0)
    expect(await element.getByRole('region', { name: 'Overview' }).count()).toBe(1)
  })

  it('shows a request that the page sends to the mock', async () => {
    const { page } = await server.open()
    await show(page)
    await live(page).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
    await page.evaluate(() => app.mock?.fetch('https://api.example.com/api/v0/nowhere'))
    await page.getByRole('link', { name: '404 No operation' }).waitFor()
    // The page's address belongs to the app.
    expect(new URL(page.url()).hash).toBe('')
  })

  it('is shown by several elements, each of which ends what it watches when it leaves the page', async () => {
    const { page } = await server.open()
    await show(page)
    await live(page).waitFor()
    const listeners = await countListeners(page)
    await page.evaluate(() => {
      for (let index = 0; index < 2; index += 1) {
        const element = document.createElement('latchkey-inspector')
        element.mock = app.mock
        document.body.append(element)
      }
    })
    await expect.poll(() => live(page).count()).toBe(3)
    expect(await listeners()).toBe(2)
    await page.evaluate(() => document.querySelectorAll('latchkey-inspector')[1]?.remove())
    await expect.poll(listeners).toBe(1)
    await page.evaluate(() => document.querySelectorAll('latchkey-inspector')[1]?.remove())
    await expect.poll(listeners).toBe(0)
    await page.evaluate(() => app.mock?.create.user({ email: 'ada@example.com' }))
    await expect.poll(() => people(page).textContent()).toBe('1People')
  })

  it('can be replaced by another mock, and removed', async () => {
    const { page } = await server.open()
    await show(page, { seed: 'first' })
    await live(page).waitFor()
    const listeners = await countListeners(page)
    // A turn of its own for each change, so that each opens a stream.
    const set = (seed?: string) =>
      page.evaluate((seed) => {
        const element = document.querySelector('latchkey-inspector')
        if (element)
          element.mock = seed === undefined ? app.mock : app.createMock({ baseUrl: `https://${seed}.example.com` })
      }, seed)
    await set('second')
    await page.getByText('https://second.example.com', { exact: true }).first().waitFor()
    await set()
    await page.getByText('https://api.example.com', { exact: true }).first().waitFor()
    expect(await listeners()).toBe(1)
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-inspector')
      if (element) Object.assign(element, { url: 'http://127.0.0.1:9', mock: undefined })
    })
    await page.getByText('The mock at http://127.0.0.1:9 does not answer, or not to this page.').first().waitFor()
    await expect.poll(listeners).toBe(0)
  })

  it('takes a mock that was set before the script of the element came', async () => {
    const { page } = await server.open()
    await page.evaluate(() => {
      const Base = customElements.get('latchkey-inspector') as CustomElementConstructor
      const element = document.createElement('late-inspector')
      Object.assign(element, { mock: app.createMock({ baseUrl: 'https://late.example.com' }) })
      document.body.append(element)
      customElements.define('late-inspector', class extends Base {})
    })
    await page.getByText('https://late.example.com', { exact: true }).first().waitFor()
    expect(await page.evaluate(() => Object.hasOwn(document.querySelector('late-inspector') ?? {}, 'mock'))).toBe(false)
  })

  it.each([
    ['an object that is no mock', {}],
    ['options of a mock', { baseUrl: 'https://api.example.com' }],
  ])('refuses %s', async (_, value) => {
    const { page } = await server.open()
    const refusal = page.evaluate((value) => {
      document.createElement('latchkey-inspector').mock = value as never
    }, value)
    await expect(refusal).rejects.toThrow('Failed to set "mock": it takes a mock, such as `createMock()` returns.')
  })
})
