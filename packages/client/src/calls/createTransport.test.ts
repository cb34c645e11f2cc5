import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { closedUrl, environmentId, gateId, rejection, serve } from '../../test/serve.ts'
import { gates } from '../generated/operations/index.ts'
import { bearer, type BearerAuth, cookies, createAuth } from '../policies/auth.ts'
import type { Fetch, Middleware } from '../policies/pipeline.ts'
import { createClient } from './createClient.ts'
import { createTransport } from './createTransport.ts'

const ids = { environmentId, gateId }
const never = (): Promise<Response> => new Promise(() => {})

describe('createTransport', () => {
  it.each([
    '',
    '/api',
    'api.example.com',
    'https://[',
    'ftp://example.com',
    'https://user:hunter2@example.com',
    'https://example.com?x=1',
    'https://example.com#x',
    'https://example.com/api/v0',
    'https://example.com/behind/proxy/api/v0/',
    'https://example.com/api/v0/environments',
    'https://user:hunter2@example.com/api/v0',
  ])('refuses the base URL %j without repeating it', (baseUrl) => {
    expect(() => createTransport({ baseUrl })).toThrow(
      new TypeError('"baseUrl" must be like https://api.example.com, without /api/v0.'),
    )
  })

  it('accepts a base URL whose path only begins like /api/v0', () => {
    expect(createTransport({ baseUrl: 'https://example.com/api/v0extra' }).baseUrl).toBe(
      'https://example.com/api/v0extra',
    )
  })

  it('keeps the path of a base URL and removes trailing slashes', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    await gates.get(createTransport({ baseUrl: `${baseUrl}/behind/proxy//` }), ids)
    expect(requests[0]?.url).toBe(`/behind/proxy/api/v0/environments/${environmentId}/gates/${gateId}`)
  })

  it('sends the credential and the headers of the transport, and the headers of the call over them', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const api = createTransport({ baseUrl, auth: bearer('outer'), headers: { 'X-App': 'app', 'x-trace': '1' } })
    await gates.get(api, ids, { headers: { 'x-trace': '2' } })
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer outer',
      'x-app': 'app',
      'x-trace': '2',
      accept: 'application/json, text/*',
    })
  })

  it('replaces the credential of a call or a copy, keeps all other headers, and sends none for null', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const api = createTransport({ baseUrl, auth: bearer('outer'), headers: { 'x-app': 'app' } })
    await gates.get(api, ids, { auth: bearer('inner') })
    await gates.get(api.with({ auth: null, headers: { 'x-more': '1' } }), ids)
    await gates.get(api, ids)
    expect(requests.map(({ headers }) => [headers.authorization, headers['x-app'], headers['x-more']])).toEqual([
      ['Bearer inner', 'app', undefined],
      [undefined, 'app', '1'],
      ['Bearer outer', 'app', undefined],
    ])
  })

  it('removes a header for one call when it is null, and keeps it for undefined', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const api = createTransport({ baseUrl, headers: { 'X-App': 'app', 'x-trace': '1' } })
    await gates.get(api, ids, { headers: { 'x-app': null } })
    await gates.get(api, ids, { headers: new Headers({ 'x-trace': '2' }) })
    expect(requests.map(({ headers }) => [headers['x-app'], headers['x-trace']])).toEqual([
      [undefined, '1'],
      ['app', '2'],
    ])
  })

  it('uses the fetch of a call', async () => {
    const api = createTransport({ baseUrl: 'https://api.test', fetch: never })
    expect(await gates.get(api, ids, { fetch: async () => Response.json({ name: 'other' }) })).toEqual({
      name: 'other',
    })
  })

  it('normalises its base URL, so that it recognises its own requests', () => {
    expect(createTransport({ baseUrl: 'HTTPS://API.Example.com:443/V1//' }).baseUrl).toBe('https://api.example.com/V1')
  })

  it('includes cookies when asked to', async () => {
    const seen: RequestInit[] = []
    const fetch = async (_url: string, init: RequestInit = {}) => (seen.push(init), Response.json({}))
    await gates.get(createTransport({ baseUrl: 'https://api.test', auth: cookies(), fetch }), ids)
    expect(seen[0]?.credentials).toBe('include')
  })

  it('sends nothing when the token provider fails, and names no token', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const error = await rejection(gates.get(createTransport({ baseUrl, auth: bearer(() => '') }), ids))
    expect(error).toMatchObject({ name: 'AuthError' })
    expect(requests).toEqual([])
  })

  it.each([
    [
      'a credential',
      { auth: createAuth({ authorize: ({ headers }) => void (headers['x-api-key'] = 'line\nhunter2') }) },
    ],
    [
      'middleware',
      {
        middleware: [
          (request, next) => ((request.init.headers['x-api-key'] = 'line\nhunter2'), next(request)),
        ] satisfies Middleware[],
      },
    ],
  ])('refuses an invalid header of %s without quoting it, and sends nothing', async (_, options) => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    expect(await rejection(gates.get(createTransport({ baseUrl, ...options }), ids))).toEqual(
      new TypeError('The header "x-api-key" has a line end or another forbidden character.'),
    )
    expect(requests).toEqual([])
  })

  it.each<[Record<string, string>, string]>([
    [{ 'X-Key': 'hunter2\n\nx' }, 'The header "x-key" has a line end or another forbidden character.'],
    [{ 'authorization: Bearer hunter2': 'a' }, 'A header has a line end or another forbidden character.'],
  ])(
    'refuses headers that no request may have without repeating a value, of a transport and of a call: %j',
    async (headers, sentence) => {
      const wrong = new TypeError(sentence)
      const api = createTransport({ baseUrl: 'https://api.test', fetch: never })
      expect(() => createTransport({ baseUrl: 'https://api.test', headers })).toThrow(wrong)
      expect(() => api.with({ headers })).toThrow(wrong)
      expect(await rejection(gates.get(api, ids, { headers }))).toEqual(wrong)
    },
  )

  it.each(['hunter2', bearer])('says how a credential is made where it is given %s', async (wrongAuth) => {
    const auth = wrongAuth as unknown as BearerAuth
    const wrong = new TypeError('"auth" must be bearer(token).')
    const api = createTransport({ baseUrl: 'https://api.test', fetch: never })
    expect(() => createTransport({ baseUrl: 'https://api.test', auth })).toThrow(wrong)
    expect(() => api.with({ auth })).toThrow(wrong)
    expect(await rejection(gates.get(api, ids, { auth }))).toEqual(wrong)
  })

  it('looks the global fetch up when it calls', async () => {
    const original = globalThis.fetch
    const api = createTransport({ baseUrl: 'https://api.test' })
    globalThis.fetch = async () => Response.json({ name: 'late' })
    try {
      expect(await gates.get(api, ids)).toEqual({ name: 'late' })
    } finally {
      globalThis.fetch = original
    }
  })
})

