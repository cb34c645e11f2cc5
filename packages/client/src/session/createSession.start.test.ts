import { BroadcastChannel } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { get as getProfile } from '../generated/operations/profile.ts'
import { createSession } from './createSession.ts'
import { memoryStorage } from './storage.ts'
import { createSessionWorld, createSharedStorage } from './test/sessionWorld.ts'

const hour = 3_600_000

describe('createSession', () => {
  it('needs an environment', async () => {
    const { api } = await createSessionWorld()
    expect(() => createSession({ api: { ...api, environmentId: undefined } })).toThrow(
      new TypeError('"api" must be a transport or client with an environmentId.'),
    )
  })

  it.each([[{}], [undefined], [null], [{ api: {} }], [{ api: null }]])(
    'says what is missing where it is called with %j',
    (options) => {
      const call = createSession as (options: unknown) => unknown
      expect(() => call(options)).toThrow(new TypeError('"api" must be a transport or client with an environmentId.'))
    },
  )

  it('is signed out until a user signs in, and then calls as that user', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    expect([session.state, session.user, session.expiresAtMs]).toEqual(['signedOut', undefined, undefined])
    expect(await rejection(getProfile(world.as(session)))).toMatchObject({ status: 401 })
    await world.signIn(session)
    expect(session).toMatchObject({ state: 'signedIn', user: { email: 'ada@example.com', newUser: true } })
    expect((await getProfile(world.as(session))).id).toBe(session.user?.id)
    expect(await session.accessToken()).toMatch(/^ey/)
  })

  it('opens a channel to other tabs, which does not hold the process, but none on a server or in Deno', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    const names: string[] = []
    const released: string[] = []
    class Channel extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        names.push(name)
      }

      override unref() {
        released.push(this.name)
        return super.unref()
      }
    }
    vi.stubGlobal('BroadcastChannel', Channel)
    const world = await createSessionWorld()
    world.open({ key: 'k' })
    // A storage of one page has a mark of its own.
    expect(names).toEqual([expect.stringMatching(`^latchkey ${world.mock.baseUrl} k \\S+$`)])
    expect(released).toEqual(names)
    world.open({ storage: { ...memoryStorage(), scope: 'request' } })
    vi.stubGlobal('Deno', { unrefTimer: () => {} })
    world.open()
    expect(names.length).toBe(1)
  })

  it('leaves a credential of the caller unchanged', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.sent.length = 0
    expect(
      await rejection(getProfile(world.as(session), {}, { headers: { authorization: 'Bearer other' } })),
    ).toMatchObject({ status: 401 })
    expect(world.sent).toEqual(['/users'])
  })

  it('is restored after a reload', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const before = world.open({ storage })
    await world.signIn(before)
    const session = world.open({ storage })
    expect(session).toMatchObject({ state: 'signedIn', user: before.user, expiresAtMs: before.expiresAtMs })
  })

  it('waits for an asynchronous storage, and so do calls', async () => {
    const world = await createSessionWorld()
    const { values } = createSharedStorage()
    const storage = {
      get: async (key: string) => values.get(key),
      set: async (key: string, value: string) => void values.set(key, value),
      remove: async (key: string) => void values.delete(key),
    }
    await world.signIn(world.open({ storage }))
    const session = world.open({ storage })
    expect(session.state).toBe('signedOut')
    expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
    await session.ready
    expect(session.state).toBe('signedIn')
    await session.signOut()
    expect(values.size).toBe(0)
  })

  it('prefers a sign-in to a later answer of a slow storage', async () => {
    const world = await createSessionWorld()
    const old = createSharedStorage()
    await world.signIn(world.open({ storage: old }), 'bob@example.com')
    const answers: ((text: string | undefined) => void)[] = []
    const storage = {
      ...old,
      scope: 'tab' as const,
      get: () => new Promise<string | undefined>((resolve) => answers.push(resolve)),
    }
    const session = world.open({ storage })
    await world.signIn(session)
    answers[0]?.(Array.from(old.values.values())[0])
    await session.ready
    expect(session.user?.email).toBe('ada@example.com')
  })

  it.each([
    ['no JSON', () => '{"v":1'],
    ['of another kind', () => '"text"'],
    ['null', () => 'null'],
    ['of another version', (text: string) => text.replace('"v":1', '"v":2')],
    [
      'of another environment',
      (text: string, id: string) => text.replaceAll(id, '01900000-0000-7000-8000-000000000000'),
    ],
    ['without a user', (text: string) => JSON.stringify({ ...JSON.parse(text), user: undefined })],
    ['with a token that no header takes', (text: string) => JSON.stringify({ ...JSON.parse(text), token: 'a\nb' })],
    ['with an invalid instant', (text: string) => JSON.stringify({ ...JSON.parse(text), expiresAtMs: 'soon' })],
  ])('ignores a stored record %s', async (_, spoil) => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    for (const [key, value] of Array.from(storage.values)) storage.values.set(key, spoil(value, world.environmentId))
    expect(world.open({ storage }).state).toBe('signedOut')
  })

  it('is not restored after its token has expired by any clock', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const session = world.open({ storage })
    await world.signIn(session)
    session.close()
    await world.advance(2 * hour + 300_000)
    expect(world.open({ storage }).state).toBe('signedOut')
  })
})

describe('secrets', () => {
  it('are in no property of the session that is printed or logged', async () => {
    const world = await createSessionWorld()
    const session = world.open({ storage: memoryStorage() })
    await world.signIn(session)
    expect(JSON.stringify(session)).not.toContain(await session.accessToken())
  })
})
