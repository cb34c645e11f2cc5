import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import type { Session } from './session.ts'
import { memoryStorage, type StorageAdapter } from './storage.ts'
import { createSharedStorage, createSessionWorld, type SessionWorld } from './test/sessionWorld.ts'

/** Several tabs of a site with a signed-in user. */
async function openTabs(world: SessionWorld, count = 4) {
  const storage = createSharedStorage()
  const tabs = Array.from({ length: count }, () => world.open({ storage }))
  const [first] = tabs
  if (!first) throw new Error('There has to be a tab.')
  await world.signIn(first)
  await vi.waitFor(() => expect(tabs.map(({ state }) => state)).toEqual(tabs.map(() => 'signedIn')))
  world.sent.length = 0
  return { storage, tabs, first, others: tabs.slice(1) }
}

const refreshesOf = ({ sent }: SessionWorld) => sent.filter((path) => path === '/refresh').length

/** As in browsers that lack it. */
function withoutWebLocks(): void {
  vi.stubGlobal('navigator', {})
  onTestFinished(() => void vi.unstubAllGlobals())
}
function withoutBroadcast(): void {
  vi.stubGlobal('BroadcastChannel', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
}

describe('several tabs', () => {
  it('learn of a sign-in and a sign-out in one of them', async () => {
    const world = await createSessionWorld()
    const { others, first } = await openTabs(world)
    expect(others.map(({ user }) => user?.id)).toEqual(others.map(() => first.user?.id))
    const states: string[] = []
    others[0]?.onChange(({ state }) => states.push(state))
    await first.signOut()
    await vi.waitFor(() => expect(others.map(({ state }) => state)).toEqual(['signedOut', 'signedOut', 'signedOut']))
    expect(states).toEqual(['signedOut'])
  })

  it('refresh once, and all get the new token', async () => {
    const world = await createSessionWorld()
    const { tabs } = await openTabs(world)
    await Promise.all(tabs.map((tab) => tab.refresh()))
    expect(refreshesOf(world)).toBe(1)
    expect(new Set(await Promise.all(tabs.map((tab) => tab.accessToken()))).size).toBe(1)
  })

  it('refresh once in the background, for as long as they are open', async () => {
    const world = await createSessionWorld()
    const { tabs } = await openTabs(world)
    await world.advance(2 * 3_600_000)
    await vi.waitFor(() => expect(refreshesOf(world)).toBe(1))
    for (const tab of tabs) expect((await getProfile(world.as(tab))).email).toBe('ada@example.com')
    expect(refreshesOf(world)).toBe(1)
  })

  it('leave the next attempt of a refresh as planned when a message changes nothing', async () => {
    const world = await createSessionWorld()
    const session = world.open({ key: 'planned' })
    await world.signIn(session)
    world.mock.faults.set('sessions.refresh', { status: 503 }, 1)
    await session.refresh().catch(() => {})
    const channel = new BroadcastChannel(`latchkey ${world.mock.baseUrl} planned`)
    onTestFinished(() => channel.close())
    const echo = new BroadcastChannel(channel.name)
    onTestFinished(() => echo.close())
    const heard = new Promise((resolve) => echo.addEventListener('message', resolve))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches only its own origin.
    channel.postMessage('of another script')
    await heard
    await world.advance(5000)
    await vi.waitFor(() => expect(refreshesOf(world)).toBe(2))
  })

  it('use the token of another tab after a 401, without refreshing', async () => {
    withoutBroadcast()
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const first = world.open({ storage })
    await world.signIn(first)
    const second = world.open({ storage })
    await first.refresh()
    await world.mock.clock.advance({ seconds: 11 })
    world.sent.length = 0
    expect((await getProfile(world.as(second))).email).toBe('ada@example.com')
    expect(world.sent).toEqual(['/users', '/users'])
  })

  it('stay as another has left them while a refresh was refused', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const other = world.open({ storage })
    const api = world.api.with({
      async fetch(url, init) {
        if (!url.endsWith('/refresh')) return world.mock.fetch(url, init)
        // Another person signs in there while the service refuses the former token.
        await world.signIn(other, 'bob@example.com')
        return new Response('{"error":"It has ended."}', { status: 401 })
      },
    })
    const session = world.open({ storage, api })
    await world.signIn(session)
    await session.refresh()
    expect(session.user?.email).toBe('bob@example.com')
    expect([...storage.values.values()].join()).toContain('bob@example.com')
  })

  it('refresh once without Web Locks', async () => {
    withoutWebLocks()
    const world = await createSessionWorld()
    const { tabs, storage } = await openTabs(world)
    const refreshed = Promise.all(tabs.map((tab) => tab.refresh()))
    for (let turn = 0; turn < 20; turn++) await world.advance(100)
    await refreshed
    expect(refreshesOf(world)).toBe(1)
    expect(Array.from(storage.values.keys())).toHaveLength(1)
  })

  it('refresh and proceed without Web Locks when the storage drops the note', async () => {
    withoutWebLocks()
    const world = await createSessionWorld()
    const shared = createSharedStorage()
    const session = world.open({
      storage: { ...shared, set: (key, ...rest) => key.endsWith('.lock') || shared.set(key, ...rest) },
    })
    await world.signIn(session)
    const token = await session.accessToken()
    const done = Promise.all([
      session.refresh(),
      session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options)),
    ])
    for (let turn = 0; turn < 10; turn++) await world.advance(100)
    await done
    expect([session.state, session.user?.firstName, (await session.accessToken()) === token]).toEqual([
      'signedIn',
      'Ada',
      false,
    ])
  })

  it('stop waiting for a tab that has gone while it refreshed, without Web Locks', async () => {
    withoutWebLocks()
    const world = await createSessionWorld()
    const { storage, first } = await openTabs(world, 1)
    const [key = ''] = storage.values.keys()
    storage.values.set(`${key} ${first.user?.sessionId}.lock`, `${Date.now() + 30_000} gone`)
    const refreshed = first.refresh()
    await world.advance(29_000)
    expect(refreshesOf(world)).toBe(0)
    await world.advance(2000)
    await refreshed
    expect(refreshesOf(world)).toBe(1)
  })

  it('stay signed out when one signs out while another refreshes, with and without a broadcast', async () => {
    for (const prepare of [() => {}, withoutBroadcast]) {
      prepare()
      const world = await createSessionWorld()
      const storage = createSharedStorage()
      const [first, second] = [world.open({ storage }), world.open({ storage })]
      await world.signIn(first)
      await second.refresh()
      const third = world.open({ storage })
      let answer = (): void => {}
      const answered = new Promise<void>((resolve) => (answer = resolve))
      world.sent.length = 0
      world.mock.override('sessions.refresh', async (_, next) => {
        const reply = await next()
        await answered
        return reply
      })
      const refreshed = third.refresh()
      await vi.waitFor(() => expect(refreshesOf(world)).toBe(1))
      const signedOut = first.signOut()
      answer()
      await Promise.all([refreshed, signedOut])
      expect([first.state, third.state, storage.values.size]).toEqual(['signedOut', 'signedOut', 0])
    }
  })

  it('follow when another person signs in', async () => {
    const world = await createSessionWorld()
    const { first, others } = await openTabs(world)
    await world.signIn(first, 'bob@example.com')
    await vi.waitFor(() => expect(others.map(({ user }) => user?.email)).toEqual(others.map(() => 'bob@example.com')))
  })

  it('do not repeat their calls as another user', async () => {
    const world = await createSessionWorld()
    const {
      first,
      others: [second],
    } = await openTabs(world, 2)
    if (!second) throw new Error('There have to be two tabs.')
    let calls = 0
    const api = world.as(second).with({
      async fetch() {
        calls++
        await world.signIn(first, 'bob@example.com')
        await vi.waitFor(() => expect(second.user?.email).toBe('bob@example.com'))
        return Response.json({ error: 'Gone.', code: 'unauthorized' }, { status: 401 })
      },
    })
    const result = await getProfile(api).result()
    expect([result.ok, result.error?.status, calls]).toEqual([false, 401, 1])
  })

  describe('whose storage is full', () => {
    async function openFullTabs() {
      const world = await createSessionWorld()
      const { storage, tabs } = await openTabs(world, 2)
      const set = vi.spyOn(storage.values, 'set').mockImplementation(() => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      })
      const [first, second] = tabs
      if (!first || !second) throw new Error('There have to be two tabs.')
      return { world, storage, tabs, first, second, set }
    }

    it('share the tokens in memory, leave none behind, and use the storage again', async () => {
      const { storage, tabs, first, second, set } = await openFullTabs()
      const tokens = async () => new Set(await Promise.all(tabs.map((tab) => tab.accessToken())))
      for (const tab of [first, second, first]) {
        const before = await first.accessToken()
        await tab.refresh()
        await vi.waitFor(async () => expect([(await tokens()).size, (await tokens()).has(before)]).toEqual([1, false]))
        expect(storage.values.size).toBe(0)
      }
      set.mockRestore()
      await second.refresh()
      await vi.waitFor(async () => expect((await tokens()).size).toBe(1))
      expect([storage.values.size, first.state]).toEqual([1, 'signedIn'])
    })

    it('sign out together', async () => {
      const { first, second } = await openFullTabs()
      await first.refresh()
      await vi.waitFor(async () => expect(await second.accessToken()).toBe(await first.accessToken()))
      await second.signOut()
      await vi.waitFor(() => expect(first.state).toBe('signedOut'))
      await first.refresh()
      expect(await first.accessToken()).toBeUndefined()
    })

    it('follow when another person signs in, although their storage is full', async () => {
      const { world, first, second } = await openFullTabs()
      await world.signIn(first, 'bob@example.com')
      await vi.waitFor(() => expect(second.user?.email).toBe('bob@example.com'))
      await second.refresh()
      expect((await getProfile(world.as(second))).email).toBe('bob@example.com')
    })
  })

  describe('whose storage is blocked', () => {
    const blocked = (): never => {
      throw new DOMException('The storage is blocked.', 'SecurityError')
    }
    const ways: [string, Partial<StorageAdapter>][] = [
      ['remove', { remove: blocked }],
      ['set', { set: blocked }],
      ['set nor remove', { set: blocked, remove: blocked }],
      ['set nor remove, as it tells later', { set: async () => blocked(), remove: async () => blocked() }],
      ['get', { get: blocked }],
      ['get, as it tells later', { get: async () => blocked() }],
      ['get nor set', { get: blocked, set: blocked }],
      ['get nor remove', { get: blocked, remove: blocked }],
      ['get, set nor remove', { get: blocked, set: blocked, remove: blocked }],
    ]

    async function openBlockedTabs(methods: Partial<StorageAdapter>) {
      const world = await createSessionWorld()
      const { storage, tabs } = await openTabs(world, 2)
      const working = { ...storage }
      Object.assign(storage, methods)
      const [first, second] = tabs
      if (!first || !second) throw new Error('There have to be two tabs.')
      return { world, storage, tabs, first, second, recover: () => Object.assign(storage, working) }
    }
    const statesOf = (tabs: Session[]) => tabs.map(({ state }) => state)
    const mailsOf = (tabs: Session[]) => tabs.map(({ user }) => user?.email)

    it.each(ways)('sign out together where it can neither %s', async (_, methods) => {
      const { tabs, first, second } = await openBlockedTabs(methods)
      await second.signOut()
      await vi.waitFor(() => expect(statesOf(tabs)).toEqual(['signedOut', 'signedOut']))
      await Promise.all(tabs.map((tab) => tab.refresh()))
      expect([await first.accessToken(), statesOf(tabs)]).toEqual([undefined, ['signedOut', 'signedOut']])
    })

    it.each(ways)('sign out together after a refresh where it can neither %s', async (_, methods) => {
      const { tabs, first, second } = await openBlockedTabs(methods)
      await second.refresh()
      await vi.waitFor(async () => expect(await first.accessToken()).toBe(await second.accessToken()))
      await first.signOut()
      await vi.waitFor(() => expect(statesOf(tabs)).toEqual(['signedOut', 'signedOut']))
    })

    it.each(ways)(
      'follow when another person signs in where it can neither %s, and again once it can',
      async (_, methods) => {
        const { world, tabs, first, second, recover } = await openBlockedTabs(methods)
        await first.signOut()
        await world.signIn(first, 'bob@example.com')
        await vi.waitFor(() => expect(mailsOf(tabs)).toEqual(['bob@example.com', 'bob@example.com']))
        await second.refresh()
        await vi.waitFor(async () => expect(await first.accessToken()).toBe(await second.accessToken()))
        expect(mailsOf(tabs)).toEqual(['bob@example.com', 'bob@example.com'])
        await first.signOut()
        await vi.waitFor(() => expect(statesOf(tabs)).toEqual(['signedOut', 'signedOut']))
        recover()
        await world.signIn(second, 'eve@example.com')
        await vi.waitFor(() => expect(mailsOf(tabs)).toEqual(['eve@example.com', 'eve@example.com']))
        await first.refresh()
        expect((await getProfile(world.as(first))).email).toBe('eve@example.com')
      },
    )

    it.each(ways)('stay signed in, with one token for all, where it can neither %s', async (_, methods) => {
      const { world, tabs, first } = await openBlockedTabs(methods)
      for (const tab of tabs) {
        const before = await first.accessToken()
        await tab.refresh()
        await vi.waitFor(async () =>
          expect(new Set(await Promise.all(tabs.map((tab) => tab.accessToken()))).size).toBe(1),
        )
        expect(await first.accessToken()).not.toBe(before)
      }
      await world.advance(3 * 3_600_000)
      for (const tab of tabs) expect((await getProfile(world.as(tab))).email).toBe('ada@example.com')
    })

    it('include a tab that could not read it at first, after another tab has refreshed', async () => {
      const world = await createSessionWorld()
      const { storage, first } = await openTabs(world, 1)
      const late = world.open({ storage: { ...storage, get: blocked } })
      expect(late.state).toBe('signedOut')
      await first.refresh()
      await vi.waitFor(async () => expect(await late.accessToken()).toBe(await first.accessToken()))
    })

    it.each([
      ['another session has ended', () => ({ sessionId: 'other', isStored: true })],
      [
        'its session continues in an unknown form',
        ({ user }: Session) => ({ sessionId: user?.sessionId, record: { v: 2 }, isStored: true }),
      ],
    ])('stay signed in when no tab can read it and a message says that %s', async (_, messageFor) => {
      const { world, storage, first } = await openBlockedTabs({ get: blocked })
      const channel = new BroadcastChannel(`latchkey ${world.api.baseUrl} ${Array.from(storage.values.keys()).join()}`)
      onTestFinished(() => channel.close())
      const get = vi.spyOn(storage, 'get')
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches only its own origin.
      channel.postMessage(messageFor(first))
      await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2))
      await world.advance(1)
      expect((await getProfile(world.as(first))).email).toBe('ada@example.com')
    })
  })

  it('with separate sessions do not mix them up', async () => {
    const world = await createSessionWorld()
    const [ada, bob] = [world.open({ storage: memoryStorage() }), world.open({ storage: memoryStorage() })]
    await world.signIn(ada)
    await world.signIn(bob, 'bob@example.com')
    await ada.refresh()
    await bob.signOut()
    await world.advance(1000)
    expect([ada.user?.email, bob.state]).toEqual(['ada@example.com', 'signedOut'])
  })

  it('share the tokens when one is a duplicate of the other', async () => {
    const world = await createSessionWorld()
    const original = createSharedStorage()
    const first = world.open({ storage: { ...original, scope: 'tab' } })
    await world.signIn(first)
    const copy = createSharedStorage(new Map(original.values))
    const second = world.open({ storage: { ...copy, scope: 'tab' } })
    await first.refresh()
    await vi.waitFor(async () => expect(await second.accessToken()).toBe(await first.accessToken()))
    expect(Array.from(copy.values)).toEqual(Array.from(original.values))
    await second.signOut()
    await vi.waitFor(() => expect([first.state, original.values.size]).toEqual(['signedOut', 0]))
  })
})
