import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { get as getProfile } from '../../src/generated/operations/profile.ts'
import { createSessionWorld, createSharedStorage } from '../../src/session/test/sessionWorld.ts'

const hour = 3_600_000

// https://github.com/boardsesh/boardsesh/issues/4001
it('a start without a network keeps the person signed in, and refreshes once there is one', async () => {
  const world = await createSessionWorld()
  const storage = createSharedStorage()
  const before = world.open({ storage })
  await world.signIn(before)
  before.close()
  await world.advance(2 * hour - 60_000)
  world.mock.faults.set('sessions.refresh', { networkError: true })
  const session = world.open({ storage })
  await session.ready
  await world.advance(10_000)
  expect([session.state, session.user?.email]).toEqual(['signedIn', 'ada@example.com'])
  world.mock.faults.clear()
  await world.advance(120_000)
  expect(session.expiresAtMs).toBeGreaterThan(Date.now() + hour)
  expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
})

describe('a page that comes back from sleep', () => {
  /** A signed-in page whose timers have stood still for that long. */
  async function sleep(ms: number) {
    const window = new EventTarget()
    vi.stubGlobal('document', { defaultView: window })
    onTestFinished(() => void vi.unstubAllGlobals())
    const world = await createSessionWorld()
    const session = world.open({ storage: createSharedStorage() })
    await world.signIn(session)
    const expiresAtMs = session.expiresAtMs ?? 0
    vi.setSystemTime(Date.now() + ms)
    await world.mock.clock.advance(ms)
    return {
      session,
      expiresAtMs,
      refreshes: () => world.sent.filter((path) => path === '/refresh').length,
      async comeBack() {
        window.dispatchEvent(new Event('visibilitychange'))
        await world.advance(1000)
      },
    }
  }

  // https://github.com/workos/authkit-nextjs/issues/289
  it('refreshes a token that has become due at once, before its timers are on time again', async () => {
    const { session, expiresAtMs, refreshes, comeBack } = await sleep(2 * hour - 240_000)
    expect([refreshes(), session.state]).toEqual([0, 'signedIn'])
    await comeBack()
    expect(refreshes()).toBe(1)
    expect(session.expiresAtMs).toBeGreaterThan(expiresAtMs + hour)
  })

  // https://github.com/descope/descope-js/pull/1479
  it('leaves a token alone that is not due yet', async () => {
    const { expiresAtMs, session, refreshes, comeBack } = await sleep(hour)
    await comeBack()
    expect([refreshes(), session.expiresAtMs]).toEqual([0, expiresAtMs])
  })

  // https://github.com/terracotta-education/terracotta/pull/732
  it('says at once that the person is signed out if the session has ended meanwhile', async () => {
    const { session, comeBack } = await sleep(3 * hour)
    await comeBack()
    expect([session.state, session.user]).toEqual(['signedOut', undefined])
  })
})
