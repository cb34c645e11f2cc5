import type { RequestListener } from 'node:http'
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { codeVerifier, hop, startRoundTrip } from './oauthRoundTrip.ts'
import { createVisitor, type RealProvider, startProvider } from './realProvider.ts'

const host = createHost()
const params = { providerType: 'google' } as const
let idp: RealProvider

beforeEach(async () => {
  const { baseUrl, defaults } = host.mock
  idp = await startProvider(`${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/providers/google/redirect`)
  idp.people['ada'] = { email: 'ada@example.com', email_verified: true }
  await host.mock.create.provider({ provider: 'google', ...idp.client })
})
afterEach(() => {
  vi.restoreAllMocks()
  idp.stop()
})

const attach = (issuer = idp.issuer) => host.mock.idp.google.attach({ issuer })

/** Signs in at the provider, which the test has not spoiled so far. @returns The refusal of the sign-in */
async function refuseSignIn(spoil: () => void) {
  const { url, state } = await startRoundTrip(host)
  const { location } = await hop(host, await createVisitor(idp.issuer).signIn(url, 'ada'))
  const code = String(new URL(String(location)).searchParams.get('code'))
  spoil()
  const before = host.mock.export().tables
  const refusal = await host.refuse('oauth.signIn', { params, body: { code, state, codeVerifier } })
  expect(host.mock.export().tables).toEqual(before)
  return refusal
}

type Forge = (claims: Record<string, unknown>) => string | undefined | Promise<string | undefined>

/** Signs as the provider, or by another key under its id. */
async function sign(claims: Record<string, unknown>, key: object = idp.signingKey, header: object = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: String(idp.signingKey.kid), ...header })
    .sign(await importJWK(key, 'ES256'))
}

async function anotherKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return exportJWK(privateKey)
}

const past = () => Math.floor(Date.now() / 1000) - 3600

describe('an ID token of a real provider', () => {
  it.each<[string, Forge, string]>([
    ['for another client', (claims) => sign({ ...claims, aud: 'another' }), 'is for another client'],
    [
      'for several clients without the one that asked',
      (claims) => sign({ ...claims, aud: ['latchkey', 'another'] }),
      'is for another client',
    ],
    ['whose party is another client', (claims) => sign({ ...claims, azp: 'another' }), 'is for another client'],
    ['of another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' }), 'is of another issuer'],
    ['that has expired', (claims) => sign({ ...claims, iat: past(), exp: past() + 60 }), 'has expired'],
    ['without an end', (claims) => sign({ ...claims, exp: undefined }), 'has expired'],
    ['with another nonce', (claims) => sign({ ...claims, nonce: 'another' }), 'its nonce is another one'],
    ['without a nonce', (claims) => sign({ ...claims, nonce: undefined }), 'its nonce is another one'],
    ['of nobody', (claims) => sign({ ...claims, sub: '' }), 'does not say whose it is'],
    ['without a signature', (claims) => new UnsecuredJWT(claims).encode(), 'is not a signed JWT'],
    [
      'whose algorithm is none, with a signature',
      (claims) => `${new UnsecuredJWT(claims).encode()}AAAA`,
      'is signed in a way that is not accepted',
    ],
    [
      'signed by the client secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: String(idp.signingKey.kid) })
          .sign(new TextEncoder().encode(idp.client.clientSecret)),
      'is signed in a way that is not accepted',
    ],
    [
      'signed by a key under the id of another',
      async (claims) => sign(claims, await anotherKey()),
      'has a signature that does not fit',
    ],
    [
      'signed by a key that is not published',
      async (claims) => sign(claims, await anotherKey(), { kid: 'unknown' }),
      'is signed by a key that the JWK set does not have',
    ],
    [
      'with a header that changes its meaning',
      (claims) => sign(claims, idp.signingKey, { crit: ['b64'], b64: true }),
      'is signed in a way that is not accepted',
    ],
    ['that is missing', () => undefined, 'is missing in the reply to the token request'],
  ])('%s is refused, and changes nothing', async (_, forge, sentence) => {
    await attach()
    const refusal = await refuseSignIn(() =>
      idp.tampers.set('/token', async ({ body }) => {
        const [, payload = ''] = String(body['id_token']).split('.')
        body['id_token'] = await forge(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      }),
    )
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_verification' })
    expect(refusal.body).toMatchObject({
      error: expect.stringMatching(`The ID token of provider google \\(${idp.issuer}\\) .*${sentence}`),
    })
  })

  it('is asked for a key that is not published once for each sign-in, and ten times in a minute', async () => {
    await attach()
    const key = await anotherKey()
    for (let index = 0; index < 12; index++) {
      await refuseSignIn(() =>
        idp.tampers.set('/token', async ({ body }) => {
          const [, payload = ''] = String(body['id_token']).split('.')
          body['id_token'] = await sign(JSON.parse(Buffer.from(payload, 'base64url').toString()), key, {
            kid: 'unknown',
          })
        }),
      )
    }
    expect(idp.requests.filter((path) => path === '/jwks')).toHaveLength(11)
  })

  it('is refused when the user info is about another person', async () => {
    await attach()
    const refusal = await refuseSignIn(() => idp.tampers.set('/me', ({ body }) => void (body['sub'] = 'grace')))
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_verification' })
    expect(refusal.body).toMatchObject({ error: expect.stringContaining('is about another person') })
  })
})

