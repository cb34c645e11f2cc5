import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import { memoryStorage } from './storage.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

describe('proceed', () => {
  it('continues with the tokens and the user of a changed profile', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const { state, user } = await session.proceed((options) =>
      updateProfile(world.api, { body: { firstName: 'Ada' } }, options),
    )
    expect([state, user.firstName, session.user]).toEqual(['signedIn', 'Ada', user])
    expect((await getProfile(world.as(session))).firstName).toBe('Ada')
  })

  it('gets a new token first where the present one is at its end, and none after a refusal', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const before = world.open({ storage })
    await world.signIn(before)
    before.close()
    await world.advance(2 * 3_600_000 - 5000)
    const session = world.open({ storage })
    world.sent.length = 0
    await session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options))
    expect(world.sent).toEqual(['/refresh', '/users'])
    world.mock.faults.set('profile.update', { status: 403 }, 1)
    world.sent.length = 0
    const refused = session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Bob' } }, options))
    expect(await rejection(refused)).toMatchObject({ status: 403 })
    expect(world.sent).toEqual(['/users'])
  })

  it('refreshes a token that the service refuses, and calls once more', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('profile.update', { status: 401, code: 'token_expired' }, 1)
    world.sent.length = 0
    const { user } = await session.proceed((options) =>
      updateProfile(world.api, { body: { firstName: 'Ada' } }, options),
    )
    expect([user.firstName, session.state]).toEqual(['Ada', 'signedIn'])
    expect(world.sent).toEqual(['/users', '/refresh', '/users'])
  })

  it('ends a session that the service has ended', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const changes: string[] = []
    session.onChange(({ state }) => changes.push(state))
    await world.mock.people.revokeSessions(session.user?.id ?? '')
    const update = session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options))
    expect(await rejection(update)).toMatchObject({ status: 401, code: 'session_revoked' })
    expect([session.state, changes.at(-1)]).toEqual(['signedOut', 'signedOut'])
  })

  it('keeps the session after the 401 of a wrong code, and does not send the code again', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('profile.update', { status: 401, code: 'mfa_invalid_code' }, 1)
    world.sent.length = 0
    const update = session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options))
    expect(await rejection(update)).toMatchObject({ status: 401, code: 'mfa_invalid_code' })
    expect([session.state, world.sent]).toEqual(['signedIn', ['/users']])
  })

  it('keeps a session whose refresh does not reach the service', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.mock.faults.set('profile.update', { status: 401, code: 'token_expired' }, 1)
    world.mock.faults.set('sessions.refresh', { networkError: true })
    const update = rejection(
      session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options)),
    )
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await update).toMatchObject({ name: 'ConnectionError' })
    expect(session.state).toBe('signedIn')
  })

  it('needs a signed-in user', async () => {
    const world = await createSessionWorld()
    const call = vi.fn<() => never>()
    expect(await rejection(world.open().proceed(call))).toMatchObject({ name: 'SignInError', reason: 'no_session' })
    expect(call).not.toHaveBeenCalled()
  })

  it('does not sign a user in again who has signed out meanwhile', async () => {
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
