import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import { ConnectionError } from '../shared/errors.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

describe('signOut', () => {
  it('takes effect at once, revokes the session and empties the storage', async () => {
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

  it('waits for a storage that has not answered yet', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    const slow = { ...storage, get: async (key: string) => storage.values.get(key) }
    const session = world.open({ storage: slow })
    world.sent.length = 0
    await session.signOut()
    expect([storage.values.size, world.sent]).toEqual([0, ['/revoke']])
  })

  it('calls the service so that a page that is left does not abort it', async () => {
    const world = await createSessionWorld()
    const keepAlive: unknown[] = []
    const api = world.api.with({
      fetch(url, init) {
        keepAlive.push(init?.keepalive)
        return world.mock.fetch(url, init)
      },
    })
    const session = world.open({ api })
    await world.signIn(session)
    keepAlive.length = 0
    await session.signOut()
    expect(keepAlive).toEqual([true])
  })

  it('does not call the service with `revoke: false`', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const token = await session.accessToken()
    await session.signOut({ revoke: false })
    expect((await getProfile(world.api, {}, { headers: { authorization: `Bearer ${token}` } })).email).toBe(
      'ada@example.com',
    )
  })

  it('takes effect if the service cannot be reached, and reports that', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.revoke', { networkError: true }, 1)
    expect(await rejection(session.signOut())).toBeInstanceOf(ConnectionError)
    expect(session.state).toBe('signedOut')
  })

  it('succeeds if the service has already ended the session', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.revoke', { status: 401 }, 1)
    expect(await session.signOut()).toBeUndefined()
  })

  it("reports a gateway's 401, after which the service still has the session", async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('sessions.revoke', { status: 401, body: '{"message":"Unauthorized"}' }, 1)
    expect(await rejection(session.signOut())).toMatchObject({ name: 'ApiError', status: 401 })
    expect(session.state).toBe('signedOut')
  })

  it('revokes a session that was closed, tells its listeners, and leaves a closed one usable', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    const seen: string[] = []
    session.onChange(({ state }) => seen.push(state))
    session.close()
    session.close()
    await world.signIn(session)
    const changed = session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options))
    expect(await changed).toMatchObject({ state: 'signedIn' })
    world.sent.length = 0
    await session.signOut()
    expect([session.state, storage.values.size, world.sent, seen]).toEqual([
      'signedOut',
      0,
      ['/revoke'],
      ['signedIn', 'signedIn', 'signedOut'],
    ])
  })

  it('is not undone by a refresh in progress', async () => {
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
