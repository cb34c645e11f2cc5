import { describe, expect, it } from 'vitest'
import { environmentId, gateId, rejection, serve, type ServedReply } from '../../test/serve.ts'
import {
  exports as exportJobs,
  externalAuth,
  gates,
  invites,
  mfaDevices,
  oauth,
  profile,
  users,
  visits,
  webhooks,
} from '../generated/operations/index.ts'
import { createAuth } from '../policies/auth.ts'
import { createClient } from './createClient.ts'
import { createTransport } from './createTransport.ts'

const ids = { environmentId, gateId }
const refusal = { error: 'No record with this id exists here.', code: 'not_found' }

async function answering(reply: ServedReply) {
  const { baseUrl, requests } = await serve(() => reply)
  return { api: createTransport({ baseUrl }), requests, baseUrl }
}

describe('an operation function', () => {
  it('sends method, ids, query and body of the operation, through a transport and a client', async () => {
    const { baseUrl, requests } = await serve(() => ({ status: 201, body: { id: gateId } }))
    for (const api of [createTransport({ baseUrl }), createClient({ baseUrl })]) {
      const gate = await gates.create(api, {
        environmentId,
        body: { name: 'Holders', outcome: 'scope', scope: 'gold', rules: [] },
      })
      expect(gate).toEqual({ id: gateId })
      await webhooks.get(api, { environmentId, webhookId: 'a/b', query: { includeSecret: true } })
    }
    expect(requests.slice(0, 2)).toMatchObject([
      {
        method: 'POST',
        url: `/api/v0/environments/${environmentId}/gates`,
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Holders","outcome":"scope","scope":"gold","rules":[]}',
      },
      { method: 'GET', url: `/api/v0/environments/${environmentId}/webhooks/a%2Fb?includeSecret=true`, body: '' },
    ])
    const shape = ({ method, url, body, headers }: (typeof requests)[number]) => ({
      method,
      url,
      body,
      type: headers['content-type'],
      accept: headers.accept,
    })
    expect(requests.slice(2).map(shape)).toEqual(requests.slice(0, 2).map(shape))
  })

  it('uses the environment of the client unless the input has one', async () => {
    const { baseUrl, requests } = await serve(() => ({ body: { users: [], count: 0 } }))
    const api = createTransport({ baseUrl, environmentId })
    await users.list(api)
    await users.list(api.with({ auth: null }), { environmentId: 'other' })
    expect(requests.map(({ url }) => url)).toEqual([
      `/api/v0/environments/${environmentId}/users`,
      '/api/v0/environments/other/users',
    ])
  })

  it('sends the headers in the input, and none that are left out', async () => {
    const { api, requests } = await answering({ status: 204 })
    await mfaDevices.delete(api, { environmentId, mfaDeviceId: 'd', headers: { 'x-mfa-auth-token': 'proof' } })
    await profile.delete(api, { environmentId, headers: { 'x-mfa-auth-token': undefined } })
    expect(requests.map(({ headers }) => headers['x-mfa-auth-token'])).toEqual(['proof', undefined])
  })

  it('throws the refusal of a retired operation', async () => {
    const { api } = await answering({
      status: 410,
      body: { error: 'This operation is retired.', code: 'invalid_external_auth' },
    })
    expect(await rejection(externalAuth.verify(api, { environmentId, body: {} }))).toMatchObject({
      status: 410,
      code: 'invalid_external_auth',
    })
  })

  it('sends nothing when an id is missing, and says where to set the environment', async () => {
    const { api, requests } = await answering({ body: {} })
    const error = await rejection(gates.get(api, { gateId }))
    expect(error).toEqual(
      new TypeError(
        '"environmentId" of api/v0/environments/{environmentId}/gates/{gateId} must be an id without a line end. environmentId can be set on the client.',
      ),
    )
    expect(requests).toEqual([])
  })

  it('sends a form if the operation takes one, and returns its text', async () => {
    const { api, requests } = await answering({ headers: { 'content-type': 'text/html' }, body: '<p>Done</p>' })
    const page = await oauth.redirectFormPost(api, {
      environmentId,
      providerType: 'apple',
      body: { code: 'a b', state: 's&t' },
    })
    expect(page).toBe('<p>Done</p>')
    expect(requests[0]).toMatchObject({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'code=a%20b&state=s%26t',
    })
  })

  it.each([[204], [200], [202]])('gives undefined for an empty %i of an operation without content', async (status) => {
    const { api } = await answering({ status, headers: status === 200 ? { 'content-type': 'application/json' } : {} })
    expect(await gates.delete(api, ids)).toBeUndefined()
    expect(
      await invites.create(api, { organizationId: 'o', body: { email: 'a@example.com', role: 'viewer' } }),
    ).toBeUndefined()
    expect(
      await visits.create(api, {
        environmentId,
        body: { address: '0x0', chain: 'EVM', provider: 'browserExtension', walletName: 'w', authMode: 'connect-only' },
      }),
    ).toBeUndefined()
  })

  it('follows no unexpected redirect: neither credential nor body is sent to its target', async () => {
    const other = await serve(() => ({ status: 200, body: '{}' }))
    const { baseUrl } = await serve(() => ({ status: 307, headers: { location: `${other.baseUrl}/elsewhere` } }))
    const api = createTransport({
      baseUrl,
      auth: createAuth({ authorize: ({ headers }) => void (headers['x-api-key'] = 'a secret') }),
    })
    const body = { name: 'Holders', outcome: 'block' as const, rules: [] }
    for (const call of [
      () => gates.get(api, { environmentId, gateId: 'g' }),
      () => gates.create(api, { environmentId, body }),
      () => gates.delete(api, { environmentId, gateId: 'g' }),
    ]) {
      expect(await rejection(call())).toMatchObject({
        name: 'ResponseParseError',
        status: 307,
        message: expect.stringContaining('it redirects'),
      })
    }
    expect(other.requests).toEqual([])
  })

  it('returns the target of a redirect, even a relative one, and does not follow it', async () => {
    const { api, requests, baseUrl } = await answering({
      status: 302,
      headers: { location: '/files/1.csv?signature=abc' },
    })
    expect(await exportJobs.download(api, { environmentId, exportId: 'e' })).toEqual({
      location: `${baseUrl}/files/1.csv?signature=abc`,
    })
    expect(await oauth.login(api, { environmentId, providerType: 'google' })).toEqual({
      location: `${baseUrl}/files/1.csv?signature=abc`,
    })
    expect(requests).toHaveLength(2)
  })

  it('reads no body of a redirect, expected or not, and leaves none open', async () => {
    const left: string[] = []
    const api = createTransport({
      baseUrl: 'https://api.test',
      fetch: async (_, { signal } = {}) => {
        signal?.addEventListener('abort', () => left.push('aborted'))
        return new Response(new ReadableStream({ cancel: () => void left.push('cancelled') }), {
          status: 302,
          headers: { location: '/on' },
        })
      },
    })
    expect(await oauth.login(api, { environmentId, providerType: 'google' })).toEqual({
      location: 'https://api.test/on',
    })
    expect(await rejection(gates.get(api, { environmentId, gateId: 'g' }))).toMatchObject({
      name: 'ResponseParseError',
      status: 302,
    })
    expect(left).toEqual(['cancelled', 'aborted'])
  })

  it('reports a redirect that is hidden or has no target', async () => {
    const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
    const api = createTransport({ baseUrl: 'https://api.test', fetch: async () => hidden })
    expect(await rejection(oauth.login(api, { environmentId, providerType: 'google' }))).toMatchObject({
      name: 'ResponseParseError',
      message: 'oauth.login was answered with 0, but browsers hide where a redirect leads, so navigate to it instead.',
    })
    const { api: broken } = await answering({ status: 302 })
    expect(await rejection(oauth.login(broken, { environmentId, providerType: 'google' }))).toMatchObject({
      message: 'oauth.login was answered with 302, but its location is missing or no URL.',
    })
  })
})

