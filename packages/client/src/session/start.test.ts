import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import type { Call } from '../calls/operation.ts'
import type { SessionReply } from './reply.ts'
import { createSessionWorld } from './test/sessionWorld.ts'
import { createSilence } from './test/silence.ts'

/** A call of the app's own, which does not know the signal. */
const callOf = (withResponse: () => Promise<unknown>) => () => ({ withResponse }) as Call<SessionReply, unknown>

async function openWithReply() {
  const world = await createSessionWorld()
  const data = await world.mock.signIn(await world.mock.create.user({ email: 'ada@example.com' }))
  return { session: world.open(), received: { data, response: new Response() } }
}

describe('session.signIn', () => {
  it('ends with the reason of its signal while the call is silent, and its late reply signs nobody in', async () => {
    const { session, received } = await openWithReply()
    const onChange = vi.fn<() => void>()
    session.onChange(onChange)
    const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
    expect(await giveUp(session.signIn(callOf(ask), { signal }))).toBe('gone')
    await answerLate(received)
    expect([session.state, onChange.mock.calls]).toEqual(['signedOut', []])
  })

  it('leaves no rejection unhandled when the call fails after its signal was aborted', async () => {
    const { session } = await openWithReply()
    const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
    expect(await giveUp(session.signIn(callOf(ask), { signal }))).toBe('gone')
    await answerLate(new Error('late'))
    expect(session.state).toBe('signedOut')
  })

  it('makes no call for a signal that is aborted already', async () => {
    const { session, received } = await openWithReply()
    const call = vi.fn(callOf(async () => received))
    expect(await rejection(session.signIn(call, { signal: AbortSignal.abort('gone') }))).toBe('gone')
    expect(call).not.toHaveBeenCalled()
  })

  it('signs in by a call that answers before its signal is aborted, and stays signed in after that', async () => {
    const { session, received } = await openWithReply()
    const controller = new AbortController()
    const call = callOf(async () => received)
    expect(await session.signIn(call, { signal: controller.signal })).toMatchObject({ state: 'signedIn' })
    controller.abort('gone')
    expect(session).toMatchObject({ state: 'signedIn', user: { email: 'ada@example.com' } })
  })
})
