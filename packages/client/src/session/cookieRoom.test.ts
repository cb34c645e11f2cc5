import { describe, expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile } from '../generated/operations/profile.ts'
import { headerCookies } from './cookieJar.ts'
import { cookieStorage } from './cookieStorage.ts'
import type { StorageAdapter } from './storage.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

/** A text that cannot be compressed. */
const noise = (length: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length)))
    .toString('base64')
    .slice(0, length)

const headerOf = ({ setCookies }: ReturnType<typeof headerCookies>) =>
  setCookies.map((line) => line.split(';')[0]).join('; ')

describe('a session in cookies', () => {
  it('has room for thirty wallets and full metadata, within what servers take of cookies', async () => {
    const world = await createSessionWorld()
    const user = await world.mock.create.user({ email: 'ada@example.com', metadata: { note: noise(2000) } })
    const names = ['metamask', 'phantom', 'rabby', 'coinbase']
    for (let index = 0; index < 30; index++)
      await world.mock.create.wallet(user.id, { walletName: names[index % names.length] ?? 'metamask' })
    const jar = headerCookies('')
    const session = world.open({ storage: cookieStorage(jar) })
    await world.signIn(session)
    expect(session.isKept).toBe(true)
    expect(session.user?.verifiedCredentials).toHaveLength(31)
    // nginx and others refuse a header of more than 8 kB.
    expect(headerOf(jar).length).toBeLessThan(8000)
    const next = headerCookies(headerOf(jar))
    const later = world.open({ storage: cookieStorage(next) })
    expect(later.user).toEqual(session.user)
    await later.refresh()
    const last = world.open({ storage: cookieStorage(headerCookies(headerOf(next))) })
    expect([last.state, (await getProfile(world.as(last))).email]).toEqual(['signedIn', 'ada@example.com'])
  })

  it('has the smaller of the tokens, as any storage with little room; other storages have the full one', async () => {
    const world = await createSessionWorld()
    const reply = await world.mock.signIn('ada@example.com')
    const tokenIn = async (storage: StorageAdapter) => {
      const session = world.open({ storage })
      await session.adopt(reply)
      return session.accessToken()
    }
    expect(await tokenIn(cookieStorage(headerCookies('')))).toBe(reply.minifiedToken)
    expect(await tokenIn({ ...createSharedStorage(), isSmall: true })).toBe(reply.minifiedToken)
    expect(await tokenIn(createSharedStorage())).toBe(reply.token)
    const { minifiedToken: _, ...full } = reply
    const session = world.open({ storage: cookieStorage(headerCookies('')) })
    await session.adopt(full)
    expect(await session.accessToken()).toBe(reply.token)
  })

  it('that is too long fails the sign-in, sets no cookie, and says that it is not kept', async () => {
    const world = await createSessionWorld()
    const { reply } = await world.mock.signIn('ada@example.com')
    const jar = headerCookies('')
    const session = world.open({ storage: cookieStorage(jar) })
    const seen: unknown[] = []
    session.onChange(({ state, isKept }) => seen.push([state, isKept]))
    const user = { ...reply.user, metadata: { note: noise(20_000) } }
    expect(await rejection(session.adopt({ ...reply, user }))).toMatchObject({
      name: 'RangeError',
      message: 'The session is too long for cookies.',
    })
    expect([session.isKept, jar.setCookies, seen]).toEqual([false, [], [['signedIn', false]]])
    await session.adopt(reply)
    expect([session.isKept, seen.at(-1)]).toEqual([true, ['signedIn', true]])
  })

  it('fails a sign-in where no cookie can be set, as while a page is rendered', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: cookieStorage({ get: () => undefined }) })
    expect(await rejection(world.signIn(session))).toMatchObject({
      message: expect.stringMatching(/^No cookie can be/),
    })
    const rendering = {
      get: () => undefined,
      set() {
        throw new Error('Cookies can only be modified in a Server Action or Route Handler.')
      },
    }
    expect(await rejection(world.signIn(world.open({ storage: cookieStorage(rendering) })))).toMatchObject({
      message: expect.stringContaining('Server Action'),
    })
  })
})

describe('a storage of a phone that refuses', () => {
  const refuse = async () => {
    throw new Error('The keychain is locked.')
  }

  it('a sign-in leaves it in memory, and the session says so', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: { get: async () => null, set: refuse, remove: async () => undefined } })
    const seen: unknown[] = []
    session.onChange(({ state, isKept }) => seen.push([state, isKept]))
    await world.signIn(session)
    expect([session.state, session.isKept, seen]).toEqual(['signedIn', false, [['signedIn', false]]])
  })

  it('a sign-out says that the session is still stored', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: { get: async () => null, set: async () => undefined, remove: refuse } })
    await world.signIn(session)
    expect(session.isKept).toBe(true)
    const seen: unknown[] = []
    session.onChange(({ state, isKept }) => seen.push([state, isKept]))
    await session.signOut()
    expect([session.isKept, seen.at(-1)]).toEqual([false, ['signedOut', false]])
  })
})
