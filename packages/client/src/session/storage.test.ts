import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile, update as updateProfile } from '../generated/operations/profile.ts'
import { headerCookies, serializeCookie } from './cookieJar.ts'
import { cookieStorage } from './cookieStorage.ts'
import type { Session } from './session.ts'
import { createSlot } from './slot.ts'
import { localStorageAdapter, memoryStorage, sessionStorageAdapter, type StorageAdapter } from './storage.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A text that cannot be compressed to less than three quarters. */
const noise = (length: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length)))
    .toString('base64')
    .slice(0, length)

const never = (): Promise<never> => new Promise(() => {})

const broken = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

describe('the scope of a storage', () => {
  const scopes = () => [localStorageAdapter().scope, sessionStorageAdapter().scope, memoryStorage().scope]
  const usable = { getItem: () => null }
  // As Node 25 has it without a file.
  const unusable = {}

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a page', { document: {}, localStorage: usable, sessionStorage: usable }, ['origin', 'tab', 'page']],
    ['a page that may store nothing', { document: {} }, ['origin', 'tab', 'page']],
    ['a worker of a browser', { WorkerGlobalScope: Object }, ['origin', 'tab', 'page']],
    ['Node with a file for it', { localStorage: usable, sessionStorage: usable }, ['origin', 'tab', 'page']],
    ['Node without a file', { localStorage: unusable, sessionStorage: unusable }, ['page', 'page', 'page']],
    ['Node without such storages', { localStorage: undefined, sessionStorage: undefined }, ['page', 'page', 'page']],
  ])('in %s', (_, globals, expected) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    expect(scopes()).toEqual(expected)
  })
})

