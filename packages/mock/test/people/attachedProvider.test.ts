import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  appUrl,
  bringBack,
  challengeOf,
  codeVerifier,
  hop,
  newState,
  type RoundTripInput,
  signInByOAuth,
  startRoundTrip,
} from './oauthRoundTrip.ts'
import { createVisitor, type RealProvider, startProvider } from './realProvider.ts'

const host = createHost()
const google = { providerType: 'google' } as const
let idp: RealProvider

/** Starts a provider for a callback of the sandbox. */
async function startFor(provider: string) {
  const { baseUrl, defaults } = host.mock
  return startProvider(`${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/providers/${provider}/redirect`)
}

beforeEach(async () => {
  idp = await startFor('google')
  await host.mock.create.provider({ provider: 'google', ...idp.client })
  await host.mock.idp.google.attach({ issuer: idp.issuer })
  addAda(idp)
})
afterEach(() => idp.stop())

function addAda({ people }: RealProvider) {
  people['ada'] = { email: 'ada@example.com', email_verified: true, name: 'Ada Byron', given_name: 'Ada' }
}

/** Signs in at the real provider. @returns The body for `oauth.signIn` */
async function walk(login: string, input: RoundTripInput = {}) {
  const { url, state } = await startRoundTrip(host, input)
  const { status, location } = await hop(host, await createVisitor(idp.issuer).signIn(url, login))
  expect({ status, location }).toEqual({ status: 302, location: expect.stringContaining(appUrl) })
  const code = String(new URL(String(location)).searchParams.get('code'))
  return { code, state, codeVerifier }
}

const tokenRequests = () => idp.requests.filter((path) => path === '/token').length
const signIn = async (login: string) =>
  (await host.call('oauth.signIn', { params: google, body: await walk(login) })).body

describe('signing in at a real provider', () => {
  it('creates a user by the claims of the account, and finds that user again', async () => {
    const { user } = await signIn('ada')
    expect(user).toMatchObject({ email: 'ada@example.com', firstName: 'Ada', newUser: true })
    expect(user.verifiedCredentials).toMatchObject([
      { oauth_provider: 'google', oauth_account_id: 'ada', oauth_display_name: 'Ada Byron' },
    ])
    expect((await signIn('ada')).user).toMatchObject({ id: user.id, newUser: false })
  })

  it('asks for the sign-in at the endpoint of the provider, with state, challenge and nonce', async () => {
    const { url, state } = await startRoundTrip(host)
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe(`${idp.issuer}/auth`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'latchkey',
      scope: 'openid email profile',
      state,
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
    })
    const { body } = await host.call('providers.list')
    expect(body.providers?.[0]).toMatchObject({ authorizationUrl: `${idp.issuer}/auth` })
  })

  it('keeps the access token of the provider, which opens its user info', async () => {
    const { jwt, user } = await signIn('ada')
    const oauthAccountId = String(user.verifiedCredentials[0]?.id)
    const { body } = await host.call('oauth.getAccessToken', { params: { oauthAccountId }, token: String(jwt) })
    const response = await fetch(`${idp.issuer}/me`, { headers: { authorization: `Bearer ${body.accessToken}` } })
    expect(await response.json()).toMatchObject({ sub: 'ada' })
    await host.mock.clock.advance({ seconds: 601 })
    const refused = await host.refuse('oauth.getAccessToken', { params: { oauthAccountId }, token: String(jwt) })
    expect(refused.status).toBe(404)
  })

  it('links the account to the user who is signed in', async () => {
    const { user, token } = await host.mock.signIn(await host.mock.create.user({ email: 'grace@example.com' }))
    const { body } = await host.call('oauth.verify', { params: google, body: await walk('ada'), token })
    expect(body.user).toMatchObject({ id: user.id, email: 'grace@example.com' })
    expect((await signIn('ada')).user.id).toBe(user.id)
  })

  it('joins the user of a verified address, and never that of an unverified one', async () => {
    const [verified, unverified] = [
      await host.mock.create.user({ email: 'ada@example.com' }),
      await host.mock.create.user({ email: 'eve@example.com' }),
    ]
    expect((await signIn('ada')).user.id).toBe(verified.id)
    idp.people['eve'] = { email: 'eve@example.com', email_verified: false }
    const { user } = await signIn('eve')
    expect(user.id).not.toBe(unverified.id)
    expect(user.email ?? null).toBeNull()
  })

  it('passes on that the person did not agree', async () => {
    const { url, state } = await startRoundTrip(host, { redirectUrl: null })
    const { status } = await hop(host, await createVisitor(idp.issuer).deny(url))
    expect(status).toBe(200)
    const { body } = await host.call('oauth.getResult', { params: google, body: { state } })
    expect(body).toEqual({ status: 'completed', error: 'access_denied' })
    expect(tokenRequests()).toBe(0)
  })

  it('refuses a wrong code verifier by the word of the provider', async () => {
    const body = { ...(await walk('ada')), codeVerifier: 'x'.repeat(43) }
    const refusal = await host.refuse('oauth.signIn', { params: google, body })
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_verification' })
    expect(refusal.body).toMatchObject({
      error: `The provider google (${idp.issuer}) has refused the token request: invalid_grant.`,
    })
  })

  it('refuses the answer of another issuer, and one without the issuer that the provider always names', async () => {
    const { url } = await startRoundTrip(host)
    const callback = new URL(await createVisitor(idp.issuer).signIn(url, 'ada'))
    callback.searchParams.set('iss', 'http://evil.example')
    expect((await hop(host, callback)).status).toBe(422)
    callback.searchParams.delete('iss')
    expect((await hop(host, callback)).status).toBe(422)
    callback.searchParams.set('iss', idp.issuer)
    expect((await hop(host, callback)).status).toBe(302)
  })

  it('refuses the code of a sign-in that another state began', async () => {
    const [victim, attacker] = [await startRoundTrip(host), await startRoundTrip(host)]
    const stolen = new URL(await createVisitor(idp.issuer).signIn(victim.url, 'ada'))
    stolen.searchParams.set('state', attacker.state)
    await hop(host, stolen)
    const code = String(stolen.searchParams.get('code'))
    const refusal = await host.refuse('oauth.signIn', {
      params: google,
      body: { code, state: attacker.state, codeVerifier },
    })
    expect(refusal.body).toMatchObject({ error: expect.stringContaining('its nonce is another one.') })
  })
})

