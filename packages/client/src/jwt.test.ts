import { createMock } from '@latchkey/mock'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { environmentId, rejection } from '../test/serve.ts'
import { createUserJwtVerifier, hasScope, type UserJwtOptions, verifyUserJwt } from './jwt.ts'

const verifyOnce = (token: string, options: UserJwtOptions) => createUserJwtVerifier(options)(token)

const baseUrl = 'https://api.example.com'
const issuer = `api.example.com/${environmentId}`

async function makeKey(kid: string, alg = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

type Key = Awaited<ReturnType<typeof makeKey>>

interface Changes {
  claims?: JWTPayload
  header?: object
  without?: string
}

let counter = 0

const now = () => Math.floor(Date.now() / 1000)

async function makeToken(
  { kid, alg, privateKey }: Pick<Key, 'kid' | 'alg' | 'privateKey'>,
  { claims, header, without }: Changes = {},
): Promise<string> {
  const all: JWTPayload = {
    iss: issuer,
    sub: 'user',
    sid: 'session',
    aud: 'https://app.example.com',
    environment_id: environmentId,
    iat: now(),
    exp: now() + 600,
    scope: 'user:basic gold',
    ...claims,
  }
  if (without) delete all[without]
  return new SignJWT(all).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey)
}

/** A service that publishes keys, which may change; it counts how often it was asked. */
function publish(...keys: Key[]) {
  const set = { keys, asked: 0, isDown: false, urls: [] as string[], answer: undefined as Response | undefined }
  const fetch = async (url: string): Promise<Response> => {
    set.asked++
    if (set.isDown) throw new TypeError('fetch failed')
    if (set.answer) return set.answer.clone()
    expect(url).toBe(`${baseUrl}/api/v0/sdk/${environmentId}/.well-known/jwks`)
    return Response.json({ keys: set.keys.map(({ jwk }) => jwk) })
  }
  return { set, options: { baseUrl, environmentId, fetch } satisfies UserJwtOptions }
}

