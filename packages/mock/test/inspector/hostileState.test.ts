import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { MockServer } from '../../src/hosts/server.ts'
import { playDemo } from './demo.ts'
import { foreignHost, hostileMarkup, hostileStateOf } from './hostileState.ts'
import { createInspectorPage, heading } from './inspectorPage.ts'
import { parts } from './parts.ts'

const inspector = createInspectorPage({ fill: makeHostile })

async function makeHostile(server: MockServer): Promise<void> {
  await playDemo(server)
  await server.mock.clock.settle()
  const { state, changed } = hostileStateOf(server.mock.export())
  expect(changed).toBeGreaterThan(60)
  server.mock.import(state)
}

/** Opens a view of a mock whose state is hostile, and notes whom the page calls. */
async function openHostile(hash: string): Promise<{ page: Page; called: Set<string> }> {
  const page = await inspector.open(`#/${hash}`)
  const called = new Set<string>()
  page.on('request', (request) => called.add(new URL(request.url()).origin))
  page.on('popup', () => called.add('a new window'))
  page.on('dialog', (dialog) => {
    called.add('a dialog')
    void dialog.dismiss()
  })
  return { page, called }
}

/** Everything is text: no element, script, picture or link comes from the data. */
async function expectHarmless(page: Page): Promise<void> {
  await expect.poll(() => page.getByText('Reading…').count()).toBe(0)
  await expect.poll(() => page.title()).toBe(`${await heading(page).textContent()} · Latchkey`)
  const elements = page.getByRole('main').locator('img, script, iframe, object, embed, link, [onerror], [onload]')
  expect(await elements.count()).toBe(0)
  const links = await page.locator('a').evaluateAll((all) =>
    all.map((link) => {
      const { protocol, host, target, rel } = link as HTMLAnchorElement
      return { protocol, host, target, rel }
    }),
  )
  expect(links.filter(({ protocol }) => !/^https?:$/.test(protocol))).toEqual([])
  const foreign = links.filter(({ host }) => host !== new URL(inspector.server.url).host)
  // A foreign page gets neither the inspector's window nor its address.
  for (const link of foreign) expect(link).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' })
}

it.each(parts)(
  'hostile texts in every field run no script and call no other host: $name, #/$hash',
  async ({ name, hash }) => {
    const { page, called } = await openHostile(hash)
    await expect.poll(() => heading(page).textContent()).toBe(name)
    await expectHarmless(page)
    const records = page.getByRole('main').locator('a.item')
    const count = Math.min(await records.count(), 5)
    for (let index = 0; index < count; index++) {
      await records.nth(index).click()
      await expectHarmless(page)
      // Some records are shown in another view.
      await page.evaluate((back) => (location.hash = back), `#/${hash}`)
      await expect.poll(() => heading(page).textContent()).toBe(name)
    }
    expect([...called].filter((origin) => origin !== inspector.server.url)).toEqual([])
  },
)

it('hostile texts are shown as they are, and a hostile link only to be copied', async () => {
  const { page } = await openHostile('inbox')
  await page.getByText(hostileMarkup, { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Copy link' }).first().waitFor()
  const links = page.getByRole('link', { name: 'Open link' })
  const opened = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.length).toBeLessThan(await page.getByRole('button', { name: 'Copy link' }).count())
  expect(opened.filter((link) => !link?.startsWith(`https://${foreignHost}/`))).toEqual([])
})
