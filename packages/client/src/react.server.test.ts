import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadReact, reactVersions } from '../test/loadReact.ts'
import { createScene, openWindow, type Reading, type Scene } from '../test/reactScene.ts'
import { headerCookies } from './session/cookieJar.ts'
import { cookieStorage } from './session/cookieStorage.ts'
import type { Session } from './session/session.ts'
import { createSharedStorage, createSessionWorld, type SessionWorld } from './session/test/sessionWorld.ts'

const ada = 'ada@example.com'

// A mismatch of hydration is a console.error, which fails the test.
describe.each(reactVersions)('pages from a server on React %d', (version) => {
  /** A server has its own copy of React: a context cannot be in two renderers at a time. */
  let server: Scene
  let page: Scene
  let world: SessionWorld

  beforeAll(async () => {
    server = createScene(await loadReact(version))
    openWindow()
    page = createScene(await loadReact(version))
  })
  afterAll(() => void vi.unstubAllGlobals())
  beforeEach(async () => {
    world = await createSessionWorld()
  })

  const renderToString = (...args: Parameters<Scene['provide']>) =>
    server.server.renderToString(server.provide(...args))

  it('are loading, whatever the session of the server says', async () => {
    const session = world.open()
    await world.signIn(session)
    expect(renderToString({ session }, server.createProbe())).toBe('loading nobody 0')
  })

  it('are rendered with the snapshot, and hydrated without a mismatch or another view', async () => {
    const storage = createSharedStorage()
    const onServer = world.open({ storage })
    await world.signIn(onServer)
    const { state, user } = onServer
    // As it comes to the page: as JSON.
    const initialSnapshot = JSON.parse(JSON.stringify({ state, user }))
    const content = server.provide({ session: onServer, initialSnapshot }, server.createProbe())
    const html = await text(server.server.renderToPipeableStream(content).pipe(new PassThrough()))
    expect(html).toContain(`signedIn ${ada} 0`)
    const readings: Reading[] = []
    const inPage = world.open({ storage })
    const { shown } = await page.mount(
      page.provide({ session: inPage, initialSnapshot }, page.createProbe(readings)),
      html,
    )
    expect([shown(), new Set(readings.map(({ view }) => view)).size]).toEqual([`signedIn ${ada} 0`, 1])
    await page.act(() => inPage.signOut())
    expect(shown()).toBe('signedOut nobody 0')
  })

  it('continue the session in the cookies of the request', async () => {
    const jar = headerCookies('')
    await world.signIn(world.open({ storage: cookieStorage(jar) }))
    const session = world.open({ storage: cookieStorage({ get: (name) => jar.get(name) }) })
    expect(renderToString({ session, initialSnapshot: session }, server.createProbe())).toBe(`signedIn ${ada} 0`)
    const stranger = world.open({ storage: cookieStorage(headerCookies('')) })
    expect(renderToString({ session: stranger, initialSnapshot: stranger }, server.createProbe())).toBe(
      'signedOut nobody 0',
    )
  })

  it('without a snapshot are hydrated as loading, and then have the stored session', async () => {
    const storage = createSharedStorage()
    await world.signIn(world.open({ storage }))
    const readings: Reading[] = []
    const { shown } = await page.mount(
      page.provide({ session: world.open({ storage }) }, page.createProbe(readings)),
      renderToString({ session: world.open() }, server.createProbe()),
    )
    expect([readings[0]?.view.state, shown()]).toEqual(['loading', `signedIn ${ada} 0`])
  })

  it('are hydrated as they were rendered when the session has ended meanwhile, and then signed out', async () => {
    const onServer = world.open()
    await world.signIn(onServer)
    const { state, user } = onServer
    const initialSnapshot = { state, user }
    const readings: Reading[] = []
    const { shown } = await page.mount(
      page.provide({ session: world.open(), initialSnapshot }, page.createProbe(readings)),
      renderToString({ session: onServer, initialSnapshot }, server.createProbe()),
    )
    expect([readings[0]?.view.state, shown()]).toEqual(['signedIn', 'signedOut nobody 0'])
  })

  it.each(['useSession', 'useUser', 'useWallets'] as const)('%s needs a provider', (name) => {
    const Alone = () => (server.hooks[name](), null)
    expect(() => server.server.renderToString(server.React.createElement(Alone))).toThrow(
      new TypeError(`Failed to call "${name}()": there is no <SessionProvider> around this component.`),
    )
  })

  it('the provider needs a session', () => {
    for (const session of [undefined, null, {}, 'session', world.api])
      expect(() => renderToString({ session: session as unknown as Session }, () => null)).toThrow(
        new TypeError(
          'Failed to render "<SessionProvider>": "session" is not a session. Pass the result of createSession().',
        ),
      )
  })
})
