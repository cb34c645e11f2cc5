import { foreignAlgorithms } from '@latchkey/crypto/foreignAlgorithms'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'
import { listenAt } from '../../../test/support/webhookReceiver.ts'
import type { IssuerHandle } from '../../control/objects/issuerControl.ts'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const iss = 'https://login.example.com'
const invalid = { status: 422, code: 'invalid_external_auth' }
let issuer: IssuerHandle

beforeEach(async () => {
  issuer = await host.mock.issuers.create({ issuer: iss })
  await trust({ aud: 'app' })
})

const trust = (changes: Record<string, string | boolean | null> = {}) =>
  host.mock.settings.patch({ security: { externalAuth: { enabled: true, iss, jwksUrl: issuer.jwksUrl, ...changes } } })
const now = () => Math.floor(host.mock.clock.now() / 1000)
const sign = (claims: Record<string, unknown> = {}, header?: Record<string, unknown>) =>
  issuer.sign({ sub: 'user-1', aud: 'app', ...claims }, { header })
const signIn = (jwt: string) => host.call('externalAuth.signIn', { body: { jwt } })
const refuse = (jwt: string) => host.refuse('externalAuth.signIn', { body: { jwt } })
const problemsOf = async (encodedJwt: string) =>
  (await host.call('externalAuth.check', { body: { encodedJwt } })).body.errors ?? []
const encode = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