describe('connection failures', () => {
  it('gives a ConnectionError that names host and code when nobody listens', async () => {
    const baseUrl = await closedUrl()
    const error = await rejection(gates.get(createTransport({ baseUrl, auth: bearer('hunter2'), retry: false }), ids))
    expect(error).toMatchObject({
      name: 'ConnectionError',
      operation: 'gates.get',
      cause: expect.any(TypeError),
      message: `gates.get got no whole reply from ${new URL(baseUrl).host}: ECONNREFUSED.`,
    })
  })

  it('names the error code when all addresses failed, and only the host if there is no code', async () => {
    const failWith = (cause: unknown) => async () => Promise.reject(new TypeError('fetch failed', { cause }))
    const messageOf = async (fetch: Fetch) =>
      (
        (await rejection(
          gates.get(createTransport({ baseUrl: 'https://api.test:8443', fetch, retry: false }), ids),
        )) as Error
      ).message
    const addresses = Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' })
    expect(await messageOf(failWith(addresses))).toBe('gates.get got no whole reply from api.test:8443: ETIMEDOUT.')
    const none = 'gates.get got no whole reply from api.test:8443: no connection.'
    expect(await messageOf(failWith(undefined))).toBe(none)
    expect(await messageOf(() => Promise.reject(undefined))).toBe(none)
  })

  it('throws a ConnectionError when fetch throws synchronously, and stops the clock', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const cause = new Error('no network stack')
    const api = createTransport({
      baseUrl: 'https://api.test',
      retry: false,
      fetch: () => {
        throw cause
      },
    })
    expect(await rejection(gates.get(api, ids))).toMatchObject({ name: 'ConnectionError', cause })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('throws a ConnectionError when the connection breaks inside the body', async () => {
    const { baseUrl } = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"name":', () => response.destroy())
    })
    expect(await rejection(gates.get(createTransport({ baseUrl }), ids))).toMatchObject({ name: 'ConnectionError' })
  })

  it('throws a TimeoutError when no headers come', async () => {
    const { baseUrl } = await serve(() => () => {})
    const error = await rejection(gates.get(createTransport({ baseUrl, timeoutMs: 20 }), ids))
    expect(error).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 20,
      operation: 'gates.get',
      message: 'gates.get got no whole reply within 20 ms.',
    })
  })

  it('throws a TimeoutError when the body hangs', async () => {
    const { baseUrl } = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
    })
    expect(await rejection(gates.get(createTransport({ baseUrl }), ids, { timeoutMs: 50 }))).toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 50,
    })
  })

  it('throws a TimeoutError even if fetch ignores its signal', async () => {
    const api = createTransport({ baseUrl: 'https://api.test', fetch: never, timeoutMs: 5 })
    expect(await rejection(gates.get(api, ids))).toMatchObject({ name: 'TimeoutError' })
  })

  it.each([undefined, null, {}])('throws a TypeError that says so when fetch returns %o', async (nothing) => {
    const fetch = vi.fn(async () => nothing as Response)
    const call = gates.get(createTransport({ baseUrl: 'https://api.test', fetch }), ids)
    expect(await rejection(call)).toEqual(new TypeError('"fetch" returned no Response.'))
    expect(fetch).toHaveBeenCalledOnce()
  })
})

