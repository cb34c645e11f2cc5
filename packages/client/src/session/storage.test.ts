import { afterEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile } from '../generated/operations/profile.ts'
import { cookieStorage, headerCookies, serializeCookie } from './cookieStorage.ts'
import { createSlot, localStorageAdapter, sessionStorageAdapter, type StorageAdapter } from './storage.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

afterEach(() => void vi.unstubAllGlobals())

const broken = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

describe('a storage that fails', () => {
  it.each<[string, Partial<StorageAdapter>]>([
    ['is full', { set: broken }],
    ['is blocked', { get: broken, set: broken, remove: broken }],
    ['rejects', { get: async () => broken(), set: async () => broken(), remove: async () => broken() }],
    ['is full and cannot be emptied', { set: broken, remove: broken }],
  ])('which %s leaves the session in memory', async (_, methods) => {
    const world = await createSessionWorld()
    const session = world.open({ storage: { ...createSharedStorage(), ...methods } })
    await world.signIn(session)
    await session.refresh()
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    await session.signOut()
    expect([session.state, await rejection(getProfile(world.as(session)))]).toMatchObject(['signedOut', { status: 401 }])
  })

  it.each([
    ['at once', (work: () => void) => work()],
    ['later', async (work: () => void) => work()],
  ])('keeps nobody of before when it is full, which it says %s', async (_, answer) => {
    const world = await createSessionWorld()
    const shared = createSharedStorage()
    let isFull = false
    const storage: StorageAdapter = {
      ...shared,
      set: (key, value) => answer(() => (isFull ? broken() : void shared.set(key, value, 0))),
      remove: (key) => answer(() => void shared.remove(key)),
    }
    const session = world.open({ storage })
    await world.signIn(session)
    isFull = true
    await world.signIn(session, 'bob@example.com')
    expect([session.user?.email, world.open({ storage }).state, shared.values.size]).toEqual(['bob@example.com', 'signedOut', 0])
    isFull = false
    await session.refresh()
    isFull = true
    await session.refresh()
    expect([(await getProfile(world.as(session))).email, shared.values.size]).toEqual(['bob@example.com', 0])
  })

  it('counts for nothing while it neither takes nor loses anything', () => {
    const storage = createSharedStorage()
    const slot = createSlot(storage, 'key')
    expect(slot.write('first')).toBe(true)
    Object.assign(storage, { set: broken, remove: broken })
    expect([slot.write('second'), slot.read(), storage.values.get('key')]).toEqual([false, 'second', 'first'])
    expect([slot.write(null), slot.read()]).toEqual([false, null])
  })

  it('is believed where another tab has put something into it since', () => {
    const storage = createSharedStorage()
    const slot = createSlot({ ...storage, set: broken }, 'key')
    expect([slot.write('mine'), slot.read()]).toEqual([false, 'mine'])
    storage.values.set('key', 'newer')
    expect(slot.read()).toBe('newer')
  })

  it('is used again once it takes what it is given', () => {
    const storage = createSharedStorage()
    const set = vi.spyOn(storage, 'set').mockImplementationOnce(broken)
    const slot = createSlot(storage, 'key')
    slot.write('first')
    expect([slot.read(), storage.values.size]).toEqual(['first', 0])
    slot.write('second')
    expect([slot.read(), storage.values.get('key'), set.mock.calls.length]).toEqual(['second', 'second', 2])
  })

  it('is written in order where it answers late', async () => {
    const written: string[] = []
    const answers: (() => void)[] = []
    const late = (value: string) => new Promise<void>((resolve) => answers.push(() => resolve(void written.push(value))))
    const slot = createSlot({ get: () => null, set: (_, value) => late(value), remove: () => late('removed') }, 'key')
    const all = [slot.write('first'), slot.write(null), slot.write('second')]
    for (let turn = 0; turn < 3; turn++) await vi.waitFor(() => answers.shift()?.() ?? expect(written.length).toBeGreaterThan(turn))
    await Promise.all(all)
    expect(written).toEqual(['first', 'removed', 'second'])
  })
})

describe('web storage', () => {
  it.each([['localStorage', localStorageAdapter], ['sessionStorage', sessionStorageAdapter]] as const)('keeps a session in %s', async (name, adapter) => {
    const { values, ...storage } = createSharedStorage()
    vi.stubGlobal(name, { getItem: storage.get, setItem: storage.set, removeItem: storage.remove })
    const world = await createSessionWorld()
    await world.signIn(world.open({ storage: adapter() }))
    expect(values.size).toBe(1)
    expect(world.open({ storage: adapter() }).user?.email).toBe('ada@example.com')
  })

  it('may be blocked so that even naming it throws', async () => {
    vi.stubGlobal('localStorage', undefined)
    const world = await createSessionWorld()
    const session = world.open({ storage: undefined })
    await world.signIn(session)
    expect(session.state).toBe('signedIn')
  })
})

