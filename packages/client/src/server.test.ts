import { once } from 'node:events'
import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMock } from '@latchkey/mock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTransport } from './calls/createTransport.ts'
import { createRequestVerifier, RequestRefused, type VerifyRequestOptions, verifyRequest } from './server.ts'
import { headerCookies } from './session/cookieJar.ts'
import { cookieStorage } from './session/cookieStorage.ts'
import { createSession } from './session/createSession.ts'

const mock = createMock({ seed: 'server', now: '2026-01-15T09:30:00.000Z' })
const { id: environmentId } = mock.defaults.environments.sandbox
const options = { baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch, now: mock.clock.now }
const verify = createRequestVerifier(options)
const user = await mock.create.user({ email: 'ada@example.com' })
const { token } = await mock.signIn(user)

const { live } = mock.defaults.environments
const foreign = await mock.signIn(await mock.create.user({ email: 'eve@example.com' }, { environmentId: live.id }))

const site = 'https://app.example.com'
const ask = (init: RequestInit = {}) => new Request(`${site}/account`, init)
const bearer = { authorization: `Bearer ${token}` }
const cookie = { cookie: `theme=dark; LATCHKEY_AUTH=${token}; LATCHKEY_AUTH=other` }

async function refusalOf(verification: Promise<unknown>): Promise<RequestRefused> {
  const outcome = await verification.catch((error: unknown) => error)
  if (outcome instanceof RequestRefused) return outcome
  throw new Error('The request was not refused.', { cause: outcome })
}

it('a verifier of requests says that it got a token in the place of a request', async () => {
  await expect(verify(token as never)).rejects.toThrow('For a token, use verifyUserJwt.')
})

