import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import type { Transport } from '../calls/createTransport.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import type { SdkUser } from '../generated/operations/schemas.ts'
import { ResponseParseError } from '../shared/errors.ts'
import { headerCookies } from './cookieJar.ts'
import { cookieStorage } from './cookieStorage.ts'
import { refreshAtMs } from './record.ts'
import { createSessionWorld, createSharedStorage, type SessionWorld } from './test/sessionWorld.ts'

const hour = 3_600_000
const ends = { signIn: '/emailVerifications/signin', refresh: '/refresh', update: '/users' }

type Reply = Record<string, unknown> & { user: Record<string, unknown> }
type Changes = Partial<Record<keyof typeof ends, (reply: Reply) => unknown>>

/**
 * The world's transport with changed replies of some operations. A test can remove a change from `changes`.
 */
function changing({ api, mock, sent }: SessionWorld, changes: Changes): Transport {
  return api.with({
    async fetch(url, init) {
      sent.push(url)
      const response = await mock.fetch(url, init)
      const [, change] = Object.entries(changes).find(([name]) => url.endsWith(ends[name as keyof typeof ends])) ?? []
      return change && init?.method !== 'GET' && response.ok ? Response.json(change(await response.json())) : response
    },
  })
}

const refreshesOf = ({ sent }: SessionWorld) => sent.filter((path) => path.endsWith('/refresh')).length

describe('the end of a token', () => {
  it.each([undefined, null, '', 'garbage', '1e999', {}, '2026-99-99'])(
    'is that of the JWT where the reply says %j',
    async (expiresAt) => {
      const world = await createSessionWorld()
      const session = world.open({ api: changing(world, { signIn: (reply) => ({ ...reply, expiresAt }) }) })
      await world.signIn(session)
      expect(session.expiresAtMs).toBe(Date.now() + 2 * hour)
    },
  )

  it.each([
    ['an ISO 8601 date', () => new Date(Date.now() + hour).toISOString()],
    ['a number', () => (Date.now() + hour) / 1000],
  ])('is read from %s', async (_, say) => {
    const world = await createSessionWorld()
    const session = world.open({ api: changing(world, { signIn: (reply) => ({ ...reply, expiresAt: say() }) }) })
    await world.signIn(session)
    expect(session.expiresAtMs).toBe(Date.now() + hour)
  })

  it('is a minute away if it is unknown, and the session refreshes at a normal pace', async () => {
    const world = await createSessionWorld()
    let signedIn: unknown
    const transport = changing(world, {
      signIn: (reply) => (signedIn = { ...reply, jwt: 'opaque', expiresAt: 'garbage' }),
    })
    const refreshing = transport.with({
      async fetch(url) {
        world.sent.push(url)
        return Response.json(signedIn)
      },
    })
    const session = world.open({
      api: {
        ...transport,
        dispatch: (url, ...rest) => (url.endsWith('/refresh') ? refreshing : transport).dispatch(url, ...rest),
      },
    })
    await world.signIn(session)
    expect(session.expiresAtMs).toBe(Date.now() + 60_000)
    await world.advance(5 * 60_000)
    expect([refreshesOf(world) >= 5 && refreshesOf(world) <= 15, session.state]).toEqual([true, 'signedIn'])
  })
})

const unusable: [string, (reply: Reply) => unknown][] = [
  ['a line break in the token', (reply) => ({ ...reply, jwt: 'SECRET\nSECRET' })],
  ['a token that is no text', (reply) => ({ ...reply, jwt: 5 })],
  ['no user', (reply) => ({ ...reply, user: undefined })],
  [
    'a user of another environment',
    (reply) => ({ ...reply, user: { ...reply.user, projectEnvironmentId: '01900000-0000-7000-8000-000000000000' } }),
  ],
  ['nothing', () => null],
]

describe('a reply without a usable session', () => {
  it.each(unusable)('for it has %s, is refused by a sign-in, and who is signed in stays', async (_, change) => {
    const world = await createSessionWorld()
    const changes: Changes = {}
    const session = world.open({ api: changing(world, changes) })
    await world.signIn(session)
    changes.signIn = change
    const error = await rejection(world.signIn(session, 'bob@example.com'))
    expect(error).toBeInstanceOf(ResponseParseError)
    expect(error).toMatchObject({
      status: 200,
      message: 'The call was answered with 200, but it has no session of this environment.',
    })
    expect(inspect(error, { depth: 9 })).not.toContain('SECRET')
    expect([session.state, (await getProfile(world.as(session))).email]).toEqual(['signedIn', 'ada@example.com'])
  })

  it.each(unusable)('for it has %s, is refused by a refresh, which follows again later', async (_, change) => {
    const world = await createSessionWorld()
    const changes: Changes = { refresh: change }
    const session = world.open({ api: changing(world, changes) })
    await world.signIn(session)
    const before = await session.accessToken()
    expect(await rejection(session.refresh())).toBeInstanceOf(ResponseParseError)
    expect([session.state, await session.accessToken(), refreshesOf(world)]).toEqual(['signedIn', before, 1])
    delete changes.refresh
    await world.advance(5000)
    await vi.waitFor(async () => expect(await session.accessToken()).not.toBe(before))
    expect([session.state, refreshesOf(world)]).toEqual(['signedIn', 2])
  })
})

