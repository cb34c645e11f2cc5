import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { createVisitor, startProvider } from './realProvider.ts'

const host = createHost()
const iss = 'https://login.example.com'
const jwksUrl = `${iss}/.well-known/jwks.json`
interface Key {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

let server: Server
let servedAt: string
let key: Key
/** The keys that the issuer publishes, how, and how often it was asked. */
let published: object[]
let headers: Record<string, string>
let fetches: number
let answer: RequestListener

async function createKey(kid: string, alg = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

beforeEach(async () => {
  key = await createKey('k-1')
  published = [key.jwk]
  headers = { 'cache-control': 'max-age=300' }
  fetches = 0
  answer = (_, response) => response.writeHead(200, headers).end(JSON.stringify({ keys: published }))
  server = createServer((request, response) => {
    fetches += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servedAt = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await trust()
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const trust = (changes: object = {}) =>
  host.mock.settings.patch({ security: { externalAuth: { enabled: true, iss, jwksUrl, ...changes } } })

/** Attaches the issuer, and forgets that its set was read for that. */
async function attach(input: object = {}) {
  const part = await host.mock.issuers.attach({ jwksUrl, servedAt, ...input })
  fetches = 0
  return part
}

function sign(by: Key = key, claims: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(host.mock.clock.now() / 1000)
  return new SignJWT({ iss, sub: 'user-1', iat: now, exp: now + 3600, ...claims })
    .setProtectedHeader({ alg: by.alg, kid: by.kid })
    .sign(by.privateKey)
}

const signIn = async (by?: Key) => (await host.call('externalAuth.signIn', { body: { jwt: await sign(by) } })).body
const refuse = async (jwt: Promise<string>) => host.refuse('externalAuth.signIn', { body: { jwt: await jwt } })
const problemsOf = async (jwt: Promise<string>) =>
  (await host.call('externalAuth.check', { body: { encodedJwt: await jwt } })).body.errors
const noKey = 'The JWK set of the issuer has no key with this "kid".'

describe('a token of a real issuer', () => {
  it('signs in by the key that the issuer publishes', async () => {
    await attach()
    expect((await signIn()).user).toMatchObject({ newUser: true })
    expect((await signIn()).user).toMatchObject({ newUser: false })
    expect(fetches).toBe(1)
    expect(await problemsOf(sign())).toEqual([])
  })

  it('signs in by an OpenID provider whose ID token it is', async () => {
    const redirectUri = 'http://127.0.0.1/callback'
    const idp = await startProvider(redirectUri)
    try {
      await host.mock.clock.set(Date.now())
      await host.mock.issuers.attach({ jwksUrl, servedAt: `${idp.issuer}/jwks` })
      await trust({ iss: idp.issuer, aud: idp.client.clientId })
      const { clientId, clientSecret } = idp.client
      const request = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }
      const callback = await createVisitor(idp.issuer).signIn(
        `${idp.issuer}/auth?${new URLSearchParams(request)}`,
        'ada',
      )
      const code = String(new URL(callback).searchParams.get('code'))
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const credentials = `${clientId}:${new URLSearchParams([['', clientSecret]]).toString().slice(1)}`
      const response = await fetch(`${idp.issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(credentials)}` },
        body: new URLSearchParams(form),
      })
      const { id_token: jwt } = (await response.json()) as { id_token: string }
      const { body } = await host.call('externalAuth.signIn', { body: { jwt } })
      expect(body.user.verifiedCredentials).toMatchObject([{ format: 'externalUser', public_identifier: 'ada' }])
    } finally {
      idp.stop()
    }
  })

  it('is refused by a key that the issuer does not publish, and by another one under its id', async () => {
    await attach()
    expect(await refuse(sign(await createKey('k-2')))).toMatchObject({ status: 422, code: 'invalid_external_auth' })
    expect(await problemsOf(sign(await createKey('k-1')))).toEqual(['The signature does not fit.'])
  })

  it('is judged by the clock of the mock', async () => {
    await attach()
    const jwt = sign()
    await host.mock.clock.advance({ hours: 2 })
    expect(await refuse(jwt)).toMatchObject({ status: 401, code: 'token_expired' })
  })

  it('signs in by a key that names no algorithm, by any algorithm that fits it', async () => {
    const rsa = await createKey('r-1', 'PS256')
    const { alg: _, ...jwk } = rsa.jwk
    published = [{ ...jwk, use: undefined }]
    await attach()
    expect((await signIn(rsa)).user.newUser).toBe(true)
    expect(await problemsOf(sign({ ...key, kid: 'r-1' }))).toEqual([
      'The key with this "kid" is for another algorithm.',
    ])
  })

  it('is refused by keys for encryption, and by those without a usable type', async () => {
    published = [
      { ...key.jwk, use: 'enc' },
      { ...key.jwk, use: undefined, key_ops: ['deriveKey'] },
      { kty: 'oct', k: 'c2VjcmV0', kid: 'k-1', alg: 'HS256' },
    ]
    await attach()
    expect(await problemsOf(sign())).toEqual([noKey])
  })
})

describe('the JWK set of a real issuer', () => {
  it.each<[string, Record<string, string>, number]>([
    ['as long as max-age says', { 'cache-control': 'public, max-age=300' }, 300],
    ['shorter if it has an age', { 'cache-control': 'max-age=300', age: '100' }, 200],
    ['until it expires', { expires: 'Fri, 27 Nov 2026 10:02:00 GMT', date: 'Fri, 27 Nov 2026 10:00:00 GMT' }, 120],
    ['for ten minutes if it says nothing', {}, 600],
  ])('is kept %s', async (_, cacheHeaders, seconds) => {
    headers = cacheHeaders
    await attach()
    await signIn()
    await host.mock.clock.advance({ seconds: seconds - 1 })
    await signIn()
    expect(fetches).toBe(1)
    await host.mock.clock.advance({ seconds: 1 })
    await signIn()
    expect(fetches).toBe(2)
  })

  it.each(['no-store', 'no-cache', 'max-age=0'])('is not kept with %s', async (directive) => {
    headers = { 'cache-control': directive }
    await attach()
    await signIn()
    await signIn()
    expect(fetches).toBe(2)
  })

  it('is fetched again after the clock was turned back', async () => {
    await attach()
    await signIn()
    await host.mock.clock.set(host.mock.clock.now() - 60_000)
    await signIn()
    expect(fetches).toBe(2)
  })

  it('is fetched once more for a key that is not in it, and loses those that were taken out', async () => {
    await attach()
    await signIn()
    const rotated = await createKey('k-2')
    published = [rotated.jwk]
    expect((await signIn(rotated)).user.newUser).toBe(false)
    expect(fetches).toBe(2)
    expect(await problemsOf(sign())).toEqual([noKey])
  })

  it('is fetched ten times in a minute for keys that are not in it', async () => {
    await attach()
    await signIn()
    const unknown = await createKey('k-2')
    for (let index = 0; index < 15; index++) expect(await problemsOf(sign(unknown))).toEqual([noKey])
    expect(fetches).toBe(11)
    await host.mock.clock.advance({ minutes: 1 })
    published = [unknown.jwk]
    await signIn(unknown)
    expect(fetches).toBe(12)
  })

  it('shows in the journal each time that it was fetched', async () => {
    await attach()
    await signIn()
    const name = `issuer ${new URL(servedAt).host}`
    expect(host.mock.journal.list().at(-1)?.notes).toEqual([
      expect.stringMatching(new RegExp(`^Asked ${name}: JWK set, [\\d.]+ ms\\.$`)),
    ])
  })
})

describe('a real issuer that fails', () => {
  const html: RequestListener = (_, response) => response.end('<html>')

  it.each<[string, RequestListener, string]>([
    ['HTML', html, 'has answered with something that is not JSON (status 200).'],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: jwksUrl }).end(),
      'redirects are not followed.',
    ],
    ['nothing', (request) => request.socket.destroy(), 'cannot be reached.'],
    ['no JWK set', (_, response) => response.end('{"keys":{}}'), 'has no JWK set at its URL (status 200).'],
    [
      'an error',
      (_, response) => response.writeHead(500).end('{"keys":[]}'),
      'has no JWK set at its URL (status 500).',
    ],
    ['more than a megabyte', (_, response) => response.end('x'.repeat(1_100_000)), 'larger than 1 megabyte.'],
  ])('is a documented problem of the token when it answers with %s', async (_, listener, sentence) => {
    await attach()
    answer = listener
    const refusal = await refuse(sign())
    expect(refusal).toMatchObject({ status: 422, code: 'invalid_external_auth' })
    expect(await problemsOf(sign())).toEqual([expect.stringContaining(sentence)])
    expect((await host.call('users.list')).body.count).toBe(0)
  })
})

