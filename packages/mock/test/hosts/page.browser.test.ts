import { describe, expect, inject, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const keys = (baseUrl = host.mock.baseUrl) =>
  `${baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/.well-known/jwks`
const users = (baseUrl = host.mock.baseUrl) =>
  `${baseUrl}/api/v0/environments/${host.mock.defaults.environments.sandbox.id}/users`
const login = () =>
  `${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/providers/google/login` +
  '?state=state-of-the-page-123' +
  '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256'

// These tests use the page's `fetch` directly, not through the host.
describe('mock.handlers in a page', () => {
  it('answers through the service worker', async () => {
    expect(navigator.serviceWorker.controller?.scriptURL).toMatch(/\/mockServiceWorker\.js$/)
    const response = await fetch(users(), {
      headers: { authorization: `Bearer ${host.mock.defaults.environments.sandbox.token}` },
    })
    expect(await response.json()).toMatchObject({ users: [] })
  })

  it('answers XMLHttpRequest', async () => {
    const request = new XMLHttpRequest()
    request.open('GET', keys())
    await new Promise((resolve) => {
      request.addEventListener('load', resolve)
      request.send()
    })
    expect([request.status, JSON.parse(request.responseText)]).toEqual([200, { keys: [expect.anything()] }])
  })

  it('lets unhandled requests through to the network', async () => {
    expect(await (await fetch('/mockServiceWorker.js')).text()).toContain('MOCK_ACTIVATE')
    expect(host.mock.journal.list()).toEqual([])
  })

  it('fails like a broken connection if a fault says so', async () => {
    host.mock.faults.set('jwks.get', { networkError: true }, 1)
    await expect(fetch(keys())).rejects.toThrow(TypeError)
    expect((await fetch(keys())).status).toBe(200)
  })

  it('breaks off in the middle of a body if a fault says so', async () => {
    host.mock.faults.set('jwks.get', { truncate: true }, 1)
    await expect(fetch(keys()).then((response) => response.json())).rejects.toThrow(TypeError)
  })

  it('follows redirects, and hides them from script that does not follow them', async () => {
    host.mock.override('oauth.login', () => ({ status: 302, headers: { location: keys() } }))
    const followed = await fetch(login())
    expect([followed.status, await followed.json()]).toEqual([200, { keys: [expect.anything()] }])
    expect((await fetch(login(), { redirect: 'manual' })).type).toBe('opaqueredirect')
  })

  it('hides httpOnly cookies from script, and sends them with credentials only', async () => {
    const seen: object[] = []
    host.mock.override('jwks.get', ({ request }) => {
      seen.push({ ...request.cookies })
      return { status: 200, body: { keys: [] }, cookies: ['session=1; Path=/; HttpOnly; Secure; SameSite=Lax'] }
    })
    const response = await fetch(keys(), { credentials: 'include' })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(document.cookie).not.toContain('session')
    await fetch(keys(), { credentials: 'include' })
    await fetch(keys())
    expect(seen).toEqual([{}, { session: '1' }, {}])
  })

  it("sends the page's origin, like a browser", async () => {
    let origin: string | undefined
    host.mock.override('jwks.get', ({ request }) => {
      origin = request.origin
      return { status: 200, body: { keys: [] } }
    })
    await fetch(keys())
    expect(origin).toBe(location.origin)
  })
})

describe('the loopback server, called from a page of another origin', () => {
  const server = inject('server')
  const bearer = { authorization: `Bearer ${server.token}` }

  it('accepts the preflight of a call with a token, and lets script read the request id', async () => {
    const response = await fetch(users(server.url), { headers: bearer })
    expect([response.status, response.type]).toEqual([200, 'cors'])
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('accepts the preflight of a JSON body', async () => {
    const response = await fetch(users(server.url), {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: '{"email":"page@example.com"}',
    })
    expect(response.status).toBe(201)
  })

  it('is refused by the browser for a sign-in URL if the environment lists only other origins', async () => {
    expect((await fetch(keys(server.url))).status).toBe(200)
    const url = `${server.url}/api/v0/environments/${host.mock.defaults.environments.sandbox.id}/origins`
    await fetch(url, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: '{"origin":"https://app.example.com"}',
    })
    await expect(fetch(keys(server.url))).rejects.toThrow(TypeError)
  })

  it('refuses its control interface to pages of other origins', async () => {
    await expect(fetch(`${server.url}/__mock/v1/defaults`)).rejects.toThrow(TypeError)
  })
})