it('a reply may write the id of the environment in capitals', async () => {
  const world = await createSessionWorld()
  const capitals = ({ user, ...reply }: Reply) => ({
    ...reply,
    user: { ...user, projectEnvironmentId: world.environmentId.toUpperCase() },
  })
  const storage = createSharedStorage()
  await world.signIn(world.open({ api: changing(world, { signIn: capitals }), storage }))
  expect(world.open({ storage }).state).toBe('signedIn')
})

describe("a refresh that is answered with another user's session", () => {
  const other = (reply: Reply) => ({ ...reply, user: { ...reply.user, id: '01900000-0000-7000-8000-000000000000' } })

  it('ends the session in all tabs, and reports it', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const [first, second] = [world.open({ api: changing(world, { refresh: other }), storage }), world.open({ storage })]
    await world.signIn(first)
    await vi.waitFor(() => expect(second.state).toBe('signedIn'))
    const changes: string[] = []
    first.onChange(({ state }) => changes.push(state))
    expect(await rejection(first.refresh())).toMatchObject({ name: 'SignInError', reason: 'other_user' })
    expect([first.state, first.user, await first.accessToken(), changes, storage.values.size]).toEqual([
      'signedOut',
      undefined,
      undefined,
      ['signedOut'],
      0,
    ])
    await vi.waitFor(() => expect(second.state).toBe('signedOut'))
  })

  it('leaves a call that was refused before it with its 401', async () => {
    const world = await createSessionWorld()
    const session = world.open({ api: changing(world, { refresh: other }) })
    await world.signIn(session)
    world.mock.faults.set('profile.get', { status: 401 }, 1)
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ name: 'ApiError', status: 401 })
    expect(session.state).toBe('signedOut')
  })
})

describe('a reply without a token', () => {
  const bare = ({ user }: Reply) => ({ user })

  it('to `proceed` leaves the present token and its expiry', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    const [token, before] = [await session.accessToken(), session.expiresAtMs]
    await world.advance(hour)
    const api = changing(world, { update: bare })
    const { user } = await session.proceed((options) => updateProfile(api, { body: { firstName: 'Ada' } }, options))
    expect([user.firstName, await session.accessToken(), session.expiresAtMs]).toEqual(['Ada', token, before])
    expect(await world.open({ storage }).accessToken()).toBe(token)
  })

  it('to `proceed` shortly before the expiry does not change it, and the next refresh comes in time', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const before = session.expiresAtMs
    world.mock.faults.set('sessions.refresh', { status: 503 })
    await world.advance(2 * hour - 15_000)
    world.mock.faults.clear()
    const api = changing(world, { update: bare })
    await session.proceed((options) => updateProfile(api, { body: { firstName: 'Ada' } }, options))
    expect([session.expiresAtMs, before]).toEqual([Date.now() + 15_000, Date.now() + 15_000])
    for (let seconds = 0; seconds < 30; seconds += 3) await world.advance(3000)
    expect([session.state, (await getProfile(world.as(session))).firstName]).toEqual(['signedIn', 'Ada'])
  })

  it('to a refresh does not change the expiry, and no hasty refresh follows', async () => {
    const world = await createSessionWorld()
    let user: unknown
    const api = changing(world, { signIn: (reply) => ({ ...reply, user: (user = reply.user) }) })
    const refreshing = api.with({
      async fetch(url) {
        world.sent.push(url)
        return Response.json({ user })
      },
    })
    const session = world.open({
      api: { ...api, dispatch: (url, ...rest) => (url.endsWith('/refresh') ? refreshing : api).dispatch(url, ...rest) },
    })
    await world.signIn(session)
    const [token, before] = [await session.accessToken(), session.expiresAtMs]
    for (let minutes = 0; minutes < 130; minutes++) await world.advance(60_000)
    expect([await session.accessToken(), session.expiresAtMs, session.state]).toEqual([token, before, 'signedIn'])
    expect([refreshesOf(world) >= 20, refreshesOf(world) <= 40]).toEqual([true, true])
  })

  it('keeps the cookie of a server that has expired by the local clock', async () => {
    const world = await createSessionWorld()
    const jar = headerCookies(undefined)
    let user: unknown
    await world.signIn(
      world.open({
        api: changing(world, { signIn: (reply) => ({ ...reply, user: (user = reply.user) }) }),
        storage: cookieStorage(jar),
      }),
    )
    await world.advance(2 * hour + 60_000)
    const session = world.open({
      api: world.api.with({ fetch: async () => Response.json({ user }) }),
      storage: cookieStorage(jar),
    })
    await session.refresh()
    expect([session.state, session.expiresAtMs, jar.setCookies[0]]).toEqual([
      'signedIn',
      Date.now() - 60_000,
      expect.stringContaining('; Max-Age=60;'),
    ])
  })

  it('leaves half a minute between refreshes after the expiry', () => {
    const record = { v: 1 as const, user: {} as SdkUser, issuedAtMs: 1_000_000, serial: 1 }
    const pauseMs = (leftMs: number) =>
      refreshAtMs({ ...record, expiresAtMs: record.issuedAtMs + leftMs }) - record.issuedAtMs
    expect([-hour, 0, 1999, 2000, 15_000, 2 * hour].map(pauseMs)).toEqual([
      30_000,
      30_000,
      30_000,
      1000,
      7500,
      2 * hour - 360_000,
    ])
  })

  it('never combines the token of one user with another user', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    const api = changing(world, {
      update: ({ user }) => ({ user: { ...user, id: '01900000-0000-7000-8000-000000000000' } }),
    })
    await session.proceed((options) => updateProfile(api, { body: { firstName: 'Ada' } }, options))
    expect(await session.accessToken()).toBeUndefined()
  })
})
