import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  appUrl,
  bringBack,
  hop,
  newState,
  readAnswer,
  signInByOAuth,
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
  await host.mock.idp.google?.addUser({
    email,
    accountId: 'g-1',
    displayName: 'Ada Byron',
    profile: { given_name: 'Ada' },
  })
})

describe('oauth.signIn', () => {
  it('signs in the user of the code, even with the token of another user', async () => {
    const bob = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const { body } = await host.call('oauth.signIn', {
      params: google,
      body: await walkRoundTrip(host, { email }),
      token: bob.token,
    })
    expect(body.user).toMatchObject({ email, newUser: true })
    expect(body.user.id).not.toBe(bob.user.id)
    expect((await host.call('profile.get', { token: bob.token })).body.verifiedCredentials).toHaveLength(1)
    const again = await host.call('oauth.signIn', {
      params: google,
      body: await walkRoundTrip(host, { email }),
      token: 'nonsense',
    })
    expect(again.body.user).toMatchObject({ id: body.user.id, newUser: false })
  })

  it('stores those names of the provider that a profile can have', async () => {
    await host.mock.idp.google?.addUser({
      email: 'grace@example.com',
      profile: { given_name: 'Grace (USN)', family_name: "O'Hopper" },
    })
    const { user } = (
      await host.call('oauth.signIn', {
        params: google,
        body: await walkRoundTrip(host, { email: 'grace@example.com' }),
      })
    ).body
    expect(user).toMatchObject({ firstName: null, lastName: "O'Hopper" })
  })

  it('returns a session that the session operations accept', async () => {
    const { body } = await host.call('oauth.signIn', {
      params: google,
      body: { ...(await walkRoundTrip(host, { email })), sessionPublicKey: '02a1b2c3' },
    })
    expect((await host.call('sessions.check', { token: String(body.jwt) })).status).toBe(204)
    expect(
      (await host.call('users.list', { query: { includeSessions: true } })).body.users?.[0]?.sessions,
    ).toMatchObject([{ id: body.user.sessionId }])
  })

  it('asks for a solved CAPTCHA where the environment does', async () => {
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    const proof = await walkRoundTrip(host, { email })
    expect(await host.refuse('oauth.signIn', { params: google, body: proof })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
    expect(
      (await host.call('oauth.signIn', { params: google, body: { ...proof, captchaToken: 'solved' } })).status,
    ).toBe(200)
  })

  it('refuses a person that a gate refuses, and creates no user', async () => {
    await host.mock.create.gate({ outcome: 'siteAccess' })
    const refusal = await host.refuse('oauth.signIn', { params: google, body: await walkRoundTrip(host, { email }) })
    expect(refusal).toMatchObject({ status: 403, code: 'gate_access_required' })
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('refuses malformed bodies, unknown environments, and the id of another provider setting', async () => {
    for (const body of [{}, { state: 1 }, { state: 'x', code: {} }, { state: 'x', code: 'y', admin: true }]) {
      expect(await host.refuse('oauth.signIn', { params: google, body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(
      await host.refuse('oauth.signIn', { params: { ...google, environmentId: unknown }, body: { state: 'x' } }),
    ).toMatchObject({ status: 404, code: 'not_found' })
    expect(
      await host.refuse('oauth.signIn', {
        params: google,
        body: '{"state":"x"}',
        headers: { 'content-type': 'text/plain' },
      }),
    ).toMatchObject({ status: 415 })
    const proof = await walkRoundTrip(host, { email })
    expect(
      await host.refuse('oauth.signIn', { params: google, body: { ...proof, ssoProviderId: unknown } }),
    ).toMatchObject({ status: 422, code: 'provider_not_available' })
    expect(await host.refuse('oauth.signIn', { params: google, body: { ...proof, code: undefined } })).toMatchObject({
      status: 422,
      code: 'invalid_verification',
    })
  })

  it('accepts the id of the provider setting while it is enabled', async () => {
    const providers = (await host.call('providers.list')).body.providers ?? []
    const providerId = String(providers.find(({ provider }) => provider === 'google')?.id)
    const state = newState()
    await host.call('oauth.initialize', {
      params: google,
      body: { state, redirectUrl: appUrl, ssoProviderId: providerId },
    })
    const {
      body: { url },
    } = await host.call('oauth.getLoginUrl', { params: google, query: { state, login_hint: email, prompt: 'none' } })
    const {
      fields: { code },
    } = await hop(host, url).then(async (page) => {
      const answer = readAnswer(page)
      await bringBack(host, answer)
      return answer
    })
    const proof = { state, code }
    await host.call('providers.disable', { params: { providerId } })
    expect(
      await host.refuse('oauth.signIn', { params: google, body: { ...proof, ssoProviderId: providerId } }),
    ).toMatchObject({ status: 422, code: 'provider_not_available' })
    await host.call('providers.enable', { params: { providerId } })
    expect(
      (await host.call('oauth.signIn', { params: google, body: { ...proof, ssoProviderId: providerId } })).body.user
        .newUser,
    ).toBe(true)
  })
})

describe('oauth.redirectCoinbase', () => {
  beforeEach(async () => {
    await host.mock.create.provider({ provider: 'coinbasesocial' })
    await host.mock.idp.coinbasesocial?.addUser({ email })
  })
  const callback = (path: string) =>
    `${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/providers/${path}`

  it("is the provider's registered callback, which does not have its name", async () => {
    const { url, state } = await startRoundTrip(host, { provider: 'coinbasesocial', email })
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(callback('cbOauthRedirectUrl'))
    const answer = readAnswer(await hop(host, url))
    expect(answer.url).toBe(callback('cbOauthRedirectUrl'))
    const { code = '' } = answer.fields
    expect(await bringBack(host, answer)).toMatchObject({
      status: 302,
      location: `${appUrl}?code=${code}&state=${state}`,
    })
    expect(
      (await host.call('oauth.getResult', { params: { providerType: 'coinbasesocial' }, body: { state } })).body,
    ).toEqual({ status: 'completed' })
    const { body } = await host.call('providers.listUrls')
    expect(body.providerUrls).toContainEqual(
      expect.objectContaining({ provider: 'coinbasesocial', redirectUrl: callback('cbOauthRedirectUrl') }),
    )
  })

  it('can be replaced by the general path, and accepts an answer once', async () => {
    const { url } = await startRoundTrip(host, { provider: 'coinbasesocial', redirectUrl: null })
    const answer = readAnswer(await signInOnPage(host, url, email))
    expect(await bringBack(host, { ...answer, url: callback('coinbasesocial/redirect') })).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1>Signed in</h1>'),
    })
    expect(await bringBack(host, answer)).toMatchObject({
      status: 422,
      text: expect.stringContaining('invalid_verification'),
    })
  })

  it("refuses other providers' answers, malformed ones, and unknown environments", async () => {
    const { url } = await startRoundTrip(host, { email })
    const answer = readAnswer(await hop(host, url))
    expect((await bringBack(host, { ...answer, url: callback('cbOauthRedirectUrl') })).status).toBe(422)
    expect((await hop(host, `${callback('cbOauthRedirectUrl')}?code=a%20b&state=x`)).status).toBe(400)
    expect(
      (await hop(host, `${host.mock.baseUrl}/api/v0/sdk/${unknown}/providers/cbOauthRedirectUrl?code=abcdef&state=x`))
        .status,
    ).toBe(404)
  })
})

describe('oauth.getAuthorizePage', () => {
  const open = (query: Record<string, string>, params: Record<string, string> = google) =>
    host.send('oauth.getAuthorizePage', { params, query })
  /** The target of the page, at once and by its link. */
  const targets = (html: unknown) =>
    [/http-equiv="refresh" content="0; url=([^"]*)"/, /<a href="([^"]*)"/].map(
      (pattern) => new URL((pattern.exec(String(html))?.[1] ?? '').replaceAll('&amp;', '&')),
    )

  it("leads to the provider's authorize URL with the state, at once and by its link, without script", async () => {
    const { url, state } = await startRoundTrip(host, { verifier: null })
    const { status, body, headers } = await open({ state, redirect_uri: appUrl })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).not.toContain('script-src')
    expect(String(body)).not.toContain('<script')
    for (const target of targets(body)) expect(target.href).toBe(url)
  })

  it('can request fewer scopes, and no others', async () => {
    const state = newState()
    for (const target of targets((await open({ state, scope: 'openid email' })).body))
      expect(target.searchParams.get('scope')).toBe('openid email')
    for (const target of targets((await open({ state, scope: '' })).body))
      expect(target.searchParams.get('scope')).toBe('openid email profile')
    expect(await open({ state, scope: 'openid drive' })).toMatchObject({
      status: 422,
      body: { code: 'invalid_scopes' },
    })
  })

  it('refuses a redirect URL that is not allowed, or not the one that the state was registered with', async () => {
    const { state } = await startRoundTrip(host)
    expect(await open({ state, redirect_uri: 'https://app.example.com/other' })).toMatchObject({
      status: 422,
      body: { code: 'invalid_verification' },
    })
    await host.mock.create.origin('https://app.example.com')
    expect((await open({ state, redirect_uri: appUrl })).status).toBe(200)
    expect(await open({ state: newState(), redirect_uri: 'https://evil.example.com/' })).toMatchObject({
      status: 422,
      body: {
        code: 'unauthorized_mobile_deeplink_url',
        error: expect.stringContaining('Add its origin, or the deep link, to the environment.'),
      },
    })
  })

  it('passes on a state with markup, and does not print it', async () => {
    const state = '"><script>alert(1)</script>'
    const { status, body } = await open({ state })
    expect({ status, hasMarkup: String(body).includes('<script>') }).toEqual({ status: 200, hasMarkup: false })
    for (const target of targets(body)) expect(target.searchParams.get('state')).toBe(state)
  })

  it('refuses malformed parameters, and unknown providers and environments', async () => {
    expect(await open({ redirect_uri: 'myapp://auth' })).toMatchObject({ status: 400 })
    expect(await open({ redirect_uri: `${'https://'.repeat(60)}!` })).toMatchObject({ status: 400 })
    expect(await open({ state: 'x'.repeat(256) })).toMatchObject({ status: 400 })
    expect(await open({}, { providerType: 'github' })).toMatchObject({
      status: 422,
      body: { code: 'provider_not_available' },
    })
    expect(await open({}, { ...google, environmentId: unknown })).toMatchObject({ status: 404, body: undefined })
  })
})

describe('oauth.getAccessToken', () => {
  const idp = () => `${host.mock.baseUrl}/__mock/idp/google/userinfo`
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  async function signedIn() {
    const { body } = await signInByOAuth(host, { email })
    return { token: String(body.jwt), oauthAccountId: String(body.user.verifiedCredentials[0]?.id) }
  }

  it("returns the provider's access token, which the provider accepts for an hour", async () => {
    const { token, oauthAccountId } = await signedIn()
    const {
      body: { accessToken },
    } = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token })
    const info = await hop(host, idp(), bearer(accessToken))
    expect(JSON.parse(info.text)).toEqual({
      sub: 'g-1',
      email,
      email_verified: true,
      name: 'Ada Byron',
      given_name: 'Ada',
    })
    await host.mock.clock.advance({ hours: 1 })
    expect((await hop(host, idp(), bearer(accessToken))).status).toBe(401)
    expect(await host.refuse('oauth.getAccessToken', { params: { oauthAccountId }, token })).toMatchObject({
      status: 404,
      body: undefined,
    })
  })

  it('returns the token of the latest sign-in', async () => {
    const { token, oauthAccountId } = await signedIn()
    const first = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token })
    await host.mock.clock.advance({ minutes: 59 })
    const { body: linked } = await signInByOAuth(host, { email, token })
    await host.mock.clock.advance({ minutes: 30 })
    const second = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token: linked.jwt })
    expect(second.body.accessToken).not.toBe(first.body.accessToken)
    expect((await hop(host, idp(), bearer(second.body.accessToken))).status).toBe(200)
  })

  it("refuses an account that is unknown, another user's, not social, or came without a token", async () => {
    const { token, oauthAccountId } = await signedIn()
    const bob = await host.mock.create.user({
      email: 'bob@example.com',
      oauthAccounts: [{ provider: 'github', accountId: 'gh-1' }],
    })
    const { token: bobs } = await host.mock.signIn(bob)
    expect(await host.refuse('oauth.getAccessToken', { params: { oauthAccountId }, token: bobs })).toMatchObject({
      status: 404,
      body: undefined,
    })
    for (const { id } of bob.verifiedCredentials ?? [])
      expect(await host.refuse('oauth.getAccessToken', { params: { oauthAccountId: id }, token: bobs })).toMatchObject({
        status: 404,
      })
    expect(await host.refuse('oauth.getAccessToken', { params: { oauthAccountId: unknown }, token })).toMatchObject({
      status: 404,
      body: undefined,
    })
    expect(await host.refuse('oauth.getAccessToken', { params: { oauthAccountId: 'x' }, token })).toMatchObject({
      status: 400,
    })
    expect(await host.refuse('oauth.getAccessToken', { params: { oauthAccountId }, token: null })).toMatchObject({
      status: 401,
    })
    expect(
      await host.refuse('oauth.getAccessToken', {
        params: { oauthAccountId },
        token: host.mock.defaults.environments.sandbox.token,
      }),
    ).toMatchObject({ status: 401 })
    const { live } = host.mock.defaults.environments
    expect(
      await host.refuse('oauth.getAccessToken', { params: { oauthAccountId, environmentId: live.id }, token }),
    ).toMatchObject({ status: 401 })
  })

  it('returns none to a session that waits for its second factor', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { token, oauthAccountId } = await signedIn()
    expect(await host.refuse('oauth.getAccessToken', { params: { oauthAccountId }, token })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })

  it('is the only operation that shows it', async () => {
    const { token, oauthAccountId } = await signedIn()
    const {
      body: { accessToken },
    } = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token })
    const replies = [
      await host.call('profile.get', { token }),
      await host.call('users.list', { query: { includeSessions: true } }),
      await host.call('events.list'),
      await host.call('sessions.refresh', { token }),
    ]
    expect(JSON.stringify([replies.map(({ body }) => body), host.mock.journal.list()])).not.toContain(accessToken)
    expect(host.mock.journal.list('oauth.getAccessToken')).toMatchObject([{ reply: { accessToken: '[redacted]' } }])
  })

  it('is valid at the userinfo endpoint of its provider only', async () => {
    await host.mock.create.provider({ provider: 'github' })
    const { token, oauthAccountId } = await signedIn()
    const {
      body: { accessToken },
    } = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token })
    expect((await hop(host, idp().replace('google', 'github'), bearer(accessToken))).status).toBe(401)
    expect((await hop(host, idp())).status).toBe(401)
    expect((await hop(host, idp(), bearer('made-up'))).status).toBe(401)
    expect((await hop(host, idp(), { method: 'POST', ...bearer(accessToken) })).status).toBe(200)
  })
})
