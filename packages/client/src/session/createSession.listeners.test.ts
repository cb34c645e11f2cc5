import { describe, expect, it, vi } from 'vitest'
import type { SessionSnapshot } from './session.ts'
import { createSessionWorld } from './test/sessionWorld.ts'

describe('onChange', () => {
  it('calls the listener with the new state after each change, until it is removed', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const seen: SessionSnapshot[] = []
    const end = session.onChange((snapshot) => seen.push(snapshot))
    await world.signIn(session)
    await session.refresh()
    await session.signOut()
    end()
    await world.signIn(session)
    expect(seen.map(({ state, user }) => [state, user?.email])).toEqual([
      ['signedIn', 'ada@example.com'],
      ['signedIn', 'ada@example.com'],
      ['signedOut', undefined],
    ])
  })

  it('allows listeners to refresh and sign out, and calls all of them in the same order', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const first: string[] = []
    const second: string[] = []
    session.onChange(async ({ state }) => {
      first.push(state)
      if (first.length === 1) await session.refresh()
      else if (state === 'signedIn') await session.signOut()
    })
    session.onChange(({ state }) => second.push(state))
    await world.signIn(session)
    await vi.waitFor(() => expect(session.state).toBe('signedOut'))
    expect([first, second]).toEqual([
      ['signedIn', 'signedIn', 'signedOut'],
      ['signedIn', 'signedIn', 'signedOut'],
    ])
  })

  it('continues after a listener throws or rejects', async () => {
    const world = await createSessionWorld()
    const session = world.open()
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    const seen: string[] = []
    session.onChange(() => {
      throw new Error('first')
    })
    session.onChange(async () => Promise.reject(new Error('second')))
    session.onChange(({ state }) => seen.push(state))
    await world.signIn(session)
    expect(seen).toEqual(['signedIn'])
    await vi.waitFor(() =>
      expect(reported.mock.calls.map(([error]) => (error as Error).message)).toEqual(['first', 'second']),
    )
  })
})