describe('a refusal', () => {
  it('is thrown by await as an ApiError with status, code, body, request id and operation', async () => {
    const { api } = await answering({ status: 404, body: refusal })
    const error = await rejection(gates.get(api, ids))
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 404,
      code: 'not_found',
      body: refusal,
      requestId: 'request-1',
      operation: 'gates.get',
      message: 'gates.get was refused with 404 not_found: No record with this id exists here.',
    })
    expect(error).toHaveProperty('response.status', 404)
  })

  it('is returned by result(), which does not throw, and leaves no rejection unhandled', async () => {
    const { api } = await answering({ status: 404, body: refusal })
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const result = await gates.get(api, ids).result()
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', note)
    expect(result).toMatchObject({ ok: false, error: { status: 404, body: refusal } })
    expect(unhandled).toEqual([])
  })

  it.each([
    ['an empty body', {}, undefined, 'gates.get was refused with 500.'],
    ['text', { body: 'upstream is down' }, 'upstream is down', 'gates.get was refused with 500.'],
    [
      'HTML',
      { headers: { 'content-type': 'text/html' }, body: '<h1>502</h1>' },
      '<h1>502</h1>',
      'gates.get was refused with 500.',
    ],
    ['JSON of another shape', { body: { message: 'no' } }, { message: 'no' }, 'gates.get was refused with 500.'],
    [
      'a code that is no text',
      { body: { code: 7, error: {} } },
      { code: 7, error: {} },
      'gates.get was refused with 500.',
    ],
  ])('with %s is an ApiError, too', async (...[, reply, body, message]) => {
    const { api } = await answering({ status: 500, ...reply })
    const error = await rejection(gates.get(api, ids))
    expect(error).toMatchObject({ name: 'ApiError', status: 500, message })
    expect(error).toHaveProperty('body', body)
    expect(error).not.toHaveProperty('code', 7)
  })

  it('names the line of the caller in its stack', async () => {
    const { api } = await answering({ status: 404, body: refusal })
    async function callsFromHere(): Promise<unknown> {
      return await gates.get(api, ids)
    }
    expect(await rejection(callsFromHere())).toHaveProperty('stack', expect.stringContaining('callsFromHere'))
  })
})

