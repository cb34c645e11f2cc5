import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Session } from './session.ts'
import { createSessionWorld, createSharedStorage, type SessionWorld } from './test/sessionWorld.ts'

/** A page and its server, which share a storage as they share cookies: the server sends no messages to pages. */
function open(world: SessionWorld) {
  const storage = createSharedStorage()
  const onServer = { ...storage, scope: 'request' } as const
  return { storage, page: world.open({ storage }), server: () => world.open({ storage: onServer }) }
}

describe('reload', () => {
  it('takes over who has signed in on the server, and that nobody is signed in any more', async () => {
    const world = await createSessionWorld()
    const { page, server } = open(world)
    const seen: unknown[] = []
    page.onChange(({ state, user }) => seen.push([state, user?.email]))
    await world.signIn(server())
    expect(page.state).toBe('signedOut')
    await page.reload()
    await world.signIn(server(), 'bob@example.com')
    await page.reload()
    await page.reload()
    await server().signOut()
    await page.reload()
    expect(seen).toEqual([
      ['signedIn', 'ada@example.com'],
      ['signedIn', 'bob@example.com'],
      ['signedOut', undefined],
    ])
    expect(world.sent.filter((path) => path === '/refresh')).toEqual([])
  })

  it('takes over the newer token of a refresh on the server, and never an older one', async () => {
    const world = await createSessionWorld()
    const { storage, page, server } = open(world)
    await world.signIn(page)
    const before = Array.from(storage.values)
    await server().refresh()
    await page.reload()
    const token = await page.accessToken()
    expect(token).toBe(await server().accessToken())
    for (const [key, value] of before) storage.values.set(key, value)
    await page.reload()
    expect(await page.accessToken()).toBe(token)
  })

  it('leaves the session as it is while the storage cannot be read', async () => {
    const world = await createSessionWorld()
    const storage = createSharedStorage()
    const page = world.open({ storage })
    await world.signIn(page)
    storage.get = () => {
      throw new DOMException('The storage is blocked.', 'SecurityError')
    }
    await page.reload()
    expect(page.state).toBe('signedIn')
  })

  it('leaves a session as it is that the storage has refused', async () => {
    const world = await createSessionWorld()
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    const page = world.open({ storage: { ...createSharedStorage(), set: refuse } })
    await world.signIn(page)
    await page.reload()
    expect([page.state, page.isKept]).toEqual(['signedIn', false])
  })
})

describe('a page to which the person comes back', () => {
  async function openPage(): Promise<{
    page: Session
    server: () => Session
    window: EventTarget
    world: SessionWorld
  }> {
    const window = new EventTarget()
    vi.stubGlobal('document', { defaultView: window })
    onTestFinished(() => void vi.unstubAllGlobals())
    const world = await createSessionWorld()
    return { ...open(world), window, world }
  }

  it.each(['focus', 'visibilitychange'])('reads its storage again at the event %s', async (event) => {
    const { page, server, window, world } = await openPage()
    await world.signIn(server())
    window.dispatchEvent(new Event(event))
    await vi.waitFor(() => expect(page.user?.email).toBe('ada@example.com'))
  })

  it('reads nothing any more when the session is closed', async () => {
    const { page, server, window, world } = await openPage()
    await world.signIn(server())
    page.close()
    for (const event of ['focus', 'visibilitychange']) window.dispatchEvent(new Event(event))
    await new Promise((resolve) => setImmediate(resolve))
    expect(page.state).toBe('signedOut')
  })
})