describe('verifyRequest', () => {
  it.each([{}, { domain: 'example.com', path: '/account' }, { key: 'mine' }])(
    'reads the session of cookieStorage, with its options %o',
    async (chosen) => {
      const jar = headerCookies('theme=dark')
      const { key, ...scope } = { key: undefined, ...chosen }
      const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
      const session = createSession({ api, storage: cookieStorage(jar, scope), ...(key && { key }) })
      await session.adopt(await mock.signIn(user))
      const headers = { cookie: jar.setCookies.map((line) => line.split(';')[0]).join('; ') }
      const reading = createRequestVerifier({ ...options, session: chosen })
      expect(await reading(ask({ headers }))).toMatchObject({ sub: user.id, email: 'ada@example.com' })
      const foreignPage = { method: 'POST', headers: { ...headers, origin: 'https://evil.example' } }
      expect(await refusalOf(reading(ask(foreignPage)))).toMatchObject({ code: 'origin_refused' })
      for (const none of [{ session: false }, { cookie: false }, { session: { key: 'other' } }] as const)
        expect(await refusalOf(createRequestVerifier({ ...options, ...none })(ask({ headers })))).toMatchObject({
          code: 'credential_missing',
        })
    },
  )

  it('tells whose bearer token a request has, whatever the case of its scheme', async () => {
    expect(await verify(ask({ headers: bearer }))).toMatchObject({ sub: user.id, email: 'ada@example.com' })
    expect(await verify(ask({ headers: { authorization: `bearer  ${token}` } }))).toMatchObject({ sub: user.id })
  })

  it('takes the headers of Node, too', async () => {
    expect(await verify({ method: 'POST', headers: bearer })).toMatchObject({ sub: user.id })
    const headers = { cookie: [`a=b`, `LATCHKEY_AUTH=${token}`].join('; '), host: 'app.example.com', origin: site }
    expect(await verify({ method: 'POST', headers })).toMatchObject({ sub: user.id })
  })

  it('verifies a single request by its options, with the keys in them', async () => {
    const jwks = await (await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${environmentId}/.well-known/jwks`)).json()
    const { fetch: _, ...rest } = options
    const single: VerifyRequestOptions = { ...rest, jwks, scopes: ['user:basic'] }
    expect(await verifyRequest(ask({ headers: bearer }), single)).toMatchObject({ sub: user.id })
    const refusal = await refusalOf(
      verifyRequest(ask({ headers: bearer }), { ...single, scopes: ['user:basic', 'gold'] }),
    )
    expect(refusal).toMatchObject({ status: 403, code: 'scope_missing' })
  })

  it('refuses a request without a token by a plain challenge', async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }, { cookie: 'LATCHKEY_AUTHOR=x' }]) {
      const reply = (await refusalOf(verify(ask({ headers })))).toResponse()
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(await reply.json()).toEqual({
        error: 'The request was refused: it has no token.',
        code: 'credential_missing',
      })
    }
  })

  it.each([
    ['that is none', 'Bearer x', 'malformed'],
    ['of another environment', `Bearer ${foreign.token}`, 'unknown_key'],
  ])('refuses a token %s, as RFC 6750 says', async (_, authorization, code) => {
    const refusal = await refusalOf(verify(ask({ headers: { authorization } })))
    expect([refusal.status, refusal.code]).toEqual([401, code])
    expect(refusal.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="[^"\\]+"$/)
  })

  it('says that an API token is not the token of a user', async () => {
    const apiToken = mock.defaults.environments.sandbox.token
    for (const raw of [apiToken, mock.defaults.admin.token]) {
      const refusal = await refusalOf(verify(ask({ headers: { authorization: `Bearer ${raw}` } })))
      const reason = 'it looks like an API token, not like the session token of a user'
      expect(refusal).toMatchObject({ status: 401, code: 'malformed', message: `The request was refused: ${reason}.` })
      expect(refusal.headers['www-authenticate']).toBe(`Bearer error="invalid_token", error_description="${reason}"`)
      expect(JSON.stringify([refusal, refusal.cause, refusal.body])).not.toContain(raw)
    }
  })

  it('refuses an expired token, and tells nothing of it', async () => {
    const world = mock.fork()
    await world.clock.advance({ days: 60 })
    const later = createRequestVerifier({ ...options, fetch: world.fetch, now: world.clock.now })
    const refusal = await refusalOf(later(ask({ headers: bearer })))
    expect(refusal).toMatchObject({ status: 401, code: 'expired' })
    expect(JSON.stringify([refusal, refusal.headers, refusal.body])).not.toContain(user.id)
    expect(refusal.body).toContain('it has expired')
  })

  it('refuses a user without a scope, and names all that are required', async () => {
    const reply = (await refusalOf(verify(ask({ headers: bearer }), ['user:basic', 'gold']))).toResponse()
    expect(reply.status).toBe(403)
    expect(reply.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(reply.headers.get('www-authenticate')).toContain('scope="user:basic gold"')
  })

  it('answers 503 while the keys cannot be fetched', async () => {
    const down = createRequestVerifier({ ...options, fetch: () => Promise.reject(new TypeError('down')) })
    const reply = (await refusalOf(down(ask({ headers: bearer })))).toResponse()
    expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('www-authenticate')]).toEqual([
      503,
      '5',
      null,
    ])
  })

  it('takes the token of the cookie, and prefers that of the header', async () => {
    expect(await verify(ask({ headers: cookie }))).toMatchObject({ sub: user.id })
    const refusal = await refusalOf(verify(ask({ headers: { ...cookie, authorization: 'Bearer x' } })))
    expect(refusal.code).toBe('malformed')
  })

  it('takes another cookie, or none', async () => {
    const other = createRequestVerifier({ ...options, cookie: 'session' })
    expect(await other(ask({ headers: { cookie: `session=${token}` } }))).toMatchObject({ sub: user.id })
    expect((await refusalOf(other(ask({ headers: cookie })))).code).toBe('credential_missing')
    const none = createRequestVerifier({ ...options, cookie: false })
    expect((await refusalOf(none(ask({ headers: cookie })))).code).toBe('credential_missing')
  })

  it('refuses a change by cookie that names no host, which HTTP/1.0 allows', async () => {
    for (const headers of [{}, { origin: 'null' }, { origin: 'https://false' }, { origin: 'https://undefined' }])
      expect(await refusalOf(verify({ method: 'POST', url: '/', headers: { ...cookie, ...headers } }))).toMatchObject({
        code: 'origin_refused',
      })
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('lets %s by cookie pass only from pages of this site', async (method) => {
    const send = (headers: Record<string, string>) => ask({ method, headers: { ...cookie, ...headers } })
    expect(await verify(send({ origin: site }))).toMatchObject({ sub: user.id })
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${site}.evil.example` },
    ])
      expect(await refusalOf(verify(send(headers)))).toMatchObject({ status: 403, code: 'origin_refused' })
    const lists = createRequestVerifier({ ...options, origins: ['https://admin.example.com'] })
    expect(await lists(send({ origin: 'https://admin.example.com' }))).toMatchObject({ sub: user.id })
    expect((await refusalOf(lists(send({ origin: 'http://admin.example.com' })))).code).toBe('origin_refused')
  })

  it.each([
    ['that a server sees', { upgrade: 'WebSocket', connection: 'Upgrade' }],
    ['whose hop-by-hop headers a proxy has removed', { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }],
  ])('lets a WebSocket begin by cookie only from pages of this site: a handshake %s', async (_, handshake) => {
    const begin = (origin?: string) =>
      verify(ask({ headers: { ...cookie, ...handshake, ...(origin !== undefined && { origin }) } }))
    expect(await begin(site)).toMatchObject({ sub: user.id })
    for (const origin of ['https://evil.example', 'null', undefined])
      expect(await refusalOf(begin(origin))).toMatchObject({ status: 403, code: 'origin_refused' })
    const node = { method: 'GET', url: '/', headers: { ...cookie, ...handshake, host: 'app.example.com' } }
    expect(await refusalOf(verify(node))).toMatchObject({ code: 'origin_refused' })
    expect(await verify({ ...node, headers: { ...node.headers, origin: site } })).toMatchObject({ sub: user.id })
    expect(await verify(ask({ headers: { ...bearer, ...handshake, origin: 'null' } }))).toMatchObject({ sub: user.id })
  })

  it('takes a request that offers another protocol as one that only reads', async () => {
    expect(await verify(ask({ headers: { ...cookie, upgrade: 'h2c' } }))).toMatchObject({ sub: user.id })
  })

  it('takes the host of a change by cookie from the authority of HTTP/2', async () => {
    const server = createServer()
    onTestFinished(() => void server.close())
    server.on('request', (request, response) => {
      verify(request).then(
        ({ sub }) => response.end(sub),
        (error: RequestRefused) => response.writeHead(error.status ?? 500).end(error.code),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const session = connect(origin)
    onTestFinished(() => session.close())
    const post = (from: string) => {
      const stream = session.request({ ':method': 'POST', ':path': '/account', cookie: cookie.cookie, origin: from })
      stream.end()
      return text(stream)
    }
    expect(await post(origin)).toBe(user.id)
    expect(await post('https://evil.example')).toBe('origin_refused')
  })

  it('needs no origin where the credential is a header, which no foreign page can send', async () => {
    const request = ask({ method: 'POST', headers: { ...bearer, origin: 'https://evil.example' } })
    expect(await verify(request)).toMatchObject({ sub: user.id })
  })

  it('refuses an option that does not exist', () => {
    expect(() => createRequestVerifier({ ...options, origin: [site] } as never)).toThrow('there is no option "origin"')
  })
})

describe('what a beginner gets wrong', () => {
  it.each([
    ['a verifier without options', () => createRequestVerifier(undefined as never), '"baseUrl" must be like'],
    [
      'an environment that no variable names',
      () => createRequestVerifier({ baseUrl: mock.baseUrl } as never),
      '"environmentId" is',
    ],
  ])('is refused when the app starts, and not at its first request: %s', (_, start, sentence) => {
    expect(start).toThrow(TypeError)
    expect(start).toThrow(sentence)
  })
})
