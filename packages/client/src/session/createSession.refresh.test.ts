import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile } from '../generated/operations/profile.ts'
import { ApiError, AuthError, ConnectionError } from '../shared/errors.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

const hour = 3_600_000

describe('refresh', () => {
  it('runs in the background each time before a token expires', async () => {
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

  it('lets calls go on with a token that is due, and waits for nothing', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const before = world.open({ storage })
    await world.signIn(before)
    before.close()
    await world.advance(2 * hour - 200_000)
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    world.mock.override('sessions.refresh', async (_, next) => {
      await answered
      return next()
    })
    const session = world.open({ storage })
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    answer()
  })

  it('makes calls wait for a new token when the present one has expired', async () => {
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

  it.each([-5, 5, -7, -60, -600])(
    'comes in time if the clock of the device is set by %d minutes meanwhile',
    async (minutes) => {
      const world = await createSessionWorld()
      const storage = createSharedStorage()
      const session = world.open({ storage })
      await world.signIn(session)
      await world.advance(60_000)
      vi.setSystemTime(Date.now() + minutes * 60_000)
      await world.advance(2 * hour)
      expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
      expect([session.state, world.sent.includes('/refresh')]).toEqual(['signedIn', true])
    },
  )

  it('comes at once in a page that is loaded after the clock was set back', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const before = world.open({ storage })
    await world.signIn(before)
    before.close()
    await world.advance(hour)
    vi.setSystemTime(Date.now() - 2 * hour)
    const session = world.open({ storage })
    await world.advance(1000)
    expect(world.sent.filter((path) => path === '/refresh').length).toBe(1)
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
  })

  it('runs once for a thousand calls that are refused together, and each is sent again once', async () => {
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

  it('returns a second 401 to the caller', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.sent.length = 0
    world.mock.faults.set('profile.get', { status: 401 })
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ name: 'ApiError', status: 401 })
    expect(world.sent).toEqual(['/users', '/refresh', '/users'])
    expect(session.state).toBe('signedIn')
  })

  it('that fails is what a refused call rejects with, and the session stays', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.sent.length = 0
    world.mock.faults.set('profile.get', { status: 401 }, 1)
    world.mock.faults.set('sessions.refresh', { status: 403 }, 1)
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ name: 'AuthError', cause: { status: 403 } })
    expect([world.sent, session.state]).toEqual([['/users', '/refresh'], 'signedIn'])
  })

  it('that the storage does not allow leaves a refused call with its 401, and the call is not sent again', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    const session = world.open({ storage: { ...storage, readOnly: true } })
    world.sent.length = 0
    world.mock.faults.set('profile.get', { status: 401 }, 1)
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ name: 'ApiError', status: 401 })
    expect(world.sent).toEqual(['/users'])
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

  it('rejects with a 401 when the session has ended', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.refresh', { status: 401 }, 1)
    expect(await rejection(session.refresh())).toBeInstanceOf(ApiError)
    expect(session.state).toBe('signedOut')
    expect(await session.refresh()).toBeUndefined()
  })

  it("keeps the session when a gateway answers 401 in the service's place, and refreshes later", async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    const before = session.expiresAtMs
    const page = { status: 401, body: '<h1>401 Authorization Required</h1>', contentType: 'text/html' }
    world.mock.faults.set('profile.get', page, 1)
    world.mock.faults.set('sessions.refresh', page, 2)
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ name: 'AuthError', cause: { status: 401 } })
    expect(await rejection(session.refresh())).toMatchObject({ name: 'ApiError', status: 401 })
    expect([session.state, session.expiresAtMs, storage.values.size]).toEqual(['signedIn', before, 1])
    await world.advance(10_000)
    await vi.waitFor(() => expect(session.expiresAtMs).toBeGreaterThan(before ?? 0))
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
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

  it('keeps the session without a network, and fails calls only after the token has expired', async () => {
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

  it('stops waiting for a caller that aborts, and continues for the others', async () => {
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
