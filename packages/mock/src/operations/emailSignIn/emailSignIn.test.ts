import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { requestEmailCode, signInByEmail, wrongCode } from '../../../test/people/oneTimeCodes.ts'

const host = createHost()
const email = 'ada@example.com'
const invalid = { status: 422, code: 'invalid_email_verification' }
const wrong = { status: 422, code: 'wrong_email_verification_token' }
const tooMany = { status: 422, code: 'too_many_email_verification_attempts' }
const unknownEnvironment = { environmentId: '00000000-0000-7000-8000-00000000dead' }
const live = () => host.mock.defaults.environments.live.id
const eventNames = async () => (await host.call('events.list')).body.map(({ eventName }) => eventName).sort()

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'emailOnly' })
})

describe('emailSignIn.signIn', () => {
  it('creates a user with a session, and both show in the administration', async () => {
    const { body } = await signInByEmail(host, 'Ada@Example.com')
    expect(body.user).toMatchObject({
      email: 'Ada@Example.com',
      newUser: true,
      scope: 'user:basic',
      missingFields: [],
      lists: [],
    })
    expect(body.user.verifiedCredentials).toMatchObject([
      {
        id: body.user.lastVerifiedCredentialId,
        format: 'email',
        email: 'Ada@Example.com',
        public_identifier: 'Ada@Example.com',
        signInEnabled: true,
        verifiedAt: '2026-01-15T09:30:00.000Z',
      },
    ])
    expect((await host.call('profile.get', { token: String(body.jwt) })).body).toMatchObject({
      id: body.user.id,
      email: 'Ada@Example.com',
    })
    const { body: list } = await host.call('users.list', { query: { includeSessions: true } })
    expect(list.users).toMatchObject([
      { id: body.user.id, email: 'Ada@Example.com', sessions: [{ id: body.user.sessionId, revokedAt: null }] },
    ])
    expect(await eventNames()).toEqual(['user.created', 'user.session.created'])
  })

  it('finds the user the next time, regardless of case, and is new only once', async () => {
    const first = await signInByEmail(host, email)
    await host.mock.clock.advance({ hours: 1 })
    const second = await signInByEmail(host, 'ADA@example.com')
    expect(second.body.user).toMatchObject({
      id: first.body.user.id,
      email,
      newUser: false,
      lastVisit: '2026-01-15T10:30:00.000Z',
    })
    expect(second.body.user.sessionId).not.toBe(first.body.user.sessionId)
    expect((await host.call('users.list')).body.count).toBe(1)
  })

  it("stores the client's public key with the session", async () => {
    const proof = await requestEmailCode(host, email)
    const { body } = await host.call('emailSignIn.signIn', {
      body: { ...proof, sessionPublicKey: '02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc' },
    })
    const claims = JSON.parse(atob(String(body.jwt).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''))
    expect(claims.session_public_key).toBe('02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc')
  })

  it('accepts a code once', async () => {
    const proof = await requestEmailCode(host, email)
    await host.call('emailSignIn.signIn', { body: proof })
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(invalid)
  })

  it('accepts a code for ten minutes', async () => {
    const late = await requestEmailCode(host, email)
    await host.mock.clock.advance({ minutes: 10 })
    expect(await host.refuse('emailSignIn.signIn', { body: late })).toMatchObject(invalid)
    const early = await requestEmailCode(host, email)
    await host.mock.clock.advance({ minutes: 9, seconds: 59 })
    expect((await host.call('emailSignIn.signIn', { body: early })).status).toBe(200)
  })

  it('counts wrong codes, and after the fifth refuses the right one too', async () => {
    const proof = await requestEmailCode(host, email)
    const bad = { ...proof, verificationToken: wrongCode(proof.verificationToken) }
    for (let i = 0; i < 5; i++) expect(await host.refuse('emailSignIn.signIn', { body: bad })).toMatchObject(wrong)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(tooMany)
    expect(await host.refuse('emailSignIn.signIn', { body: bad })).toMatchObject(tooMany)
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('accepts the right code after four wrong ones', async () => {
    const proof = await requestEmailCode(host, email)
    for (let i = 0; i < 4; i++)
      await host.refuse('emailSignIn.signIn', {
        body: { ...proof, verificationToken: wrongCode(proof.verificationToken) },
      })
    expect((await host.call('emailSignIn.signIn', { body: proof })).body.user.email).toBe(email)
  })

  it('refuses a code of another environment or another address', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId: live() })
    const ada = await requestEmailCode(host, email)
    const bob = await requestEmailCode(host, 'bob@example.com')
    expect(await host.refuse('emailSignIn.signIn', { params: { environmentId: live() }, body: ada })).toMatchObject(
      invalid,
    )
    expect(
      await host.refuse('emailSignIn.signIn', { body: { ...ada, verificationToken: bob.verificationToken } }),
    ).toMatchObject(wrong)
    await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
    expect(await host.refuse('smsSignIn.signIn', { body: ada })).toMatchObject({
      status: 422,
      code: 'invalid_sms_verification',
    })
    expect((await host.call('emailSignIn.signIn', { body: ada })).body.user.email).toBe(email)
  })

  it('creates separate users in different environments', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId: live() })
    const inSandbox = await signInByEmail(host, email)
    const inLive = await signInByEmail(host, email, { environmentId: live() })
    expect(inLive.body.user).toMatchObject({ newUser: true, projectEnvironmentId: live() })
    expect(inLive.body.user.id).not.toBe(inSandbox.body.user.id)
  })

  it('refuses malformed codes, unknown verifications and unknown environments', async () => {
    const proof = await requestEmailCode(host, email)
    for (const verificationToken of ['12345', '1234567', '12345a', 123456, undefined]) {
      expect(
        await host.refuse('emailSignIn.signIn', { body: { ...proof, verificationToken } }),
        String(verificationToken),
      ).toMatchObject({ status: 400, code: 'validation_failed' })
    }
    expect(await host.refuse('emailSignIn.signIn', { body: { ...proof, admin: true } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(
      await host.refuse('emailSignIn.signIn', {
        body: { ...proof, verificationUUID: unknownEnvironment.environmentId },
      }),
    ).toMatchObject(invalid)
    expect(await host.refuse('emailSignIn.signIn', { params: unknownEnvironment, body: proof })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(
      (await host.refuse('emailSignIn.signIn', { body: '{}', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
  })

  it('is refused by a gate, creates no user, and leaves the code unused', async () => {
    const gate = await host.mock.create.gate({ outcome: 'siteAccess' })
    const proof = await requestEmailCode(host, email)
    const refusal = await host.refuse('emailSignIn.signIn', { body: proof })
    expect(refusal).toMatchObject({ status: 403, code: 'gate_access_required', body: { payload: { email } } })
    expect((await host.call('users.list')).body.count).toBe(0)
    await host.call('gates.disable', { params: { gateId: String(gate.id) } })
    expect((await host.call('emailSignIn.signIn', { body: proof })).body.user.newUser).toBe(true)
  })

  it('lets in only users whose address has a domain on the allowlist', async () => {
    const list = await host.mock.create.allowlist({ name: 'staff', outcome: 'siteAccess' })
    await host.mock.create.allowlistEntry(list.id, { emailDomain: 'example.com' })
    expect((await signInByEmail(host, email)).body.user.lists).toEqual(['staff'])
    const proof = await requestEmailCode(host, 'eve@example.org')
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({
      status: 403,
      code: 'not_on_allowlist',
    })
  })

  it('returns a token for the second step if one is required', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { body } = await signInByEmail(host, email)
    expect(body.user.scope).toBe('requiresAdditionalAuth')
    expect(body.mfaToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const proof = await requestEmailCode(host, 'other@example.com')
    expect(await host.refuse('emailSignIn.verify', { token: String(body.jwt), body: proof })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })

  it('refuses when the provider was disabled in the meantime', async () => {
    const proof = await requestEmailCode(host, email)
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    await host.call('providers.disable', { params: { providerId: String(providers[0]?.id) } })
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
  })

  it('signs in the user whose provider has verified the address, and adds the address as a credential', async () => {
    const {
      body: { user },
    } = await host.call('users.create', { body: { oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] } })
    const state = host.mock.export()
    const credentials = (state.tables.credentials as Record<string, unknown>[]).map((credential) => ({
      ...credential,
      verifiedEmail: email,
    }))
    host.mock.import({ ...state, tables: { ...state.tables, credentials } })
    const { body } = await signInByEmail(host, email)
    expect(body.user).toMatchObject({ id: user?.id, email })
    expect(body.user.verifiedCredentials.map(({ format }) => format)).toEqual(['oauth', 'email'])
  })

  it('refuses a credential that is not for signing in', async () => {
    await signInByEmail(host, email)
    const state = host.mock.export()
    const credentials = (state.tables.credentials as Record<string, unknown>[]).map((credential) => ({
      ...credential,
      signInEnabled: false,
    }))
    host.mock.import({ ...state, tables: { ...state.tables, credentials } })
    const proof = await requestEmailCode(host, email)
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject(invalid)
  })
})

describe('an address that a server has given a user, unproved', () => {
  it("signs its owner in as that user, and ends the user's earlier sessions", async () => {
    const {
      body: { user },
    } = await host.call('users.create', {
      body: { email, firstName: 'Ada', oauthAccounts: [{ provider: 'google', accountId: 'g-1' }] },
    })
    const userId = String(user?.id)
    const { token } = await host.mock.signIn(userId)
    const state = host.mock.export()
    const credentials = (state.tables.credentials as { format: string }[]).filter(({ format }) => format === 'email')
    host.mock.import({ ...state, tables: { ...state.tables, credentials } })
    const { body } = await signInByEmail(host, email)
    expect(body.user).toMatchObject({
      id: userId,
      email,
      firstName: 'Ada',
      verifiedCredentials: [{ format: 'email', email }],
    })
    expect(await host.refuse('sessions.check', { token })).toMatchObject({ status: 401, code: 'session_revoked' })
    expect((await host.call('sessions.check', { token: String(body.jwt) })).status).toBe(204)
    expect(await eventNames()).toContain('user.session.revoked')
  })

  it('stays with that user when screening refuses the owner, and the code stays valid', async () => {
    const {
      body: { user },
    } = await host.call('users.create', { body: { email, firstName: 'Bob' } })
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email })
    const { body: owner } = await signInByOAuth(host, { email })
    expect(owner.user.id).not.toBe(user?.id)
    await host.mock.chain.sanction((await host.mock.create.wallet(owner.user.id)).publicKey)
    await host.call('screening.enable')
    const before = await host.call('users.get', { params: { userId: String(user?.id) } })
    expect(before.body.user?.email).toBe(email)
    const body = await requestEmailCode(host, email)
    expect(await host.refuse('emailSignIn.signIn', { body })).toMatchObject({ status: 403, code: 'screening_blocked' })
    expect((await host.call('users.get', { params: { userId: String(user?.id) } })).body).toEqual(before.body)
    await host.call('screening.disable')
    expect((await host.call('emailSignIn.signIn', { body })).body.user.id).toBe(owner.user.id)
    expect((await host.call('users.get', { params: { userId: String(user?.id) } })).body.user).toHaveProperty(
      'email',
      null,
    )
  })

  it('does not sign in a user with another proved credential, and moves to a new user', async () => {
    const {
      body: { user },
    } = await host.call('users.create', {
      body: { email, oauthAccounts: [{ provider: 'google', accountId: 'attacker' }] },
    })
    const { token } = await host.mock.signIn(String(user?.id))
    const { body } = await signInByEmail(host, email)
    expect(body.user).toMatchObject({ email, newUser: true })
    expect(body.user.id).not.toBe(user?.id)
    const { body: attacker } = await host.call('profile.get', { token })
    expect(attacker).toHaveProperty('email', null)
    expect(attacker.verifiedCredentials).toMatchObject([{ format: 'oauth' }])
    expect((await host.call('users.get', { params: { userId: String(user?.id) } })).body.user).toHaveProperty(
      'email',
      null,
    )
    expect((await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.updated')).toHaveLength(
      1,
    )
  })
})
