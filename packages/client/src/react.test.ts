import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadReact, reactVersions } from '../test/loadReact.ts'
import { createScene, openWindow, type Reading, type Scene } from '../test/reactScene.ts'
import { update as updateProfile } from './generated/operations/profile.ts'
import { proveTotp } from './session/secondFactor.ts'
import type { Session } from './session/session.ts'
import { createSharedStorage, createSessionWorld, type SessionWorld } from './session/test/sessionWorld.ts'
import { linkWallet } from './session/wallet.ts'

const ada = 'ada@example.com'

// A warning of React, such as one of an update outside of `act`, is a console.error, which fails the test.
describe.each(reactVersions)('the hooks on React %d', (version) => {
  let scene: Scene
  let world: SessionWorld

  beforeAll(async () => {
    openWindow()
    scene = createScene(await loadReact(version))
    expect(scene.React.version).toMatch(new RegExp(`^${version}\\.`))
  })
  afterAll(() => void vi.unstubAllGlobals())
  beforeEach(async () => {
    world = await createSessionWorld()
  })

  const act = <T>(work: () => Promise<T>): Promise<T> => scene.act(work)

  /** A page that shows what the hooks say of a session. */
  async function mountProbe(session: Session) {
    const readings: Reading[] = []
    const page = await scene.mount(scene.provide({ session }, scene.createProbe(readings)))
    return { ...page, readings }
  }

  it('follow a sign-in and a sign-out', async () => {
    const session = world.open()
    const { shown, readings } = await mountProbe(session)
    expect(shown()).toBe('signedOut nobody 0')
    await act(() => world.signIn(session))
    expect(shown()).toBe(`signedIn ${ada} 0`)
    expect(readings.at(-1)?.view.session).toBe(session)
    await act(() => session.signOut())
    expect(shown()).toBe('signedOut nobody 0')
  })

  it('follow the server of the page, which sends another snapshot after a sign-in and a sign-out', async () => {
    const storage = createSharedStorage()
    const session = world.open({ storage })
    const probe = scene.createProbe()
    const { shown, render } = await scene.mount(
      scene.provide({ session, initialSnapshot: { state: 'signedOut' } }, probe),
    )
    const server = world.open({ storage: { ...storage, scope: 'request' } })
    await world.signIn(server)
    expect(shown()).toBe('signedOut nobody 0')
    await render(scene.provide({ session, initialSnapshot: { state: server.state, user: server.user } }, probe))
    expect(shown()).toBe(`signedIn ${ada} 0`)
    await server.signOut()
    await render(scene.provide({ session, initialSnapshot: { state: server.state } }, probe))
    expect(shown()).toBe('signedOut nobody 0')
  })

  it('show a stored session in the first rendering', async () => {
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    const { readings } = await mountProbe(world.open({ storage }))
    expect(readings[0]?.view.state).toBe('signedIn')
  })

  it.each(['signedIn', 'signedOut'] as const)('are loading until a slow storage has answered: %s', async (state) => {
    const storage = createSharedStorage()
    if (state === 'signedIn') await world.signIn(world.open({ storage }))
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => (answer = resolve))
    const session = world.open({ storage: { ...storage, get: (key) => isAnswered.then(() => storage.get(key)) } })
    const { shown, readings } = await mountProbe(session)
    expect(shown()).toBe('loading nobody 0')
    await act(async () => {
      answer()
      await session.ready
    })
    expect(readings.at(-1)?.view.state).toBe(state)
  })

  it('stop loading when somebody signs in before the storage has answered', async () => {
    const session = world.open({ storage: { ...createSharedStorage(), get: () => new Promise<undefined>(() => {}) } })
    const { shown } = await mountProbe(session)
    expect(shown()).toBe('loading nobody 0')
    const reply = await world.mock.signIn(await world.mock.create.user({ email: ada }))
    await act(() => session.adopt(reply))
    expect(shown()).toBe(`signedIn ${ada} 0`)
  })

  it('show no user before the second factor', async () => {
    const user = await world.mock.create.user({ email: ada })
    await world.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { secret } = await world.mock.create.totp(user.id)
    const session = world.open()
    const { shown, readings } = await mountProbe(session)
    await act(() => world.signIn(session))
    expect(shown()).toBe('needsSecondFactor nobody 0')
    expect(readings.at(-1)?.view.user?.email).toBe(ada)
    await act(() => expect(proveTotp(session, { code: 'wrong!' })).rejects.toThrow())
    expect(shown()).toBe('needsSecondFactor nobody 0')
    await act(() => proveTotp(session, { code: world.mock.totpCode(secret) }))
    expect(shown()).toBe(`signedIn ${ada} 0`)
  })

  it('follow a sign-in and a sign-out in another tab', async () => {
    const storage = createSharedStorage()
    const [here, there] = [world.open({ storage }), world.open({ storage })]
    const { shown } = await mountProbe(here)
    await act(async () => {
      await world.signIn(there)
      await vi.waitFor(() => expect(here.state).toBe('signedIn'))
    })
    expect(shown()).toBe(`signedIn ${ada} 0`)
    await act(async () => {
      await there.signOut()
      await vi.waitFor(() => expect(here.state).toBe('signedOut'))
    })
    expect(shown()).toBe('signedOut nobody 0')
  })

  it('show that a session has ended when its refresh is refused', async () => {
    const session = world.open()
    const { shown } = await mountProbe(session)
    await act(() => world.signIn(session))
    world.mock.faults.set('sessions.refresh', { status: 401 }, 1)
    await act(() => world.advance(2 * 3_600_000))
    expect(shown()).toBe('signedOut nobody 0')
  })

  it('render nothing when a refresh fails: the session stays', async () => {
    const session = world.open()
    const { shown, readings } = await mountProbe(session)
    await act(() => world.signIn(session))
    readings.length = 0
    world.mock.faults.set('sessions.refresh', { status: 500 }, 1)
    await act(() => expect(session.refresh()).rejects.toThrow())
    expect([shown(), readings]).toEqual([`signedIn ${ada} 0`, []])
  })

  it('render nothing for a refresh that only brings new tokens, and request nothing', async () => {
    const session = world.open()
    const { readings } = await mountProbe(session)
    await act(() => world.signIn(session))
    // The reply of a sign-in says whether the user is new, that of a refresh does not.
    await act(() => session.refresh())
    const token = await session.accessToken()
    readings.length = 0
    world.sent.length = 0
    await act(() => session.refresh())
    expect([readings, world.sent, (await session.accessToken()) === token]).toEqual([[], ['/refresh'], false])
  })

  it('follow a change of the profile', async () => {
    const session = world.open()
    const { readings } = await mountProbe(session)
    await act(() => world.signIn(session))
    await act(() => session.proceed((options) => updateProfile(world.api, { body: { firstName: 'Ada' } }, options)))
    expect(readings.at(-1)?.view.user?.firstName).toBe('Ada')
  })

  it('list the wallets, in the same array until the user changes', async () => {
    const session = world.open()
    const { readings } = await mountProbe(session)
    await act(() => world.signIn(session))
    const wallet = await world.mock.wallets.evm()
    const { address } = wallet
    await act(() =>
      linkWallet(session, { address, domain: 'app.example.com', sign: (message) => wallet.sign(message) }),
    )
    const linked = readings.at(-1)
    expect(linked?.wallets).toEqual([expect.objectContaining({ format: 'blockchain', chain: 'eip155', address })])
    expect(linked?.view.user?.verifiedCredentials).toHaveLength(2)
    await act(() => session.refresh())
    expect(readings.at(-1)?.wallets).toBe(linked?.wallets)
  })

  it('take the session of the nearest provider', async () => {
    const [outer, inner] = [world.open({ key: 'outer' }), world.open({ key: 'inner' })]
    await world.signIn(inner, 'grace@example.com')
    const { createElement, Fragment } = scene.React
    const Probe = scene.createProbe()
    const Both = () =>
      createElement(Fragment, null, createElement(Probe), '; ', scene.provide({ session: inner }, Probe))
    const { shown } = await scene.mount(scene.provide({ session: outer }, Both))
    expect(shown()).toBe('signedOut nobody 0; signedIn grace@example.com 0')
    await act(() => world.signIn(outer))
    await act(() => inner.signOut())
    expect(shown()).toBe(`signedIn ${ada} 0; signedOut nobody 0`)
  })

  it('change to another session with the provider', async () => {
    const [first, second] = [world.open({ key: 'first' }), world.open({ key: 'second' })]
    await world.signIn(second)
    const Probe = scene.createProbe()
    const { shown, render } = await scene.mount(scene.provide({ session: first }, Probe))
    await render(scene.provide({ session: second }, Probe))
    expect(shown()).toBe(`signedIn ${ada} 0`)
    await act(() => world.signIn(first, 'grace@example.com'))
    expect(shown()).toBe(`signedIn ${ada} 0`)
  })

  it('stop listening when the components are gone', async () => {
    const session = world.open()
    let listeners = 0
    const onChange: Session['onChange'] = (listener) => {
      const stop = session.onChange(listener)
      listeners++
      return () => {
        stop()
        listeners--
      }
    }
    const counted: Session = Object.create(session, { onChange: { value: onChange } })
    const { unmount } = await scene.mount(scene.provide({ session: counted }, scene.createProbe()))
    // One for each hook, though StrictMode runs effects twice.
    expect(listeners).toBe(3)
    await unmount()
    expect(listeners).toBe(0)
  })
})