describe('the code of a real provider', () => {
  it('is exchanged once, and its second use ends the session', async () => {
    const body = await walk('ada')
    const first = await host.call('oauth.signIn', { params: google, body })
    expect(await host.refuse('oauth.signIn', { params: google, body })).toMatchObject({ status: 422 })
    expect(tokenRequests()).toBe(1)
    expect((await host.refuse('sessions.check', { token: String(first.body.jwt) })).status).toBe(401)
  })

  it('is exchanged once by two requests at the same time, of which one signs in', async () => {
    const body = await walk('ada')
    const send = () =>
      host.fetch(
        `${host.mock.baseUrl}/api/v0/sdk/${host.mock.defaults.environments.sandbox.id}/providers/google/signIn`,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      )
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 422])
    expect(tokenRequests()).toBe(1)
  })

  it('is not exchanged again when a gate has refused the person, and signs in once the gate is gone', async () => {
    const gate = await host.mock.create.gate({ outcome: 'siteAccess' })
    const body = await walk('ada')
    expect(await host.refuse('oauth.signIn', { params: google, body })).toMatchObject({ status: 403 })
    await host.call('gates.disable', { params: { gateId: gate.id } })
    expect((await host.call('oauth.signIn', { params: google, body })).body.user.newUser).toBe(true)
    expect(tokenRequests()).toBe(1)
  })

  it('shows in the journal what it was exchanged for, with the time of each question', async () => {
    await signIn('ada')
    expect(host.mock.journal.list().at(-1)?.notes).toEqual(
      ['token request', 'JWK set', 'user info'].map((label) =>
        expect.stringMatching(new RegExp(`^Asked provider google: ${label}, [\\d.]+ ms\\.$`)),
      ),
    )
  })
})

describe('the keys of a real provider', () => {
  it('are fetched once in ten minutes of the clock, and when a token has a new key', async () => {
    const fetches = () => idp.requests.filter((path) => path === '/jwks').length
    await signIn('ada')
    await signIn('ada')
    expect(fetches()).toBe(1)
    await idp.rotate()
    await signIn('ada')
    expect(fetches()).toBe(2)
    await host.mock.clock.advance({ minutes: 11 })
    await signIn('ada')
    expect(fetches()).toBe(3)
  })
})

