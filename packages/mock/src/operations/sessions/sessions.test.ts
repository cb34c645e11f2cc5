import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { claimsOf } from '../../../test/people/secondFactor.ts'

const host = createHost()
const origin = 'https://app.example.com'
let userId = ''
let token = ''

beforeEach(async () => {
  userId = (await host.mock.create.user({ email: 'ada@example.com', firstName: 'Ada' })).id
  token = (await host.mock.signIn(userId, { origin })).token
})

const unauthorized = { status: 401, code: 'unauthorized' }
const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
const sandbox = () => host.mock.defaults.environments.sandbox

describe('session tokens', () => {
  it('verify against the JWK set, with the documented issuer, audience and lifetime', async () => {
    const { body: keys } = await host.call('jwks.get')
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createLocalJWKSet({ keys: keys.keys.map(({ kty = '', ...key }) => ({ kty, ...key })) }),
      {
        issuer: `${host.mock.baseUrl.replace(/^https?:../, '')}/${sandbox().id}`,
        audience: origin,
        subject: userId,
        currentDate: new Date(host.mock.clock.now()),
      },
    )
    const { body: profile } = await host.call('profile.get', { token })
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: payload.kid, typ: 'JWT' })
    expect(payload).toMatchObject({
      sid: profile.sessionId,
      originalSid: profile.sessionId,
      environment_id: sandbox().id,
      email: 'ada@example.com',
      given_name: 'Ada',
      scope: 'user:basic',
      lists: [],
      missing_fields: [],
      new_user: true,
      last_verified_credential_id: profile.lastVerifiedCredentialId,
      verified_credentials: profile.verifiedCredentials,
      iat: 1768469400,
      exp: 1768476600,
      refreshExp: 1768476600,
    })
  })

  it('come as a full and a minified one of the same session, which are both accepted', async () => {
    const { body } = await host.call('sessions.refresh', { token })
    const claims = [body.jwt, body.minifiedJwt].map(claimsOf)
    expect(claims[1]).not.toHaveProperty('verified_credentials')
    expect(claims[1]).toMatchObject({ sid: claims[0]?.sid, sub: userId, scope: 'user:basic', email: 'ada@example.com' })
    for (const jwt of [body.jwt, body.minifiedJwt])
      expect((await host.call('sessions.check', { token: jwt })).status).toBe(204)
  })

  it('are refused in another spelling, with another signature, or changed', async () => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    const { kid } = decodeProtectedHeader(token)
    const claims = claimsOf(token)
    const changedLast = signature.slice(0, -1) + (signature.endsWith('A') ? 'B' : 'A')
    const forged = {
      none: `${part({ alg: 'none', kid, typ: 'JWT' })}.${payload}.`,
      noneSigned: `${part({ alg: 'none', kid, typ: 'JWT' })}.${payload}.${signature}`,
      hmac: `${part({ alg: 'HS256', kid, typ: 'JWT' })}.${payload}.${signature}`,
      noKid: `${part({ alg: 'RS256', typ: 'JWT' })}.${payload}.${signature}`,
      otherKid: `${part({ alg: 'RS256', kid: 'x', typ: 'JWT' })}.${payload}.${signature}`,
      embeddedKey: `${part({ alg: 'RS256', kid, typ: 'JWT', jwk: {} })}.${payload}.${signature}`,
      critical: `${part({ alg: 'RS256', kid, typ: 'JWT', crit: ['b64'], b64: false })}.${payload}.${signature}`,
      otherType: `${part({ alg: 'RS256', kid, typ: 'mfa+jwt' })}.${payload}.${signature}`,
      changedClaims: `${header}.${part({ ...claims, exp: Number(claims.exp) + 9999 })}.${signature}`,
      changedSignature: `${header}.${payload}.${changedLast}`,
      padded: `${header}.${payload}.${signature}==`,
      extraDot: `${token}.`,
      fourParts: `${token}.${signature}`,
      noSignature: `${header}.${payload}.`,
      standardBase64: `${header}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`,
      noClaims: `${header}.${part([1])}.${signature}`,
      text: 'not-a-token',
    }
    for (const [name, bad] of Object.entries(forged))
      expect(await host.refuse('sessions.check', { token: bad }), name).toMatchObject(unauthorized)
    expect((await host.call('sessions.check', { token })).status).toBe(204)
  })
})