describe('a storage that fails', () => {
  it.each<[string, Partial<StorageAdapter>]>([
    ['is full', { set: broken }],
    ['is blocked', { get: broken, set: broken, remove: broken }],
    ['rejects', { get: async () => broken(), set: async () => broken(), remove: async () => broken() }],
    ['is full and cannot be emptied', { set: broken, remove: broken }],
  ])('which %s leaves the session in memory', async (_, methods) => {
    const world = await createSessionWorld()
    const session = world.open({ storage: { ...createSharedStorage(), ...methods } })
    const seen: boolean[] = []
    session.onChange(({ isKept }) => seen.push(isKept))
    await world.signIn(session)
    await session.refresh()
    expect([(await getProfile(world.as(session))).email, session.isKept, seen]).toEqual([
      'ada@example.com',
      false,
      [false, false],
    ])
    await session.signOut()
    expect([session.state, await rejection(getProfile(world.as(session)))]).toMatchObject([
      'signedOut',
      { status: 401 },
    ])
  })

  it.each<[string, readonly ('get' | 'set' | 'remove')[]]>([
    ['anything', ['get', 'set', 'remove']],
    ['reads', ['get']],
    ['writes', ['set', 'remove']],
    ['removals', ['remove']],
  ])('and never answers %s holds neither sign-in, calls, refreshes nor sign-out for ever', async (_, silent) => {
    const world = await createSessionWorld()
    const storage = { ...createSharedStorage(), ...Object.fromEntries(silent.map((name) => [name, never])) }
    const session = world.open({ storage })
    const seen: boolean[] = []
    session.onChange(({ isKept }) => seen.push(isKept))
    const inTime = async <T>(work: Promise<T>): Promise<T> => {
      await world.advance(40_000)
      return work
    }
    await inTime(session.ready)
    await inTime(world.signIn(session))
    expect((await inTime(getProfile(world.as(session)))).email).toBe('ada@example.com')
    expect([session.isLoading, session.state, session.isKept]).toEqual([false, 'signedIn', !silent.includes('set')])
    expect(await inTime(session.refresh())).toBeUndefined()
    const asked = world.sent.length
    await inTime(session.signOut())
    expect([session.state, session.isKept]).toEqual(['signedOut', !silent.includes('remove')])
    expect(world.sent.slice(asked)).toEqual([expect.stringContaining('revoke')])
    expect(seen.at(-1)).toBe(!silent.includes('remove'))
  })

  it('and never answers makes a required storage refuse the sign-in, and says so', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: { ...createSharedStorage(), set: never, isRequired: true } })
    const failure = rejection(world.signIn(session))
    await world.advance(40_000)
    expect(await failure).toMatchObject({ message: 'The storage did not answer within 10 seconds.' })
  })

  it('and answers late is read then, unless somebody has signed in or out meanwhile', async () => {
    const world = await createSessionWorld()
    const shared = createSharedStorage()
    await world.signIn(world.open({ storage: shared }))
    const answers: (() => void)[] = []
    const get = (key: string) => {
      const text = shared.values.get(key)
      return new Promise<string | undefined>((resolve) => answers.push(() => resolve(text)))
    }
    const [slow, other, left] = [1, 2, 3].map(() => world.open({ storage: { ...shared, get, scope: 'tab' } }))
    await world.advance(20_000)
    expect([slow?.state, slow?.isLoading]).toEqual(['signedOut', false])
    await world.signIn(other as Session, 'bob@example.com')
    await world.signIn(left as Session, 'eve@example.com')
    await left?.signOut()
    for (const answer of answers) answer()
    await world.advance(1)
    expect([slow?.user?.email, other?.user?.email, left?.state]).toEqual([
      'ada@example.com',
      'bob@example.com',
      'signedOut',
    ])
  })

  it('and answers late leaves the latest value, not the one that it was slow to write', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const shared = createSharedStorage()
    let answer: (() => void) | undefined
    const set = (key: string, value: string) =>
      new Promise<void>((resolve) => {
        answer = () => resolve(shared.set(key, value, 0) as void)
      })
    const slot = createSlot({ ...shared, set }, 'key')
    const written = [slot.write('old'), slot.write(null)]
    await vi.advanceTimersByTimeAsync(20_000)
    expect([await Promise.all(written), slot.read(), slot.refusal]).toEqual([
      [false, false],
      null,
      { cause: expect.any(Error) },
    ])
    answer?.()
    await vi.advanceTimersByTimeAsync(0)
    expect([shared.values.size, slot.read(), slot.refusal]).toEqual([0, null, undefined])
  })

  it.each([
    ['at once', (work: () => void) => work()],
    ['later', async (work: () => void) => work()],
  ])('keeps no earlier user when it is full, which it reports %s', async (_, answer) => {
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
    expect(session.isKept).toBe(false)
    expect([session.user?.email, world.open({ storage }).state, shared.values.size]).toEqual([
      'bob@example.com',
      'signedOut',
      0,
    ])
    isFull = false
    await session.refresh()
    expect(session.isKept).toBe(true)
    isFull = true
    await session.refresh()
    expect([(await getProfile(world.as(session))).email, shared.values.size]).toEqual(['bob@example.com', 0])
  })

  it('is ignored while it can neither store nor remove a value', () => {
    const storage = createSharedStorage()
    const slot = createSlot(storage, 'key')
    expect(slot.write('first')).toBe(true)
    Object.assign(storage, { set: broken, remove: broken })
    expect([slot.write('second'), slot.read(), storage.values.get('key')]).toEqual([false, 'second', 'first'])
    expect([slot.write(null), slot.read()]).toEqual([false, null])
  })

  it('is used again after another tab has written to it', () => {
    const storage = createSharedStorage()
    const slot = createSlot({ ...storage, set: broken }, 'key')
    expect([slot.write('mine'), slot.read()]).toEqual([false, 'mine'])
    storage.values.set('key', 'newer')
    expect(slot.read()).toBe('newer')
  })

  it('distinguishes an empty storage from one that cannot be read', async () => {
    const storage = createSharedStorage()
    const slot = createSlot(storage, 'key')
    expect([slot.read(), slot.write('mine')]).toEqual([null, true])
    Object.assign(storage, { get: broken })
    expect(slot.read()).toBeUndefined()
    Object.assign(storage, { get: async () => broken() })
    expect(await slot.read()).toBeUndefined()
  })

  const reads = [1, 2].flatMap((failing) => [
    { failing, when: 'at once', answer: (work: () => string | undefined): ReturnType<StorageAdapter['get']> => work() },
    { failing, when: 'later', answer: async (work: () => string | undefined) => work() },
  ])

  /** A session whose storage fails one read, `failing` reads after `fail` was called. */
  async function openFailing({ failing, answer }: (typeof reads)[number]) {
    const world = await createSessionWorld()
    const shared = createSharedStorage()
    const state = { left: 0 }
    const storage: StorageAdapter = {
      ...shared,
      get: (key) => answer(() => (--state.left === 0 ? broken() : shared.values.get(key))),
    }
    const session = world.open({ storage })
    await session.ready
    await world.signIn(session)
    const states: string[] = []
    session.onChange((snapshot) => states.push(snapshot.state))
    world.sent.length = 0
    return { world, shared, session, states, fail: () => void (state.left = failing) }
  }

  it.each(reads)('keeps the new token of a refresh whose read $failing of the storage fails $when', async (read) => {
    const { world, shared, session, states, fail } = await openFailing(read)
    const before = await session.accessToken()
    fail()
    await session.refresh()
    const token = await session.accessToken()
    expect([session.state, token === before, states.includes('signedOut'), world.sent]).toEqual([
      'signedIn',
      false,
      false,
      ['/refresh'],
    ])
    expect(Array.from(shared.values.values(), (text) => JSON.parse(text).token)).toEqual([token])
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
  })

  it.each(reads)('keeps the token of a failed refresh whose read $failing of the storage fails $when', async (read) => {
    const { world, shared, session, fail } = await openFailing(read)
    const before = await session.accessToken()
    world.mock.faults.set('sessions.refresh', { status: 503 }, 1)
    fail()
    expect(await rejection(session.refresh())).toMatchObject({ status: 503 })
    expect([session.state, await session.accessToken(), shared.values.size]).toEqual(['signedIn', before, 1])
  })

  it.each(reads)('lets a call replace the tokens although read $failing of the storage fails $when', async (read) => {
    const { world, session, fail } = await openFailing(read)
    fail()
    await session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options))
    expect([session.state, session.user?.firstName]).toEqual(['signedIn', 'Ada'])
  })

  it.each(reads)('signs out after a refused refresh whose read $failing of the storage fails $when', async (read) => {
    const { world, shared, session, fail } = await openFailing(read)
    world.mock.faults.set('sessions.refresh', { status: 401 }, 1)
    fail()
    await rejection(session.refresh())
    expect([session.state, await session.accessToken(), shared.values.size]).toEqual(['signedOut', undefined, 0])
  })

  it('may return an empty text for no value', () => {
    const slot = createSlot({ ...createSharedStorage(), get: () => '', set: broken }, 'key')
    expect([slot.write('mine'), slot.read()]).toEqual([false, 'mine'])
  })

  it('is used again when it accepts a write', () => {
    const storage = createSharedStorage()
    const set = vi.spyOn(storage, 'set').mockImplementationOnce(broken)
    const slot = createSlot(storage, 'key')
    slot.write('first')
    expect([slot.read(), storage.values.size]).toEqual(['first', 0])
    slot.write('second')
    expect([slot.read(), storage.values.get('key'), set.mock.calls.length]).toEqual(['second', 'second', 2])
  })

  it('is written in order if it answers late', async () => {
    const written: string[] = []
    const answers: (() => void)[] = []
    const late = (value: string) =>
      new Promise<void>((resolve) => answers.push(() => resolve(void written.push(value))))
    const slot = createSlot({ get: () => null, set: (_, value) => late(value), remove: () => late('removed') }, 'key')
    const all = [slot.write('first'), slot.write(null), slot.write('second')]
    for (let turn = 0; turn < 3; turn++)
      await vi.waitFor(() => answers.shift()?.() ?? expect(written.length).toBeGreaterThan(turn))
    await Promise.all(all)
    expect(written).toEqual(['first', 'removed', 'second'])
  })
})