const html: RequestListener = (_, response) => response.end('<html>')
const redirect: RequestListener = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
const breakOff: RequestListener = (request) => request.socket.destroy()
const json =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const endless: RequestListener = (_, response) => {
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(100_000)));
  }
  response.on('drain', write)
  write()
}

describe('a sign-in whose real provider fails', () => {
  it.each<[string, { path: string; answer: RequestListener }, string]>([
    ['answers HTML', { path: '/token', answer: html }, 'has answered with something that is not JSON (status 200).'],
    [
      'nests its reply 100,000 levels deep',
      { path: '/token', answer: (_, response) => response.end(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`) },
      'has answered with JSON that is nested deeper than 2500 levels (status 200).',
    ],
    ['redirects', { path: '/token', answer: redirect }, 'redirects, and redirects are not followed.'],
    ['breaks off', { path: '/token', answer: breakOff }, 'cannot be reached.'],
    ['sends without end', { path: '/token', answer: endless }, 'has sent a reply larger than 1 megabyte.'],
    [
      'fails',
      { path: '/token', answer: json({ error: 'server_error' }, 500) },
      'has failed at the token request (status 500).',
    ],
    ['lies', { path: '/token', answer: json([]) }, 'has failed at the token request (status 200).'],
    [
      'gives no access token',
      { path: '/token', answer: json({}) },
      'has answered the token request without an access token.',
    ],
    ['has no JWK set', { path: '/jwks', answer: json({ keys: 'none' }) }, 'has no JWK set at its URL (status 200).'],
    [
      'hides its JWK set',
      { path: '/jwks', answer: json({ keys: [] }, 404) },
      'has no JWK set at its URL (status 404).',
    ],
    [
      'refuses its user info',
      { path: '/me', answer: json({ error: 'invalid_token' }, 401) },
      'has not given the user info (status 401).',
    ],
  ])('is answered with 503 and a sentence when it %s', async (_, { path, answer }, sentence) => {
    await attach()
    const refusal = await refuseSignIn(() => idp.answers.set(path, answer))
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
    expect(refusal.body).toMatchObject({ error: `The provider google (${idp.issuer}) ${sentence}` })
  })

  it('is answered with 503 and a sentence when it is too slow', async () => {
    await attach()
    const { timeout } = AbortSignal
    const refusal = await refuseSignIn(() => {
      vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50))
      idp.answers.set('/token', () => undefined)
    })
    expect(refusal.body).toMatchObject({ error: expect.stringContaining('has not answered within 10 seconds.') })
  })

  it('says by which error of OAuth the provider has refused, and nothing else of its words', async () => {
    await attach()
    const body = { error: 'invalid_client', error_description: 'the secret s3cr3t is wrong' }
    const refusal = await refuseSignIn(() => idp.answers.set('/token', json(body, 401)))
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_verification' })
    expect(refusal.body).toMatchObject({
      error: expect.stringMatching(/has refused the token request: invalid_client\.$/),
    })
  })

  it('signs in again once the provider answers', async () => {
    await attach()
    const { url, state } = await startRoundTrip(host)
    const { location } = await hop(host, await createVisitor(idp.issuer).signIn(url, 'ada'))
    const body = { code: String(new URL(String(location)).searchParams.get('code')), state, codeVerifier }
    const failures = { '/token': [breakOff, json({}, 500)], '/me': [breakOff] }
    for (const [path, listeners] of Object.entries(failures)) {
      for (const listener of listeners) {
        idp.answers.set(path, listener)
        expect((await host.refuse('oauth.signIn', { params, body })).status).toBe(503)
      }
      idp.answers.delete(path)
    }
    expect((await host.call('oauth.signIn', { params, body })).body.user.newUser).toBe(true)
    // Two have failed, and the third was not repeated when the user info failed.
    expect(idp.requests.filter((path) => path === '/token')).toHaveLength(3)
  })
})

const wellKnown = '/.well-known/openid-configuration'

describe('idp.google.attach', () => {
  it.each<[string, RequestListener, string]>([
    ['HTML', html, 'has answered with something that is not JSON (status 200).'],
    ['a redirect', redirect, 'redirects, and redirects are not followed.'],
    ['no metadata', json({}, 404), 'has no metadata of a provider at its well-known URL (status 404).'],
    ['a list', json([]), 'has no metadata of a provider at its well-known URL.'],
  ])('refuses %s at its well-known URL, and the provider stays simulated', async (_, listener, sentence) => {
    idp.answers.set(wellKnown, listener)
    await expect(attach()).rejects.toThrow(sentence)
    expect(host.mock.idp.google.attached()).toBeUndefined()
    const { url } = await startRoundTrip(host)
    expect(url).toContain('/__mock/idp/google/authorize')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['another issuer', { issuer: 'https://accounts.example.com' }, 'says that it is another issuer'],
    ['no issuer', { issuer: undefined }, 'has metadata without "issuer"'],
    ['no token endpoint', { token_endpoint: undefined }, 'without "authorization_endpoint" or "token_endpoint"'],
    ['script', { authorization_endpoint: 'javascript:alert(1)' }, '"authorization_endpoint" is not a URL of'],
    ['credentials', { jwks_uri: 'http://ada:secret@127.0.0.1/' }, '"jwks_uri" is not a URL of'],
    [
      'another authentication of clients',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'takes no client secret (client_secret_basic, client_secret_post)',
    ],
  ])('refuses metadata with %s', async (_, changes, sentence) => {
    idp.tampers.set(wellKnown, (reply) => void Object.assign(reply.body, changes))
    await expect(attach()).rejects.toThrow(sentence)
  })

  it('refuses endpoints by http of an issuer by https', async () => {
    const endpoints = {
      authorization_endpoint: 'https://login.example.com/auth',
      token_endpoint: 'http://login.example.com/token',
    }
    await expect(
      host.mock.idp.google.attach({ issuer: 'https://login.example.com', metadata: endpoints }),
    ).rejects.toThrow('has metadata whose "token_endpoint" is not a URL of https.')
  })

  it('refuses a provider that is down, and what is no URL of HTTP', async () => {
    await expect(attach('http://127.0.0.1:1')).rejects.toThrow(
      'Failed to attach provider google: The provider google (http://127.0.0.1:1) cannot be reached.',
    )
    for (const issuer of ['accounts.example.com', 'ftp://127.0.0.1', ''])
      await expect(attach(issuer)).rejects.toThrow('write an absolute URL that begins with http:// or https://.')
  })

  it('sends credentials of the URL with what it reads, and shows neither them nor the path', async () => {
    const seen = new Map<string, string | undefined>()
    const { issuer } = idp
    const note = (path: string, body: object) =>
      idp.answers.set(path, (request, response) => {
        seen.set(path, request.headers.authorization)
        json(body)(request, response)
      })
    const metadata = {
      issuer: `${issuer}/tenant`,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/tenant/keys`,
    }
    note(`/tenant${wellKnown}`, metadata)
    note('/tenant/keys', { keys: [] })
    const part = await attach(`${issuer.replace('//', '//ada:s3cr3t@')}/tenant`)
    expect(part).toEqual({ name: 'provider google', origin: issuer })
    const { url, state } = await startRoundTrip(host)
    const callback = new URL(await createVisitor(issuer).signIn(url, 'ada'))
    callback.searchParams.set('iss', `${issuer}/tenant`)
    expect((await hop(host, callback)).status).toBe(302)
    const body = { code: callback.searchParams.get('code'), state, codeVerifier }
    const refusal = await host.refuse('oauth.signIn', { params, body })
    const basic = `Basic ${btoa('ada:s3cr3t')}`
    expect([...seen]).toEqual([
      [`/tenant${wellKnown}`, basic],
      ['/tenant/keys', basic],
    ])
    expect(JSON.stringify([refusal, host.mock.journal.list(), host.mock.idp.google.attached()])).not.toMatch(
      /s3cr3t|tenant/,
    )
  })
})

describe('a check of a real provider', () => {
  const check = () => host.mock.outside.check('provider google')

  it('reads its metadata again, and says why it does not serve', async () => {
    await attach()
    expect(await check()).toEqual({ durationMs: expect.any(Number) })
    idp.answers.set(wellKnown, html)
    const problem = `The provider google (${idp.issuer}) has answered with something that is not JSON (status 200).`
    expect(await check()).toEqual({ durationMs: expect.any(Number), problem })
    expect(host.mock.outside.list()).toMatchObject([{ kind: 'provider', uses: 2, failures: 1, problem }])
    idp.answers.set(wellKnown, json({}, 404))
    expect((await check()).problem).toContain('has no metadata of a provider at its well-known URL (status 404).')
  })

  it('finds that it has moved to other endpoints', async () => {
    await attach()
    idp.tampers.set(wellKnown, ({ body }) => void (body['token_endpoint'] = `${idp.issuer}/other`))
    expect((await check()).problem).toBe(
      `The provider google (${idp.issuer}) has other metadata than when it was attached. Attach it again.`,
    )
  })

  it('reads the keys where the metadata was written by hand, and is not there for a provider without keys', async () => {
    const metadata = { authorization_endpoint: `${idp.issuer}/auth`, token_endpoint: `${idp.issuer}/token` }
    const { google } = host.mock.idp
    await google.attach({ issuer: idp.issuer, metadata: { ...metadata, jwks_uri: `${idp.issuer}/jwks` } })
    expect((await check()).problem).toBeUndefined()
    idp.answers.set('/jwks', json({ keys: 'none' }))
    expect((await check()).problem).toBe(`The provider google (${idp.issuer}) has no JWK set at its URL (status 200).`)
    await google.attach({ issuer: idp.issuer, metadata })
    expect(host.mock.outside.list()).toMatchObject([{ hasCheck: false }])
    await expect(check()).rejects.toThrow('provider google has nothing to ask for.')
  })
})