describe('the clock of a call', () => {
  it.each([200, 404, 302])(
    'is stopped when the call has ended with %i, so that it keeps no process alive',
    async (status) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const fetch = async () => new Response(status === 302 ? null : '{}', { status, headers: { location: '/next' } })
      const client = createClient({ baseUrl: 'https://api.test', fetch })
      await gates
        .get(client, ids)
        .result()
        .catch(() => {})
      await client.GET('/api/v0/environments/{environmentId}/gates/{gateId}', { params: { path: ids } }).catch(() => {})
      expect(vi.getTimerCount()).toBe(0)
    },
  )
})

describe('AbortSignal', () => {
  it('sends nothing, and asks for no token, when it is aborted before the call', async () => {
    let asked = 0
    const fetch = async () => (asked++, Response.json({}))
    const api = createTransport({ baseUrl: 'https://api.test', fetch, auth: bearer(() => String(asked++)) })
    const reason = new Error('gone')
    expect(await rejection(gates.get(api, ids, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(asked).toBe(0)
  })

  it.each([
    [
      'while the token is fetched',
      { auth: bearer(() => new Promise<string>(() => {})), fetch: async () => Response.json({}) },
    ],
    ['while the headers are awaited', { fetch: never }],
    ['while the body is read', { fetch: async () => new Response(new ReadableStream()) }],
  ])('rejects with its reason %s, and leaves no listener behind', async (_, options) => {
    const controller = new AbortController()
    const call = rejection(
      gates.get(createTransport({ baseUrl: 'https://api.test', ...options }), ids, { signal: controller.signal }),
    )
    await new Promise((resolve) => setImmediate(resolve))
    const reason = new Error('gone')
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('sends nothing when it is aborted by the token provider itself', async () => {
    const controller = new AbortController()
    const reason = new Error('signed out')
    let sent = 0
    const auth = bearer(() => (controller.abort(reason), 'token'))
    const api = createTransport({ baseUrl: 'https://api.test', auth, fetch: async () => (sent++, Response.json({})) })
    expect(await rejection(gates.get(api, ids, { signal: controller.signal }))).toBe(reason)
    expect(sent).toBe(0)
  })

  it('ends fifty calls at once, which follow it by one listener, of which Node does not warn', async () => {
    const controller = new AbortController()
    const warned = vi.fn()
    process.on('warning', warned)
    onTestFinished(() => void process.off('warning', warned))
    const api = createTransport({ baseUrl: 'https://api.test', fetch: never })
    const calls = Array.from({ length: 50 }, () => rejection(gates.get(api, ids, { signal: controller.signal })))
    await new Promise((resolve) => setImmediate(resolve))
    expect(getEventListeners(controller.signal, 'abort').length).toBe(1)
    controller.abort('gone')
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['gone']))
    await new Promise((resolve) => setImmediate(resolve))
    expect([getEventListeners(controller.signal, 'abort'), warned.mock.calls]).toEqual([[], []])
  })

  it('goes on with the other calls that follow a signal when one of them has ended', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const api = createTransport({ baseUrl: 'https://api.test', fetch: never })
    const waiting = rejection(gates.get(api, ids, { signal }))
    await gates.get(api.with({ fetch: async () => Response.json({}) }), ids, { signal })
    controller.abort('gone')
    expect(await waiting).toBe('gone')
  })

  it('leaves no listener behind after a call that succeeded', async () => {
    const { signal } = new AbortController()
    await gates.get(
      createTransport({
        baseUrl: 'https://api.test',
        fetch: async () => Response.json({}),
        auth: bearer(async () => 'x'),
      }),
      ids,
      { signal },
    )
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