describe('web storage', () => {
  it.each([
    ['localStorage', localStorageAdapter],
    ['sessionStorage', sessionStorageAdapter],
  ] as const)('keeps a session in %s', async (name, adapter) => {
    const { values, ...storage } = createSharedStorage()
    vi.stubGlobal(name, { getItem: storage.get, setItem: storage.set, removeItem: storage.remove })
    const world = await createSessionWorld()
    await world.signIn(world.open({ storage: adapter() }))
    expect(values.size).toBe(1)
    expect(world.open({ storage: adapter() }).user?.email).toBe('ada@example.com')
  })

  it('may be blocked so that even reading the property throws', async () => {
    vi.stubGlobal('localStorage', undefined)
    const world = await createSessionWorld()
    const session = world.open({ storage: undefined })
    await world.signIn(session)
    expect(session.state).toBe('signedIn')
  })
})

describe('cookieStorage', () => {
  it('carries a session from one request to the next', async () => {
    const world = await createSessionWorld()
    const first = headerCookies(undefined)
    await world.signIn(world.open({ storage: cookieStorage(first, { httpOnly: true }) }))
    expect(first.setCookies[0]).toMatch(
      /^latchkey\.session\.[\w-]+=\w+\.[\w.-]+~[\w-]+; Path=\/; Max-Age=7200; SameSite=lax; Secure; HttpOnly$/,
    )
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
    const jar = {
      get: (name: string) => values.get(name),
      set: (name: string, value: string) => values.set(name, { name, value }),
    }
    await world.signIn(world.open({ storage: cookieStorage(jar) }))
    expect(world.open({ storage: cookieStorage(jar) }).user?.email).toBe('ada@example.com')
  })

  it('does not refresh if it cannot set cookies, and refreshes an expired token before a call otherwise', async () => {
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

  it('refreshes before the reply is sent, and uses a token that is still valid if that fails', async () => {
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

  it('has no timer and sends no message to other requests', async () => {
    const world = await createSessionWorld()
    const jar = headerCookies(undefined)
    const [first, second] = [
      world.open({ storage: cookieStorage(jar) }),
      world.open({ storage: cookieStorage(headerCookies(undefined)) }),
    ]
    await world.signIn(first)
    world.sent.length = 0
    await world.advance(7_200_000)
    expect([world.sent, second.state]).toEqual([[], 'signedOut'])
  })

  it('splits a long session, removes left-over parts, and refuses one that is too long for servers', () => {
    const jar = headerCookies(undefined)
    const storage = cookieStorage(jar)
    const long = noise(10_000)
    storage.set('s', long, 1000)
    expect([storage.get('s') === long, jar.setCookies.length]).toEqual([true, 3])
    storage.set('s', 'short', 1000)
    expect([storage.get('s'), jar.setCookies.filter((line) => line.includes('Max-Age=0')).length]).toEqual(['short', 2])
    expect(() => storage.set('s', noise(16_000), 1000)).toThrow(RangeError)
  })

  it('ignores a cookie that it cannot read', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: cookieStorage({ get: () => '%%%' }) })
    expect(session.state).toBe('signedOut')
  })
})

describe('cookieStorage in a page', () => {
  /** The `document.cookie` of a browser that stores the cookies that `keeps` accepts. */
  function stubDocument(keeps: (name: string) => boolean) {
    const values = new Map<string, string>()
    vi.stubGlobal('document', {
      get cookie() {
        return Array.from(values, ([name, value]) => `${name}=${value}`).join('; ')
      },
      set cookie(line: string) {
        const [, name = '', value = '', maxAge = ''] = /^([^=]*)=([^;]*);.*Max-Age=(-?\d+)/.exec(line) ?? []
        if (!keeps(name)) return
        if (Number(maxAge) > 0) values.set(name, value)
        else values.delete(name)
      },
    })
    return values
  }

  async function checkMemory(storage: StorageAdapter, refusal: string) {
    const world = await createSessionWorld()
    const session = world.open({ storage })
    expect(`${await rejection(world.signIn(session))}`).toContain(refusal)
    expect([session.state, session.isKept]).toEqual(['signedIn', false])
    const before = await session.accessToken()
    for (let turn = 0; turn < 2; turn++) await session.refresh()
    expect([
      session.state,
      (await getProfile(world.as(session))).email,
      (await session.accessToken()) === before,
    ]).toEqual(['signedIn', 'ada@example.com', false])
    await session.signOut()
    await session.refresh()
    expect(session.state).toBe('signedOut')
  }

  it('keeps the session in cookies, and removes them', async () => {
    const values = stubDocument(() => true)
    const world = await createSessionWorld()
    await world.signIn(world.open({ storage: cookieStorage() }))
    const session = world.open({ storage: cookieStorage() })
    expect([session.user?.email, values.size]).toEqual(['ada@example.com', 1])
    await session.signOut()
    expect(values.size).toBe(0)
  })

  it('leaves the session in memory if the browser drops cookies', async () => {
    const values = stubDocument(() => false)
    await checkMemory(cookieStorage(), 'Allow cookies')
    expect(values.size).toBe(0)
  })

  it('leaves the session in memory if the browser drops the second of two cookies, and removes the first', () => {
    const values = stubDocument((name) => !name.endsWith('.1'))
    const slot = createSlot(cookieStorage(), 's')
    const text = noise(5000)
    expect([slot.write(text, 60_000), slot.read(), values.size]).toEqual([false, text, 0])
  })

  it.each([
    ['drops what it is given', { set: () => {} }, 'Allow cookies'],
    ['takes nothing', {}, 'No cookie can be set here'],
  ])('leaves the session in memory if a custom jar of the page %s', async (_, methods, refusal) => {
    const storage = cookieStorage({ get: () => undefined, ...methods }, { isServer: false })
    await checkMemory({ ...storage, readOnly: false }, refusal)
  })

  it('throws if the browser does not remove a cookie', () => {
    let isKept = true
    stubDocument(() => isKept)
    const slot = createSlot(cookieStorage(), 's')
    expect(slot.write('mine', 60_000)).toBe(true)
    isKept = false
    expect([slot.write(null), slot.read()]).toEqual([false, null])
  })
})

describe('serializeCookie', () => {
  it('writes only the given attributes', () => {
    const attributes = { path: '/app', sameSite: 'strict', secure: false, httpOnly: false, maxAge: 60 } as const
    expect(serializeCookie('a', 'b', attributes)).toBe('a=b; Path=/app; Max-Age=60; SameSite=strict')
    expect(serializeCookie('a', 'b', { ...attributes, domain: 'example.com', secure: true })).toContain(
      '; Domain=example.com; Secure',
    )
  })
})
