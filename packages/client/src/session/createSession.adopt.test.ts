import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile } from '../generated/operations/profile.ts'
import type { SessionSnapshot } from './session.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

describe('adopt', () => {
  it('starts a session from the reply of a sign-in elsewhere, and stores, reports and refreshes it', async () => {
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

  it('asks for the reply where it gets the token only', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    expect(await rejection(session.adopt('eyJ' as never))).toEqual(
      new TypeError('"adopt" needs the reply of a sign-in, with its token.'),
    )
    expect(session.state).toBe('signedOut')
  })

  it('accepts the reply of a sign-in operation, and replaces the signed-in user', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session, 'bob@example.com')
    const { reply } = await world.mock.signIn(await world.mock.create.user({ email: 'ada@example.com' }))
    await session.adopt(reply)
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
  })

  it('refuses a reply without a token or of another environment, and keeps the present session', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session, 'bob@example.com')
    const { user, expiresAt, token } = await world.mock.signIn(
      await world.mock.create.user({ email: 'ada@example.com' }),
    )
    for (const reply of [{ user, expiresAt }, { user, expiresAt, token: '' }, token as never])
      expect(await rejection(session.adopt(reply))).toEqual(
        new TypeError('"adopt" needs the reply of a sign-in, with its token.'),
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
