import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { ApiError, AuthError, ConnectionError } from '../shared/errors.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import { createSession } from './createSession.ts'
import type { SessionSnapshot } from './session.ts'
import { memoryStorage } from './storage.ts'
import { appOrigin, createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

const hour = 3_600_000

describe('createSession', () => {
  it('needs an environment', async () => {
    const { api } = await createSessionWorld()
    expect(() => createSession({ api: { ...api, environmentId: undefined } })).toThrow(
      new TypeError('Failed to call "createSession()": `api` needs an `environmentId`.'),
    )
  })

  it.each([[{}], [undefined], [null], [{ api: {} }], [{ api: null }]])(
    'says what is missing where it is called with %j',
    (options) => {
      const call = createSession as (given: unknown) => unknown
      expect(() => call(options)).toThrow(
        new TypeError('Failed to call "createSession()": `api` is missing. Give it a transport or client.'),
      )
    },
  )

  it('is signed out until somebody signs in, and then calls in their name', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    expect([session.state, session.user, session.expiresAtMs]).toEqual(['signedOut', undefined, undefined])
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ status: 401 })
    await world.signIn(session)
    expect(session).toMatchObject({ state: 'signedIn', user: { email: 'ada@example.com', newUser: true } })
    expect((await getProfile(world.as(session))).id).toBe(session.user?.id)
    expect(await session.accessToken()).toMatch(/^ey/)
  })

  it('leaves a credential alone that the caller has put on', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.sent.length = 0
    expect(
      await rejection(getProfile(world.as(session), {}, { headers: { authorization: 'Bearer other' } })),
    ).toMatchObject({ status: 401 })
    expect(world.sent).toEqual(['/users'])
  })

  it('is there again after a reload', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const before = world.open({ storage })
    await world.signIn(before)
    const session = world.open({ storage })
    expect(session).toMatchObject({ state: 'signedIn', user: before.user, expiresAtMs: before.expiresAtMs })
  })

  it('waits for a storage that answers later, and calls wait with it', async () => {
    const world = await createSessionWorld()
    const { values } = createSharedStorage()
    const storage = {
      get: async (key: string) => values.get(key),
      set: async (key: string, value: string) => void values.set(key, value),
      remove: async (key: string) => void values.delete(key),
    }
    await world.signIn(world.open({ storage }))
    const session = world.open({ storage })
    expect(session.state).toBe('signedOut')
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    await session.ready
    expect(session.state).toBe('signedIn')
    await session.signOut()
    expect(values.size).toBe(0)
  })

  it('takes a sign-in over what a slow storage answers afterwards', async () => {
    const world = await createSessionWorld()
    const old = createSharedStorage()
    await world.signIn(world.open({ storage: old }), 'bob@example.com')
    const answers: ((text: string | undefined) => void)[] = []
    const storage = {
      ...old,
      scope: 'tab' as const,
      get: () => new Promise<string | undefined>((resolve) => answers.push(resolve)),
    }
    const session = world.open({ storage })
    await world.signIn(session)
    answers[0]?.(Array.from(old.values.values())[0])
    await session.ready
    expect(session.user?.email).toBe('ada@example.com')
  })

  it.each([
    ['no JSON', () => '{"v":1'],
    ['of another kind', () => '"text"'],
    ['null', () => 'null'],
    ['of another version', (text: string) => text.replace('"v":1', '"v":2')],
    [
      'of another environment',
      (text: string, id: string) => text.replaceAll(id, '01900000-0000-7000-8000-000000000000'),
    ],
    ['without a user', (text: string) => JSON.stringify({ ...JSON.parse(text), user: undefined })],
    ['with a token that no header takes', (text: string) => JSON.stringify({ ...JSON.parse(text), token: 'a\nb' })],
    ['with an instant that is none', (text: string) => JSON.stringify({ ...JSON.parse(text), expiresAtMs: 'soon' })],
  ])('ignores what is kept and %s', async (_, spoil) => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    for (const [key, value] of Array.from(storage.values)) storage.values.set(key, spoil(value, world.environmentId))
    expect(world.open({ storage }).state).toBe('signedOut')
  })

  it('does not come back once its token has expired by any clock', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    session.close()
    await world.advance(2 * hour + 300_000)
    expect(world.open({ storage }).state).toBe('signedOut')
  })
})

