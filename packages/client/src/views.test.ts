import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PageProps, type Reading, type Scene, textOf } from '../test/views/scene.ts'
import { loadSolid } from '../test/views/solidScene.ts'
import { loadSvelte } from '../test/views/svelteScene.ts'
import { loadVue } from '../test/views/vueScene.ts'
import { update as updateProfile } from './generated/operations/profile.ts'
import { proveTotp } from './session/secondFactor.ts'
import type { Session } from './session/session.ts'
import { createSharedStorage, createSessionWorld, type SessionWorld } from './session/test/sessionWorld.ts'

const ada = 'ada@example.com'

/** The frameworks, each with the sentences of its entry. */
const frameworks = [
  {
    name: 'Vue',
    load: loadVue,
    alone: 'call app.use(createSessionPlugin(session)) first',
    wrong: 'Failed to call "createSessionPlugin()"',
  },
  {
    name: 'Svelte',
    load: loadSvelte,
    alone: 'call provideSession(session) in a component around this one',
    wrong: 'Failed to call "provideSession()"',
  },
  {
    name: 'Solid',
    load: loadSolid,
    alone: 'there is no <SessionProvider> around this component',
    wrong: 'Failed to render "<SessionProvider>"',
  },
] as const

/** The global variables in which frameworks look for a page. */
const globals = ['window', 'document', 'Node', 'Element', 'HTMLElement', 'Text', 'SVGElement'] as const