describe('sessions.check', () => {
  it('refuses calls without a token, with an API token, and with a session of another environment', async () => {
    const { live } = host.mock.defaults.environments
    const foreign = await host.mock.signIn(
      await host.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id }),
    )
    for (const bad of [null, sandbox().token, foreign.token]) {
      const refusal = await host.refuse('sessions.check', { token: bad })
      expect(refusal).toMatchObject(unauthorized)
      expect(refusal.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(
      (await host.call('sessions.check', { token: foreign.token, params: { environmentId: live.id } })).status,
    ).toBe(204)
    expect(await host.refuse('sessions.check', { token, params: { environmentId: live.id } })).toMatchObject(
      unauthorized,
    )
  })

  it('does not move the expiry', async () => {
    await host.mock.clock.advance({ minutes: 119 })
    expect((await host.call('sessions.check', { token })).status).toBe(204)
    await host.mock.clock.advance({ minutes: 1 })
    expect(await host.refuse('sessions.check', { token })).toMatchObject({ status: 401, code: 'token_expired' })
  })

  it('refuses the session of a deleted user', async () => {
    await host.call('users.delete', { params: { userId } })
    expect(await host.refuse('sessions.check', { token })).toMatchObject(unauthorized)
    expect(await host.refuse('profile.get', { token })).toMatchObject(unauthorized)
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject(unauthorized)
  })
})

