import { wrapAsPathBasedClient } from 'openapi-fetch'
import { describe, expect, it } from 'vitest'
import { environmentId, gateId, rejection } from '../../test/serve.ts'
import { bearer } from '../policies/auth.ts'
import { type ClientOptions, createClient } from './createClient.ts'

const gate = '/api/v0/environments/{environmentId}/gates/{gateId}'
const list = '/api/v0/environments/{environmentId}/users'
const params = { path: { environmentId, gateId } }
const byEmail = {
  params: { path: { environmentId }, query: { filter: { filterColumn: 'email', filterValue: 'a@b' } } },
} as const

/** A client of a service that answers `{}`, and what it was sent. */
function answering(options: Partial<ClientOptions> = {}) {
  const sent: { url: string; init: RequestInit; headers: Record<string, string>; body: string }[] = []
  const fetch = async (url: string, init: RequestInit = {}) => {
    const headers = init.headers as Record<string, string>
    sent.push({ url, init, headers, body: new TextDecoder().decode(init.body as ArrayBuffer | undefined) })
    return Response.json({})
  }
  return { sent, client: createClient({ baseUrl: 'https://api.test', fetch, ...options }) }
}

const queriesOf = (sent: readonly { url: string }[]) => sent.map(({ url }) => new URL(url).search)

describe('querySerializer', () => {
  it('is a function of the client, which the function of a call overrides', async () => {
    const { client, sent } = answering({ querySerializer: (query) => `client=${Object.keys(query)}` })
    await client.GET(list, byEmail)
    await client.GET(list, { ...byEmail, querySerializer: () => '?call=1' })
    expect(queriesOf(sent)).toEqual(['?client=filter', '?call=1'])
  })

  it('may be options, which those of a call extend', async () => {
    const { client, sent } = answering({ querySerializer: { object: { style: 'form', explode: true } } })
    await client.GET(list, byEmail)
    await client.GET(list, { ...byEmail, querySerializer: { allowReserved: true } })
    expect(queriesOf(sent)).toEqual(['?filterColumn=email&filterValue=a%40b', '?filterColumn=email&filterValue=a@b'])
  })

  it('sends nothing when the options cannot write the query', async () => {
    const { client, sent } = answering({ querySerializer: { allowReserved: true } })
    const call = client.GET as (path: string, init: object) => Promise<unknown>
    const query = { filter: { inner: { deep: 1 } } }
    expect(await rejection(call(list, { params: { path: { environmentId }, query } }))).toMatchObject({
      message: expect.stringContaining('Deeply-nested'),
    })
    expect(sent).toEqual([])
  })

  it('applies only to calls by path, and stays in copies of the client', async () => {
    const { client, sent } = answering({ querySerializer: () => 'q' })
    await client.with({ retry: false }).GET(list, byEmail)
    expect(queriesOf(sent)).toEqual(['?q'])
  })
})

describe('bodySerializer', () => {
  const body = { name: 'New' }

  it('uses the bodySerializer of the client, unless the call has its own', async () => {
    const { client, sent } = answering({ bodySerializer: (value) => `client ${JSON.stringify(value)}` })
    await client.PUT(gate, { params, body })
    await client.PUT(gate, { params, body, bodySerializer: () => 'call' })
    expect(sent.map((request) => request.body)).toEqual(['client {"name":"New"}', 'call'])
  })

  it('is not called without a body', async () => {
    const { client, sent } = answering({ bodySerializer: () => expect.fail() })
    await client.GET(gate, { params })
    expect(sent).toHaveLength(1)
  })

  it('may give FormData, whose boundary is in the content-type', async () => {
    const { client, sent } = answering()
    const bodySerializer = (value: object) => {
      const form = new FormData()
      for (const [name, text] of Object.entries(value)) form.set(name, text)
      return form
    }
    await client.PUT(gate, { params, body, bodySerializer })
    const [, boundary] = /^multipart\/form-data; ?boundary=(.+)$/.exec(sent[0]?.headers['content-type'] ?? '') ?? []
    expect(sent[0]?.body).toContain(`--${boundary}`)
    expect(sent[0]?.body).toContain('name="name"')
  })
})

describe('pathSerializer', () => {
  it('uses the pathSerializer of the client, unless the call has its own', async () => {
    const { client, sent } = answering({ pathSerializer: (path) => path.replace('{environmentId}', 'client') })
    await client.GET(list, { params: { path: { environmentId } } })
    await client.GET(list, {
      params: { path: { environmentId } },
      pathSerializer: (path, ids) => path.replace('{environmentId}', String(ids.environmentId).toUpperCase()),
    })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.test/api/v0/environments/client/users',
      `https://api.test/api/v0/environments/${environmentId.toUpperCase()}/users`,
    ])
  })

  it('is called even if the call has no ids, so that it can refuse', async () => {
    const refusal = new TypeError('no ids')
    const { client, sent } = answering({
      pathSerializer: () => {
        throw refusal
      },
    })
    const call = client.GET as (path: string) => Promise<unknown>
    expect(await rejection(call(list))).toBe(refusal)
    expect(sent).toEqual([])
  })
})

