import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { closedUrl, environmentId, gateId, rejection, serve } from '../../test/serve.ts'
import { bearer, cookies, createAuth } from '../policies/auth.ts'
import { createClient } from './createClient.ts'

const gate = '/api/v0/environments/{environmentId}/gates/{gateId}'
const params = { path: { environmentId, gateId } }
const list = '/api/v0/environments/{environmentId}/users'

describe('createClient', () => {
  it('calls by path, encodes query and body like operation functions, and returns data', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: { id: gateId } }))
    const client = createClient({ baseUrl, auth: bearer('token'), headers: { 'x-app': 'app' } })
    const { data, error } = await client.PUT(gate, { params, body: { name: 'New' } })
    expect([data, error]).toEqual([{ id: gateId }, undefined])
    await client.GET(list, {
      params: {
        path: { environmentId },
        query: { limit: 5, includeSessions: false, filter: { filterColumn: 'email' } },
      },
    })
    await client.request('delete', gate, { params, headers: { 'x-app': 'call' } })
    expect(requests).toMatchObject([
      {
        method: 'PUT',
        url: `/api/v0/environments/${environmentId}/gates/${gateId}`,
        body: '{"name":"New"}',
        headers: { authorization: 'Bearer token', 'x-app': 'app', 'content-type': 'application/json' },
      },
      {
        method: 'GET',
        url: `/api/v0/environments/${environmentId}/users?limit=5&includeSessions=false&filter[filterColumn]=email`,
      },
      { method: 'DELETE', headers: { 'x-app': 'call' } },
    ])
  })

  it('sends nothing when the ids are left out altogether', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const call = createClient({ baseUrl }).GET as (path: string, init?: object) => Promise<unknown>
    expect(await rejection(call(list))).toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(/^"environmentId" of .* must be an id/),
    })
    expect(requests).toEqual([])
  })

  it('refuses an id that would name another URL', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const error = await rejection(
      createClient({ baseUrl }).GET(gate, { params: { path: { environmentId, gateId: '..' } } }),
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  })

  it('throws a ConnectionError with host and code when no server listens', async () => {
    const baseUrl = await closedUrl()
    expect(await rejection(createClient({ baseUrl, retry: false }).GET(gate, { params }))).toMatchObject({
      name: 'ConnectionError',
      cause: expect.any(TypeError),
      message: `The call got no whole reply from ${new URL(baseUrl).host}: ECONNREFUSED.`,
    })
  })

  it('says what to write instead of a wrong base URL or credential', () => {
    expect(() => createClient({ baseUrl: 'https://api.example.com/api/v0' })).toThrow(
      new TypeError('"baseUrl" must be like https://api.example.com, without /api/v0.'),
    )
    expect(() => createClient({ baseUrl: 'https://api.example.com', auth: 'hunter2' as unknown as null })).toThrow(
      new TypeError('"auth" must be bearer(token).'),
    )
  })

  it('throws an AuthError, and sends nothing, when the token provider throws', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const cause = new Error('signed out')
    const auth = bearer(() => Promise.reject(cause))
    expect(await rejection(createClient({ baseUrl, auth }).GET(gate, { params }))).toMatchObject({
      name: 'AuthError',
      cause,
    })
    expect(requests).toEqual([])
  })

  it('includes cookies when asked to', async () => {
    const seen: RequestInit[] = []
    const client = createClient({
      baseUrl: 'https://api.test',
      auth: cookies(),
      fetch: async (_url, init = {}) => (seen.push(init), Response.json({})),
    })
    await client.GET(gate, { params })
    expect(seen[0]?.credentials).toBe('include')
  })

  it('removes a default header for one call when it is null', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    await createClient({ baseUrl, headers: { 'x-app': 'app', 'x-trace': '1' } }).GET(gate, {
      params,
      headers: { 'X-App': null },
    })
    expect([requests[0]?.headers['x-app'], requests[0]?.headers['x-trace']]).toEqual([undefined, '1'])
  })

  it('refuses an invalid header value without quoting it', async () => {
    const client = createClient({ baseUrl: 'https://api.test', fetch: async () => Response.json({}) })
    const error = await rejection(client.GET(gate, { params, headers: { authorization: 'Bearer hunter2\n\nx' } }))
    expect(error).toEqual(new TypeError('The header "authorization" has a line end or another forbidden character.'))
  })

  it('uses the fetch of a call, and calls it with a Request', async () => {
    const { baseUrl } = await serve(() => ({ body: {} }))
    const seen: Request[] = []
    await createClient({ baseUrl, auth: bearer('token') }).PUT(gate, {
      params,
      body: { name: 'New' },
      fetch: async (request: Request) => (seen.push(request), Response.json({})),
    })
    expect([seen[0]?.method, seen[0]?.headers.get('authorization'), await seen[0]?.text()]).toEqual([
      'PUT',
      'Bearer token',
      '{"name":"New"}',
    ])
  })

  it("passes an instance of the call's Request class to middleware, but not to fetch", async () => {
    class TracedRequest extends Request {}
    const seen: unknown[] = []
    const answer = async (input: unknown) => (seen.push(input), Response.json({}))
    const client = createClient({ baseUrl: 'https://api.test', fetch: answer })
    client.use({ onRequest: ({ request }) => void seen.push(request) })
    // The types of openapi-fetch do not list this option of a call.
    const choice = { params, Request: TracedRequest }
    await client.GET(gate, choice)
    await client.GET(gate, { ...choice, fetch: answer })
    expect(seen.map((input) => (input instanceof Request ? input.constructor : typeof input))).toEqual([
      TracedRequest,
      'string',
      TracedRequest,
      Request,
    ])
  })

  it('passes on the options of fetch', async () => {
    const seen: RequestInit[] = []
    const client = createClient({
      baseUrl: 'https://api.test',
      fetch: async (_url, init = {}) => (seen.push(init), Response.json({})),
    })
    await client.GET(gate, { params, cache: 'no-store', referrerPolicy: 'no-referrer', keepalive: true })
    expect(seen[0]).toMatchObject({ cache: 'no-store', referrerPolicy: 'no-referrer', keepalive: true })
  })

  it('throws the error of middleware unchanged, even after middleware has read the reply', async () => {
    const { baseUrl } = await serve(() => ({ body: {} }))
    const client = createClient({ baseUrl })
    const customError = new RangeError('too many gates')
    client.use({
      async onResponse({ response }) {
        await response.text()
        throw customError
      },
    })
    expect(await rejection(client.GET(gate, { params }))).toBe(customError)
  })

  it('runs middleware around the pipeline until it is ejected', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const client = createClient({ baseUrl, auth: bearer('token') })
    const middleware = {
      onRequest: ({ request }: { request: Request }) => (request.headers.set('x-via', 'middleware'), request),
      onResponse: ({ response }: { response: Response }) =>
        new Response('{"name":"changed"}', { status: response.status }),
    }
    client.use(middleware)
    expect(await client.GET(gate, { params })).toMatchObject({ data: { name: 'changed' } })
    await client.with({ auth: bearer('other') }).GET(gate, { params })
    client.eject(middleware)
    await client.GET(gate, { params })
    expect(requests.map(({ headers }) => [headers['x-via'], headers.authorization])).toEqual([
      ['middleware', 'Bearer token'],
      ['middleware', 'Bearer other'],
      [undefined, 'Bearer token'],
    ])
  })

  it('uses the credential and time limit of a call, even if middleware replaces the request', async () => {
    const { baseUrl, requests } = await serve(({ url }) => (url.includes('users') ? () => {} : { body: {} }))
    const client = createClient({ baseUrl, auth: bearer('outer'), headers: { 'x-app': 'app' } })
    client.use({ onRequest: ({ request }) => new Request(request) })
    await client.GET(gate, { params, auth: bearer('inner') })
    await client.GET(gate, { params, auth: null })
    expect(requests.map(({ headers }) => [headers.authorization, headers['x-app']])).toEqual([
      ['Bearer inner', 'app'],
      [undefined, 'app'],
    ])
    expect(await rejection(client.GET(list, { params: { path: { environmentId } }, timeoutMs: 20 }))).toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('sends no credential and no default headers to another host', async () => {
    const other = await serve(() => ({ body: {} }))
    const { baseUrl } = await serve(() => ({ body: {} }))
    const client = createClient({ baseUrl, auth: bearer('token'), headers: { 'x-key': 'key' } })
    await client.GET(gate, { params, baseUrl: other.baseUrl })
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(other.requests[0]?.headers).not.toHaveProperty('x-key')
  })

  it('aborts with the reason of a signal', async () => {
    const { baseUrl } = await serve(() => () => {})
    const controller = new AbortController()
    const reason = new Error('gone')
    const call = rejection(createClient({ baseUrl }).GET(gate, { params, signal: controller.signal }))
    controller.abort(reason)
    expect(await call).toBe(reason)
  })
})

