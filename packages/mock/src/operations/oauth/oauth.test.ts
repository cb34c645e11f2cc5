import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  appUrl,
  bringBack,
  challengeOf,
  codeVerifier,
  hop,
  newState,
  readAnswer,
  signInOnPage,
  startRoundTrip,
  walkRoundTrip,
} from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const google = { providerType: 'google' } as const
const email = 'ada@example.com'

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'google' })
  await host.mock.idp.google?.addUser({ email })
})

describe('oauth.initialize', () => {
  it('registers a state, which is then pending', async () => {
    const state = newState()
    expect((await host.call('oauth.initialize', { params: google, body: { state } })).status).toBe(204)
    expect((await host.call('oauth.getResult', { params: google, body: { state } })).body).toEqual({
      status: 'pending',
    })
  })

  it.each([
    ['base64', 'a+b/c=='],
    ['JSON', '{"next":"/gates?a=1&b=2","id":"#1"}'],
    ['characters of all planes', 'état 🗝'],
    ['255 characters', '+'.repeat(255)],
  ])('accepts any state, and gets it back by query and by form: %s', async (_, state) => {
    await host.mock.create.provider({ provider: 'apple' })
    await host.mock.idp.apple?.addUser({ email })
    for (const provider of ['google', 'apple'] as const) {
      const { url } = await startRoundTrip(host, { provider, email, state })
      const answer = readAnswer(await hop(host, url))
      expect(answer).toMatchObject({ fields: { state }, byForm: provider === 'apple' })
      const { searchParams } = new URL((await bringBack(host, answer)).location ?? '')
      expect(searchParams.get('state')).toBe(state)
      const body = { state, code: searchParams.get('code') ?? '', codeVerifier }
      expect((await host.call('oauth.signIn', { params: { providerType: provider }, body })).status).toBe(200)
    }
  })

  it('refuses an empty state', async () => {
    expect(await host.refuse('oauth.initialize', { params: google, body: { state: '' } })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
  })

  it('refuses a state that is already registered', async () => {
    const state = newState()
    await host.call('oauth.initialize', { params: google, body: { state } })
    expect(await host.refuse('oauth.initialize', { params: google, body: { state } })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
  })

  it('accepts a redirect URL only if an origin or deep link of the environment allows it', async () => {
    await host.mock.create.origin('https://app.example.com')
    await host.mock.create.deeplinkUrl('myapp://auth')
    for (const redirectUrl of [appUrl, 'myapp://auth', 'app.example.com/signed-in', '']) {
      expect(
        (await host.call('oauth.initialize', { params: google, body: { state: newState(), redirectUrl } })).status,
      ).toBe(204)
    }
    for (const redirectUrl of ['https://app.example.com.evil.com/x', 'https://evil.example.com/', 'other://auth']) {
      const refusal = await host.refuse('oauth.initialize', {
        params: google,
        body: { state: newState(), redirectUrl },
      })
      expect(refusal, redirectUrl).toMatchObject({ status: 422, code: 'unauthorized_mobile_deeplink_url' })
    }
  })

  it('never redirects to a URL that runs code, even if every URL is allowed', async () => {
    const refusal = await host.refuse('oauth.initialize', {
      params: google,
      body: { state: newState(), redirectUrl: 'javascript://x/%0aalert(1)' },
    })
    expect(refusal).toMatchObject({ status: 422, code: 'unauthorized_mobile_deeplink_url' })
  })

  it('refuses malformed bodies, wrong media types and unknown environments', async () => {
    for (const body of [
      {},
      { state: 7 },
      { state: 'x'.repeat(256) },
      { state: newState(), redirecturl: appUrl },
      { state: newState(), redirectUrl: 'not a url' },
    ]) {
      expect(await host.refuse('oauth.initialize', { params: google, body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    const text = await host.refuse('oauth.initialize', {
      params: google,
      body: '{"state":"abcdef"}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(text).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    const elsewhere = await host.refuse('oauth.initialize', {
      params: { ...google, environmentId: unknown },
      body: { state: newState() },
    })
    expect(elsewhere).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('refuses the id of another provider setting', async () => {
    const refusal = await host.refuse('oauth.initialize', {
      params: google,
      body: { state: newState(), ssoProviderId: unknown },
    })
    expect(refusal).toMatchObject({ status: 422, code: 'provider_not_available' })
  })
})

describe('providers that are not available', () => {
  it('refuses one that is not set up, disabled, set up elsewhere only, or not of the kind', async () => {
    const { live } = host.mock.defaults.environments
    const disabled = await host.mock.create.provider({ provider: 'github', enabled: false })
    await host.mock.create.provider({ provider: 'emailOnly' })
    expect(disabled.enabledAt).toBeNull()
    const places: Record<string, string>[] = [
      { providerType: 'discord' },
      { providerType: 'github' },
      { providerType: 'google', environmentId: live.id },
      { providerType: 'emailOnly' },
    ]
    for (const params of places) {
      for (const [id, body] of [
        ['oauth.initialize', { state: newState() }],
        ['oauth.login'],
        ['oauth.getLoginUrl'],
        ['oauth.verify', { state: 'x', code: 'abcdef' }],
      ] as const) {
        expect(await host.refuse(id, { params, body }), `${id} ${params.providerType}`).toMatchObject({
          status: 422,
          code: 'provider_not_available',
        })
      }
    }
    expect(await host.refuse('oauth.login', { params: { providerType: 'myspace' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  it('stops a round trip when its provider is disabled', async () => {
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    const proof = await walkRoundTrip(host, { email })
    await host.call('providers.disable', { params: { providerId: String(providers[0]?.id) } })
    expect(await host.refuse('oauth.verify', { params: google, body: proof })).toMatchObject({
      status: 422,
      code: 'provider_not_available',
    })
  })
})

describe('oauth.getLoginUrl', () => {
  it('returns the authorize URL with client, callback, scopes and the given parameters', async () => {
    const state = newState()
    const query = {
      state,
      code_challenge: await challengeOf(codeVerifier),
      code_challenge_method: 'S256',
      login_hint: email,
      prompt: 'none',
    } as const
    const {
      body: { url },
    } = await host.call('oauth.getLoginUrl', { params: google, query })
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe(`${host.mock.baseUrl}/__mock/idp/google/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      ...query,
      response_type: 'code',
      client_id: 'client-google',
      scope: 'openid email profile',
      redirect_uri: `${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/providers/google/redirect`,
    })
  })

  it('does not pass on parameters that could send the code elsewhere', async () => {
    const query = { redirect_uri: 'https://evil.example.com', scope: 'everything', client_id: 'x' }
    const { headers } = await host.send('oauth.login', { params: google, query: query as never })
    const location = new URL(String(headers.get('location')))
    expect(location.href).not.toContain('evil')
    expect(location.searchParams.get('scope')).toBe('openid email profile')
    expect(await host.refuse('oauth.getLoginUrl', { params: google, query })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^redirect_uri must be left out, .*; scope must be left out, /) },
    })
  })

  it('refuses a malformed challenge, and any method except S256', async () => {
    for (const query of [
      { code_challenge: 'short' },
      { code_challenge_method: 'plain' },
      { prompt: 'maybe' },
      { state: 'x'.repeat(256) },
    ]) {
      expect(await host.refuse('oauth.getLoginUrl', { params: google, query })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })
})

describe('oauth.login', () => {
  it('redirects to the URL that oauth.getLoginUrl returns', async () => {
    const query = { state: newState(), login_hint: email }
    const { body } = await host.call('oauth.getLoginUrl', { params: google, query })
    const { id } = host.mock.defaults.environments.sandbox
    const login = await hop(
      host,
      `${host.mock.baseUrl}/api/v0/sdk/${id}/providers/google/login?${new URLSearchParams(query)}`,
    )
    expect(login).toMatchObject({ status: 302, location: body.url })
  })
})

/** The issuer that a provider's answers name (RFC 9207). */
const issuer = (provider = 'google') => `${host.mock.baseUrl}/__mock/idp/${provider}`

describe('oauth.redirect', () => {
  const answer = (
    params: Record<string, string>,
    provider = 'google',
    environmentId = host.mock.defaults.environments.sandbox.id,
  ) => {
    const query = new URLSearchParams({ iss: issuer(provider), ...params })
    return hop(host, `${host.mock.baseUrl}/api/v0/sdk/${environmentId}/providers/${provider}/redirect?${query}`)
  }

  /** Returns the provider's code, before the browser has brought it back. */
  const codeFrom = async (url: string) => new URL((await hop(host, url)).location ?? '').searchParams.get('code') ?? ''

  it('adds code and state to the registered redirect URL, and keeps its query', async () => {
    const { url, state } = await startRoundTrip(host, { email, redirectUrl: `${appUrl}?tab=2` })
    const { location } = await hop(host, url)
    const back = await hop(host, location ?? '')
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    expect(back).toMatchObject({ status: 302, location: `${appUrl}?tab=2&code=${code}&state=${state}` })
  })

  it('passes them to an app by its deep link, and to a web address without a scheme', async () => {
    for (const [redirectUrl, goesTo] of [
      ['myapp://auth', 'myapp://auth?'],
      ['app.example.com/done', 'https://app.example.com/done?'],
    ] as const) {
      const { url } = await startRoundTrip(host, { email, redirectUrl })
      const back = await hop(host, (await hop(host, url)).location ?? '')
      expect(back.location?.startsWith(`${goesTo}code=`), String(back.location)).toBe(true)
    }
  })

  it("passes on a provider's error unchanged", async () => {
    await host.mock.idp.google?.fail('temporarily_unavailable')
    const { url, state } = await startRoundTrip(host, { email })
    const { location } = await hop(host, url)
    expect((await hop(host, location ?? '')).location).toBe(`${appUrl}?error=temporarily_unavailable&state=${state}`)
    expect((await host.call('oauth.getResult', { params: google, body: { state } })).body).toEqual({
      status: 'completed',
      error: 'temporarily_unavailable',
    })
    expect(await host.refuse('oauth.verify', { params: google, body: { state, code: 'whatever' } })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
  })

  it('shows a page if no redirect URL was registered', async () => {
    const good = await startRoundTrip(host, { email, redirectUrl: null })
    const signedIn = await hop(host, (await signInOnPage(host, good.url, email)).location ?? '')
    expect(signedIn).toMatchObject({ status: 200, text: expect.stringContaining('<h1>Signed in</h1>') })
    const bad = await startRoundTrip(host, { redirectUrl: null })
    expect((await answer({ error: 'access_denied', state: bad.state })).text).toContain('<code>access_denied</code>')
  })

  it('accepts one answer per state, from this environment and provider only, within its lifetime', async () => {
    await host.mock.create.provider({ provider: 'github' })
    const { url, state } = await startRoundTrip(host, { email })
    const code = await codeFrom(url)
    const refused = { status: 422, text: expect.stringContaining('invalid_verification') }
    expect(await answer({ code, state }, 'github')).toMatchObject(refused)
    expect(await answer({ code, state }, 'google', host.mock.defaults.environments.live.id)).toMatchObject(refused)
    expect(await answer({ state })).toMatchObject(refused)
    expect(await answer({ code, error: 'access_denied', state })).toMatchObject(refused)
    expect(await answer({ code })).toMatchObject(refused)
    expect(await answer({ code, state: 'never-registered' })).toMatchObject(refused)
    expect((await answer({ code, state })).status).toBe(302)
    expect(await answer({ code, state })).toMatchObject(refused)
    const late = await startRoundTrip(host, { email })
    await host.mock.clock.advance({ minutes: 9, seconds: 30 })
    const lateCode = await codeFrom(late.url)
    await host.mock.clock.advance({ seconds: 30 })
    expect((await answer({ code: lateCode, state: late.state })).location).not.toContain(lateCode)
  })

  it('replaces an earlier answer in the redirect URL, of which the app has made its next one', async () => {
    const own = '?tab=2&code=old&state=old&error=access_denied&error_description=No&error_uri=x&iss=y#top'
    const { url, state } = await startRoundTrip(host, { email, redirectUrl: `${appUrl}${own}` })
    const { location } = await hop(host, url)
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    expect((await hop(host, location ?? '')).location).toBe(`${appUrl}?tab=2&code=${code}&state=${state}#top`)
  })

  it('sends a person back to the app who was too long at the provider, with an error and without the code', async () => {
    const late = await startRoundTrip(host, { email })
    await host.mock.clock.advance({ minutes: 9, seconds: 30 })
    const code = await codeFrom(late.url)
    await host.mock.clock.advance({ hours: 1 })
    await startRoundTrip(host, { email })
    const back = await answer({ code, state: late.state })
    const { searchParams } = new URL(back.location ?? '')
    expect([back.status, Object.fromEntries(searchParams)]).toEqual([
      302,
      {
        error: 'state_expired',
        error_description: 'The sign-in took longer than ten minutes. Start it again.',
        state: late.state,
      },
    ])
    const body = { state: late.state, code, codeVerifier }
    expect(await host.refuse('oauth.signIn', { params: google, body })).toMatchObject({ status: 422 })
    await host.call('oauth.initialize', { params: google, body: { state: late.state } })
    expect((await host.call('oauth.getResult', { params: google, body: { state: late.state } })).body).toEqual({
      status: 'pending',
    })
  })

  it('forgets after a day where a person would go', async () => {
    const { state } = await startRoundTrip(host, { email })
    await host.mock.clock.advance({ days: 1 })
    await startRoundTrip(host, { email })
    expect((await answer({ error: 'access_denied', state })).status).toBe(422)
  })

  it('answers a browser with a page for people where it knows no way back, and programs in JSON', async () => {
    const popup = await startRoundTrip(host, { redirectUrl: null })
    await host.mock.clock.advance({ minutes: 10 })
    const url = `${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/providers/google/redirect`
    for (const [state, sentence] of [
      ['never-registered', 'This code or state is unknown, has expired or was used already.'],
      [popup.state, 'This code or state is unknown, has expired or was used already.'],
    ]) {
      const address = `${url}?${new URLSearchParams({ iss: issuer('google'), error: 'access_denied', state: `${state}` })}`
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
      const page = await host.fetch(address, { headers })
      expect([page.status, page.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
      const text = await page.text()
      expect(text).toContain('<h1>This page leads no further</h1>')
      expect(text).toContain(sentence)
      const refusal = await host.fetch(address)
      expect([refusal.status, await refusal.json()]).toMatchObject([422, { code: 'invalid_verification' }])
    }
  })

  it('accepts only the code that the provider issued for the state; any other leaves the state pending', async () => {
    const mine = await startRoundTrip(host, { email, verifier: null })
    const other = await startRoundTrip(host, { email, verifier: null })
    const refused = { status: 422, text: expect.stringContaining('invalid_verification') }
    expect(await answer({ code: 'made-up-code', state: mine.state })).toMatchObject(refused)
    expect(await answer({ code: await codeFrom(other.url), state: mine.state })).toMatchObject(refused)
    expect((await answer({ code: await codeFrom(mine.url), state: mine.state })).status).toBe(302)
  })

  it("refuses an answer without its issuer, since the provider always names itself, and another provider's", async () => {
    await host.mock.create.provider({ provider: 'github' })
    const { url, state } = await startRoundTrip(host, { email })
    const brought = (await hop(host, url)).location ?? ''
    const changed = (change: (query: URLSearchParams) => void) => {
      const changedUrl = new URL(brought)
      change(changedUrl.searchParams)
      return hop(host, changedUrl.href)
    }
    const absent = await changed((query) => query.delete('iss'))
    expect(absent).toMatchObject({ status: 422, text: expect.stringContaining('The answer lacks `iss`.') })
    const foreign = await changed((query) => query.set('iss', issuer('github')))
    expect(foreign).toMatchObject({ status: 422, text: expect.stringContaining('Another issuer answers') })
    expect((await changed((query) => query.set('iss', ''))).status).toBe(422)
    // The refusals have left the state as it was.
    expect(new URL((await hop(host, brought)).location ?? '').searchParams.get('state')).toBe(state)
  })

  it('refuses malformed codes and errors, and unknown environments', async () => {
    const { state } = await startRoundTrip(host)
    const wrong: Record<string, string>[] = [
      { code: 'a b', state },
      { error: '<script>', state },
    ]
    for (const params of wrong) expect((await answer(params)).status).toBe(400)
    expect((await answer({ code: 'abcdef', state }, 'google', unknown)).status).toBe(404)
  })
})

describe('oauth.redirectFormPost', () => {
  it('accepts the same answer as a form', async () => {
    const { url: login, state } = await startRoundTrip(host, { email })
    const code = new URL((await hop(host, login)).location ?? '').searchParams.get('code') ?? ''
    const { id } = host.mock.defaults.environments.sandbox
    const url = `${host.mock.baseUrl}/api/v0/sdk/${id}/providers/google/redirect`
    const send = (fields: Record<string, string>) =>
      hop(host, url, { method: 'POST', body: new URLSearchParams({ iss: issuer(), ...fields }) })
    expect(await send({ code, state: 'never-registered' })).toMatchObject({ status: 422 })
    expect((await hop(host, url, { method: 'POST', body: new URLSearchParams({ code, state }) })).status).toBe(422)
    expect(await send({ code, state, user: '{"name":"Ada"}' })).toMatchObject({
      status: 302,
      location: `${appUrl}?code=${code}&state=${state}`,
    })
    expect(await send({ code, state })).toMatchObject({ status: 422 })
    expect(
      (await hop(host, url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(415)
  })
})

describe('oauth.getResult', () => {
  it('returns the code any number of times if no redirect URL is registered', async () => {
    const { url, state } = await startRoundTrip(host, { redirectUrl: null })
    const { location } = await signInOnPage(host, url, email)
    await hop(host, location ?? '')
    const code = new URL(location ?? '').searchParams.get('code')
    for (let i = 0; i < 2; i++)
      expect((await host.call('oauth.getResult', { params: google, body: { state } })).body).toEqual({
        status: 'completed',
        code,
      })
  })

  it('does not return the code if a redirect URL is registered: only the redirect has it', async () => {
    const { url, state } = await startRoundTrip(host, { email })
    const back = await hop(host, (await hop(host, url)).location ?? '')
    expect(new URL(back.location ?? '').searchParams.get('code')).toMatch(/^\w{40}$/)
    expect((await host.call('oauth.getResult', { params: google, body: { state } })).body).toEqual({
      status: 'completed',
    })
  })

  it('refuses a state that is used, expired, or of another environment or provider', async () => {
    await host.mock.create.provider({ provider: 'github' })
    await host.mock.create.provider({ provider: 'google' }, { environmentId: host.mock.defaults.environments.live.id })
    const { state } = await startRoundTrip(host)
    const refused = { status: 422, code: 'invalid_verification' }
    const places = [{ providerType: 'github' }, { ...google, environmentId: host.mock.defaults.environments.live.id }]
    for (const params of places)
      expect(await host.refuse('oauth.getResult', { params, body: { state } })).toMatchObject(refused)
    expect(await host.refuse('oauth.getResult', { params: google, body: {} })).toMatchObject(refused)
    const proof = await walkRoundTrip(host, { email })
    await host.call('oauth.verify', { params: google, body: proof })
    expect(await host.refuse('oauth.getResult', { params: google, body: { state: proof.state } })).toMatchObject(
      refused,
    )
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('oauth.getResult', { params: google, body: { state } })).toMatchObject(refused)
    expect(
      await host.refuse('oauth.getResult', { params: { ...google, environmentId: unknown }, body: { state } }),
    ).toMatchObject({ status: 404 })
    expect(await host.refuse('oauth.getResult', { params: google, body: { state: 1 } })).toMatchObject({ status: 400 })
  })
})