describe('refresh', () => {
  it('runs in the background before the token expires, again and again', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const [token, until] = [await session.accessToken(), session.expiresAtMs ?? 0]
    for (let hours = 0; hours < 5; hours++) {
      await world.advance(hour)
      await vi.waitFor(() => expect(session.expiresAtMs).toBeGreaterThan(Date.now() + 300_000))
    }
    expect(session.expiresAtMs).toBeGreaterThan(until + 2 * hour)
    expect(await session.accessToken()).not.toBe(token)
    expect(world.sent.filter((path) => path === '/refresh').length).toBeLessThanOrEqual(3)
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
  })

  it('waits for a new token where the present one is at its end', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const before = world.open({ storage })
    await world.signIn(before)
    before.close()
    await world.advance(2 * hour - 5000)
    const session = world.open({ storage })
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    expect(world.sent.slice(-2)).toEqual(['/refresh', '/users'])
  })

  it.each([-300_000, 300_000])(
    'does no harm where the clocks differ by %d ms, also for a life of five minutes',
    async (skewMs) => {
      const world = await createSessionWorld({ skewMs })
      await world.mock.settings.patch({ security: { jwtDuration: { amount: 5, unit: 'minutes' } } })
      const session = world.open()
      await world.signIn(session)
      for (let minutes = 0; minutes < 20; minutes++) {
        await world.advance(60_000)
        expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
      }
      const refreshes = world.sent.filter((path) => path === '/refresh').length
      expect([session.state, refreshes >= 4 && refreshes <= 10]).toEqual(['signedIn', true])
    },
  )

  it('is one for a thousand calls that are refused together, each of which is sent again once', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    const api = world.as(session)
    world.sent.length = 0
    world.mock.faults.set('profile.get', { status: 401 }, 1000)
    const profiles = await Promise.all(Array.from({ length: 1000 }, () => getProfile(api)))
    expect(new Set(profiles.map(({ email }) => email))).toEqual(new Set(['ada@example.com']))
    expect([world.sent.length, world.sent.filter((path) => path === '/refresh').length]).toEqual([2001, 1])
  })

  it('leaves a second 401 as the answer', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.sent.length = 0
    world.mock.faults.set('profile.get', { status: 401 })
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ name: 'ApiError', status: 401 })
    expect(world.sent).toEqual(['/users', '/refresh', '/users'])
    expect(session.state).toBe('signedIn')
  })

  it('signs out when the service has ended the session', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    await world.mock.fetch(`${world.mock.baseUrl}/api/v0/sdk/${world.environmentId}/revoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await session.accessToken()}` },
    })
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ status: 401 })
    expect([session.state, storage.values.size]).toEqual(['signedOut', 0])
  })

  it('tells who asks for it that the session has ended', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.refresh', { status: 401 }, 1)
    expect(await rejection(session.refresh())).toBeInstanceOf(ApiError)
    expect(session.state).toBe('signedOut')
    expect(await session.refresh()).toBeUndefined()
  })

  it.each([503, 403])('keeps the session when the service answers %d, and tries again later', async (status) => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const before = session.expiresAtMs
    world.mock.faults.set('sessions.refresh', { status }, 1)
    expect(await rejection(session.refresh())).toMatchObject({ status })
    expect([session.state, session.expiresAtMs]).toEqual(['signedIn', before])
    await world.advance(5000)
    await vi.waitFor(() => expect(world.sent.filter((path) => path === '/refresh').length).toBe(2))
    await vi.waitFor(() => expect(session.expiresAtMs).toBeGreaterThan(before ?? 0))
  })

  it('keeps the session while there is no network, and fails the calls only once the token is at its end', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.refresh', { networkError: true })
    expect(await rejection(session.refresh())).toBeInstanceOf(ConnectionError)
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    await world.advance(2 * hour - 5000)
    const error = await rejection(getProfile(world.as(session)))
    expect([error, session.state]).toEqual([expect.any(AuthError), 'signedIn'])
    world.mock.faults.clear()
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
  })

  it('ends the wait of who aborts, and not the refresh of the others', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const token = await session.accessToken()
    const controller = new AbortController()
    const aborted = rejection(session.refresh({ signal: controller.signal }))
    const other = session.refresh()
    controller.abort(new Error('gone'))
    expect(await aborted).toMatchObject({ message: 'gone' })
    await other
    expect(await session.accessToken()).not.toBe(token)
    expect(world.sent.filter((path) => path === '/refresh')).toEqual(['/refresh'])
  })
})

