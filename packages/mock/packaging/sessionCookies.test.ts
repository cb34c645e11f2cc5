import { storedSession } from '@latchkey/contract/storedSession'
import { describe, expect, it } from 'vitest'
import { type SessionCookieOptions, sessionCookies } from '../src/kits/sessionCookies.ts'
import { createMock } from '../src/mock/createMock.ts'
import { unpackedFolder } from './consumer.ts'

// The kit writes what the client reads, and neither imports the other.
const { cookieStorage } = (await import(`${unpackedFolder('client')}/dist/session.js`)) as {
  readonly cookieStorage: (jar: object, options: object) => { get(key: string): string }
}

const origin = 'https://app.example.com'

/** A session, and what `cookieStorage` of an app with these options reads from its cookies. */
async function readByApp(options: SessionCookieOptions, wallets = 0) {
  const mock = createMock()
  const user = await mock.create.user({ email: 'ada@example.com' })
  for (let count = 0; count < wallets; count++) await mock.create.wallet(user.id)
  const environmentId = mock.defaults.environments.sandbox.id
  const signedIn = await mock.signIn(user)
  const { minifiedToken } = signedIn
  const stored = storedSession(signedIn, { environmentId, now: mock.clock.now() })
  const cookies = sessionCookies({ stored, minifiedToken }, { origin, ...options })
  const jar = { get: (name: string) => cookies.find((cookie) => cookie.name === name), getAll: () => cookies }
  const value = cookieStorage(jar, { isServer: true, ...options }).get(stored.key)
  const expected = { ...(JSON.parse(stored.value) as object), token: minifiedToken }
  return { cookies, expected, read: JSON.parse(value) as object }
}

describe('the cookies of a session', () => {
  it.each<[what: string, options: SessionCookieOptions, name: RegExp]>([
    ['by default', {}, /4$/],
    ['below a path', { path: '/shop' }, /~\|shop$/],
    ['for a domain', { domain: '.Example.com' }, /~example\.com\|$/],
  ])('are read by `cookieStorage` of an app %s', async (_, options, name) => {
    const { cookies, expected, read } = await readByApp(options)
    expect(read).toEqual(expected)
    expect(cookies).toHaveLength(1)
    expect(cookies[0]?.name).toMatch(name)
  })

  it('are several where one is too short', async () => {
    const { cookies, expected, read } = await readByApp({}, 30)
    expect(cookies.length).toBeGreaterThan(1)
    expect(read).toEqual(expected)
  })

  it('are secure, and for scripts unless the app says otherwise', async () => {
    const { cookies } = await readByApp({ httpOnly: true, domain: 'example.com' })
    expect(cookies).toMatchObject([{ secure: true, httpOnly: true, domain: '.example.com', sameSite: 'Lax' }])
    expect((await readByApp({})).cookies).toMatchObject([{ httpOnly: false, domain: 'app.example.com', path: '/' }])
  })
})