describe('idp.google.attach', () => {
  it('takes a client of its own, public or with a secret in the form', async () => {
    const { issuer } = idp
    for (const client of [{ clientId: 'public' }, { clientId: 'posting', clientSecret: idp.client.clientSecret }]) {
      if (client.clientId === 'posting')
        idp.tampers.set('/.well-known/openid-configuration', (reply) => {
          reply.body['token_endpoint_auth_methods_supported'] = ['client_secret_post']
        })
      await host.mock.idp.google.attach({ issuer, ...client })
      const { url } = await startRoundTrip(host)
      expect(new URL(url).searchParams.get('client_id')).toBe(client.clientId)
      expect((await signIn('ada')).user.email).toBe('ada@example.com')
    }
  })

  it('refuses to change the people of the real provider, and goes back to the simulated ones', async () => {
    const { google: control } = host.mock.idp
    expect(control.attached()).toEqual({ name: 'provider google', origin: idp.issuer })
    await expect(control.addUser({ email: 'bob@example.com' })).rejects.toThrow(
      `Failed to call "idp.google.addUser()": provider google is a real one (${idp.issuer}).`,
    )
    expect(control.detach()).toBe(true)
    expect(control.detach()).toBe(false)
    expect(control.attached()).toBeUndefined()
    await control.addUser({ email: 'bob@example.com' })
    expect((await signInByOAuth(host, { email: 'bob@example.com' })).body.user.email).toBe('bob@example.com')
  })

  it('holds in a fork, and not in an export', async () => {
    expect(host.mock.fork().idp.google.attached()).toEqual(host.mock.idp.google.attached())
    expect(host.mock.chain.attached()).toEqual([])
    expect(JSON.stringify(host.mock.export())).not.toContain(idp.issuer)
  })
})