describe('signOut', () => {
  it('is at once, ends the session of the service and removes what was kept', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    const token = await session.accessToken()
    const done = session.signOut()
    expect([session.state, storage.values.size]).toEqual(['signedOut', 0])
    await done
    expect(await rejection(getProfile(world.api, {}, { headers: { authorization: `Bearer ${token}` } }))).toMatchObject(
      { code: 'session_revoked' },
    )
    expect(await session.signOut()).toBeUndefined()
  })

  it('leaves the service alone with `revoke: false`', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const token = await session.accessToken()
    await session.signOut({ revoke: false })
    expect((await getProfile(world.api, {}, { headers: { authorization: `Bearer ${token}` } })).email).toBe(
      'ada@example.com',
    )
  })

  it('stands where the service cannot be told, which is told', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.revoke', { networkError: true }, 1)
    expect(await rejection(session.signOut())).toBeInstanceOf(ConnectionError)
    expect(session.state).toBe('signedOut')
  })

  it('counts where the service has ended the session before', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.revoke', { status: 401 }, 1)
    expect(await session.signOut()).toBeUndefined()
  })

  it('is not undone by a refresh that is under way', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    world.mock.override('sessions.refresh', async (_, next) => {
      const reply = await next()
      await answered
      return reply
    })
    const refreshed = session.refresh()
    await vi.waitFor(() => expect(world.sent).toContain('/refresh'))
    await session.signOut({ revoke: false })
    answer()
    await refreshed
    expect([session.state, storage.values.size]).toEqual(['signedOut', 0])
  })
})

describe('proceed', () => {
  it('goes on with the tokens of a change, which the user shows', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const { state, user } = await session.proceed((options) =>
      updateProfile(world.api, { body: { firstName: 'Ada' } }, options),
    )
    expect([state, user.firstName, session.user]).toEqual(['signedIn', 'Ada', user])
    expect((await getProfile(world.as(session))).firstName).toBe('Ada')
  })

  it('is for those who are signed in', async () => {
    const world = await createSessionWorld()
    const call = vi.fn<() => never>()
    expect(await rejection(world.open().proceed(call))).toMatchObject({ name: 'SignInError', reason: 'no_session' })
    expect(call).not.toHaveBeenCalled()
  })

  it('does not sign in again who has signed out meanwhile', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const error = await rejection(
      session.proceed((options) => {
        const call = updateProfile(world.api, { body: { firstName: 'Ada' } }, options)
        void session.signOut({ revoke: false })
        return call
      }),
    )
    expect([error, session.state]).toMatchObject([{ reason: 'session_ended' }, 'signedOut'])
  })

  it.each([
    ['with', () => {}],
    ['without', () => void vi.stubGlobal('navigator', {})],
  ])('is aborted at once while it waits for a refresh, %s Web Locks', async (_, prepare) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    prepare()
    const world = await createSessionWorld()
    for (const storage of [memoryStorage(), createSharedStorage()]) {
      const session = world.open({ storage })
      await world.signIn(session)
      let answer = (): void => {}
      const answered = new Promise<void>((resolve) => (answer = resolve))
      const restore = world.mock.override('sessions.refresh', async (_call, next) => {
        await answered
        return next()
      })
      world.sent.length = 0
      const refreshed = session.refresh()
      await vi.advanceTimersByTimeAsync(100)
      expect(world.sent).toEqual(['/refresh'])
      const controller = new AbortController()
      const call = vi.fn<() => never>()
      const proceeded = rejection(session.proceed(call, { signal: controller.signal }))
      await vi.advanceTimersByTimeAsync(100)
      controller.abort(new Error('gone'))
      expect(await proceeded).toMatchObject({ message: 'gone' })
      answer()
      await refreshed
      const done = session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options))
      await vi.advanceTimersByTimeAsync(200)
      await done
      expect([call.mock.calls, session.user?.firstName]).toEqual([[], 'Ada'])
      restore()
    }
  })

  it('and a refresh wait for each other', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    await Promise.all([
      session.refresh(),
      session.proceed((options) => updateProfile(world.api, { body: { lastName: 'Byron' } }, options)),
      session.refresh(),
    ])
    expect([session.state, session.user?.lastName]).toEqual(['signedIn', 'Byron'])
    expect((await getProfile(world.as(session))).lastName).toBe('Byron')
  })
})

