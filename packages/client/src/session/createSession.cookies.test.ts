import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import { appOrigin, createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

const hour = 3_600_000

/**
 * An environment that keeps the token in a cookie, and a browser's `fetch` that sends the cookie unless it is blocked.
 */
async function createCookieWorld() {
  const world = await createSessionWorld({ environment: 'live' })
  const { mock, environmentId } = world
  await mock.dns.publish(await mock.create.customHostname({ hostname: 'auth.example.com' }, { environmentId }))
  await mock.clock.advance({ minutes: 2 })
  await mock.settings.patch({ security: { auth: { storage: ['cookie'] } } }, { environmentId })
  await mock.create.origin(appOrigin, { environmentId })
  const jar = { cookie: '', isBlocked: false }
  const api = world.api.with({
    async fetch(url, init) {
      const isSent = init?.credentials === 'include' && !jar.isBlocked
      const reply = await mock.fetch(url, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...(isSent && jar.cookie && { cookie: jar.cookie }) },
      })
      const [set] = reply.headers.getSetCookie()
      if (isSent && set) jar.cookie = set.split(';')[0] ?? ''
      return reply
    },
  })
  return { world, mock, environmentId, api, jar }
}

describe('a session of cookies', () => {
  it('has the user and the expiry, sends cookies, and never has a token', async () => {
    const { world, mock, api, jar } = await createCookieWorld()
    const storage = createSharedStorage()
    const session = world.open({ api, storage, cookies: true })
    await world.signIn(session)
    expect(jar.cookie).toMatch(/^LATCHKEY_AUTH=ey/)
    expect(session).toMatchObject({
      state: 'signedIn',
      user: { email: 'ada@example.com' },
      expiresAtMs: mock.clock.now() + 2 * hour,
    })
    expect(await session.accessToken()).toBeUndefined()
    expect(Array.from(storage.values.values()).join()).not.toMatch(/ey[\w-]+\./)
    const first = jar.cookie
    await session.refresh()
    expect([jar.cookie === first, (await getProfile(api.with({ auth: session.auth }))).email]).toEqual([
      false,
      'ada@example.com',
    ])
    await session.signOut()
    expect([session.state, jar.cookie]).toEqual(['signedOut', 'LATCHKEY_AUTH='])
  })

  it.each(['a call', 'a refresh', 'a change of the session'])(
    'says at %s that the browser sends no cookie, and signs out',
    async (way) => {
      const { world, api, jar } = await createCookieWorld()
      jar.isBlocked = true
      const session = world.open({ api, cookies: true })
      await world.signIn(session)
      const seen: string[] = []
      session.onChange(({ state }) => seen.push(state))
      const mine = api.with({ auth: session.auth })
      const ways: Record<string, () => PromiseLike<unknown>> = {
        'a call': () => getProfile(mine),
        'a refresh': () => session.refresh(),
        'a change of the session': () =>
          session.proceed((options) => updateProfile(api, { body: { firstName: 'Ada' } }, options)),
      }
      expect(await rejection(ways[way]!())).toMatchObject({
        name: 'SignInError',
        reason: 'no_cookie',
        message: 'The browser sends no session cookie. Is `cookies: true` missing?',
        cause: { status: 401 },
      })
      expect([session.state, seen]).toEqual(['signedOut', ['signedOut']])
      expect(await rejection(getProfile(mine))).toMatchObject({ reason: 'no_cookie' })
      jar.isBlocked = false
      await world.signIn(session)
      expect((await getProfile(mine)).email).toBe('ada@example.com')
    },
  )

  it('reports no_cookie, too, if the session was not set to use cookies', async () => {
    const { world, api } = await createCookieWorld()
    const session = world.open({ api })
    await world.signIn(session)
    expect(await rejection(getProfile(api.with({ auth: session.auth })))).toMatchObject({ reason: 'no_cookie' })
    expect(session.state).toBe('signedOut')
  })

  it('signs out without that error after a call with the cookie, and stays after other refusals', async () => {
    const { world, api, jar } = await createCookieWorld()
    const session = world.open({ api, cookies: true })
    await world.signIn(session)
    const refusal = async () => Response.json({ error: 'Wrong code.', code: 'unauthorized' }, { status: 401 })
    const wrong = session.proceed((options) =>
      updateProfile(api, { body: { firstName: 'Ada' } }, { ...options, fetch: refusal }),
    )
    expect(await rejection(wrong)).toMatchObject({ name: 'ApiError', status: 401 })
    expect(session.state).toBe('signedIn')
    const mine = api.with({ auth: session.auth })
    await getProfile(mine)
    jar.cookie = ''
    expect(await rejection(getProfile(mine))).toMatchObject({ name: 'ApiError', status: 401 })
    expect(session.state).toBe('signedOut')
  })

  it('adopts a reply that has no token', async () => {
    const { world, api, mock, environmentId } = await createCookieWorld()
    const session = world.open({ api, cookies: true })
    const user = await mock.create.user({ email: 'ada@example.com' }, { environmentId })
    const { token: _, ...reply } = await mock.signIn(user, { origin: appOrigin })
    expect(await session.adopt(reply)).toMatchObject({ state: 'signedIn', user: { email: 'ada@example.com' } })
    expect(await rejection(session.refresh())).toMatchObject({ reason: 'no_cookie' })
  })
})