describe('headers', () => {
  const body = { name: 'New' }

  it('may have a content-type, of the client or of the call, in place of that of JSON', async () => {
    const { client, sent } = answering({ headers: { 'Content-Type': 'application/merge-patch+json' } })
    await client.PUT(gate, { params, body })
    await client.PUT(gate, { params, body, headers: { 'content-type': 'application/json; v=2' } })
    expect(sent.map(({ headers }) => headers['content-type'])).toEqual([
      'application/merge-patch+json',
      'application/json; v=2',
    ])
  })

  it('leave the content-type to fetch if it is null in the client or in a copy', async () => {
    const { client, sent } = answering({ headers: { 'Content-Type': null } })
    await client.PUT(gate, { params, body })
    await client.with({ headers: { 'x-app': 'app' } }).PUT(gate, { params, body })
    await client.with({ headers: { 'content-type': 'text/json' } }).PUT(gate, { params, body })
    const json = client.with({ headers: { 'content-type': 'text/json' } })
    await json.with({ headers: { 'Content-Type': null } }).PUT(gate, { params, body })
    expect(sent.map(({ headers }) => [headers['content-type'], headers['x-app']])).toEqual([
      [expect.stringMatching(/^text\/plain/), undefined],
      [expect.stringMatching(/^text\/plain/), 'app'],
      ['text/json', undefined],
      [expect.stringMatching(/^text\/plain/), undefined],
    ])
  })

  it('are on the request that middleware sees, which can remove them', async () => {
    const { client, sent } = answering({ headers: { 'x-app': 'app', 'x-trace': '1' }, auth: bearer('token') })
    client.use({
      onRequest({ request }) {
        expect([request.headers.get('x-app'), request.headers.get('authorization')]).toEqual(['app', null])
        request.headers.delete('x-app')
      },
    })
    await client.GET(gate, { params })
    expect(sent[0]?.headers).toEqual({ authorization: 'Bearer token', 'x-trace': '1' })
  })

  it('are not sent to another host by middleware, except for the headers of the call', async () => {
    const { client, sent } = answering({
      headers: { 'x-key': 'key', 'content-type': 'text/json' },
      auth: bearer('token'),
    })
    client.use({ onRequest: ({ request }) => new Request('https://other.test/', request) })
    await client.PUT(gate, { params, body, headers: { 'x-own': 'own' } })
    expect(sent[0]?.url).toBe('https://other.test/')
    expect(sent[0]?.headers).toEqual({ 'content-type': 'text/json', 'x-own': 'own' })
  })

  it.each(['headers', 'header parameters'])(
    'refuse a value that no header has among %s, and do not repeat it',
    async (kind) => {
      const { client, sent } = answering()
      const header = { 'x-mfa-auth-token': 'hunter2\n\nx' }
      const init = kind === 'headers' ? { params, headers: header } : { params: { ...params, header } }
      const call = client.GET as (path: string, init: object) => Promise<unknown>
      expect(await rejection(call(gate, init))).toEqual(
        new TypeError('The header "x-mfa-auth-token" has a line end or another forbidden character.'),
      )
      expect(sent).toEqual([])
    },
  )
})

describe('onError', () => {
  const platformError = new TypeError('fetch failed')
  const failing = () =>
    createClient({ baseUrl: 'https://api.test', retry: false, fetch: () => Promise.reject(platformError) })

  it("sees the platform's error; if it keeps that, the caller gets a ConnectionError", async () => {
    const client = failing()
    const seen: unknown[] = []
    client.use({ onError: ({ error }) => void seen.push(error) })
    expect(await rejection(client.GET(gate, { params }))).toMatchObject({
      name: 'ConnectionError',
      cause: platformError,
    })
    expect(seen).toEqual([platformError])
  })

  it('may put another error or a reply in its place', async () => {
    const client = failing()
    const customError = new RangeError('offline')
    client.use({ onError: () => customError })
    expect(await rejection(client.GET(gate, { params }))).toBe(customError)
    const reply = { onError: () => Response.json({ id: 'from the cache' }) }
    expect(await client.GET(gate, { params, middleware: [reply] })).toMatchObject({ data: { id: 'from the cache' } })
  })

  it('sees an error of this package unchanged', async () => {
    const client = createClient({ baseUrl: 'https://api.test', fetch: () => new Promise(() => {}) })
    const seen: unknown[] = []
    client.use({ onError: ({ error }) => void seen.push(error) })
    const thrown = await rejection(client.GET(gate, { params, timeoutMs: 10, retry: false }))
    expect(thrown).toMatchObject({ name: 'TimeoutError' })
    expect(seen).toEqual([thrown])
  })

  it('is not called for a refusal, which is a reply', async () => {
    const { client } = answering({ fetch: async () => Response.json({ error: 'no' }, { status: 404 }) })
    client.use({ onError: () => expect.fail() })
    expect(await client.GET(gate, { params })).toMatchObject({ error: { error: 'no' } })
  })
})

describe("fetch's own options", () => {
  it('are those of the client, which those of a call override', async () => {
    const { client, sent } = answering({ cache: 'no-store', referrerPolicy: 'no-referrer' })
    await client.GET(gate, { params })
    await client.GET(gate, { params, cache: 'reload' })
    expect(sent.map(({ init }) => [init.cache, init.referrerPolicy])).toEqual([
      ['no-store', 'no-referrer'],
      ['reload', 'no-referrer'],
    ])
  })

  it('include the extensions of Node', async () => {
    const { client, sent } = answering({ requestInitExt: { dispatcher: 'a pool' } })
    await client.GET(gate, { params })
    expect(sent[0]?.init).toMatchObject({ dispatcher: 'a pool' })
  })

  it('follow a redirect only if the call says so', async () => {
    const { client, sent } = answering()
    await client.GET(gate, { params })
    await client.GET(gate, { params, redirect: 'error' })
    expect(sent.map(({ init }) => init.redirect)).toEqual(['manual', 'error'])
  })
})

it('the client works with wrapAsPathBasedClient of openapi-fetch, too', async () => {
  const { client, sent } = answering({ auth: bearer('token') })
  await wrapAsPathBasedClient(client)[gate].GET({ params })
  expect(sent).toMatchObject([
    { url: expect.stringContaining(`/gates/${gateId}`), headers: { authorization: 'Bearer token' } },
  ])
})