describe('other providers of the catalogue', () => {
  /** Attaches a provider of this name. */
  async function attach(provider: 'apple' | 'github' | 'okta', settings: object = {}) {
    idp.stop()
    idp = await startFor(provider)
    addAda(idp)
    await host.mock.create.provider({ provider, ...idp.client, ...settings })
    await host.mock.idp[provider].attach({ issuer: idp.issuer })
  }

  it('get their answer by a form where the service does so', async () => {
    await attach('apple')
    const { url, state } = await startRoundTrip(host, { provider: 'apple' })
    const page = await createVisitor(idp.issuer).answerByForm(url, 'ada')
    const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? ''
    const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    const answer = { url: action, fields: Object.fromEntries(fields.map(([, name, value]) => [name, value])) }
    expect(Object.keys(answer.fields)).toEqual(expect.arrayContaining(['code', 'state', 'iss']))
    expect((await bringBack(host, { ...answer, byForm: true })).status).toBe(302)
    const { body } = await host.call('oauth.signIn', {
      params: { providerType: 'apple' },
      body: { code: answer.fields['code'], state, codeVerifier },
    })
    expect(body.user).toMatchObject({ email: 'ada@example.com', newUser: true })
  })

  it('are asked for the scopes of OpenID Connect where their own would mean nothing', async () => {
    await attach('github')
    const { url } = await startRoundTrip(host, { provider: 'github' })
    expect(new URL(url).searchParams.get('scope')).toBe('openid email profile')
    const proof = await walk('ada', { provider: 'github' })
    const { body } = await host.call('oauth.signIn', { params: { providerType: 'github' }, body: proof })
    expect(body.user.verifiedCredentials).toMatchObject([{ oauth_provider: 'github', oauth_account_id: 'ada' }])
  })

  it('sign in the people of an SSO connection', async () => {
    const { organizationId } = host.mock.defaults
    const domain = 'tidepool.okta.com'
    await attach('okta', { domain })
    const sso = { clientId: 'x', clientSecret: 'y', ssoDomain: domain, emailDomain: 'example.com', provider: 'okta' }
    const { body: created } = await host.call('ssoProviders.create', { params: { organizationId }, body: sso })
    const value = String(created.ssoDomainVerificationChallenge)
    await host.mock.dns.set({ type: 'TXT', name: '_sso.example.com', value })
    await host.mock.clock.advance({ minutes: 2 })
    const { body: check } = await host.call('emailSignIn.checkSso', { body: { email: 'ada@example.com' } })
    expect(check).toMatchObject({ type: 'sso', ssoAuthUrl: expect.stringContaining(`${idp.issuer}/auth?`) })
    const state = newState()
    const params = { providerType: 'okta' } as const
    await host.call('oauth.initialize', { params, body: { state, redirectUrl: appUrl, ssoProviderId: check.id } })
    const url = new URL(String(check.ssoAuthUrl))
    url.searchParams.set('state', state)
    url.searchParams.set('code_challenge', await challengeOf(codeVerifier))
    url.searchParams.set('code_challenge_method', 'S256')
    expect([url.searchParams.get('login_hint'), url.searchParams.has('nonce')]).toEqual(['ada@example.com', false])
    const { location } = await hop(host, await createVisitor(idp.issuer).signIn(url.href, 'ada'))
    const code = String(new URL(String(location)).searchParams.get('code'))
    const { body } = await host.call('oauth.signIn', {
      params,
      body: { code, state, codeVerifier, ssoProviderId: check.id },
    })
    expect(body.user).toMatchObject({ email: 'ada@example.com', newUser: true })
  })

  it('sign in the people of two tenants, each at its own issuer', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const callback = (environmentId: string) =>
      `${host.mock.baseUrl}/api/v0/sdk/${environmentId}/providers/okta/redirect`
    const tenants = await Promise.all(
      [
        { environmentId: sandbox.id, domain: 'tidepool.okta.com' },
        { environmentId: live.id, domain: 'Harbour.okta.com' },
      ].map(async (tenant) => ({ ...tenant, real: await startProvider(callback(tenant.environmentId)) })),
    )
    for (const { environmentId, domain, real } of tenants) {
      real.people['ada'] = { email: `ada@${domain.toLowerCase()}`, email_verified: true }
      await host.mock.create.provider({ provider: 'okta', domain, ...real.client }, { environmentId })
      await host.mock.idp.okta.attach({ issuer: real.issuer, domain })
    }
    // One for all others goes behind those of tenants, also if it comes later.
    await host.mock.idp.okta.attach({ issuer: idp.issuer })
    const params = (environmentId: string) => ({ environmentId, providerType: 'okta' }) as const
    for (const { environmentId, domain, real } of tenants) {
      const { url, state } = await startRoundTrip(host, { provider: 'okta', environmentId, redirectUrl: null })
      expect(url).toContain(`${real.issuer}/auth?`)
      const answer = new URL(await createVisitor(real.issuer).signIn(url, 'ada'))
      const other = tenants.find((tenant) => tenant.real !== real)?.real.issuer ?? ''
      const confused = new URL(answer)
      confused.searchParams.set('iss', other)
      expect((await hop(host, confused)).status).toBe(422)
      expect((await hop(host, answer)).status).toBe(200)
      const body = { code: answer.searchParams.get('code'), state, codeVerifier }
      const reply = await host.call('oauth.signIn', { params: params(environmentId), body })
      expect(reply.body.user).toMatchObject({ email: `ada@${domain.toLowerCase()}`, newUser: true })
    }
    expect(idp.requests).not.toContain('/token')
    expect(host.mock.idp.okta.detach('tidepool.okta.com')).toBe(true)
    const { url } = await startRoundTrip(host, { provider: 'okta' })
    expect(url).toContain(`${idp.issuer}/auth?`)
    for (const { real } of tenants) real.stop()
  })

  it('can be without OpenID Connect, by metadata that the test names', async () => {
    const { issuer } = idp
    idp.answers.set('/oauth/token', (_, response) => response.end(JSON.stringify({ access_token: 'a-1' })))
    idp.answers.set('/api/user', (request, response) => {
      const isBearer = request.headers.authorization === 'Bearer a-1'
      response.end(JSON.stringify(isBearer ? { id: 7, login: 'ada', email: 'ada@example.com' } : {}))
    })
    await host.mock.create.provider({ provider: 'discord', ...idp.client })
    await host.mock.idp.discord.attach({
      issuer,
      metadata: {
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        userinfo_endpoint: `${issuer}/api/user`,
      },
    })
    const { url, state } = await startRoundTrip(host, { provider: 'discord' })
    const asked = new URL(url).searchParams
    expect([asked.get('scope'), asked.has('nonce')]).toEqual(['identify email', false])
    await hop(host, `${asked.get('redirect_uri')}?code=code-of-discord&state=${state}`)
    const params = { providerType: 'discord' } as const
    const { body } = await host.call('oauth.signIn', { params, body: { code: 'code-of-discord', state, codeVerifier } })
    expect(body.user.verifiedCredentials).toMatchObject([
      { oauth_provider: 'discord', oauth_account_id: '7', oauth_username: 'ada' },
    ])
  })
})
