import { afterEach, describe, expect, it, vi } from 'vitest'
import { finishOAuth, startOAuth } from '../../src/session/oauth.ts'
import { signInWithPopup } from '../../src/session/oauthPopup.ts'
import { memoryStorage } from '../../src/session/storage.ts'
import {
  appOrigin,
  createSessionWorld,
  createSharedStorage,
  type SessionWorld,
} from '../../src/session/test/sessionWorld.ts'
import { browse } from '../../src/session/test/signIn.ts'

const ada = 'ada@example.com'

async function createProviderWorld() {
  const world = await createSessionWorld()
  await world.mock.create.provider({ provider: 'google' })
  await world.mock.idp.google?.addUser({ email: ada })
  return world
}

/** Leaves the page for the provider. @returns The page that the browser comes back to. */
async function leave(world: SessionWorld, session = world.open(), storage = memoryStorage()) {
  let left = ''
  await startOAuth(session, {
    provider: 'google',
    redirectUrl: `${appOrigin}/signed-in`,
    loginHint: ada,
    prompt: 'none',
    storage,
    navigate: (url) => (left = url),
  })
  return () => browse(world, left)
}

describe('several sign-ins at a provider', () => {
  // https://github.com/auth0/auth0-java-mvc-common/pull/231
  it('in two tabs that share their storage are each finished, in the other order', async () => {
    const world = await createProviderWorld()
    const storage = createSharedStorage()
    const [one, two] = [world.open(), world.open()]
    const [backOne, backTwo] = [await leave(world, one, storage), await leave(world, two, storage)]
    expect(await finishOAuth(two, await backTwo(), { storage })).toMatchObject({ state: 'signedIn' })
    expect(await finishOAuth(one, await backOne(), { storage })).toMatchObject({ state: 'signedIn' })
    expect(one.user?.id).toBe(two.user?.id)
  })

  // https://github.com/better-auth/better-auth/pull/11075
  it('of one tab, begun again by its back button, do not spoil the first one', async () => {
    const world = await createProviderWorld()
    const [session, storage] = [world.open(), memoryStorage()]
    const back = await leave(world, session, storage)
    await leave(world, session, storage)
    expect(await finishOAuth(session, await back(), { storage })).toMatchObject({ state: 'signedIn' })
  })

  // https://github.com/cloudflare/agents/pull/833
  it('begin anew after an answer that cannot be used', async () => {
    const world = await createProviderWorld()
    const [session, storage] = [world.open(), memoryStorage()]
    const stale = `${appOrigin}/signed-in?code=c&state=${'another-day'.padEnd(43, '-')}`
    await expect(finishOAuth(session, stale, { storage })).rejects.toMatchObject({ reason: 'state_unknown' })
    const back = await leave(world, session, storage)
    expect(await finishOAuth(session, await back(), { storage })).toMatchObject({ state: 'signedIn' })
  })
})

describe('a window that its site has cut off from the page', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A browser whose new window seems closed as soon as it shows a page. */
  function cutOff() {
    const [page, opened] = [
      { hasFocus: () => page.isFocused, isFocused: true },
      { closed: false, url: '' },
    ]
    const replace = (url: string) => {
      Object.assign(opened, { closed: true, url })
      page.isFocused = false
    }
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', { open: () => Object.assign(opened, { location: { replace }, close: () => {} }) })
    return { page, opened }
  }

  async function openWindow() {
    const [world, browser] = [await createProviderWorld(), cutOff()]
    const session = world.open()
    const done = signInWithPopup(session, { provider: 'google', loginHint: ada, prompt: 'none' })
    await vi.waitFor(() => expect(browser.opened.url).not.toBe(''))
    return { world, browser, done }
  }

  // https://github.com/vellum-ai/vellum-assistant/pull/42296
  it('is not taken for a closed one while the person is in it, however long', async () => {
    const { world, browser, done } = await openWindow()
    await world.advance(240_000)
    for (let glances = 0; glances < 3; glances++) {
      browser.page.isFocused = true
      await world.advance(2000)
      browser.page.isFocused = false
      await world.advance(60_000)
    }
    await world.mock.idp.google?.approve(browser.opened.url, ada)
    await world.advance(1000)
    expect(await done).toMatchObject({ state: 'signedIn', user: { email: ada } })
  })

  // https://github.com/NangoHQ/nango/issues/917
  it('is taken for a closed one soon after the person is back on the page', async () => {
    const { world, browser, done } = await openWindow()
    const failed = expect(done).rejects.toMatchObject({ name: 'SignInError', reason: 'popup_closed' })
    await world.advance(60_000)
    browser.page.isFocused = true
    await world.advance(5000)
    await failed
  })
})