describe('sessions.refresh', () => {
  it('returns new tokens for the same session and retires the present one', async () => {
    const { body: before } = await host.call('profile.get', { token })
    await host.mock.clock.advance({ hours: 1 })
    const { body } = await host.call('sessions.refresh', { token })
    expect(body.user).toMatchObject({ sessionId: before.sessionId, newUser: false })
    expect(body.expiresAt).toBe('1768480200')
    await host.mock.clock.advance({ seconds: 10 })
    for (const id of ['sessions.check', 'sessions.revoke', 'profile.get'] as const) {
      expect(await host.refuse(id, { token }), id).toMatchObject({ status: 401, code: 'token_revoked' })
    }
    await host.mock.clock.advance({ minutes: 90 })
    expect((await host.call('sessions.check', { token: String(body.jwt) })).status).toBe(204)
  })

  it('accepts the replaced token for ten seconds, and gives both tabs the same new tokens', async () => {
    const { body: first } = await host.call('sessions.refresh', { token })
    await host.mock.clock.advance({ seconds: 9.999 })
    expect((await host.call('profile.get', { token })).status).toBe(200)
    const { body: second } = await host.call('sessions.refresh', { token })
    expect(claimsOf(second.jwt).jti).toBe(claimsOf(first.jwt).jti)
    expect(second.expiresAt).toBe(first.expiresAt)
    for (const jwt of [first.jwt, second.jwt])
      expect((await host.call('sessions.check', { token: String(jwt) })).status).toBe(204)
    await host.mock.clock.advance({ milliseconds: 1 })
    expect(await host.refuse('profile.get', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
  })

  it('counts ten seconds for each replaced token, even after further ones', async () => {
    const { body: second } = await host.call('sessions.refresh', { token })
    await host.mock.clock.advance({ seconds: 5 })
    const { body: third } = await host.call('sessions.refresh', { token: String(second.jwt) })
    await host.mock.clock.advance({ seconds: 4.999 })
    expect((await host.call('sessions.check', { token })).status).toBe(204)
    expect(claimsOf((await host.call('sessions.refresh', { token })).body.jwt).jti).toBe(claimsOf(third.jwt).jti)
    await host.mock.clock.advance({ milliseconds: 1 })
    expect(await host.refuse('sessions.check', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect((await host.call('sessions.check', { token: String(second.jwt) })).status).toBe(204)
  })

  it('stores former tokens only while they are valid', async () => {
    let latest = token
    for (let i = 0; i < 5; i++) {
      latest = String((await host.call('sessions.refresh', { token: latest })).body.jwt)
      await host.mock.clock.advance({ seconds: 6 })
    }
    expect((host.mock.export().tables.sessions as { formerTokens: unknown[] }[])[0]?.formerTokens).toHaveLength(2)
  })

  it('ends the session if a replaced token is used to refresh, since it may have been stolen', async () => {
    const { body } = await host.call('sessions.refresh', { token })
    await host.mock.clock.advance({ seconds: 10 })
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect(await host.refuse('sessions.check', { token: String(body.jwt) })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
    const ended = (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.session.revoked')
    expect(ended.map(({ context }) => context.userId)).toEqual([undefined])
  })

  it('ends it even if the session was refreshed with another token just before', async () => {
    const { body: second } = await host.call('sessions.refresh', { token })
    await host.mock.clock.advance({ seconds: 9 })
    const { body: third } = await host.call('sessions.refresh', { token: String(second.jwt) })
    await host.mock.clock.advance({ seconds: 2 })
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject({ status: 401, code: 'token_revoked' })
    expect(await host.refuse('sessions.check', { token: String(third.jwt) })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
  })

  it('refuses tokens from before the second factor, and does not end the session for a late one', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const {
      body: { secret },
    } = await host.call('mfaDevices.createTotp', { token })
    await host.call('mfaDevices.verifyTotp', { token, body: { type: 'totp', code: host.mock.totpCode(secret) } })
    await host.mock.clock.advance({ minutes: 1 })
    const { body: second } = await host.call('sessions.refresh', { token })
    await host.mock.clock.advance({ seconds: 5 })
    const { body: proved } = await host.call('mfa.authenticateTotp', {
      token: String(second.jwt),
      body: { code: host.mock.totpCode(secret) },
    })
    for (const former of [token, String(second.jwt)]) {
      for (const id of ['sessions.check', 'sessions.refresh'] as const)
        expect(await host.refuse(id, { token: former }), id).toMatchObject({ status: 401, code: 'token_revoked' })
    }
    expect((await host.call('sessions.check', { token: String(proved.jwt) })).status).toBe(204)
    await host.mock.clock.advance({ seconds: 10 })
    expect(await host.refuse('sessions.refresh', { token: String(second.jwt) })).toMatchObject({
      status: 401,
      code: 'token_revoked',
    })
    expect(await host.refuse('sessions.check', { token: String(proved.jwt) })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
  })

  it('does not end the session if the replaced token has also expired', async () => {
    await host.mock.clock.advance({ minutes: 119 })
    const { body } = await host.call('sessions.refresh', { token })
    await host.mock.clock.advance({ minutes: 2 })
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject({ status: 401, code: 'token_expired' })
    expect((await host.call('sessions.check', { token: String(body.jwt) })).status).toBe(204)
  })

  it('returns the present user', async () => {
    await host.call('users.update', { params: { userId }, body: { firstName: 'Augusta' } })
    const { body } = await host.call('sessions.refresh', { token })
    expect(body.user.firstName).toBe('Augusta')
    expect(claimsOf(body.jwt)).toMatchObject({ given_name: 'Augusta', aud: origin })
  })

  it('refuses an expired token and a revoked session', async () => {
    const other = await host.mock.signIn(userId)
    await host.call('sessions.revoke', { token: other.token })
    expect(await host.refuse('sessions.refresh', { token: other.token })).toMatchObject({
      status: 401,
      code: 'session_revoked',
    })
    await host.mock.clock.advance({ hours: 2 })
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject({ status: 401, code: 'token_expired' })
  })

  it('fires no event', async () => {
    const names = async () => (await host.call('events.list')).body.map(({ eventName }) => eventName)
    const before = await names()
    await host.call('sessions.refresh', { token })
    expect(await names()).toEqual(before)
  })

  it('issues tokens with the lifetime in the settings, at most 30 days', async () => {
    await expect(host.mock.settings.patch({ security: { jwtDuration: { amount: 31, unit: 'days' } } })).rejects.toThrow(
      TypeError,
    )
    await host.mock.settings.patch({ security: { jwtDuration: { amount: 30, unit: 'days' } } })
    const { body } = await host.call('sessions.refresh', { token })
    expect(Number(body.expiresAt) - 1768469400).toBe(30 * 86_400)
  })
})

describe('sessions.revoke', () => {
  it('ends this session everywhere, and no other one', async () => {
    const other = await host.mock.signIn(userId)
    const refreshed = await host.call('sessions.refresh', { token })
    const latest = String(refreshed.body.jwt)
    expect((await host.call('sessions.revoke', { token: latest })).status).toBe(204)
    for (const dead of [token, latest, String(refreshed.body.minifiedJwt)]) {
      for (const id of ['sessions.refresh', 'sessions.check', 'sessions.revoke', 'profile.get'] as const) {
        expect(await host.refuse(id, { token: dead }), id).toMatchObject({ status: 401, code: 'session_revoked' })
      }
    }
    expect((await host.call('sessions.check', { token: other.token })).status).toBe(204)
    const { body } = await host.call('users.list', { query: { includeSessions: true } })
    expect(body.users?.[0]?.sessions?.map(({ revokedAt }) => revokedAt)).toEqual([null, '2026-01-15T09:30:00.000Z'])
    expect(
      (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.session.revoked'),
    ).toHaveLength(1)
  })
})

describe('a required second factor', () => {
  it('leaves user:basic out of the scope and returns a token for the second step only', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { body } = await host.call('sessions.refresh', { token })
    expect(body.user.scope).toBe('requiresAdditionalAuth')
    expect(body.mfaToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await host.refuse('sessions.check', { token: String(body.mfaToken) })).toMatchObject(unauthorized)
  })
})

describe('a new signing key', () => {
  it('signs from then on, and the former one stays valid until its last token has expired', async () => {
    const former = await host.call('jwks.get')
    await host.mock.clock.advance({ hours: 1 })
    const { kid } = await host.mock.keys.rotate()
    expect((await host.call('sessions.check', { token })).status).toBe(204)
    const { token: later } = await host.mock.signIn(userId)
    expect(decodeProtectedHeader(later).kid).toBe(kid)
    expect((await host.call('jwks.get')).body.keys.map((key) => key.kid)).toEqual([kid, former.body.keys[0]?.kid])
    await host.mock.clock.advance({ minutes: 60 })
    expect((await host.call('jwks.get')).body.keys.map((key) => key.kid)).toEqual([kid])
    expect(await host.refuse('sessions.check', { token })).toMatchObject(unauthorized)
    expect((await host.call('sessions.check', { token: later })).status).toBe(204)
  })

  it('belongs to one environment only', async () => {
    const { live } = host.mock.defaults.environments
    const before = await host.call('jwks.get', { params: { environmentId: live.id } })
    await host.mock.keys.rotate()
    expect((await host.call('jwks.get', { params: { environmentId: live.id } })).body).toEqual(before.body)
  })
})

describe('sessions.get and sessions.revokeById', () => {
  const sessionId = () => claimsOf(token).sid as string

  it('show a session of a user, and end it for the administration', async () => {
    expect((await host.call('sessions.get', { params: { userId, sessionId: sessionId() } })).body).toEqual({
      id: sessionId(),
      createdAt: '2026-01-15T09:30:00.000Z',
      ipAddress: null,
      userAgent: null,
      revokedAt: null,
    })
    await host.mock.clock.advance({ minutes: 1 })
    const { body } = await host.call('sessions.revokeById', { params: { sessionId: sessionId() } })
    expect(body.revokedAt).toBe('2026-01-15T09:31:00.000Z')
    await host.mock.clock.advance({ minutes: 1 })
    expect((await host.call('sessions.revokeById', { params: { sessionId: sessionId() } })).body).toEqual(body)
    expect((await host.call('sessions.get', { params: { userId, sessionId: sessionId() } })).body).toEqual(body)
    expect(await host.refuse('sessions.check', { token })).toMatchObject({ status: 401, code: 'session_revoked' })
    const { body: events } = await host.call('events.list')
    expect(
      events.filter(({ eventName }) => eventName.endsWith('session.revoked')).map(({ eventName }) => eventName),
    ).toEqual(['admin.user.session.revoked'])
  })

  it('refuse an unknown session, that of another user, and callers without access', async () => {
    const other = await host.mock.create.user({ email: 'bob@example.com' })
    const unknown = '019bc0fd-89c0-7002-b4b8-000000000000'
    const missing = { status: 404, code: 'not_found' }
    expect(await host.refuse('sessions.get', { params: { userId: other.id, sessionId: sessionId() } })).toMatchObject(
      missing,
    )
    expect(await host.refuse('sessions.get', { params: { userId, sessionId: unknown } })).toMatchObject(missing)
    expect(await host.refuse('sessions.revokeById', { params: { sessionId: unknown } })).toMatchObject(missing)
    const { live } = host.mock.defaults.environments
    expect(
      await host.refuse('sessions.get', { params: { userId, sessionId: sessionId() }, token: live.token }),
    ).toMatchObject(missing)
    expect(
      await host.refuse('sessions.revokeById', { params: { sessionId: sessionId() }, token: live.token }),
    ).toMatchObject(missing)
    const { rawToken: weak } = await host.mock.create.token({ scopes: ['environment.settings.read'] })
    for (const bad of [null, token])
      expect(
        await host.refuse('sessions.revokeById', { params: { sessionId: sessionId() }, token: bad }),
      ).toMatchObject(unauthorized)
    expect(
      await host.refuse('sessions.get', { params: { userId, sessionId: sessionId() }, token: weak }),
    ).toMatchObject({ status: 403, code: 'missing_scope' })
    expect(await host.refuse('sessions.revokeById', { params: { sessionId: sessionId() }, token: weak })).toMatchObject(
      { status: 403, code: 'missing_scope' },
    )
    expect((await host.call('sessions.check', { token })).status).toBe(204)
  })
})

describe('sessions.revokeAll', () => {
  it('ends every session of the environment that began before, and none of another', async () => {
    const { live } = host.mock.defaults.environments
    const second = await host.mock.signIn(await host.mock.create.user({ email: 'bob@example.com' }))
    const foreign = await host.mock.signIn(
      await host.mock.create.user({ email: 'eve@example.com' }, { environmentId: live.id }),
    )
    const { status } = await host.call('sessions.revokeAll')
    expect(status).toBe(202)
    await host.mock.clock.settle()
    for (const dead of [token, second.token])
      expect(await host.refuse('sessions.check', { token: dead })).toMatchObject({
        status: 401,
        code: 'session_revoked',
      })
    expect(
      (await host.call('sessions.check', { token: foreign.token, params: { environmentId: live.id } })).status,
    ).toBe(204)
    const { token: later } = await host.mock.signIn(userId)
    await host.mock.clock.settle()
    expect((await host.call('sessions.check', { token: later })).status).toBe(204)
  })

  it('refuses a token of another environment and one without the scope', async () => {
    const { rawToken: weak } = await host.mock.create.token({ scopes: ['environment.users.read'] })
    expect(
      await host.refuse('sessions.revokeAll', { token: host.mock.defaults.environments.live.token }),
    ).toMatchObject({ status: 403, code: 'wrong_environment' })
    expect(await host.refuse('sessions.revokeAll', { token: weak })).toMatchObject({
      status: 403,
      code: 'missing_scope',
    })
    expect(await host.refuse('sessions.revokeAll', { token: null })).toMatchObject(unauthorized)
    await host.mock.clock.settle()
    expect((await host.call('sessions.check', { token })).status).toBe(204)
  })
})