describe('cookieStorage', () => {
  it('hands a session from one request to the next', async () => {
    const world = await createSessionWorld()
    const first = headerCookies(undefined)
    await world.signIn(world.open({ storage: cookieStorage(first, { httpOnly: true }) }))
    expect(first.setCookies[0]).toMatch(/^latchkey\.session\.[\w-]+=[\w-]+; Path=\/; Max-Age=7200; SameSite=lax; Secure; HttpOnly$/)
    const second = headerCookies(first.setCookies.map((line) => line.split(';')[0]).join('; '))
    const session = world.open({ storage: cookieStorage(second) })
    expect([session.user?.email, second.setCookies]).toEqual(['ada@example.com', []])
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    await session.signOut()
    expect(second.setCookies).toEqual([expect.stringMatching(/=; Path=\/; Max-Age=0;/)])
  })

  it('works with cookies that are objects, as those of Next are', async () => {
    const world = await createSessionWorld()
    const values = new Map<string, { name: string; value: string }>()
    const jar = { get: (name: string) => values.get(name), set: (name: string, value: string) => values.set(name, { name, value }) }
    await world.signIn(world.open({ storage: cookieStorage(jar) }))
    expect(world.open({ storage: cookieStorage(jar) }).user?.email).toBe('ada@example.com')
  })

  it('does not refresh where nothing can be set, and refreshes on the way where the token is at its end', async () => {
    const world = await createSessionWorld()
    const jar = headerCookies(undefined)
    await world.signIn(world.open({ storage: cookieStorage(jar) }))
    await world.advance(7_195_000)
    world.sent.length = 0
    const reading = world.open({ storage: cookieStorage({ get: jar.get }) })
    expect((await getProfile(world.as(reading))).email).toBe('ada@example.com')
    await reading.refresh()
    expect(world.sent).toEqual(['/users'])
    const writing = world.open({ storage: cookieStorage(jar) })
    const before = jar.setCookies[0]
    expect((await getProfile(world.as(writing))).email).toBe('ada@example.com')
    expect([world.sent.at(-2), jar.setCookies[0] === before]).toEqual(['/refresh', false])
  })

  it('refreshes before the reply leaves, and makes do with a token that is still good', async () => {
    const world = await createSessionWorld()
    const jar = headerCookies(undefined)
    await world.signIn(world.open({ storage: cookieStorage(jar) }))
    await world.advance(7_000_000)
    const [before] = jar.setCookies
    world.mock.faults.set('sessions.refresh', { status: 503 }, 1)
    expect((await getProfile(world.as(world.open({ storage: cookieStorage(jar) })))).email).toBe('ada@example.com')
    expect(jar.setCookies[0]).toBe(before)
    await getProfile(world.as(world.open({ storage: cookieStorage(jar) })))
    expect(jar.setCookies[0]).not.toBe(before)
  })

  it('has no timer and tells no other request', async () => {
    const world = await createSessionWorld()
    const jar = headerCookies(undefined)
    const [first, second] = [world.open({ storage: cookieStorage(jar) }), world.open({ storage: cookieStorage(headerCookies(undefined)) })]
    await world.signIn(first)
    world.sent.length = 0
    await world.advance(7_200_000)
    expect([world.sent, second.state]).toEqual([[], 'signedOut'])
  })

  it('cuts what is long, removes what is left over, and refuses what no server would take', () => {
    const jar = headerCookies(undefined)
    const storage = cookieStorage(jar)
    storage.set('s', 'é'.repeat(4000), 1000)
    expect([storage.get('s'), jar.setCookies.length]).toEqual(['é'.repeat(4000), 3])
    storage.set('s', 'short', 1000)
    expect([storage.get('s'), jar.setCookies.filter((line) => line.includes('Max-Age=0')).length]).toEqual(['short', 2])
    expect(() => storage.set('s', 'x'.repeat(9000), 1000)).toThrow(RangeError)
  })

  it('takes what it cannot read for nothing', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: cookieStorage({ get: () => '%%%' }) })
    expect(session.state).toBe('signedOut')
  })
})

describe('serializeCookie', () => {
  it('names only what is asked for', () => {
    const attributes = { path: '/app', sameSite: 'strict', secure: false, httpOnly: false, maxAge: 60 } as const
    expect(serializeCookie('a', 'b', attributes)).toBe('a=b; Path=/app; Max-Age=60; SameSite=strict')
    expect(serializeCookie('a', 'b', { ...attributes, domain: 'example.com', secure: true })).toContain('; Domain=example.com; Secure')
  })
})
