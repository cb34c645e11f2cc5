import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { createAppServer } from './appServer.ts'

const server = createAppServer()
const baseUrl = 'https://api.example.com'

/** An app in development: the mock answers behind msw's service worker, and the element is in the page. */
async function openApp(by: 'url' | 'mock') {
  const opened = await server.open()
  await opened.page.evaluate(
    async ({ by, baseUrl }) => {
      app.mock = await app.startWorker(baseUrl)
      const element = document.createElement('latchkey-inspector')
      if (by === 'url') element.url = baseUrl
      else element.mock = app.mock
      document.body.append(element)
    },
    { by, baseUrl },
  )
  await live(opened.page).waitFor()
  return opened
}

const live = (page: Page) => page.getByRole('banner').getByText('Live', { exact: true })

describe.each(['url', 'mock'] as const)(
  "the element beside an app whose mock runs behind msw's worker, by its %s",
  (by) => {
    it('shows what the app does, changes the mock, and sends nothing to the network', async () => {
      const { page, requests } = await openApp(by)
      await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
      await page.evaluate((url) => fetch(`${url}/api/v0/nowhere`), baseUrl)
      await page.getByRole('link', { name: '404 No operation' }).click()
      await page.getByText('No operation has this URL and method.').waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('switch', { name: 'emailOnly' }).click()
      await page.getByText('emailOnly is off.').waitFor()
      expect(await page.evaluate(() => app.mock?.providers.list())).toEqual([
        expect.objectContaining({ provider: 'emailOnly', isEnabled: false }),
      ])
      // The worker's own script answers what it intercepts.
      const network = requests.filter((url) => !url.startsWith(server.url) && !url.startsWith(baseUrl))
      expect(network).toEqual([])
      // The service has a journal of only its own requests.
      expect(await page.evaluate(() => app.mock?.journal.list().map(({ path }) => path))).toEqual(['/api/v0/nowhere'])
    })

    it('ends the stream when the element leaves the page', async () => {
      const { page } = await openApp(by)
      await page.evaluate(() => {
        const mock = app.mock as NonNullable<typeof app.mock>
        const { watch } = mock.faults
        const listeners = { count: 0 }
        Object.assign(globalThis, { listeners })
        Object.assign(mock.faults, {
          watch(listener: () => void) {
            const end = watch(listener)
            listeners.count += 1
            return () => {
              listeners.count -= 1
              end()
            }
          },
        })
        const element = document.querySelector('latchkey-inspector') as HTMLElement
        element.remove()
        document.body.append(element)
      })
      const listeners = () =>
        page.evaluate(() => (globalThis as typeof globalThis & { listeners: { count: number } }).listeners.count)
      await expect.poll(listeners).toBe(1)
      await live(page).waitFor()
      await page.evaluate(() => document.querySelector('latchkey-inspector')?.remove())
      await expect.poll(listeners).toBe(0)
    })
  },
)
