import { beforeEach, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const origin = 'https://app.example.com'

beforeEach(async () => {
  const { mock } = host
  await mock.settings.patch({ security: { auth: { storage: ['localstorage', 'cookie'] } } })
  await mock.dns.publish(await mock.create.customHostname({ hostname: 'auth.example.com' }))
  await mock.clock.advance({ minutes: 2 })
  await mock.create.origin(origin)
})

const signedIn = async () => {
  const { minifiedToken } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
  return `LATCHKEY_AUTH=${minifiedToken}`
}
const call = (method: string, path: string, headers: Record<string, string>) =>
  host.fetch(`${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/${path}`, {
    method,
    headers,
  })

// https://github.com/knoxiboy/DoubtDesk/pull/1291
it.each([
  ['null', 'null'],
  ['a sibling of the app', 'https://other.example.com'],
  ['the app at another port', 'https://app.example.com:8443'],
  ['the app without encryption', 'http://app.example.com'],
  ['none', undefined],
])('a change by cookie is refused where the origin is %s', async (_, from) => {
  const cookie = await signedIn()
  const reply = await call('POST', 'refresh', { cookie, ...(from && { origin: from }) })
  expect(reply.status).toBe(403)
  expect((await call('GET', 'session', { cookie })).status).toBe(204)
})

// https://github.com/letsrevel/revel-frontend/issues/950
it('of two refreshes with one cookie none takes the cookie away', async () => {
  const cookie = await signedIn()
  const replies = await Promise.all([1, 2, 3].map(() => call('POST', 'refresh', { cookie, origin })))
  for (const reply of replies) {
    expect(reply.status).toBe(200)
    const set = reply.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^LATCHKEY_AUTH=ey/)
    expect((await call('GET', 'session', { cookie: set.split(';')[0] ?? '' })).status).toBe(204)
  }
})

// https://github.com/open-mercato/open-mercato/pull/1300
it('no link can end a session, since that takes another method than GET', async () => {
  const cookie = await signedIn()
  for (const path of ['revoke', 'session/revoke', 'logout']) await call('GET', path, { cookie })
  expect((await call('GET', 'session', { cookie })).status).toBe(204)
  expect((await call('GET', 'revoke', { cookie })).status).toBe(405)
})

// https://github.com/auth0/nextjs-auth0/pull/2112
it('a reply that sets the cookie of a session may be stored by nobody', async () => {
  const reply = await call('POST', 'refresh', { cookie: await signedIn(), origin })
  expect(reply.headers.get('set-cookie')).toContain('LATCHKEY_AUTH=')
  expect(reply.headers.get('cache-control')).toBe('no-store')
})
