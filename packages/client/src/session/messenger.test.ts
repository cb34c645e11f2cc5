import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { signInWithMessenger, signInWithMessengerPopup } from './messenger.ts'
import { createSessionWorld, type SessionWorld } from './test/sessionWorld.ts'
import { createSilence } from './test/silence.ts'

describe('the messenger', () => {
  const botOf = async (world: SessionWorld) => {
    await world.mock.create.provider({
      provider: 'telegram',
      clientId: '7000000001',
      clientSecret: '7000000001:bot-token',
    })
    return world.mock.messenger.addUser({ firstName: 'Ada' })
  }

  it('signs in by a JWT of the bot and by init data, and creates users if the option says so', async () => {
    const world = await createSessionWorld()
    const person = await botOf(world)
    const session = world.open()
    const messengerAuthToken = world.mock.messenger.authToken(person)
    expect(await rejection(signInWithMessenger(session, { messengerAuthToken }))).toMatchObject({
      code: 'invalid_user',
    })
    await signInWithMessenger(session, { messengerAuthToken, forceCreateUser: true })
    expect(session).toMatchObject({ state: 'signedIn', user: { firstName: 'Ada' } })
    const { user } = session
    await signInWithMessenger(session, { messengerAuthToken: world.mock.messenger.initData(person) })
    expect(session).toMatchObject({ state: 'signedIn', user: { id: user?.id } })
  })

  it('signs in by its widget in a window', async () => {
    const world = await createSessionWorld()
    const person = await botOf(world)
    vi.useRealTimers()
    const session = world.open()
    let left = ''
    const done = signInWithMessengerPopup(session, {
      intervalMs: 5,
      popup: { navigate: (url) => (left = url) },
    })
    await vi.waitFor(() =>
      expect(world.sent.filter((path) => path === '/checkMessengerAuth').length).toBeGreaterThan(1),
    )
    expect((await world.mock.fetch(left)).status).toBe(200)
    const answer = { state: new URL(left).searchParams.get('state'), messengerUser: world.mock.messenger.sign(person) }
    await world.mock.fetch(left.replace(/\?.*/, ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answer),
    })
    expect(await done).toMatchObject({ state: 'signedIn', user: { firstName: 'Ada' } })
  })

  it('ends the wait with what the service refuses for good, and when the person closes the window', async () => {
    const world = await createSessionWorld()
    const closed = { popup: { navigate: () => {}, isClosed: true }, graceMs: 0 }
    const signIn = () => rejection(signInWithMessengerPopup(world.open(), closed))
    expect(await signIn()).toMatchObject({ name: 'ApiError' })
    await botOf(world)
    expect(await signIn()).toMatchObject({ name: 'SignInError', reason: 'popup_closed' })
  })

  it('signs a new person in by the state that was checked, unless the caller has aborted', async () => {
    const world = await createSessionWorld()
    const controller = new AbortController()
    const bodies: unknown[] = []
    const api = world.api.with({
      retry: false,
      async fetch(url, init) {
        bodies.push(JSON.parse(`${init?.body}`))
        if (url.endsWith('/checkMessengerAuth')) return Response.json({ error: 'No user.' }, { status: 404 })
        controller.abort('gone')
        return world.mock.fetch(url, init)
      },
    })
    let left = ''
    const options = { popup: { navigate: (url: string) => (left = url) }, captchaToken: 'c', signal: controller.signal }
    expect(await rejection(signInWithMessengerPopup(world.open({ api }), options))).toBe('gone')
    const { origin, pathname, searchParams } = new URL(left)
    expect(origin + pathname).toBe(`${world.mock.baseUrl}/api/v0/sdk/${world.environmentId}/messenger/auth`)
    const state = searchParams.get('state')
    expect(state).toMatch(/^[\w-]{43}$/)
    expect(bodies).toEqual([{ state }, { state, captchaToken: 'c' }])
  })

  it.each(['shown', new Error('no window')])(
    'ends with the reason of its signal while the window does not open, closes it, and asks nothing when it is %o later',
    async (late) => {
      const world = await createSessionWorld()
      const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
      const close = vi.fn<() => void>()
      const options = { signal, popup: { navigate: ask, close } }
      expect(await giveUp(signInWithMessengerPopup(world.open(), options))).toBe('gone')
      expect(close).toHaveBeenCalledOnce()
      await answerLate(late)
      await world.advance(5000)
      expect(world.sent).toEqual([])
    },
  )
})