describe('a real issuer that is slow', () => {
  it('is a documented problem of the token', async () => {
    await attach()
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50))
    answer = () => undefined
    expect(await refuse(sign())).toMatchObject({ status: 422, code: 'invalid_external_auth' })
    expect(await problemsOf(sign())).toEqual([expect.stringContaining('has not answered within 10 seconds.')])
    vi.restoreAllMocks()
  })
})

describe('a token of a real issuer without a signature', () => {
  it.each(['none', 'None', 'HS256'])('is refused with the algorithm %s, and creates nobody', async (alg) => {
    await attach()
    const [, payload = ''] = (await sign()).split('.')
    const header = Buffer.from(JSON.stringify({ alg, kid: key.kid })).toString('base64url')
    for (const signature of ['', 'AAAA']) {
      const refusal = await refuse(Promise.resolve(`${header}.${payload}.${signature}`))
      expect(refusal).toMatchObject({ status: 422, code: 'invalid_external_auth' })
    }
    expect((await host.call('users.list')).body.count).toBe(0)
  })
})

describe('issuers.attach', () => {
  it('fetches nothing but what was attached', async () => {
    await attach()
    await trust({ jwksUrl: 'https://other.example.com/jwks.json' })
    expect(await problemsOf(sign())).toEqual([expect.stringContaining('Nothing is fetched')])
    const jku = await new SignJWT({ iss, sub: 'user-1' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k-1', jku: servedAt })
      .sign(key.privateKey)
    expect(await problemsOf(Promise.resolve(jku))).toContain('The header parameter "jku" is not accepted.')
    expect(fetches).toBe(0)
  })

  it('refuses what is no JWK set, a server that is down, and what is no URL of HTTP', async () => {
    const refused = (input: object, sentence: string) => expect(attach(input)).rejects.toThrow(sentence)
    await refused({ servedAt: 'http://127.0.0.1:1' }, 'The issuer 127.0.0.1:1 (http://127.0.0.1:1) cannot be reached.')
    await refused({ servedAt: 'ftp://127.0.0.1' }, 'write an absolute URL that begins with http:// or https://.')
    answer = (_, response) => response.end('{}')
    await refused({}, 'has no JWK set at its URL (status 200).')
    expect(host.mock.issuers.attached()).toEqual([])
  })

  it('sends credentials of the URL, and shows neither them nor the path', async () => {
    const seen = new Set<string>()
    answer = (request, response) => {
      seen.add(`${request.headers.authorization} ${request.url}`)
      response.end(JSON.stringify({ keys: published }))
    }
    const part = await attach({ servedAt: `${servedAt.replace('//', '//ada:s3cr3t@')}/tenant?key=k3y` })
    await signIn()
    expect([...seen]).toEqual([`Basic ${btoa('ada:s3cr3t')} /tenant?key=k3y`])
    expect(part).toEqual({ name: `issuer ${new URL(servedAt).host}`, origin: servedAt })
    expect(JSON.stringify([part, host.mock.journal.list()])).not.toMatch(/s3cr3t|tenant|k3y/)
  })

  it('has a name for each set of a host, replaces the set of a URL, and gives it back', async () => {
    const { host: name } = new URL(servedAt)
    await attach()
    await attach({ jwksUrl: 'https://other.example.com/jwks.json' })
    const names = () => host.mock.issuers.attached().map((part) => part.name)
    expect(names()).toEqual([`issuer ${name}`, `issuer ${name} 2`])
    host.mock.issuers.detach(jwksUrl)
    await attach({ jwksUrl: 'https://other.example.com/jwks.json' })
    expect(names()).toEqual([`issuer ${name}`])
    await attach()
    expect(names()).toEqual([`issuer ${name}`, `issuer ${name} 2`])
    expect([host.mock.issuers.detach(jwksUrl), host.mock.issuers.detach(jwksUrl)]).toEqual([true, false])
    const simulated = await host.mock.issuers.create({ issuer: iss, jwksUrl })
    const { body } = await host.call('externalAuth.signIn', { body: { jwt: await simulated.sign({ sub: 'user-1' }) } })
    expect(body.user.newUser).toBe(true)
    expect(host.mock.fork().issuers.attached()).toEqual(host.mock.issuers.attached())
  })
})

describe('a check of a real issuer', () => {
  it('reads its JWK set, says why there is none, and keeps nothing of it', async () => {
    await attach()
    const { name } = host.mock.issuers.attached()[0] ?? { name: '' }
    await signIn()
    expect(await host.mock.outside.check(name)).toEqual({ durationMs: expect.any(Number) })
    answer = (_, response) => response.writeHead(500).end('{"keys":[]}')
    const { problem } = await host.mock.outside.check(name)
    expect(problem).toBe(`The ${name} (${servedAt}) has no JWK set at its URL (status 500).`)
    expect(host.mock.outside.list()).toMatchObject([{ kind: 'issuer', hasCheck: true, failures: 1, problem }])
    // The set that tokens were verified by is still good.
    await signIn()
  })
})
