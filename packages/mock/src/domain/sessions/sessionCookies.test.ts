import { defined } from '@latchkey/base/defined'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const origin = 'https://app.example.com'

async function keepCookies(environmentId: string, name = 'auth.example.com') {
  await host.mock.settings.patch({ security: { auth: { storage: ['localstorage', 'cookie'] } } }, { environmentId })
  const hostname = await host.mock.create.customHostname({ hostname: name }, { environmentId })
  await host.mock.dns.publish(hostname)
  await host.mock.clock.advance({ minutes: 2 })
  await host.mock.create.origin(origin, { environmentId })
}

const sandbox = () => host.mock.defaults.environments.sandbox.id
const live = () => host.mock.defaults.environments.live.id
const signIn = async (environmentId: string) =>
  host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }, { environmentId }))

/** @param line - Method and path, `POST refresh`. */
async function call(line: string, headers: Record<string, string>, environmentId = sandbox()) {
  const [method = '', path] = line.split(' ')
  const response = await host.fetch(`${host.mock.baseUrl}/api/v0/sdk/${environmentId}/${path}`, { method, headers })
  const text = await response.text()
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie'),
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  }
}

describe('an environment with session cookies', () => {
  beforeEach(() => keepCookies(sandbox()))

  it("sets the small token as an httpOnly cookie of the hostname's parent domain", async () => {
    const { cookies, minifiedToken } = await signIn(sandbox())
    expect(cookies).toEqual([
      `LATCHKEY_AUTH=${minifiedToken}; Path=/w/tests/; Domain=example.com; Expires=Thu, 15 Jan 2026 11:32:00 GMT; HttpOnly; Secure; SameSite=Lax`,
    ])
  })

  it.each([
    ['auth.shop.example.com', 'shop.example.com'],
    ['auth.example.co.uk', 'example.co.uk'],
    ['auth.shop.test', 'shop.test'],
    // Below these, different people have their sites.
    ['example.co.uk', 'example.co.uk'],
    ['shop.github.io', 'shop.github.io'],
    ['shop.vercel.app', 'shop.vercel.app'],
    ['example.com', 'example.com'],
  ])('sets the cookie of %s for %s', async (name, domain) => {
    await keepCookies(live(), name)
    const { cookies } = await signIn(live())
    expect(cookies).toEqual([expect.stringContaining(`; Path=/w/tests/; Domain=${domain}; Expires=`)])
  })

  it.each(['github.io', 'co.uk'])(
    'sets the cookie of %s for no domain, so that only that host gets it',
    async (name) => {
      await keepCookies(live(), name)
      const { cookies } = await signIn(live())
      expect(cookies).toEqual([
        expect.stringMatching(
          /^LATCHKEY_AUTH=[^;]+; Path=\/w\/tests\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ])
    },
  )

  it('accepts the cookie in place of a bearer token, which takes precedence', async () => {
    const { minifiedToken, token } = await signIn(sandbox())
    const cookie = `theme=dark; LATCHKEY_AUTH=${minifiedToken}`
    expect((await call('GET session', { cookie })).status).toBe(204)
    expect((await call('GET session', { cookie: 'LATCHKEY_AUTH=x' })).status).toBe(401)
    expect((await call('GET session', { cookie, authorization: 'Bearer x' })).status).toBe(401)
    expect((await call('GET session', { cookie: 'LATCHKEY_AUTH=x', authorization: `Bearer ${token}` })).status).toBe(
      204,
    )
  })

  it('allows changes by cookie only from a listed origin', async () => {
    const { minifiedToken } = await signIn(sandbox())
    const cookie = `LATCHKEY_AUTH=${minifiedToken}`
    for (const from of [undefined, 'https://evil.example.com', 'null']) {
      const refusal = await call('POST revoke', { cookie, ...defined({ origin: from }) })
      expect(refusal).toMatchObject({ status: 403, body: { error: { code: 'origin_not_allowed' } } })
    }
    const refreshed = await call('POST refresh', { cookie, origin })
    expect(refreshed).toMatchObject({ status: 200, cookie: expect.stringMatching(/^LATCHKEY_AUTH=ey/) })
  })

  it('requires the origin depending on the effect of an operation, not on its method', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const { minifiedToken } = await signIn(sandbox())
    const cookie = `LATCHKEY_AUTH=${minifiedToken}`
    const devices = () => host.mock.export().tables.mfaDevices
    for (const device of ['totp', 'passkey']) {
      for (const method of ['GET', 'HEAD']) {
        for (const from of [undefined, 'https://evil.example.com']) {
          const refusal = await call(`${method} users/mfa/register/${device}`, {
            cookie,
            ...defined({ origin: from }),
          })
          expect(refusal.status, `${method} ${device} from ${from}`).toBe(403)
        }
      }
      expect(devices()).toEqual([])
    }
    expect((await call('GET users/mfa/register/totp', { cookie, origin })).status).toBe(200)
    expect(devices()).toHaveLength(1)
    for (const path of ['users', 'users/mfa/methods'])
      expect((await call(`GET ${path}`, { cookie })).status, path).toBe(200)
  })

  it('refuses changes by cookie while no origins are listed', async () => {
    const { minifiedToken } = await signIn(sandbox())
    const {
      body: { origins },
    } = await host.call('origins.list')
    for (const { id } of origins ?? []) await host.call('origins.delete', { params: { originId: id } })
    expect((await call('POST revoke', { cookie: `LATCHKEY_AUTH=${minifiedToken}`, origin })).status).toBe(403)
    expect((await call('GET session', { cookie: `LATCHKEY_AUTH=${minifiedToken}`, origin })).status).toBe(204)
  })

  it('clears the cookie when the session ends', async () => {
    const { minifiedToken } = await signIn(sandbox())
    const revoked = await call('POST revoke', { cookie: `LATCHKEY_AUTH=${minifiedToken}`, origin })
    expect(revoked).toMatchObject({
      status: 204,
      cookie:
        'LATCHKEY_AUTH=; Path=/w/tests/; Domain=example.com; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    })
    expect((await call('GET session', { cookie: `LATCHKEY_AUTH=${minifiedToken}` })).body.code).toBe('session_revoked')
  })

  it('keeps the tokens out of every body, in a sandbox as in a live environment', async () => {
    await keepCookies(live(), 'auth.example.org')
    for (const [environmentId, domain] of [
      [sandbox(), 'example.com'],
      [live(), 'example.org'],
    ] as const) {
      const signedIn = await signIn(environmentId)
      expect(signedIn.reply).not.toHaveProperty('jwt')
      const refreshed = await call('POST refresh', signedIn.headers, environmentId)
      expect(refreshed).toMatchObject({
        status: 200,
        cookie: expect.stringMatching(new RegExp(`^LATCHKEY_AUTH=.+; Domain=${domain};`)),
        body: { expiresAt: expect.any(String) },
      })
      expect(refreshed.text).not.toMatch(/ey[\w-]+\.ey[\w-]+\./)
      for (const field of ['jwt', 'minifiedJwt']) expect(refreshed.body).not.toHaveProperty(field)
    }
  })
})

describe('an environment without session cookies', () => {
  it('sets no cookie and accepts none', async () => {
    const { minifiedToken, cookies } = await signIn(sandbox())
    expect(cookies).toEqual([])
    expect((await call('GET session', { cookie: `LATCHKEY_AUTH=${minifiedToken}` })).body.code).toBe('unauthorized')
  })

  it('is also one whose hostname is not active, or whose settings do not ask for cookies', async () => {
    await host.mock.settings.patch({ security: { auth: { storage: ['cookie'] } } })
    await host.mock.create.customHostname({ hostname: 'auth.example.com' })
    expect((await signIn(sandbox())).cookies).toEqual([])
  })

  it('is also one whose only hostname is that of a page', async () => {
    await host.mock.settings.patch({ security: { auth: { storage: ['cookie'] } } })
    const hostname = await host.mock.create.customHostname({ hostname: 'wallet.example.com', usage: 'globalWallet' })
    await host.mock.dns.publish(hostname)
    await host.mock.clock.advance({ minutes: 2 })
    expect((await host.call('customHostnames.list')).body.customHostnames).toMatchObject([{ status: 'active' }])
    expect((await signIn(sandbox())).cookies).toEqual([])
  })
})
