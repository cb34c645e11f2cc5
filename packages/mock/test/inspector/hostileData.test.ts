import { describe, expect, it } from 'vitest'
import { views } from '../../src/inspector/views/views.ts'
import { createInspectorPage, heading } from './inspectorPage.ts'

const inspector = createInspectorPage()
const html = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
/** Makes what follows run from right to left. */
const turned = '\u202egnp.exe'
const hook = 'https://app.example.com/hooks'

/** A user who tries to break what shows the user. */
async function createHostileUser(): Promise<void> {
  const { id, token } = inspector.mock.defaults.environments.sandbox
  inspector.mock.webhooks.receive(hook, () => new Response(html))
  await inspector.mock.create.webhook({ url: hook })
  const post = (path: string, body: object) =>
    fetch(`${inspector.server.url}/api/v0/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const created = await post(`environments/${id}/users`, {
    email: 'mallory@example.com',
    metadata: { [html]: turned, long: 'x'.repeat(1000) },
  })
  expect(created.status).toBe(201)
  // The service refuses it, and the journal has it all the same.
  const refused = await post(`environments/${id}/users`, {
    email: 'eve@example.com',
    alias: html,
    firstName: turned,
    metadata: { long: 'x'.repeat(1_000_000) },
  })
  expect(refused.status).toBe(400)
  await post(`environments/${id}/${encodeURIComponent(html)}`, {})
  await inspector.mock.create.token({ note: html + turned, expiresAt: '2027-03-01T09:00:00.000Z' })
  await post(`sdk/${id}/emailVerifications/create`, { email: `${'m'.repeat(60)}@example.com` })
  await inspector.mock.clock.settle()
}

describe('hostile data', () => {
  it.each(views)('makes no element in the view $name, and does not widen it', async ({ name, hash }) => {
    await createHostileUser()
    const page = await inspector.open(`#/${hash}`, { viewport: { width: 375, height: 800 } })
    await expect.poll(() => heading(page).textContent()).toBe(name)
    await expect.poll(() => page.getByText('Reading…').count()).toBe(0)
    expect(await page.getByRole('main').locator('img, script').count()).toBe(0)
    expect(await page.title()).toBe(`${name} · Latchkey`)
    expect(await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
  })

  it('is text in a request, with its changes of direction spelled out, and cut until all is asked for', async () => {
    await createHostileUser()
    const { requestId } = inspector.mock.journal.list('users.create').at(-1) ?? { requestId: '' }
    const page = await inspector.open(`#/requests/${requestId}`)
    const request = page.getByRole('region', { name: 'Request', exact: true })
    await request
      .getByText(String.raw`\u202egnp.exe`)
      .first()
      .waitFor()
    await request.getByText('<img src=x').first().waitFor()
    expect((await request.textContent())?.length).toBeLessThan(30_000)
    await request.getByRole('button', { name: /^Show all 1,000,\d+ characters$/ }).click()
    await expect.poll(async () => (await request.textContent())?.length).toBeGreaterThan(1_000_000)
    expect(await page.title()).toBe('Requests · Latchkey')
  })
})