// A warning, such as one of a mismatch of hydration, fails the test.
describe.each(frameworks)('the session in components of $name', ({ load, alone, wrong }) => {
  let scene: Scene
  let world: SessionWorld

  beforeAll(async () => {
    const { window } = new JSDOM('<!doctype html>', { url: 'https://app.example.com', pretendToBeVisual: true })
    for (const name of globals) vi.stubGlobal(name, window[name as 'window'])
    scene = await load()
  })
  afterAll(() => void vi.unstubAllGlobals())
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockImplementation((...values: unknown[]) => console.error(...values))
    world = await createSessionWorld()
  })

  /** A page that shows a session, and the values that its component has read. */
  async function mount(props: PageProps, html?: string) {
    const element = document.createElement('div')
    document.body.append(element)
    const readings: Reading[] = []
    const page = await scene.mount(element, { ...props, onRead: (reading) => readings.push(reading) }, html)
    let isMounted = true
    const unmount = async () => {
      if (isMounted) await page.unmount()
      isMounted = false
    }
    onTestFinished(unmount)
    const after = async (work: () => Promise<unknown>) => {
      await work()
      await page.settle()
      return page.shown()
    }
    return { ...page, readings, unmount, after }
  }

  /** A session that counts its listeners. */
  function counting(session: Session) {
    let listeners = 0
    const onChange: Session['onChange'] = (listener) => {
      const stop = session.onChange(listener)
      listeners++
      return () => {
        listeners--
        stop()
      }
    }
    return { session: Object.create(session, { onChange: { value: onChange } }) as Session, count: () => listeners }
  }

  it('follows a sign-in and a sign-out', async () => {
    const session = world.open()
    const { shown, after, readings } = await mount({ session })
    expect(shown()).toBe('signedOut nobody 0')
    expect(await after(() => world.signIn(session))).toBe(`signedIn ${ada} 0`)
    expect(readings.at(-1)?.view.session).toBe(session)
    expect(await after(() => session.signOut())).toBe('signedOut nobody 0')
  })

  it('follows the server of the page, which sends another snapshot after a sign-in and a sign-out', async () => {
    const storage = createSharedStorage()
    const { shown, receive } = await mount({
      session: world.open({ storage }),
      initialSnapshot: { state: 'signedOut' },
    })
    const server = world.open({ storage: { ...storage, scope: 'request' } })
    await world.signIn(server)
    expect(shown()).toBe('signedOut nobody 0')
    receive({ state: server.state, user: server.user })
    await vi.waitFor(() => expect(shown()).toBe(`signedIn ${ada} 0`))
    await server.signOut()
    receive({ state: server.state })
    await vi.waitFor(() => expect(shown()).toBe('signedOut nobody 0'))
  })

  it('has a stored session as soon as the page is mounted', async () => {
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    const { shown } = await mount({ session: world.open({ storage }) })
    expect(shown()).toBe(`signedIn ${ada} 0`)
  })

  it('is loading until a slow storage has answered that nobody is signed in', async () => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => (answer = resolve))
    const session = world.open({ storage: { ...createSharedStorage(), get: () => isAnswered.then(() => undefined) } })
    const { shown, after } = await mount({ session })
    expect(shown()).toBe('loading nobody 0')
    expect(await after(() => (answer(), session.ready))).toBe('signedOut nobody 0')
  })

  it('shows no user before the second factor', async () => {
    const user = await world.mock.create.user({ email: ada })
    await world.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { secret } = await world.mock.create.totp(user.id)
    const session = world.open()
    const { after, readings } = await mount({ session })
    expect(await after(() => world.signIn(session))).toBe('needsSecondFactor nobody 0')
    expect(readings.at(-1)?.view.user?.email).toBe(ada)
    expect(await after(() => proveTotp(session, { code: world.mock.totpCode(secret) }))).toBe(`signedIn ${ada} 0`)
  })

  it('follows a sign-in in another tab', async () => {
    const storage = createSharedStorage()
    const [here, there] = [world.open({ storage }), world.open({ storage })]
    const { after } = await mount({ session: here })
    const signInThere = async () => {
      await world.signIn(there)
      await vi.waitFor(() => expect(here.state).toBe('signedIn'))
    }
    expect(await after(signInThere)).toBe(`signedIn ${ada} 0`)
  })

  it('renders nothing for a refresh that only brings new tokens, and requests nothing', async () => {
    const session = world.open()
    const { after, readings } = await mount({ session })
    await after(() => world.signIn(session))
    // The reply of a sign-in says whether the user is new, that of a refresh does not.
    await after(() => session.refresh())
    readings.length = 0
    world.sent.length = 0
    await after(() => session.refresh())
    expect([readings, world.sent]).toEqual([[], ['/refresh']])
  })

  it('follows a change of the profile, and lists the wallets', async () => {
    const session = world.open()
    const { after, readings } = await mount({ session })
    await after(() => world.signIn(session))
    await after(() =>
      session.proceed((options) => updateProfile(world.as(session), { body: { firstName: 'Ada' } }, options)),
    )
    expect(readings.at(-1)?.view.user?.firstName).toBe('Ada')
    await world.mock.create.wallet(session.user?.id ?? '')
    expect(await after(() => session.refresh())).toBe(`signedIn ${ada} 1`)
    expect(readings.at(-1)?.wallets[0]?.address).toMatch(/^0x/)
  })

  it('hears of the session until the page is unmounted', async () => {
    const { session, count } = counting(world.open())
    const { unmount, readings } = await mount({ session })
    expect(count()).toBe(1)
    await unmount()
    readings.length = 0
    expect(count()).toBe(0)
    await world.signIn(session)
    expect(readings).toEqual([])
  })

  it('is loading in pages from a server, which hears of no session', async () => {
    const { session, count } = counting(world.open())
    await world.signIn(session)
    expect([await scene.render({ session }), count()]).toEqual([expect.stringContaining('loading nobody 0'), 0])
  })

  it('is rendered by a server with its snapshot, and hydrated without a mismatch or another view', async () => {
    const storage = createSharedStorage()
    const onServer = world.open({ storage })
    await world.signIn(onServer)
    const { state, user } = onServer
    // As it comes to the page: as JSON.
    const initialSnapshot = JSON.parse(JSON.stringify({ state, user }))
    const html = await scene.render({ session: onServer, initialSnapshot })
    expect(html).toContain(`signedIn ${ada} 0`)
    const inPage = world.open({ storage })
    const { shown, after, readings } = await mount({ session: inPage, initialSnapshot }, html)
    expect([shown(), new Set(readings.map(({ view }) => view)).size]).toEqual([`signedIn ${ada} 0`, 1])
    expect(await after(() => inPage.signOut())).toBe('signedOut nobody 0')
  })

  it('is hydrated as loading without a snapshot, and then has the stored session', async () => {
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    const html = await scene.render({ session: world.open() })
    const { shown, readings } = await mount({ session: world.open({ storage }) }, html)
    expect(readings.map(textOf)).toEqual(['loading nobody 0', `signedIn ${ada} 0`])
    expect(shown()).toBe(`signedIn ${ada} 0`)
  })

  it.each(['useSession', 'useUser', 'useWallets'] as const)('%s() says what is missing around it', async (name) => {
    vi.mocked(console.warn).mockImplementation(() => {})
    await expect((async () => scene.renderAlone(name))()).rejects.toThrow(`Failed to call "${name}()": ${alone}.`)
  })

  it('needs a session', async () => {
    for (const session of [undefined, {}, world.api])
      await expect((async () => scene.render({ session: session as unknown as Session }))()).rejects.toThrow(
        new TypeError(`${wrong}: "session" is not a session. Pass the result of createSession().`),
      )
  })
})