describe('onChange', () => {
  it('tells of each change with how things stand, until it is ended', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const seen: SessionSnapshot[] = []
    const end = session.onChange((snapshot) => seen.push(snapshot))
    await world.signIn(session)
    await session.refresh()
    await session.signOut()
    end()
    await world.signIn(session)
    expect(seen.map(({ state, user }) => [state, user?.email])).toEqual([
      ['signedIn', 'ada@example.com'],
      ['signedIn', 'ada@example.com'],
      ['signedOut', undefined],
    ])
  })

  it('may refresh and sign out from within, and tells all in the same order', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const first: string[] = []
    const second: string[] = []
    session.onChange(async ({ state }) => {
      first.push(state)
      if (first.length === 1) await session.refresh()
      else if (state === 'signedIn') await session.signOut()
    })
    session.onChange(({ state }) => second.push(state))
    await world.signIn(session)
    await vi.waitFor(() => expect(session.state).toBe('signedOut'))
    expect([first, second]).toEqual([
      ['signedIn', 'signedIn', 'signedOut'],
      ['signedIn', 'signedIn', 'signedOut'],
    ])
  })

  it('goes on where a listener throws or rejects', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    const seen: string[] = []
    session.onChange(() => {
      throw new Error('first')
    })
    session.onChange(async () => Promise.reject(new Error('second')))
    session.onChange(({ state }) => seen.push(state))
    await world.signIn(session)
    expect(seen).toEqual(['signedIn'])
    await vi.waitFor(() =>
      expect(reported.mock.calls.map(([error]) => (error as Error).message)).toEqual(['first', 'second']),
    )
  })
})

describe('adopt', () => {
  it('begins a session with what a sign-in has answered elsewhere, which is kept, told and refreshed', async () => {
    const world = await createSessionWorld()
    const user = await world.mock.create.user({ email: 'ada@example.com' })
    const storage = createSharedStorage()
    const [session, other] = [world.open({ storage }), world.open({ storage })]
    const seen: SessionSnapshot[] = []
    session.onChange((snapshot) => seen.push(snapshot))
    expect(await session.adopt(await world.mock.signIn(user))).toMatchObject({
      state: 'signedIn',
      user: { id: user.id },
    })
    expect(seen).toMatchObject([{ state: 'signedIn', user: { id: user.id }, expiresAtMs: session.expiresAtMs }])
    await vi.waitFor(() => expect(other.user?.id).toBe(user.id))
    expect(world.open({ storage }).user?.id).toBe(user.id)
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    const first = await session.accessToken()
    await session.refresh()
    expect(await session.accessToken()).not.toBe(first)
  })

  it('takes the reply of a sign-in operation as it came, and replaces who was signed in', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session, 'bob@example.com')
    const { reply } = await world.mock.signIn(await world.mock.create.user({ email: 'ada@example.com' }))
    await session.adopt(reply)
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
  })

  it('refuses a reply without a token, and one of another environment; who is signed in stays', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session, 'bob@example.com')
    const { user, expiresAt, token } = await world.mock.signIn(
      await world.mock.create.user({ email: 'ada@example.com' }),
    )
    for (const reply of [
      { user, expiresAt },
      { user, expiresAt, token: '' },
    ])
      expect(await rejection(session.adopt(reply))).toEqual(
        new TypeError('Failed to call "adopt()": the reply has no token.'),
      )
    const foreign = {
      token,
      expiresAt,
      user: { ...user, projectEnvironmentId: world.mock.defaults.environments.live.id },
    }
    for (const reply of [foreign, { token }, { token: `${token}\n`, user }])
      expect(await rejection(session.adopt(reply))).toMatchObject({ name: 'ResponseParseError' })
    expect(session.user?.email).toBe('bob@example.com')
  })
})

/** An environment that keeps the token in a cookie, and a browser's `fetch` that sends the cookie unless it is blocked. */
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
  it('knows the user and the expiry, sends cookies, and never holds a token', async () => {
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
      const failing =
        way === 'a call'
          ? getProfile(mine)
          : way === 'a refresh'
            ? session.refresh()
            : session.proceed((options) => updateProfile(api, { body: { firstName: 'Ada' } }, options))
      expect(await rejection(failing)).toMatchObject({
        name: 'SignInError',
        reason: 'no_cookie',
        message: 'The browser sends no session cookie: it blocks it, or `cookies: true` is missing.',
        cause: { status: 401 },
      })
      expect([session.state, seen]).toEqual(['signedOut', ['signedOut']])
      expect(await rejection(getProfile(mine))).toMatchObject({ reason: 'no_cookie' })
      jar.isBlocked = false
      await world.signIn(session)
      expect((await getProfile(mine)).email).toBe('ada@example.com')
    },
  )

  it('says so, too, where the session does not know that the environment uses cookies', async () => {
    const { world, api } = await createCookieWorld()
    const session = world.open({ api })
    await world.signIn(session)
    expect(await rejection(getProfile(api.with({ auth: session.auth })))).toMatchObject({ reason: 'no_cookie' })
    expect(session.state).toBe('signedOut')
  })

  it('signs out without that where the cookie came before, and stays where a refusal is about something else', async () => {
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

describe('secrets', () => {
  it('are in no property of the session that is shown or logged', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: memoryStorage() })
    await world.signIn(session)
    expect(JSON.stringify(session)).not.toContain(await session.accessToken())
  })
})