describe('verifyUserJwt', () => {
  it('returns the claims of full and minified tokens, verified by the published keys', async () => {
    const mock = createMock({ seed: 'jwt' })
    const { id } = mock.defaults.environments.sandbox
    const user = await mock.create.user({ email: 'ada@example.com' })
    const { token } = await mock.signIn(user)
    const options = { baseUrl: mock.baseUrl, environmentId: id, fetch: mock.fetch, clockToleranceSec: 1e9 }
    const claims = await verifyOnce(token, options)
    expect(claims).toMatchObject({ sub: user.id, environment_id: id, email: 'ada@example.com' })
    expect(hasScope(claims, 'user:basic')).toBe(true)
    const live = mock.defaults.environments.live.id
    expect(await rejection(verifyOnce(token, { ...options, environmentId: live }))).toMatchObject({
      code: 'unknown_key',
    })
  })

  /** Publishes keys to the global fetch, at a URL that no other test has. */
  function publishToAll(...keys: Key[]) {
    const {
      set,
      options: { fetch, ...options },
    } = publish(...keys)
    const id = `environment-${counter++}`
    vi.stubGlobal('fetch', async (url: string) => (set.urls.push(url), fetch(url.replace(id, environmentId))))
    onTestFinished(() => void vi.unstubAllGlobals())
    return {
      set,
      options: { ...options, environmentId: id },
      claims: { iss: `api.example.com/${id}`, environment_id: id },
    }
  }

  it('fetches the keys once for all calls of an environment, even with different other options', async () => {
    const key = await makeKey('a')
    const { set, options, claims } = publishToAll(key)
    const token = await makeToken(key, { claims })
    await Promise.all(Array.from({ length: 20 }, () => verifyUserJwt(token, { ...options })))
    await verifyUserJwt(token, { ...options, audience: 'https://app.example.com', clockToleranceSec: 60 })
    expect(await rejection(verifyUserJwt(token, { ...options, audience: 'https://other.example.com' }))).toMatchObject({
      code: 'wrong_audience',
    })
    expect(set.asked).toBe(1)
  })

  it('fetches keys separately for another URL, and not at all if the options have the keys', async () => {
    const [key, other] = [await makeKey('a'), await makeKey('a')]
    const { set, options, claims } = publishToAll(key)
    const token = await makeToken(key, { claims })
    await verifyUserJwt(token, options)
    await verifyUserJwt(token, { ...options, jwks: new URL(`${baseUrl}/api/v0/sdk/${environmentId}/.well-known/jwks`) })
    expect(set.urls).toEqual(
      [options.environmentId, environmentId].map((id) => `${baseUrl}/api/v0/sdk/${id}/.well-known/jwks`),
    )
    expect(await verifyUserJwt(token, { ...options, jwks: { keys: [key.jwk] } })).toMatchObject({ sub: 'user' })
    expect(await rejection(verifyUserJwt(token, { ...options, jwks: { keys: [other.jwk] } }))).toMatchObject({
      code: 'wrong_signature',
    })
    expect(set.asked).toBe(2)
  })

  it.each([{ cacheMaxAgeMs: Infinity }, { cacheMaxAgeMs: 1_000 }, { cooldownMs: Infinity }, { cooldownMs: 0 }])(
    'fetches the keys for %o separately',
    async (times) => {
      const key = await makeKey('a')
      const { set, options, claims } = publishToAll(key)
      const token = await makeToken(key, { claims })
      await verifyUserJwt(token, options)
      await verifyUserJwt(token, { ...options, ...times })
      await verifyUserJwt(token, { ...options, ...times })
      expect(set.asked).toBe(2)
    },
  )

  it('shares keys between calls with default times and calls that write the same times', async () => {
    const key = await makeKey('a')
    const { set, options, claims } = publishToAll(key)
    const token = await makeToken(key, { claims })
    await verifyUserJwt(token, { ...options, cacheMaxAgeMs: undefined })
    await verifyUserJwt(token, { ...options, cacheMaxAgeMs: 600_000, cooldownMs: 30_000 })
    expect(set.asked).toBe(1)
  })

  it('caches the keys for the time that each call sets', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const key = await makeKey('a')
    const { set, options, claims } = publishToAll(key)
    const token = await makeToken(key, { claims: { ...claims, exp: now() + 6_000 } })
    const verifyBoth = () =>
      Promise.all([verifyUserJwt(token, options), verifyUserJwt(token, { ...options, cacheMaxAgeMs: Infinity })])
    await verifyBoth()
    vi.setSystemTime(Date.now() + 600_001)
    await verifyBoth()
    expect(set.asked).toBe(3)
  })

  it.each([
    ['no options', undefined, '"baseUrl" must be like https://api.example.com, without /api/v0.'],
    ['a URL without a scheme', { baseUrl: 'localhost:4010', environmentId: 'id' }, '"baseUrl" must be like'],
    ['a variable that is not set', { baseUrl, environmentId: undefined }, '"environmentId" is missing. If you read it'],
    ['an empty variable', { baseUrl, environmentId: '' }, '"environmentId" is missing. If you read it from a variable'],
  ])('throws a TypeError that names the option, for %s', async (_, options, sentence) => {
    const error = await rejection(verifyUserJwt('a.b.c', options as never))
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toContain(`Failed to create a verifier: ${sentence}`)
  })

  it('refuses an environment with the line end of the file that it was read from', async () => {
    const options = { baseUrl, environmentId: 'sandbox\n' }
    expect(await rejection(verifyUserJwt('a.b.c', options))).toEqual(
      new TypeError('Failed to create a verifier: "environmentId" has a line end or a space. Trim it.'),
    )
  })

  it('refuses an unknown option and suggests a similar one', async () => {
    const options = { baseUrl, environmentId, audiance: 'https://app.example.com' }
    const wrong = new TypeError('Failed to create a verifier: there is no option "audiance". Did you mean "audience"?')
    expect(() => createUserJwtVerifier(options)).toThrow(wrong)
    expect(await rejection(verifyUserJwt('a.b.c', options))).toEqual(wrong)
  })

  it.each(['https://api.example.com/api/v0', 'https://api.example.com/api/v0/environments'])(
    'says what to write in the place of %s',
    (url) => {
      expect(() => createUserJwtVerifier({ baseUrl: url, environmentId })).toThrow(
        new TypeError('Failed to create a verifier: "baseUrl" must be like https://api.example.com, without /api/v0.'),
      )
      expect(createUserJwtVerifier({ baseUrl: 'https://example.com/api/v0extra', environmentId })).toBeTypeOf(
        'function',
      )
    },
  )

  it('refuses a fetch, which may be another function in each call', async () => {
    const key = await makeKey('a')
    const { set, options } = publish(key)
    const withFetch: Parameters<typeof verifyUserJwt>[1] = options
    expect(await rejection(verifyUserJwt(await makeToken(key), withFetch))).toEqual(
      new TypeError('"fetch" is for createUserJwtVerifier(): create a verifier once and reuse it.'),
    )
    expect(set.asked).toBe(0)
  })

  it('accepts a fetch that is undefined', async () => {
    const key = await makeKey('a')
    const { options, claims } = publishToAll(key)
    const withNone = { ...options, fetch: undefined }
    expect(await verifyUserJwt(await makeToken(key, { claims }), withNone)).toMatchObject({ sub: 'user' })
  })

  const cases: [string, Changes, Partial<UserJwtOptions>?][] = [
    ['expired', { claims: { exp: now() - 60 } }],
    ['not_yet_valid', { claims: { iat: now() + 60 } }],
    ['not_yet_valid', { claims: { nbf: now() + 60 } }],
    ['wrong_issuer', { claims: { iss: `https://${issuer}` } }],
    ['wrong_issuer', { claims: { iss: `${issuer}/` } }],
    ['wrong_issuer', { claims: { iss: `evil.example.com/${environmentId}` } }],
    ['wrong_issuer', { claims: { iss: `api.example.com:8443/${environmentId}` } }],
    ['wrong_issuer', { claims: { iss: 'api.example.com/other' } }],
    ['claim_missing', { without: 'iss' }],
    ['wrong_audience', {}, { audience: 'https://other.example.com' }],
    ['wrong_environment', { claims: { environment_id: 'other' } }],
    ['wrong_type', { header: { typ: 'mfa+jwt' } }],
    ['wrong_type', { header: { typ: undefined } }],
    ['claim_missing', { without: 'sid' }],
    ['claim_missing', { without: 'sub' }],
    ['claim_missing', { without: 'exp' }],
    ['claim_invalid', { claims: { sid: 7 } }],
    ['claim_invalid', { claims: { scope: ['user:basic'] } }],
    ['unknown_key', { header: { kid: 'other' } }],
    ['additional_auth_required', { claims: { scope: 'requiresAdditionalAuth' } }],
  ]
  it.each(cases)('refuses with %s: %j', async (code, changes, more) => {
    const key = await makeKey('a')
    const token = await makeToken(key, changes)
    const error = await rejection(verifyOnce(token, { ...publish(key).options, ...more }))
    expect(error).toMatchObject({ name: 'UserJwtError', code })
    expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toContain(token.slice(0, 20))
    expect(error).not.toHaveProperty('cause.payload')
  })

  it('names both issuers, and the usual cause when only the name of this machine differs', async () => {
    const key = await makeKey('a')
    const options = { baseUrl: 'http://localhost:4010', environmentId, jwks: { keys: [key.jwk] } }
    const refusal = async (iss: string) =>
      String(await rejection(verifyOnce(await makeToken(key, { claims: { iss } }), options)))
    const expected = `"localhost:4010/${environmentId}" was expected.`
    expect(await refusal(`127.0.0.1:4010/${environmentId}`)).toContain(
      `It is "127.0.0.1:4010/${environmentId}", and ${expected} Use the same name of the host in both places.`,
    )
    const other = await refusal(`api.example.com/${environmentId}`)
    expect(other).toContain(expected)
    expect(other).not.toContain('Use the same name')
  })

  it.each([
    ['expired', { exp: 1_768_469_400, iat: 1_768_465_800 }, 'It expired at 2026-01-15T09:30:00.000Z'],
    ['not_yet_valid', { nbf: 4_102_444_800 }, 'It begins at 2100-01-01T00:00:00.000Z'],
    ['not_yet_valid', { iat: 4_102_444_800 }, 'It was issued at 2100-01-01T00:00:00.000Z'],
  ])('says of a token that is %s which option takes the time of a mock: %j', async (code, claims, sentence) => {
    const key = await makeKey('a')
    const error = await rejection(verifyOnce(await makeToken(key, { claims }), publish(key).options))
    expect(error).toMatchObject({ code, message: expect.stringContaining(sentence) })
    expect(error).toMatchObject({ message: expect.stringContaining('pass the time of the mock as "now".') })
  })

  it('expects the host and port of the base URL in the issuer, and nothing else of it', async () => {
    const key = await makeKey('a')
    const options = { baseUrl: 'http://localhost:8080/latchkey/', environmentId, jwks: { keys: [key.jwk] } }
    const iss = `localhost:8080/${environmentId}`
    expect(await verifyOnce(await makeToken(key, { claims: { iss } }), options)).toMatchObject({ iss })
    for (const other of [`localhost/${environmentId}`, `localhost:8080/latchkey/${environmentId}`])
      expect(await rejection(verifyOnce(await makeToken(key, { claims: { iss: other } }), options))).toMatchObject({
        code: 'wrong_issuer',
      })
  })

  it('accepts tokens that the options allow', async () => {
    const key = await makeKey('a')
    const { options } = publish(key)
    const token = (changes: Changes) => makeToken(key, changes)
    const open = await verifyOnce(await token({ claims: { scope: 'requiresAdditionalAuth' } }), {
      ...options,
      allowAdditionalAuth: true,
    })
    expect(hasScope(open, 'user:basic')).toBe(false)
    expect(
      await verifyOnce(await token({}), { ...options, audience: ['https://a.example.com', 'https://app.example.com'] }),
    ).toMatchObject({ sub: 'user' })
    expect(
      await verifyOnce(await token({ claims: { iss: 'https://auth.example.com/x' } }), {
        ...options,
        issuer: 'https://auth.example.com/x',
      }),
    ).toMatchObject({ sub: 'user' })
    expect(await verifyOnce(await token({}), { baseUrl, environmentId, jwks: { keys: [key.jwk] } })).toMatchObject({
      sub: 'user',
    })
  })

  it('tolerates clocks that are five minutes apart if the option says so, and not more', async () => {
    const key = await makeKey('a')
    const options = { ...publish(key).options, clockToleranceSec: 300 }
    expect(await verifyOnce(await makeToken(key, { claims: { exp: now() - 290 } }), options)).toMatchObject({
      sub: 'user',
    })
    expect(
      await verifyOnce(await makeToken(key, { claims: { iat: now() + 290, nbf: now() + 290 } }), options),
    ).toMatchObject({ sub: 'user' })
    expect(await rejection(verifyOnce(await makeToken(key, { claims: { exp: now() - 310 } }), options))).toMatchObject({
      code: 'expired',
    })
  })

  it('uses the time of the option "now", fixed or from a function', async () => {
    const key = await makeKey('a')
    const { options } = publish(key)
    const token = await makeToken(key, { claims: { iat: now(), exp: now() + 600 } })
    const laterMs = Date.now() + 700_000
    for (const turned of [laterMs, new Date(laterMs), () => laterMs, () => new Date(laterMs)])
      expect(await rejection(verifyOnce(token, { ...options, now: turned }))).toMatchObject({ code: 'expired' })
    expect(await rejection(verifyOnce(token, { ...options, now: Date.now() - 60_000 }))).toMatchObject({
      code: 'not_yet_valid',
    })
    let nowMs = Date.now()
    const verify = createUserJwtVerifier({ ...options, now: () => nowMs })
    expect(await verify(token)).toMatchObject({ sub: 'user' })
    nowMs = laterMs
    expect(await rejection(verify(token))).toMatchObject({ code: 'expired' })
    const expired = await makeToken(key, { claims: { iat: now() - 700, exp: now() - 100 } })
    expect(await verifyOnce(expired, { ...options, now: new Date((now() - 300) * 1000) })).toMatchObject({
      sub: 'user',
    })
  })

  it('refuses an invalid time, with which no token would expire', async () => {
    const key = await makeKey('a')
    const expired = await makeToken(key, { claims: { iat: now() - 700, exp: now() - 100 } })
    for (const wrong of [NaN, new Date(''), () => Infinity, 1e300])
      expect(await rejection(verifyOnce(expired, { ...publish(key).options, now: wrong }))).toMatchObject({
        name: 'TypeError',
        message: '"now" must be a Date, milliseconds since 1970, or a function.',
      })
  })

  it('refuses a wrong signature, another spelling of a right one, and text that is not a token', async () => {
    const key = await makeKey('a')
    const { options } = publish(key)
    const [header, payload, signature = ''] = (await makeToken(key)).split('.')
    const other = (await makeToken(key, { claims: { sub: 'mallory' } })).split('.')[1]
    expect(await rejection(verifyOnce(`${header}.${other}.${signature}`, options))).toMatchObject({
      code: 'wrong_signature',
    })
    // 64 bytes end in a digit of which four bits count for nothing.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelled = signature.slice(0, -1) + digits[digits.indexOf(signature.slice(-1)) + 1]
    expect(Buffer.from(respelled, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    for (const token of [
      `${header}.${payload}.${respelled}`,
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${signature}\n`,
      ` ${header}.${payload}.${signature}`,
      '',
      'a.b',
      'a.b.c',
    ]) {
      expect(await rejection(verifyOnce(token, options))).toMatchObject({ code: 'malformed' })
    }
  })

  it('refuses a shared secret, and the algorithm none', async () => {
    const key = await makeKey('a')
    const { options } = publish(key)
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk).padEnd(64, 'x'))
    const shared = await new SignJWT({ sub: 'user' })
      .setProtectedHeader({ alg: 'HS256', kid: 'a', typ: 'JWT' })
      .sign(secret)
    const [, payload] = shared.split('.')
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.AA`
    for (const token of [shared, none])
      expect(await rejection(verifyOnce(token, options))).toMatchObject({ code: 'wrong_algorithm' })
  })
})

describe('createUserJwtVerifier', () => {
  it('finds a key at once that was added right after the last fetch', async () => {
    const [old, young] = [await makeKey('old'), await makeKey('young', 'RS256')]
    const { set, options } = publish(old)
    const verify = createUserJwtVerifier(options)
    await verify(await makeToken(old))
    set.keys = [old, young]
    const token = await makeToken(young)
    await Promise.all(Array.from({ length: 10 }, () => verify(token)))
    await verify(await makeToken(old))
    expect(set.asked).toBe(2)
  })

  it('limits how often it looks for unknown keys', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const [key, foreign] = [await makeKey('a'), await makeKey('b')]
      const { set, options } = publish(key)
      const verify = createUserJwtVerifier(options)
      await verify(await makeToken(key))
      for (let i = 0; i < 5; i++)
        expect(await rejection(verify(await makeToken(foreign)))).toMatchObject({ code: 'unknown_key' })
      expect(set.asked).toBe(2)
      vi.setSystemTime(Date.now() + 30_001)
      set.keys = [key, foreign]
      expect(await verify(await makeToken(foreign))).toMatchObject({ sub: 'user' })
      expect(set.asked).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('fetches keys and looks for unknown ones again if the clock is set back during a pause', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const [key, foreign] = [await makeKey('a'), await makeKey('b')]
    const { set, options } = publish(key)
    const verify = createUserJwtVerifier({ ...options, now: Date.now() })
    const [token, other] = [await makeToken(key), await makeToken(foreign)]
    set.isDown = true
    expect(await rejection(verify(token))).toMatchObject({ code: 'keys_unavailable' })
    set.isDown = false
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await verify(token)).toMatchObject({ sub: 'user' })
    expect(await rejection(verify(other))).toMatchObject({ code: 'unknown_key' })
    set.keys = [key, foreign]
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await verify(other)).toMatchObject({ sub: 'user' })
  })

  it.each([
    ['a connection fails', undefined],
    ['the service is down', Response.json({ keys: [] }, { status: 500 })],
    ['the reply is no JSON', new Response('<html>')],
    ['the reply is no JWK set', Response.json({ keys: 1 })],
  ])('reports that the keys cannot be fetched when %s, and tries again five seconds later', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const key = await makeKey('a')
    const { set, options } = publish(key)
    const verify = createUserJwtVerifier(options)
    Object.assign(set, answer ? { answer } : { isDown: true })
    const token = await makeToken(key)
    for (let i = 0; i < 5; i++) expect(await rejection(verify(token))).toMatchObject({ code: 'keys_unavailable' })
    expect(set.asked).toBe(1)
    Object.assign(set, { answer: undefined, isDown: false })
    vi.setSystemTime(Date.now() + 4_999)
    expect(await rejection(verify(token))).toMatchObject({ code: 'keys_unavailable' })
    vi.setSystemTime(Date.now() + 1)
    expect(await verify(token)).toMatchObject({ sub: 'user' })
    expect(set.asked).toBe(2)
  })

  it('continues with its cached keys while a search for another key fails', async () => {
    const [key, foreign] = [await makeKey('a'), await makeKey('b')]
    const { set, options } = publish(key)
    const verify = createUserJwtVerifier(options)
    await verify(await makeToken(key))
    set.isDown = true
    for (let i = 0; i < 3; i++)
      expect(await rejection(verify(await makeToken(foreign)))).toMatchObject({ code: 'keys_unavailable' })
    expect(await verify(await makeToken(key))).toMatchObject({ sub: 'user' })
    expect(set.asked).toBe(2)
  })

  it.each([
    { baseUrl: 'api', environmentId },
    { baseUrl, environmentId: '' },
  ])('throws a TypeError for %j', (options) => {
    expect(() => createUserJwtVerifier(options)).toThrow(TypeError)
    expect(() => createUserJwtVerifier({ ...options, jwks: { keys: [] } })).toThrow(TypeError)
  })

  it.each([null, {}, { keys: 'a' }, { keys: [null] }, { keys: [{ kid: () => 'a' }] }, `${baseUrl}/jwks`])(
    'throws a TypeError for the keys %o, as verifyUserJwt does',
    async (jwks) => {
      const error = new TypeError('"jwks" must be a URL or a JWK set.')
      const options = { baseUrl, environmentId, jwks: jwks as { keys: [] } }
      expect(() => createUserJwtVerifier(options)).toThrow(error)
      expect(await rejection(verifyUserJwt('a.b.c', options))).toEqual(error)
    },
  )
})