describe('externalAuth.signIn', () => {
  it('creates a user for the subject with a session, and finds the user again by the same token', async () => {
    const jwt = await sign({
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: "O'Byron",
    })
    const { body } = await signIn(jwt)
    expect(body.user).toMatchObject({
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: "O'Byron",
      newUser: true,
      scope: 'user:basic',
      verifiedCredentials: [{ format: 'externalUser', public_identifier: 'user-1', signInEnabled: true }],
    })
    expect((await host.call('profile.get', { token: String(body.jwt) })).body.id).toBe(body.user.id)
    expect((await signIn(jwt)).body.user).toMatchObject({ id: body.user.id, newUser: false })
    const { body: events } = await host.call('events.list')
    expect(events.map(({ eventName }) => eventName).sort()).toEqual([
      'user.created',
      'user.session.created',
      'user.session.created',
    ])
  })

  it("tells webhooks the user's id at the issuer, with each event of which the user is the actor", async () => {
    const url = 'https://hooks.example.com/'
    const received = listenAt(host, url)
    await host.mock.create.webhook({ url, events: ['user.session.created', 'user.updated'] })
    const { body } = await signIn(await sign())
    await host.mock.create.user({ email: 'grace@example.com' })
    await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    await host.call('users.update', { params: { userId: body.user.id }, body: { alias: 'Ada' } })
    await host.mock.clock.settle()
    const tellings = received.map(({ body: { eventName, userId, externalUserId } }) => [
      eventName,
      userId === body.user.id,
      externalUserId,
    ])
    expect(tellings).toEqual([
      ['ping', false, undefined],
      ['user.session.created', true, 'user-1'],
      ['user.session.created', false, undefined],
      ['user.updated', false, undefined],
    ])
  })

  it('distinguishes subjects, issuers and environments', async () => {
    const { live } = host.mock.defaults.environments
    const other = await host.mock.issuers.create({ issuer: 'https://other.example.com' })
    await host.mock.settings.patch(
      { security: { externalAuth: { enabled: true, iss, jwksUrl: issuer.jwksUrl, aud: 'app' } } },
      { environmentId: live.id },
    )
    const jwt = await sign()
    const ids = [(await signIn(jwt)).body.user.id, (await signIn(await sign({ sub: 'user-2' }))).body.user.id]
    ids.push(
      (await host.call('externalAuth.signIn', { params: { environmentId: live.id }, body: { jwt } })).body.user.id,
    )
    await trust({ iss: other.issuer, jwksUrl: other.jwksUrl })
    ids.push((await signIn(await other.sign({ sub: 'user-1', aud: 'app' }))).body.user.id)
    expect(new Set(ids).size).toBe(4)
  })

  it('accepts every asymmetric signature', async () => {
    for (const algorithm of foreignAlgorithms) {
      issuer = await host.mock.issuers.create({
        issuer: iss,
        algorithm,
        jwksUrl: `https://login.example.com/${algorithm}`,
      })
      await trust()
      expect(
        (await signIn(await sign({ sub: algorithm }, { x5t: 'thumbprint', typ: 'at+jwt' }))).status,
        algorithm,
      ).toBe(200)
    }
  })

  it('accepts the token in the configured cookie from a listed origin', async () => {
    await trust({ cookieName: 'external' })
    await host.mock.create.origin('https://app.example.com')
    const cookie = `other=1; external=${await sign()}`
    const { body } = await host.call('externalAuth.signIn', {
      body: {},
      headers: { cookie, origin: 'https://app.example.com' },
    })
    expect(body.user.newUser).toBe(true)
    expect(
      await host.refuse('externalAuth.signIn', { body: {}, headers: { cookie, origin: 'https://evil.example.com' } }),
    ).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect(await host.refuse('externalAuth.signIn', { body: {}, headers: { cookie } })).toMatchObject({ status: 403 })
    expect(
      await host.refuse('externalAuth.signIn', {
        body: {},
        headers: { cookie: 'other=1', origin: 'https://app.example.com' },
      }),
    ).toMatchObject({ status: 401 })
    await trust({ cookieName: null })
    expect(
      await host.refuse('externalAuth.signIn', { body: {}, headers: { cookie, origin: 'https://app.example.com' } }),
    ).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('refuses a token a minute after its expiry, and names that reason', async () => {
    const jwt = await sign({ exp: now() + 300 })
    await host.mock.clock.advance({ seconds: 359 })
    expect((await signIn(jwt)).status).toBe(200)
    await host.mock.clock.advance({ seconds: 1 })
    expect(await refuse(jwt)).toMatchObject({ status: 401, code: 'token_expired' })
  })

  it('refuses another audience, issuer or key, and impossible times', async () => {
    const other = await host.mock.issuers.create({ issuer: 'https://other.example.com' })
    const jwts = [
      await sign({ aud: 'other' }),
      await sign({ aud: ['x', 'y'] }),
      await sign({ aud: undefined }),
      await sign({ iss: `${iss}/` }),
      await sign({ iss: undefined }),
      await sign({ sub: '' }),
      await sign({ sub: 7 }),
      await sign({ sub: undefined }),
      await sign({ sub: 'x'.repeat(256) }),
      await sign({ exp: undefined }),
      await sign({ exp: 'tomorrow' }),
      await sign({ nbf: now() + 61 }),
      await sign({ iat: now() + 61 }),
      await sign({ iat: 'now' }),
      await other.sign({ iss, sub: 'user-1', aud: 'app' }),
      await other.sign({ iss, sub: 'user-1', aud: 'app' }, { header: { kid: issuer.jwks().keys[0]?.kid } }),
      await sign({}, { kid: 'unknown' }),
      await sign({}, { kid: undefined }),
    ]
    for (const [index, jwt] of jwts.entries()) expect(await refuse(jwt), String(index)).toMatchObject(invalid)
    expect((await host.call('users.list')).body.count).toBe(0)
    for (const jwt of [await sign({ aud: ['x', 'app'] }), await sign({ nbf: now() + 60, iat: now() + 60 })])
      expect((await signIn(jwt)).status).toBe(200)
  })

  it('refuses tokens that are unsigned, signed with a shared secret, changed, or contain their key', async () => {
    const jwt = await sign()
    const [header = '', payload = '', signature = ''] = jwt.split('.')
    const { kid, alg } = JSON.parse(atob(header)) as { kid: string; alg: string }
    const forged = [
      `${encode({ alg: 'none', kid })}.${payload}.`,
      `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
      `${encode({ alg: 'HS256', kid })}.${payload}.${signature}`,
      `${header}.${encode({ iss, sub: 'admin', aud: 'app', exp: now() + 600 })}.${signature}`,
      `${header}.${payload}.${signature}=`,
      `${jwt}.x`,
      'nonsense',
      '',
      `${header}.${payload}`,
      ...['crit', 'jwk', 'jku', 'x5u', 'x5c'].map(
        (name) => `${encode({ alg, kid, [name]: name === 'crit' ? ['exp'] : 'x' })}.${payload}.${signature}`,
      ),
    ]
    for (const bad of forged) expect(await refuse(bad), bad).toMatchObject(invalid)
    for (const name of ['jwk', 'jku', 'x5u', 'x5c'])
      expect(await refuse(await sign({}, { [name]: 'https://evil.example.com' })), name).toMatchObject(invalid)
  })

  it("accepts keys while they are in the issuer's set", async () => {
    const first = await sign()
    await issuer.rotate()
    for (const jwt of [first, await sign()]) expect((await signIn(jwt)).status).toBe(200)
    await issuer.rotate({ dropFormer: true })
    expect(await refuse(first)).toMatchObject(invalid)
    expect((await signIn(await sign())).status).toBe(200)
  })

  it('refuses every call if external sign-in is off, not set up, or has an unknown JWK set', async () => {
    const jwt = await sign()
    await trust({ enabled: false })
    expect(await refuse(jwt)).toMatchObject(invalid)
    await trust({ jwksUrl: 'https://nobody.example.com/jwks' })
    expect(JSON.stringify((await refuse(jwt)).body)).toContain(
      'No issuer publishes a JWK set at the configured jwksUrl.',
    )
    await trust({ iss: null, enabled: false })
    expect(await refuse(jwt)).toMatchObject(invalid)
    const { live } = host.mock.defaults.environments
    expect(
      await host.refuse('externalAuth.signIn', { params: { environmentId: live.id }, body: { jwt } }),
    ).toMatchObject(invalid)
  })

  it('refuses malformed bodies and unknown environments', async () => {
    for (const body of [{ jwt: 1 }, { jwt: 'x', admin: true }, { sessionPublicKey: ' ' }])
      expect(await host.refuse('externalAuth.signIn', { body })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    expect(
      await host.refuse('externalAuth.signIn', { body: '{}', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    for (const body of [{}, { jwt: await sign() }])
      expect(await host.refuse('externalAuth.signIn', { params: { environmentId: unknown }, body })).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    expect(await host.refuse('externalAuth.signIn', { body: {} })).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('lets in only the subjects that an allowlist names', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'siteAccess' })
    expect(await refuse(await sign())).toMatchObject({ status: 403, code: 'not_on_allowlist' })
    await host.mock.create.allowlistEntry(list.id, { externalUserId: 'user-1' })
    expect((await signIn(await sign())).body.user.lists).toEqual([list.name])
  })

  it('does not show the token anywhere', async () => {
    const jwt = await sign()
    await signIn(jwt)
    await problemsOf(jwt)
    expect(JSON.stringify(host.mock.journal.list())).not.toContain(jwt)
    expect(JSON.stringify((await refuse(`${jwt}x`)).body)).not.toContain(jwt.slice(0, 40))
  })
})

describe('the e-mail address of a foreign token', () => {
  it('leads to the user who has proved to hold it only if the issuer has verified it', async () => {
    const user = await host.mock.create.user({ email: 'Ada@example.com' })
    for (const email_verified of [false, undefined, 'true', 1]) {
      const { body } = await signIn(
        await sign({ sub: `unverified-${email_verified}`, email: 'ada@example.com', email_verified }),
      )
      expect(body.user.id).not.toBe(user.id)
      expect(body.user).toHaveProperty('email', null)
    }
    expect((await signIn(await sign({ email: 'ada@example.com', email_verified: true }))).body.user.id).toBe(user.id)
  })

  it('is not taken from a user who has not verified it', async () => {
    const {
      body: { user },
    } = await host.call('users.create', { body: { email: 'ada@example.com' } })
    const { body } = await signIn(await sign({ email: 'ada@example.com', email_verified: true }))
    expect(body.user.id).not.toBe(user?.id)
    expect(body.user).toHaveProperty('email', null)
  })

  it('takes the place of the one for which the issuer no longer vouches', async () => {
    const before = await signIn(await sign({ email: 'ada@example.com', email_verified: true }))
    const { body } = await signIn(await sign({ email: 'ada@new.example', email_verified: true }))
    expect(body.user).toMatchObject({ id: before.body.user.id, email: 'ada@new.example', scope: 'user:basic' })
  })

  it('does not move a known subject to another user', async () => {
    const {
      body: {
        user: { id },
      },
    } = await signIn(await sign())
    await host.mock.create.user({ email: 'victim@example.com' })
    expect((await signIn(await sign({ email: 'victim@example.com', email_verified: true }))).body.user.id).toBe(id)
  })
})

describe('externalAuth.check', () => {
  it('accepts a token that could sign in, without signing the user in', async () => {
    expect((await host.call('externalAuth.check', { body: { encodedJwt: await sign() } })).body).toEqual({
      valid: true,
      errors: [],
    })
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('reports everything that is wrong', async () => {
    const { body } = await host.call('externalAuth.check', {
      body: {
        encodedJwt: await sign(
          { iss: 'x', aud: 'x', sub: '', exp: 1, nbf: now() + 100, iat: 'x' },
          { kid: 'x', jku: 'x' },
        ),
      },
    })
    expect(body).toEqual({
      valid: false,
      errors: [
        'The header parameter "jku" is not accepted.',
        'The JWK set of the issuer has no key with this "kid".',
        'The claim "iss" is not the configured issuer.',
        'The claim "aud" does not contain the configured audience.',
        'The claim "sub" must be a text of 1 to 255 characters.',
        'This token has expired.',
        'This token is not valid yet.',
        'The claim "iat" must be a number of seconds since 1970.',
      ],
    })
    const [header = '', payload = '', signature = ''] = (await sign()).split('.')
    expect(
      await problemsOf(`${header}.${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`),
    ).toEqual(['The signature does not fit.'])
    expect(await problemsOf(`${encode({ alg: 'HS256' })}.${payload}.${signature}`)).toEqual([
      'The header parameter "alg" must be one of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA.',
      'The header parameter "kid" must name the key.',
    ])
    expect(
      await problemsOf(`${encode({ ...(JSON.parse(atob(header)) as object), alg: 'RS256' })}.${payload}.${signature}`),
    ).toEqual(['The key with this "kid" is for another algorithm.'])
    expect(await problemsOf('nonsense')).toEqual(['This is not a signed JWT in compact form.'])
    await trust({ enabled: false })
    expect(await problemsOf(await sign())).toEqual(['External sign-in is not enabled in this environment.'])
  })

  it('does not find unknown environments', async () => {
    expect(
      await host.refuse('externalAuth.check', { params: { environmentId: unknown }, body: { encodedJwt: 'x' } }),
    ).toMatchObject({ status: 403, code: 'wrong_environment' })
  })

  it('refuses calls if no issuer is set up', async () => {
    await host.mock.settings.patch({ security: { externalAuth: null } })
    expect(await host.refuse('externalAuth.check', { body: { encodedJwt: await sign() } })).toMatchObject(invalid)
  })
})

describeEnvironmentRefusals(host, { 'externalAuth.check': { body: { encodedJwt: 'x' } } })

describe('externalAuth.verify', () => {
  it('is retired', async () => {
    for (const body of [{}, { jwt: await sign() }]) {
      expect(await host.refuse('externalAuth.verify', { body })).toMatchObject({
        status: 410,
        code: 'invalid_external_auth',
        body: { error: 'This operation is retired. Call externalAuth.signIn instead.' },
      })
    }
    expect(await host.refuse('externalAuth.verify', { params: { environmentId: unknown }, body: {} })).toMatchObject({
      status: 410,
    })
    expect(await host.refuse('externalAuth.verify', { body: { admin: true } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(
      await host.refuse('externalAuth.verify', { body: '{}', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    expect((await host.call('users.list')).body.count).toBe(0)
  })
})

describe('mock.issuers', () => {
  it('publishes its keys over HTTP, without the private ones', async () => {
    const response = await host.fetch(issuer.servedUrl)
    expect(await response.json()).toEqual(issuer.jwks())
    expect(issuer.jwks().keys.map((key) => Object.keys(key).sort())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ])
    expect((await host.fetch(`${host.mock.baseUrl}/__mock/issuers/${unknown}/jwks`)).status).toBe(404)
    expect((await host.fetch(`${host.mock.baseUrl}/__mock/issuers/${unknown}/other`)).status).toBe(404)
    expect((await host.fetch(issuer.servedUrl, { method: 'POST' })).status).toBe(405)
  })

  it('publishes them below an https issuer, otherwise at a URL of the mock', async () => {
    expect(issuer.jwksUrl).toBe('https://login.example.com/.well-known/jwks.json')
    const local = await host.mock.issuers.create({ issuer: 'urn:example:issuer' })
    expect(local.jwksUrl).toBe(local.servedUrl)
    await expect(host.mock.issuers.create({ issuer: iss })).rejects.toThrow(TypeError)
  })

  it('survives a snapshot and a fork', async () => {
    const snapshot = host.mock.snapshot()
    const jwt = await sign()
    await issuer.rotate({ dropFormer: true })
    expect(await refuse(jwt)).toMatchObject(invalid)
    host.mock.restore(snapshot)
    expect((await signIn(jwt)).status).toBe(200)
    const fork = host.mock.fork()
    expect(fork.issuers.get(iss).jwks()).toEqual(issuer.jwks())
    expect(() => fork.issuers.get('https://nobody.example.com')).toThrow(TypeError)
    host.mock.reset()
    expect(() => issuer.jwks()).toThrow(TypeError)
  })
})
