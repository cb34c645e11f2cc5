import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { signInWithPopup } from './oauthPopup.ts'
import { createSessionWorld, type SessionWorld } from './test/sessionWorld.ts'
import { browse } from './test/signIn.ts'
import { createSilence } from './test/silence.ts'

const ada = 'ada@example.com'

describe('OAuth beside the page', () => {
  const google = async (world: SessionWorld) => {
    await world.mock.create.provider({ provider: 'google' })
    await world.mock.idp.google?.addUser({ email: ada })
    return { provider: 'google', loginHint: ada, prompt: 'none', intervalMs: 5 } as const
  }

  it('signs in after the person has confirmed at the provider, and closes the window', async () => {
    const world = await createSessionWorld()
    const options = await google(world)
    vi.useRealTimers()
    const session = world.open()
    const close = vi.fn<() => void>()
    let left = ''
    const done = signInWithPopup(session, { ...options, popup: { navigate: (url) => (left = url), close } })
    const timesAsked = () => world.sent.filter((path) => path.endsWith('/oauthResult')).length
    await vi.waitFor(() => expect(timesAsked()).toBeGreaterThan(1))
    expect(session.state).toBe('signedOut')
    await browse(world, left)
    const before = timesAsked()
    await vi.waitFor(() => expect(timesAsked()).toBeGreaterThan(before + 1))
    expect(session.state).toBe('signedOut')
    await world.mock.idp.google?.approve(left, ada)
    expect(await done).toMatchObject({ state: 'signedIn', user: { email: ada } })
    expect(close).toHaveBeenCalledOnce()
  })

  it('ends when the person closes the window, or the caller gives up', async () => {
    const world = await createSessionWorld()
    const options = await google(world)
    vi.useRealTimers()
    const session = world.open()
    const closed = rejection(
      signInWithPopup(session, { ...options, graceMs: 20, popup: { navigate: () => {}, isClosed: true } }),
    )
    expect(await closed).toMatchObject({ name: 'SignInError', reason: 'popup_closed' })
    const controller = new AbortController()
    const aborted = rejection(
      signInWithPopup(session, {
        ...options,
        signal: controller.signal,
        popup: { navigate: () => controller.abort(new Error('gone')) },
      }),
    )
    expect(await aborted).toMatchObject({ message: 'gone' })
  })

  it.each(['shown', new Error('no window')])(
    'ends with the reason of its signal while the window does not open, closes it, and asks nothing when it is %o later',
    async (late) => {
      const world = await createSessionWorld()
      const options = await google(world)
      const session = world.open()
      const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
      const close = vi.fn<() => void>()
      expect(await giveUp(signInWithPopup(session, { ...options, signal, popup: { navigate: ask, close } }))).toBe(
        'gone',
      )
      expect(close).toHaveBeenCalledOnce()
      await answerLate(late)
      await world.advance(5000)
      expect(world.sent.filter((path) => path.endsWith('/oauthResult'))).toEqual([])
      expect(session.state).toBe('signedOut')
    },
  )
})