describe('a reply that the operation does not have', () => {
  it.each([
    [
      'HTML',
      { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>log in</html>' },
      'its body is not JSON',
    ],
    [
      'truncated JSON',
      { headers: { 'content-type': 'application/json' }, body: '{"jwt":"eyJhbGciOi' },
      'its JSON is broken',
    ],
    ['no body', { headers: { 'content-type': 'application/json' } }, 'its body is empty'],
    ['a 204', { status: 204 }, 'its body is empty'],
  ])('is a ResponseParseError for %s, which does not quote the reply', async (_, reply, problem) => {
    const { api } = await answering(reply)
    const error = await rejection(gates.get(api, ids))
    const status = 'status' in reply ? reply.status : 200
    expect(error).toMatchObject({
      name: 'ResponseParseError',
      status,
      requestId: 'request-1',
      message: `gates.get was answered with ${status}, but ${problem}.`,
    })
    expect(error).not.toHaveProperty('cause')
  })

  it('is thrown by result(), too, and for HTML in place of an empty reply', async () => {
    const { api } = await answering({ headers: { 'content-type': 'text/html' }, body: '<html>' })
    expect(await rejection(gates.delete(api, ids).result())).toMatchObject({ name: 'ResponseParseError' })
  })

  it('does not include JSON of another media type, or without one', async () => {
    const { api } = await answering({ headers: { 'content-type': 'application/problem+json' }, body: '{"id":"1"}' })
    expect(await gates.get(api, ids)).toEqual({ id: '1' })
    const bare = createTransport({
      baseUrl: 'https://api.test',
      fetch: async () => new Response(new TextEncoder().encode('{"id":"2"}')),
    })
    expect(await gates.get(bare, ids)).toEqual({ id: '2' })
  })
})

describe('Call', () => {
  it('sends once, however often it is read', async () => {
    const { api, requests } = await answering({ body: { id: gateId } })
    const call = gates.get(api, ids)
    expect(await call).toEqual({ id: gateId })
    expect(await call.result()).toMatchObject({ ok: true, data: { id: gateId }, response: { status: 200 } })
    expect(await call.withResponse()).toMatchObject({
      data: { id: gateId },
      requestId: 'request-1',
      response: { status: 200 },
    })
    expect(requests).toHaveLength(1)
  })

  it('throws from withResponse() when the service refuses', async () => {
    const { api } = await answering({ status: 404, body: refusal })
    expect(await rejection(gates.get(api, ids).withResponse())).toMatchObject({ name: 'ApiError', status: 404 })
  })
})