describe('what openapi-fetch leaves open', () => {
  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'bad_request'],
    [429, 'too_many_requests'],
    [503, 'internal_server_error'],
  ])('is covered for an empty %i: it has an error', async (status, code) => {
    const { baseUrl } = await serve(() => ({ status }))
    const { data, error, response } = await createClient({ baseUrl }).GET(gate, { params })
    expect({ data, error, status: response.status }).toEqual({
      data: undefined,
      error: { error: `The service answered ${status} without saying why.`, code },
      status,
    })
  })

  it('leaves the body of an error unchanged', async () => {
    const { baseUrl } = await serve(() => ({ status: 403, body: { error: 'No.', code: 'forbidden' } }))
    expect(await createClient({ baseUrl }).GET(gate, { params })).toMatchObject({
      error: { error: 'No.', code: 'forbidden' },
    })
  })

  it.each([
    ['HTML', 'text/html', '<html>', 'its body is not JSON'],
    ['truncated JSON', 'application/json', '{"jwt":"ey', 'its JSON is broken'],
  ])(
    'is covered for %s with 200: it throws a ResponseParseError, with a length or without',
    async (...[, type, body, problem]) => {
      const length: Record<string, string> = { 'content-length': String(body.length) }
      for (const headers of [{ 'content-type': type }, { 'content-type': type, ...length }]) {
        const { baseUrl } = await serve(() => ({ headers, body }))
        const error = await rejection(createClient({ baseUrl }).GET(gate, { params }))
        expect(error).toMatchObject({
          name: 'ResponseParseError',
          status: 200,
          message: `The call was answered with 200, but ${problem}.`,
        })
      }
    },
  )

  it('is covered for a connection that breaks inside the body: it throws a ConnectionError', async () => {
    const { baseUrl } = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{', () => response.destroy())
    })
    expect(await rejection(createClient({ baseUrl }).GET(gate, { params }))).toMatchObject({ name: 'ConnectionError' })
  })

  it('is covered for a body that hangs: it throws a TimeoutError', async () => {
    const { baseUrl } = await serve(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
    })
    expect(await rejection(createClient({ baseUrl, timeoutMs: 50 }).GET(gate, { params }))).toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('is covered for a body that hangs in a fetch that ignores its signal: it throws a TimeoutError', async () => {
    const fetch = async () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })
    const client = createClient({ baseUrl: 'https://api.test', fetch, timeoutMs: 5 })
    for (const parseAs of ['json', 'text', 'blob', 'arrayBuffer'] as const) {
      expect(await rejection(client.GET(gate, { params, parseAs }))).toMatchObject({ name: 'TimeoutError' })
    }
  })

  it.each([
    ['the deadline passes', () => ({ deadlineMs: 20 }), { name: 'TimeoutError', timeoutMs: 20 }],
    ["the caller's signal was aborted", () => ({ signal: AbortSignal.abort() }), { name: 'AbortError' }],
    ["the caller's signal is aborted", () => ({ signal: AbortSignal.timeout(20) }), { name: 'TimeoutError', code: 23 }],
  ])('is not waited for if the body that is sent never ends and %s', async (_, limits, reason) => {
    const { baseUrl, requests } = await serve(() => ({ body: {} }))
    const stream = { body: new ReadableStream() as object, bodySerializer: (body: object) => body as ReadableStream }
    const call = createClient({ baseUrl }).PUT(gate, { params, ...stream, duplex: 'half', ...limits() })
    expect(await rejection(call)).toMatchObject(reason)
    expect(requests).toEqual([])
  })

  it("is covered for a stream: its time limit ends with the headers, the caller's signal does not", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { baseUrl } = await serve(() => (response) => void response.writeHead(200).write('first'))
    const controller = new AbortController()
    const { data } = await createClient({ baseUrl }).GET(gate, { params, parseAs: 'stream', signal: controller.signal })
    expect(vi.getTimerCount()).toBe(0)
    const reader = data?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first')
    const reason = new Error('gone')
    controller.abort(reason)
    expect(await rejection(reader?.read() ?? Promise.resolve())).toBe(reason)
  })

  it.each([
    ['content-length', '0'],
    ['x-chunked', 'yes'],
  ])('is covered for an empty 200 with %s: it throws a ResponseParseError', async (name, value) => {
    const { baseUrl } = await serve(() => (response) => void response.writeHead(200, { [name]: value }).end())
    expect(await rejection(createClient({ baseUrl }).GET(gate, { params }))).toMatchObject({
      message: 'The call was answered with 200, but its body is empty.',
    })
  })

  it('is covered for an empty 200, even if another method of the path answers with one', async () => {
    const { baseUrl } = await serve(() => ({ status: 200 }))
    const call = createClient({ baseUrl }).request as (method: string, path: string, init: object) => Promise<unknown>
    expect(
      await rejection(call('get', '/api/v0/invites/{inviteId}', { params: { path: { inviteId: 'i' } } })),
    ).toMatchObject({ name: 'ResponseParseError' })
  })

  it('returns a redirect without waiting for its body', async () => {
    let cancelled = 0
    const fetch = async () =>
      new Response(new ReadableStream({ cancel: () => void cancelled++ }), {
        status: 302,
        headers: { location: '/on' },
      })
    const path = '/api/v0/sdk/{environmentId}/providers/{providerType}/login'
    const { data, error, response } = await createClient({ baseUrl: 'https://api.test', fetch }).GET(path, {
      params: { path: { environmentId, providerType: 'google' } },
    })
    expect([data, error, response.headers.get('location'), cancelled]).toEqual([undefined, undefined, '/on', 1])
  })

  it('accepts headers in every form, and null to remove a header that it would send', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: { id: gateId } }))
    const client = createClient({ baseUrl })
    await client.GET(gate, { params, headers: [['x-app', 'pairs']] })
    await client.GET(gate, { params, headers: new Headers({ 'x-app': 'Headers' }) })
    await client.PUT(gate, { params, body: { name: 'New' }, headers: { 'x-app': 'record', 'content-type': null } })
    expect(requests.map(({ headers }) => [headers['x-app'], headers['content-type']])).toEqual([
      ['pairs', undefined],
      ['Headers', undefined],
      ['record', expect.stringMatching(/^text\/plain|undefined/)],
    ])
  })

  it('accepts an empty text, and the reply to HEAD', async () => {
    const { baseUrl } = await serve(() => (response) => void response.writeHead(200, { 'content-length': '0' }).end())
    const client = createClient({ baseUrl })
    expect(await client.GET(gate, { params, parseAs: 'text' })).toMatchObject({ response: { status: 200 } })
    expect(await (client.HEAD as (path: string, init: object) => Promise<unknown>)(gate, { params })).toMatchObject({
      response: { status: 200 },
    })
  })

  it.each(['json', 'stream'] as const)(
    'is closed for middleware that throws away a reply to be read as %s: nothing is left open',
    async (parseAs) => {
      let cancelled = 0
      const client = createClient({
        baseUrl: 'https://api.test',
        fetch: async () => new Response(new ReadableStream({ cancel: () => void cancelled++ })),
      })
      client.use({
        onResponse: () => {
          throw new Error('Not this one.')
        },
      })
      expect(await rejection(client.GET(gate, { params, parseAs }))).toEqual(new Error('Not this one.'))
      expect(cancelled).toBe(1)
    },
  )

  it('accepts an empty 200 of the operations that answer with one', async () => {
    const { baseUrl } = await serve(() => ({ status: 200 }))
    expect(
      await createClient({ baseUrl }).PUT('/api/v0/invites/{inviteId}', {
        params: { path: { inviteId: 'i' } },
        body: { status: 'accepted' },
      }),
    ).toMatchObject({ response: { status: 200 } })
  })

  it.each([202, 204])('takes an empty %i: data and error are undefined', async (status) => {
    const { baseUrl } = await serve(() => ({ status }))
    const { data, error, response } = await createClient({ baseUrl }).DELETE(gate, { params })
    expect([data, error, response.status]).toEqual([undefined, undefined, status])
  })

  it('is covered for an unexpected redirect: neither credential nor body is sent to its target', async () => {
    const other = await serve(() => ({ status: 200, body: '{}' }))
    const { baseUrl } = await serve(() => ({ status: 307, headers: { location: `${other.baseUrl}/elsewhere` } }))
    const auth = createAuth({ authorize: ({ headers }) => void (headers['x-api-key'] = 'a secret') })
    const body = { name: 'Holders', outcome: 'block' as const, rules: [] }
    const sent = createClient({ baseUrl, auth }).POST('/api/v0/environments/{environmentId}/gates', {
      params: { path: { environmentId } },
      body,
    })
    await expect(sent).rejects.toMatchObject({
      name: 'ResponseParseError',
      status: 307,
      message: expect.stringContaining('it redirects'),
    })
    expect(other.requests).toEqual([])
  })

  it('is covered for a redirect: it is not followed and is not an error', async () => {
    const { baseUrl, requests } = await serve(() => ({
      status: 302,
      headers: { location: 'https://files.test/1.csv' },
    }))
    const path = '/api/v0/environments/{environmentId}/exports/{exportId}/download'
    const reply = await createClient({ baseUrl }).GET(path, { params: { path: { environmentId, exportId: 'e' } } })
    expect([reply.error, reply.response.headers.get('location'), requests.length]).toEqual([
      undefined,
      'https://files.test/1.csv',
      1,
    ])
  })
})
