import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { newState, signInByOAuth, startRoundTrip, walkRoundTrip } from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()
const google = { providerType: 'google' } as const
const refused = { status: 422, code: 'invalid_verification' }
const email = 'ada@example.com'

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'google' })
  await host.mock.create.provider({ provider: 'github' })
  await host.mock.idp.google?.addUser({
    email,
    accountId: 'g-1',
    displayName: 'Ada Byron',
    profile: { given_name: 'Ada', family_name: 'Byron' },
  })
})

describe('oauth.verify', () => {
  it('creates a user with a session, and both show in the administration', async () => {
    const { body } = await signInByOAuth(host, {
      email,
      headers: { origin: 'https://app.example.com', 'user-agent': 'test' },
    })
    expect(body.user).toMatchObject({
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      newUser: true,
      scope: 'user:basic',
      missingFields: [],
      lists: [],
    })
    expect(body.expiresAt).toBe('1768476600')
    expect(body).not.toHaveProperty('mfaToken')
    const {
      body: { user },
    } = await host.call('users.get', { params: { userId: body.user.id } })
    expect(user).toMatchObject({
      email,
      firstName: 'Ada',
      oauthAccounts: [{ provider: 'google', accountUsername: email }],
      lastVerifiedCredentialId: body.user.lastVerifiedCredentialId,
    })
    const { body: list } = await host.call('users.list', { query: { includeSessions: true } })
    expect(list.users?.[0]?.sessions).toMatchObject([{ id: body.user.sessionId, revokedAt: null }])
    const { body: events } = await host.call('events.list')
    expect(events.map(({ eventName }) => eventName).sort()).toEqual(['user.created', 'user.session.created'])
  })

  it('finds the user by the account the next time, with an updated profile, and is new only once', async () => {
    const first = await signInByOAuth(host, { email })
    await host.mock.clock.advance({ hours: 1 })
    const second = await signInByOAuth(host, { email })
    expect(second.body.user).toMatchObject({
      id: first.body.user.id,
      newUser: false,
      firstVisit: '2026-01-15T09:30:00.000Z',
      lastVisit: '2026-01-15T10:30:00.000Z',
    })
    expect(second.body.user.sessionId).not.toBe(first.body.user.sessionId)
    expect((await host.call('users.list')).body.count).toBe(1)
  })

  it('accepts code and state once', async () => {
    const proof = await walkRoundTrip(host, { email })
    await host.call('oauth.verify', { params: google, body: proof })
    expect(await host.refuse('oauth.verify', { params: google, body: proof })).toMatchObject(refused)
    const other = await walkRoundTrip(host, { email })
    expect(await host.refuse('oauth.verify', { params: google, body: { ...other, code: proof.code } })).toMatchObject(
      refused,
    )
    expect(await host.refuse('oauth.verify', { params: google, body: { ...proof, state: other.state } })).toMatchObject(
      refused,
    )
    expect((await host.call('oauth.verify', { params: google, body: other })).body.user.newUser).toBe(false)
  })

  it('ends the session that a code has given when the code comes a second time (RFC 6749, section 4.1.2)', async () => {
    const body = await walkRoundTrip(host, { email })
    const other = await signInByOAuth(host, { email })
    const { body: first } = await host.call('oauth.verify', { params: google, body, token: null })
    const profileOf = (token: string | undefined) => host.refuse('profile.get', { token })
    // Another code with this state gives nothing away, and ends nothing.
    const wrong = { ...body, code: 'another-code' }
    expect(await host.refuse('oauth.verify', { params: google, body: wrong, token: null })).toMatchObject(refused)
    expect((await host.call('profile.get', { token: first.jwt })).status).toBe(200)
    expect(await host.refuse('oauth.signIn', { params: google, body, token: null })).toMatchObject(refused)
    expect(await profileOf(first.jwt)).toMatchObject({ status: 401, code: 'session_revoked' })
    expect((await host.call('profile.get', { token: other.body.jwt })).status).toBe(200)
    const { body: events } = await host.call('events.list')
    expect(events.filter(({ eventName }) => eventName === 'user.session.revoked')).toHaveLength(1)
    // A third time changes nothing more.
    expect(await host.refuse('oauth.verify', { params: google, body, token: null })).toMatchObject(refused)
  })

  it('ends no session when the code that linked an account comes a second time, since it gave none', async () => {
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const body = await walkRoundTrip(host, { email })
    const { body: linked } = await host.call('oauth.verify', { params: google, body, token })
    expect(await host.refuse('oauth.verify', { params: google, body, token: null })).toMatchObject(refused)
    expect((await host.call('profile.get', { token: linked.jwt })).status).toBe(200)
  })

  it('accepts a code with its state, and not again with another state', async () => {
    const [first, second] = [await walkRoundTrip(host, { email }), await walkRoundTrip(host, { email })]
    expect(await host.refuse('oauth.verify', { params: google, body: { ...first, code: second.code } })).toMatchObject(
      refused,
    )
    expect(await host.refuse('oauth.verify', { params: google, body: { ...second, code: first.code } })).toMatchObject(
      refused,
    )
    await host.call('oauth.verify', { params: google, body: first })
    const { state } = await startRoundTrip(host)
    await host.send('oauth.redirect', { params: google, query: { state, code: first.code } })
    expect(await host.refuse('oauth.verify', { params: google, body: { ...first, state } })).toMatchObject(refused)
    expect((await host.call('oauth.verify', { params: google, body: second })).status).toBe(200)
  })

  it('refuses a code that was issued to another client', async () => {
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    const proof = await walkRoundTrip(host, { email })
    const id = String(providers.find(({ provider }) => provider === 'google')?.id)
    await host.call('providers.update', { params: { providerId: id }, body: { clientId: 'another-client' } })
    expect(await host.refuse('oauth.verify', { params: google, body: proof })).toMatchObject(refused)
  })

  it('asks for a solved CAPTCHA where the environment does', async () => {
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    const proof = await walkRoundTrip(host, { email })
    expect(await host.refuse('oauth.verify', { params: google, body: proof })).toMatchObject(refused)
    expect(
      (await host.call('oauth.verify', { params: google, body: { ...proof, captchaToken: 'solved' } })).status,
    ).toBe(200)
  })

  it('requires the verifier of the challenge, and no verifier if no challenge was sent', async () => {
    const withChallenge = await walkRoundTrip(host, { email })
    for (const codeVerifier of [undefined, 'too-short', 'x'.repeat(43), `${withChallenge.codeVerifier}=`]) {
      expect(
        await host.refuse('oauth.verify', { params: google, body: { ...withChallenge, codeVerifier } }),
      ).toMatchObject(refused)
    }
    const without = await walkRoundTrip(host, { email, verifier: null })
    expect(
      await host.refuse('oauth.verify', {
        params: google,
        body: { ...without, codeVerifier: withChallenge.codeVerifier },
      }),
    ).toMatchObject(refused)
    expect((await host.call('oauth.verify', { params: google, body: without })).status).toBe(200)
    expect((await host.call('oauth.verify', { params: google, body: withChallenge })).status).toBe(200)
  })

  it('refuses a code after a minute and a state after ten', async () => {
    const proof = await walkRoundTrip(host, { email })
    await host.mock.clock.advance({ seconds: 60 })
    expect(await host.refuse('oauth.verify', { params: google, body: proof })).toMatchObject(refused)
    await host.mock.clock.advance({ minutes: 9 })
    expect(await host.refuse('oauth.verify', { params: google, body: proof })).toMatchObject(refused)
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('refuses codes of another environment or provider', async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider({ provider: 'google' }, { environmentId: live.id })
    const proof = await walkRoundTrip(host, { email })
    expect(
      await host.refuse('oauth.verify', { params: { ...google, environmentId: live.id }, body: proof }),
    ).toMatchObject(refused)
    expect(await host.refuse('oauth.verify', { params: { providerType: 'github' }, body: proof })).toMatchObject(
      refused,
    )
    expect((await host.call('oauth.verify', { params: google, body: proof })).body.user.projectEnvironmentId).toBe(
      host.mock.defaults.environments.sandbox.id,
    )
  })

  it('refuses malformed bodies', async () => {
    for (const body of [{}, { state: 1 }, { state: 'x', code: {} }, { state: 'x', code: 'y', admin: true }]) {
      expect(await host.refuse('oauth.verify', { params: google, body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(await host.refuse('oauth.verify', { params: google, body: { state: newState() } })).toMatchObject(refused)
  })

  it('creates separate users in different environments', async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider({ provider: 'google' }, { environmentId: live.id })
    const inSandbox = await signInByOAuth(host, { email })
    const inLive = await signInByOAuth(host, { email, environmentId: live.id })
    expect(inLive.body.user.id).not.toBe(inSandbox.body.user.id)
    expect(inLive.body.user.newUser).toBe(true)
  })
})

describe('finding the user by e-mail', () => {
  it('links if both sides have verified the address, regardless of case', async () => {
    const user = await host.mock.create.user({ email: 'Ada@Example.com' })
    const { body } = await signInByOAuth(host, { email })
    expect(body.user).toMatchObject({ id: user.id, newUser: true })
    const { body: events } = await host.call('events.list')
    expect(events.map(({ eventName }) => eventName)).toContain('user.social.linked')
  })

  it("links to the user of another provider's account that has verified the address", async () => {
    await host.mock.idp.github?.addUser({ email })
    const first = await signInByOAuth(host, { email })
    const second = await signInByOAuth(host, { email, provider: 'github' })
    expect(second.body.user.id).toBe(first.body.user.id)
    expect(second.body.user.verifiedCredentials.map(({ oauth_provider }) => oauth_provider)).toEqual([
      'google',
      'github',
    ])
  })

  it('never links by an address that the provider has not verified', async () => {
    const user = await host.mock.create.user({ email: 'eve@example.com' })
    await host.mock.idp.google?.addUser({ email: 'eve@example.com', emailVerified: false })
    const { body } = await signInByOAuth(host, { email: 'eve@example.com' })
    expect(body.user.id).not.toBe(user.id)
    expect(body.user).toMatchObject({ newUser: true, scope: '', missingFields: [{ name: 'email' }] })
    expect(body.user).toHaveProperty('email', null)
  })

  it('never links to a user who has not verified the address, or takes it from that user', async () => {
    const {
      body: { user },
    } = await host.call('users.create', { body: { email } })
    const { body } = await signInByOAuth(host, { email })
    expect(body.user.id).not.toBe(user?.id)
    expect(body.user).toHaveProperty('email', null)
    expect((await host.call('users.get', { params: { userId: String(user?.id) } })).body.user).toMatchObject({
      email,
      oauthAccounts: [],
    })
  })

  it('does not find a user with an unverified address', async () => {
    await host.mock.idp.google?.addUser({ email: 'victim@example.com', emailVerified: false, accountId: 'attacker' })
    await host.mock.idp.github?.addUser({ email: 'victim@example.com', accountId: 'victim' })
    const attacker = await signInByOAuth(host, { email: 'victim@example.com' })
    const victim = await signInByOAuth(host, { email: 'victim@example.com', provider: 'github' })
    expect(victim.body.user).toMatchObject({ email: 'victim@example.com', newUser: true })
    expect(victim.body.user.id).not.toBe(attacker.body.user.id)
  })
})

describe('linking', () => {
  it('adds the account to the signed-in user and keeps the session', async () => {
    const user = await host.mock.create.user({ email: 'bob@example.com' })
    const { token } = await host.mock.signIn(user)
    const before = await host.call('profile.get', { token })
    const { body } = await signInByOAuth(host, { email, token })
    expect(body.user).toMatchObject({
      id: user.id,
      sessionId: before.body.sessionId,
      email: 'bob@example.com',
      newUser: false,
    })
    for (const valid of [token, String(body.jwt)])
      expect((await host.call('profile.get', { token: valid })).body.verifiedCredentials).toHaveLength(2)
    const again = await signInByOAuth(host, { email, token })
    expect(again.body.user.verifiedCredentials).toEqual(body.user.verifiedCredentials)
    const { body: events } = await host.call('events.list')
    expect(events.filter(({ eventName }) => eventName === 'user.social.linked')).toHaveLength(1)
    expect(events.map(({ eventName }) => eventName)).not.toContain('user.updated')
  })

  it('does not move an account from another user', async () => {
    await signInByOAuth(host, { email })
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const proof = await walkRoundTrip(host, { email })
    expect(await host.refuse('oauth.verify', { params: google, body: proof, token })).toMatchObject({
      status: 422,
      code: 'social_account_already_exists',
    })
    expect((await host.call('profile.get', { token })).body.verifiedCredentials).toHaveLength(1)
  })

  it('never signs in with an invalid credential', async () => {
    const { live, sandbox } = host.mock.defaults.environments
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const foreign = await host.mock.signIn(
      await host.mock.create.user({ email: 'bob@example.com' }, { environmentId: live.id }),
    )
    await host.call('sessions.revoke', { token })
    const proof = await walkRoundTrip(host, { email })
    for (const bad of [token, foreign.token, sandbox.token, 'nonsense']) {
      expect(await host.refuse('oauth.verify', { params: google, body: proof, token: bad })).toMatchObject({
        status: 401,
      })
    }
    expect((await host.call('users.list')).body.count).toBe(1)
    expect((await host.call('oauth.verify', { params: google, body: proof })).body.user.newUser).toBe(true)
  })
})
