import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import type { SignInError } from '../shared/signInError.ts'
import { exchangeOAuth, finishOAuth, startOAuth, startSso } from './oauth.ts'
import { withoutOAuthAnswer } from './oauthAnswer.ts'
import { randomText } from './randomText.ts'
import { memoryStorage } from './storage.ts'
import { appOrigin, createSessionWorld, createSharedStorage, type SessionWorld } from './test/sessionWorld.ts'
import { browse, formats } from './test/signIn.ts'
import { createSilence } from './test/silence.ts'

const ada = 'ada@example.com'

describe('OAuth by redirect', () => {
  async function begin(world: SessionWorld, options: Partial<Parameters<typeof startOAuth>[1]> = {}) {
    await world.mock.create.provider({ provider: 'google' })
    await world.mock.idp.google?.addUser({ email: ada })
    const session = world.open()
    const storage = memoryStorage()
    let left = ''
    const leave = () =>
      startOAuth(session, {
        provider: 'google',
        redirectUrl: `${appOrigin}/signed-in?tab=1`,
        loginHint: ada,
        prompt: 'none',
        storage,
        navigate: (url) => (left = url),
        ...options,
      })
    return { session, storage, leave, back: () => browse(world, left) }
  }

  it('signs in on the page that the browser returns to, by state and S256, once', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world)
    await leave()
    const url = await back()
    expect(await finishOAuth(session, url, { storage })).toMatchObject({ state: 'signedIn', user: { email: ada } })
    expect(withoutOAuthAnswer(url)).toBe(`${appOrigin}/signed-in?tab=1`)
    expect(await rejection(finishOAuth(session, url, { storage }))).toMatchObject({
      name: 'SignInError',
      reason: 'state_unknown',
    })
    expect(world.sent.filter((path) => path.endsWith('/signIn')).length).toBe(1)
  })

  it('finishes once for calls at the same time, as effects of React make them in development', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world)
    await leave()
    const url = await back()
    const unmounted = new AbortController()
    const first = rejection(finishOAuth(session, url, { storage, signal: unmounted.signal }))
    unmounted.abort('unmounted')
    const others = [finishOAuth(session, url, { storage }), finishOAuth(session, url, { storage })]
    expect(await Promise.all(others)).toMatchObject([{ state: 'signedIn' }, { state: 'signedIn' }])
    expect([await first, session.state]).toEqual(['unmounted', 'signedIn'])
    expect(world.sent.filter((path) => path.endsWith('/signIn')).length).toBe(1)
    expect(await rejection(finishOAuth(session, url, { storage }))).toMatchObject({ reason: 'state_unknown' })
  })

  it('refuses calls at the same time alike', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world, { loginHint: 'nobody@example.com' })
    await leave()
    const url = await back()
    const errors = [
      rejection(finishOAuth(session, url, { storage })),
      rejection(finishOAuth(session, url, { storage })),
    ]
    const [first, second] = await Promise.all(errors)
    expect(first).toMatchObject({ name: 'SignInError', reason: new URL(url).searchParams.get('error') })
    expect(second).toBe(first)
    expect(session.state).toBe('signedOut')
  })

  it('refuses the answer to a sign-in that was not started in this browser', async () => {
    const world = await createSessionWorld()
    const { session, leave, back } = await begin(world)
    await leave()
    expect(await rejection(finishOAuth(session, await back(), { storage: memoryStorage() }))).toMatchObject({
      reason: 'state_unknown',
    })
    expect(session.state).toBe('signedOut')
  })

  it('stays on the page if the storage is blocked, since the answer could not be used', async () => {
    const { session } = await begin(await createSessionWorld())
    const visited: string[] = []
    const storage = {
      ...memoryStorage(),
      set: () => {
        throw new Error('blocked')
      },
    }
    const leaving = startOAuth(session, {
      provider: 'google',
      redirectUrl: `${appOrigin}/`,
      storage,
      navigate: (url) => void visited.push(url),
    })
    expect(await rejection(leaving)).toMatchObject({ name: 'SignInError', reason: 'storage_blocked' })
    expect(visited).toEqual([])
  })

  it.each([true, new Error('no page')])(
    "ends with the reason of its signal while the provider's page does not open, and then comes %o",
    async (late) => {
      const { ask, signal, giveUp, answerLate } = createSilence<unknown>()
      const { session, leave } = await begin(await createSessionWorld(), { navigate: ask, signal })
      expect(await giveUp(leave())).toBe('gone')
      await answerLate(late)
      expect(session.state).toBe('signedOut')
    },
  )

  it('ends with the reason of its signal while the storage is silent, and leaves the page no more', async () => {
    const { ask, signal, giveUp, answerLate } = createSilence<void>()
    const navigate = vi.fn<() => void>()
    const storage = { ...memoryStorage(), set: ask }
    const { leave } = await begin(await createSessionWorld(), { storage, navigate, signal })
    expect(await giveUp(leave())).toBe('gone')
    await answerLate(undefined)
    expect(navigate).not.toHaveBeenCalled()
  })

  it('ignores broken entries of the storage', async () => {
    const world = await createSessionWorld()
    const { session } = await begin(world)
    const storage = { ...memoryStorage(), get: () => '{"state":' }
    expect(
      await rejection(finishOAuth(session, `${appOrigin}/?state=${randomText()}&code=2`, { storage })),
    ).toMatchObject({
      reason: 'state_unknown',
    })
  })

  it("reports the provider's error, and ignores other URLs", async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world, { loginHint: 'nobody@example.com' })
    await leave()
    const url = await back()
    expect(new URL(url).searchParams.get('error')).toBeTruthy()
    expect(await rejection(finishOAuth(session, url, { storage }))).toMatchObject({
      name: 'SignInError',
      reason: new URL(url).searchParams.get('error'),
    })
    expect(await finishOAuth(session, `${appOrigin}/?state=1`, { storage })).toBeUndefined()
  })

  it("reports the provider's text in a form that is safe for a log line", async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world)
    const refusedWith = async (answer: Record<string, string>) => {
      await leave()
      const state = new URL(await back()).searchParams.get('state') ?? ''
      const url = `${appOrigin}/signed-in?${String(new URLSearchParams({ state, ...answer }))}`
      return (await rejection(finishOAuth(session, url, { storage }))) as SignInError
    }
    expect(await refusedWith({ error: 'access_denied', error_description: 'Ada said no.' })).toMatchObject({
      name: 'SignInError',
      reason: 'access_denied',
      description: 'Ada said no.',
      message: 'google did not sign anybody in: access_denied (Ada said no.).',
    })
    const bare = await refusedWith({ error: 'server_error' })
    expect(bare.message).toBe('google did not sign anybody in: server_error.')
    expect(bare).not.toHaveProperty('description')
    const forged = await refusedWith({
      error: `a\nb\u0000${'x'.repeat(500)}`,
      error_description: 'line\r\n[info] all is well',
    })
    expect(forged.reason).toBe(`a b ${'x'.repeat(196)}`)
    expect(forged.description).toBe('line [info] all is well')
    expect(forged.message).not.toMatch(/\p{C}/u)
  })

  it('refuses an answer without a code, such as that of a pop-up', async () => {
    const world = await createSessionWorld()
    const attempt = { provider: 'google', state: 's', codeVerifier: 'v' } as const
    expect(await rejection(exchangeOAuth(world.open(), attempt, {}))).toMatchObject({
      name: 'SignInError',
      reason: 'no_code',
      message: 'google did not sign anybody in: no_code.',
    })
    expect(world.sent).toEqual([])
  })

  it.each([false, true])('ends the exchange when the caller aborts, with link: %s', async (link) => {
    const world = await createSessionWorld()
    const session = world.open()
    await world.signIn(session)
    world.sent.length = 0
    const attempt = { provider: 'google', state: 's', codeVerifier: 'v', link } as const
    const signal = AbortSignal.abort('gone')
    expect(await rejection(exchangeOAuth(session, attempt, { code: 'c', signal }))).toBe('gone')
    expect(world.sent).toEqual([])
  })

  it('takes every parameter of an answer out of the address, and no other', () => {
    const url = `${appOrigin}/in?a=1&code=2&state=${randomText()}&error=4&error_description=5&error_uri=x&iss=6&b=7#c`
    expect(withoutOAuthAnswer(url)).toBe(`${appOrigin}/in?a=1&b=7#c`)
  })

  it.each(['?state=CA', '?code=PROMO&state=CA', '?error=0&state=', `?state=${randomText()}`, '?code=1'])(
    'does nothing on a page to which nobody came from a provider: %s',
    async (query) => {
      const world = await createSessionWorld()
      const url = `${appOrigin}/shop${query}`
      expect(await finishOAuth(world.open(), url, { storage: memoryStorage() })).toBeUndefined()
      expect([withoutOAuthAnswer(url), world.sent]).toEqual([url, []])
    },
  )

  it('signs in at the second attempt from the page that shows the refusal of the first one', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world, { loginHint: 'nobody@example.com' })
    await leave()
    const refused = await back()
    expect(await rejection(finishOAuth(session, refused, { storage }))).toMatchObject({ name: 'SignInError' })
    let left = ''
    const options = { provider: 'google', loginHint: ada, prompt: 'none', storage } as const
    await startOAuth(session, { ...options, redirectUrl: refused, navigate: (url) => (left = url) })
    const granted = await browse(world, left)
    expect(new URL(granted).searchParams.has('error')).toBe(false)
    expect(await finishOAuth(session, granted, { storage })).toMatchObject({ state: 'signedIn' })
    expect(withoutOAuthAnswer(granted)).toBe(`${appOrigin}/signed-in?tab=1`)
  })

  it("brings back the page's own parameters, also those with the names of an answer", async () => {
    const world = await createSessionWorld()
    await world.mock.create.deeplinkUrl('myapp://auth')
    await world.mock.create.origin(appOrigin)
    const own = `${appOrigin}/shop?state=CA&code=PROMO&error=0&tab=1&code=2#top`
    const { session, storage, leave, back } = await begin(world, { redirectUrl: own })
    await leave()
    const url = await back()
    expect(await finishOAuth(session, url, { storage })).toMatchObject({ state: 'signedIn' })
    expect(withoutOAuthAnswer(url)).toBe(own)
    let left = ''
    const app = { provider: 'google', loginHint: ada, prompt: 'none', redirectUrl: 'myapp://auth', storage } as const
    await startOAuth(session, { ...app, navigate: (to) => (left = to) })
    expect(left).not.toBe('')
  })

  it('says that the person was at the provider for too long', async () => {
    const world = await createSessionWorld()
    let left = ''
    const { session, storage, leave } = await begin(world, { navigate: (url) => (left = url) })
    await leave()
    const answered = (await world.mock.fetch(left, { redirect: 'manual' })).headers.get('location') ?? ''
    await world.mock.clock.advance({ minutes: 11 })
    expect(await rejection(finishOAuth(session, await browse(world, answered), { storage }))).toMatchObject({
      name: 'SignInError',
      reason: 'state_expired',
      description: 'The sign-in took longer than ten minutes. Start it again.',
    })
  })

  it('opens the page in place of the app, and keeps the state in the storage of the tab', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    const { get: getItem, set: setItem, remove: removeItem, values } = createSharedStorage()
    vi.stubGlobal('sessionStorage', { getItem, setItem, removeItem })
    const assign = vi.fn<(url: string) => void>()
    vi.stubGlobal('location', { assign })
    const world = await createSessionWorld()
    const { session } = await begin(world)
    const redirectUrl = `${appOrigin}/signed-in`
    await startOAuth(session, { provider: 'google', redirectUrl, loginHint: ada, prompt: 'none' })
    const [[left = ''] = []] = assign.mock.calls
    const url = await browse(world, left)
    expect(Array.from(values.keys())).toEqual([`latchkey.oauth.${new URL(url).searchParams.get('state')}`])
    expect(await finishOAuth(session, url)).toMatchObject({ state: 'signedIn' })
    expect(values.size).toBe(0)
  })

  it('adds the account to the signed-in user', async () => {
    const world = await createSessionWorld()
    const { session, storage, leave, back } = await begin(world, { link: true })
    await world.signIn(session, 'bob@example.com')
    const { id } = session.user ?? {}
    await leave()
    await finishOAuth(session, await back(), { storage })
    expect([session.user?.id, formats(session)]).toEqual([id, ['email', 'oauth']])
  })

  it.each([
    ['another kind of sign-in', { type: 'otp' }],
    ['no provider', { provider: null }],
    ['no page', { ssoAuthUrl: null }],
  ])('opens nothing for a domain with %s', async (_, missing) => {
    const world = await createSessionWorld()
    const sent: string[] = []
    const answer = { type: 'sso', provider: 'okta', ssoAuthUrl: 'https://login.example.com/', id: '1', ...missing }
    const api = world.api.with({
      async fetch(url) {
        sent.push(url)
        return Response.json(answer)
      },
    })
    const navigate = vi.fn<(url: string) => void>()
    const options = { email: ada, redirectUrl: `${appOrigin}/in`, storage: memoryStorage(), navigate }
    expect(await startSso(world.open({ api }), options)).toBe(false)
    expect([sent.length, navigate.mock.calls]).toEqual([1, []])
  })

  it('refuses an answer whose entry in the storage is of another sign-in', async () => {
    const world = await createSessionWorld()
    const get = () => JSON.stringify({ provider: 'google', state: 'other', codeVerifier: 'v' })
    const finishing = finishOAuth(world.open(), `${appOrigin}/?state=${randomText()}&code=2`, {
      storage: { ...memoryStorage(), get },
    })
    expect(await rejection(finishing)).toMatchObject({ reason: 'state_unknown' })
    expect(world.sent).toEqual([])
  })

  it('opens the identity provider of a domain, and nothing for other domains', async () => {
    const world = await createSessionWorld()
    await world.mock.create.provider({ provider: 'okta', domain: 'example.com' })
    await world.mock.idp.okta?.addUser({ email: ada })
    const session = world.open()
    const storage = memoryStorage()
    let left = ''
    const options = {
      redirectUrl: `${appOrigin}/signed-in`,
      storage,
      navigate: (url: string) => (left = `${url}&prompt=none`),
    }
    expect(await startSso(session, { ...options, email: 'ada@other.example' })).toBe(false)
    expect(await startSso(session, { ...options, email: ada })).toBe(true)
    expect(await finishOAuth(session, await browse(world, left), { storage })).toMatchObject({
      state: 'signedIn',
      user: { email: ada },
    })
  })
})
