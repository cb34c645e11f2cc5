import { describe, expect, it } from 'vitest'
import type { SdkUser, VerifiedCredential } from '../generated/operations/schemas.ts'
import type { Session } from './session.ts'
import { memoryStorage } from './storage.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { assertSession, createViewSource, signedInUser, walletsOf } from './view.ts'

const user = { id: '1', email: 'ada@example.com' } as SdkUser

describe('the view of a session', () => {
  it('is the same object until the state or the user changes', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const source = createViewSource(session)
    const signedOut = source.read()
    expect(signedOut).toEqual({ state: 'signedOut', user: undefined, session })
    expect(source.read()).toBe(signedOut)
    expect(createViewSource(session).read()).toBe(signedOut)
    await world.signIn(session)
    const signedIn = source.read()
    expect(signedIn).toEqual({ state: 'signedIn', user: session.user, session })
    expect(source.read()).toBe(signedIn)
    await world.signIn(session, 'bob@example.com')
    expect(source.read()).toMatchObject({ state: 'signedIn', user: { email: 'bob@example.com' } })
    await session.signOut()
    expect(source.read()).toEqual(signedOut)
  })

  it('stays the same object after a reply that says the same of the user, and ends with their state', () => {
    const session = { isLoading: false, state: 'signedIn', user: { ...user } } as unknown as Session
    const { read } = createViewSource(session)
    const before = read()
    Object.assign(session, { user: { ...user } })
    expect(read()).toBe(before)
    expect(read().user).not.toBe(session.user)
    Object.assign(session, { state: 'needsSecondFactor' })
    expect(read()).toEqual({ state: 'needsSecondFactor', user, session })
    Object.assign(session, { state: 'signedIn', user: { ...user, email: 'bob@example.com' } })
    expect(read()).toEqual({ state: 'signedIn', user: { ...user, email: 'bob@example.com' }, session })
  })

  it('is that of the server until the first read has ended, and the same object after it', async () => {
    const world = await createSessionWorld()
    const values = memoryStorage()
    await world.signIn(world.open({ storage: values }))
    const session = world.open({ storage: { ...values, get: async (key) => values.get(key) } })
    const { rendered, read } = createViewSource(session)
    expect(rendered).toEqual({ state: 'loading', user: undefined, session })
    expect(read()).toBe(rendered)
    const stored = createViewSource(session, { state: 'signedIn', user })
    expect(stored.rendered).toEqual({ state: 'signedIn', user, session })
    expect(read().state).toBe('loading')
    await session.ready
    expect(read()).toMatchObject({ state: 'signedIn', user: { email: 'ada@example.com' } })
  })

  it('is the object of the server where both say the same', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const sent = JSON.parse(JSON.stringify(session.user)) as SdkUser
    const source = createViewSource(session, { state: 'signedIn', user: sent })
    expect(source.read()).toBe(source.rendered)
  })

  it('tells its listener of the end of the first read, even if nobody is signed in', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: { ...memoryStorage(), get: async () => null } })
    let calls = 0
    createViewSource(session).subscribe(() => calls++)
    await session.ready
    await Promise.resolve()
    expect(calls).toBe(1)
  })

  it('tells its listener of changes until the subscription ends, and of nothing that is older', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    let calls = 0
    const end = createViewSource(session).subscribe(() => calls++)
    await session.ready
    await Promise.resolve()
    expect(calls).toBe(0)
    await world.signIn(session)
    expect(calls).toBe(1)
    end()
    await session.signOut()
    expect(calls).toBe(1)
  })

  it.each([undefined, null, {}, { onChange: true }])('refuses %o in place of a session', (value) => {
    expect(() => assertSession(value as never, 'call useSession()')).toThrow(
      new TypeError('Failed to call useSession(): "session" is not a session. Pass the result of createSession().'),
    )
  })

  it('takes a session', async () => {
    const world = await createSessionWorld()
    expect(() => assertSession(world.open(), 'call useSession()')).not.toThrow()
  })
})

describe('the user of a view', () => {
  it.each([
    ['signedIn', user],
    ['needsSecondFactor', null],
    ['loading', null],
    ['signedOut', null],
  ] as const)('is signed in by state %s: %o', (state, expected) => {
    expect(signedInUser({ state, user, session: {} } as never)).toBe(expected)
  })

  it('has the wallets among their credentials, which have an address', () => {
    const credential = (fields: Partial<VerifiedCredential>) => fields as VerifiedCredential
    const wallet = credential({ format: 'blockchain', address: '0x1' })
    const verifiedCredentials = [
      credential({ format: 'email', address: '0x1' }),
      wallet,
      credential({ format: 'blockchain' }),
      credential({ format: 'blockchain', address: '' }),
    ]
    expect(walletsOf({ ...user, verifiedCredentials })).toEqual([wallet])
    expect(walletsOf(null)).toEqual([])
  })
})
