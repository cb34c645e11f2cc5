import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { createAppServer } from './appServer.ts'

const app = createAppServer()
const controlToken = 'a long control token'
let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'other origin' }, { controlToken })
})
afterEach(() => server.close())

/** Opens a page of the app's origin with an element that has these attributes. */
async function open(attributes: Readonly<Record<string, string>>) {
  const { page, requests } = await app.open()
  await page.evaluate((attributes) => {
    const element = document.createElement('latchkey-inspector')
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
  }, attributes)
  const live = page.getByRole('banner').getByText('Live', { exact: true })
  return { page, requests, live }
}

describe('the element in a page of another origin than the mock', () => {
  it('shows and changes the mock by the control token, which it shows nowhere', async () => {
    const { page, requests, live } = await open({ url: server.url, token: controlToken })
    await live.waitFor()
    await page.getByRole('switch', { name: 'emailOnly' }).click()
    await page.getByText('emailOnly is off.').waitFor()
    expect(server.mock.providers.list()).toEqual([expect.objectContaining({ isEnabled: false })])
    const text = await page.evaluate(() => document.querySelector('latchkey-inspector')?.shadowRoot?.innerHTML ?? '')
    expect(text).toContain(server.url)
    expect(text).not.toContain(controlToken)
    expect(requests.filter((url) => url.includes('token'))).toEqual([])
    expect(JSON.stringify(server.mock.journal.list())).not.toContain(controlToken)
  })

  it('shows a world, which is created by the first call', async () => {
    const { page, live } = await open({ url: `${server.url}/w/ada`, token: controlToken })
    await live.waitFor()
    await page.getByText('world ada').waitFor()
    expect(server.worlds.list()).toEqual([expect.objectContaining({ name: 'ada' })])
  })

  it('says that the token is wrong, or missing, and goes on when it gets the right one', async () => {
    const { page, live } = await open({ url: server.url, token: 'another token' })
    await page.getByText('The mock does not accept the control token.').first().waitFor()
    const element = page.locator('latchkey-inspector')
    await element.evaluate((element) => element.removeAttribute('token'))
    await page.getByText('The mock needs its control token, in the attribute "token".').first().waitFor()
    await element.evaluate((element, token) => element.setAttribute('token', token), controlToken)
    await live.waitFor()
  })

  it('says what it needs when the mock is not open to pages of other origins', async () => {
    await server.close()
    server = await startServer({}, { controlToken: 'short' })
    const { page } = await open({ url: server.url, token: 'short' })
    await page.getByText('needs a mock with a control token of 16 characters or more').first().waitFor()
  })
})

describe('the control interface for pages of other origins', () => {
  const clock = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${server.url}/__mock/v1/clock`, { method, headers })
  const readable = ({ status, headers }: Response) => [status, headers.get('access-control-allow-origin')]
  const origin = 'https://app.example.com'
  const authorization = `Bearer ${controlToken}`

  it('answers every origin that sends the token, and lets its preflight through', async () => {
    expect(readable(await clock({ origin, authorization }))).toEqual([200, '*'])
    expect(readable(await clock({ origin: 'null', authorization }))).toEqual([200, '*'])
    const preflight = await clock({ origin, 'access-control-request-headers': 'authorization' }, 'OPTIONS')
    expect(readable(preflight)).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
  })

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another token' }],
  ])('refuses %s in a way that the page can read', async (_, headers) => {
    for (const from of [origin, 'http://localhost:3000'])
      expect(readable(await clock({ origin: from, ...headers }))).toEqual([401, '*'])
  })

  it('stays closed to pages when there is no token, or one that could be guessed', async () => {
    for (const token of [undefined, 'short']) {
      await server.close()
      server = await startServer({}, { controlToken: token })
      expect(readable(await clock({ origin, authorization: `Bearer ${token}` }))).toEqual([403, null])
      expect(readable(await clock({ origin: 'http://localhost:3000', authorization: `Bearer ${token}` }))).toEqual([
        403,
        null,
      ])
      expect(readable(await clock({ origin }, 'OPTIONS'))).toEqual([403, null])
    }
  })

  it('does not open the service to other origins, nor a foreign host name', async () => {
    const users = `${server.url}/api/v0/environments/${server.mock.defaults.environments.sandbox.id}/users`
    expect(readable(await fetch(users, { headers: { origin, authorization } }))).toEqual([403, null])
    expect(
      readable(await fetch(`${server.url}/__mock/mcp`, { method: 'POST', headers: { origin, authorization } })),
    ).toEqual([403, null])
  })
})
