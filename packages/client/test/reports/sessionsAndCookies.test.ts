import { expect, it } from 'vitest'
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
  await world.advance(30_000)
  expect([session.state, session.user?.email]).toEqual(['signedIn', 'ada@example.com'])
  world.mock.faults.clear()
  await world.advance(120_000)
  expect(session.expiresAtMs).toBeGreaterThan(Date.now() + hour)
  expect((await getProfile(world.as(session))).email).toBe('ada@example.com')
})
