import { describe, expect, expectTypeOf, it } from 'vitest'
import { environmentId, gateId, rejection } from '../test/serve.ts'
import { createClient } from './calls/createClient.ts'
import { createTransport } from './calls/createTransport.ts'
import { exports as exportJobs, gates, oauth, type Session, users } from './generated/operations/index.ts'
import type { ApiError } from './shared/errors.ts'
import { disconnect, inTurn, refuse, type StubCall, stubFetch, type StubReplies } from './testing.ts'

function stub(replies: StubReplies) {
  const fetch = stubFetch(replies)
  const options = { baseUrl: 'https://api.example.com/behind', environmentId, fetch, retry: false } as const
  return { fetch, api: createTransport(options), client: createClient(options) }
}

const session: Session = {
  id: 's',
  createdAt: '2026-01-01T00:00:00.000Z',
  ipAddress: null,
  userAgent: null,
  revokedAt: null,
}

describe('stubFetch', () => {
  it('answers by operation, passes the call to the script, and records it', async () => {
    const { fetch, api } = stub({
      'users.listSessions': ({ params, query }) => {
        expectTypeOf(params.userId).toEqualTypeOf<string>()
        return {
          sessions: [{ ...session, id: `${params.userId} ${typeof query.limit} ${query.limit} ${query.revoked}` }],
        }
      },
    })
    const { sessions } = await users.listSessions(api, { userId: 'a/b', query: { limit: 2, revoked: true } })
    expect(sessions?.[0]?.id).toBe('a/b number 2 true')
    expect(fetch.callsOf('users.listSessions').map(({ params }) => params)).toEqual([{ environmentId, userId: 'a/b' }])
    expect(fetch.callsOf('users.get')).toEqual([])
    expect(fetch.unexpected).toEqual([])
  })

  it('decodes bodies, and objects in queries, for calls by path and by operation', async () => {
    const { fetch, api, client } = stub({
      'users.list': () => ({ count: 0, users: [] }),
      'users.create': () => refuse(422, 'email_taken', 'It is taken.'),
      'oauth.redirectFormPost': () => new Response('<p>Done</p>', { headers: { 'content-type': 'text/html' } }),
    })
    const filter = { filterColumn: 'email', filterValue: 'a@example.com' } as const
    await users.list(api, { query: { filter, includeSessions: false } })
    await client.GET('/api/v0/environments/{environmentId}/users', {
      params: { path: { environmentId }, query: { filter } },
    })
    expect(fetch.callsOf('users.list').map(({ query }) => query)).toEqual([
      { filter, includeSessions: false },
      { filter },
    ])
    expect(await rejection(users.create(api, { body: { email: 'a@example.com' } }))).toMatchObject({
      status: 422,
      code: 'email_taken',
    })
    expect(fetch.callsOf('users.create')[0]?.body).toEqual({ email: 'a@example.com' })
    expect(await oauth.redirectFormPost(api, { providerType: 'apple', body: { code: 'a b', state: 's' } })).toBe(
      '<p>Done</p>',
    )
    expect(fetch.callsOf('oauth.redirectFormPost')[0]?.body).toEqual({ code: 'a b', state: 's' })
  })

  it('answers with the status of the operation, with or without data', async () => {
    const { api } = stub({
      'gates.delete': () => undefined,
      'exports.download': () => new Response(null, { status: 302, headers: { location: '/file.csv' } }),
    })
    const { response } = await gates.delete(api, { gateId }).withResponse()
    expect(response.status).toBe(204)
    expect(await exportJobs.download(api, { exportId: 'e' })).toEqual({ location: 'https://api.example.com/file.csv' })
  })

  it('names a call without a script and the most similar scripted one, and records the sentence', async () => {
    const { fetch, api } = stub({ 'gates.list': () => refuse(500, 'x'), 'users.get': () => refuse(500, 'x') })
    const sentence = 'users.list is not scripted. The nearest one with a script is users.get.'
    expect(await rejection(users.list(api))).toMatchObject({
      name: 'ApiError',
      status: 501,
      message: `users.list was refused with 501 not_scripted: ${sentence}`,
    })
    const elsewhere = await fetch('https://api.example.com/nowhere')
    expect(elsewhere.status).toBe(501)
    expect(fetch.unexpected).toEqual([sentence, 'GET /nowhere is not an operation of the service.'])
    expect(fetch.calls).toEqual([])
  })

  it('reports that a script failed', async () => {
    const { fetch, api } = stub({
      'users.list': () => {
        throw new Error('no user was set up')
      },
    })
    expect(await rejection(users.list(api))).toMatchObject({
      status: 501,
      message: expect.stringContaining('The script of users.list failed: no user was set up.'),
    })
    expect(fetch.unexpected).toHaveLength(1)
  })

  it('refuses a name that is not an operation, and suggests a similar one', () => {
    const replies: object = { 'gates.enabel': () => undefined }
    expect(() => stubFetch(replies)).toThrow(
      new TypeError('Failed to make a stub: gates.enabel is not an operation. Did you mean gates.enable?'),
    )
  })

  it('does not answer a call that was aborted', async () => {
    const { fetch } = stub({ 'users.list': () => ({ count: 0, users: [] }) })
    const reason = new Error('gone')
    expect(
      await rejection(
        fetch('https://api.example.com/api/v0/environments/e/users', { signal: AbortSignal.abort(reason) }),
      ),
    ).toBe(reason)
    expect(fetch.calls).toEqual([])
  })

  it('does not let a reply of the wrong shape compile', () => {
    // @ts-expect-error a list of users has users
    const replies: StubReplies = { 'users.list': () => ({ users: 'none' }) }
    expectTypeOf<StubCall<'gates.get'>['params']>().toEqualTypeOf<{ environmentId: string; gateId: string }>()
    expect(stubFetch(replies).calls).toEqual([])
  })
})

describe('repliers', () => {
  it('disconnect fails as fetch does', async () => {
    const { fetch, api } = stub({ 'users.list': () => disconnect() })
    expect(await rejection(users.list(api))).toMatchObject({
      name: 'ConnectionError',
      cause: { name: 'TypeError', message: 'fetch failed' },
    })
    expect([fetch.calls.length, fetch.unexpected]).toEqual([1, []])
  })

  it('refuse answers in the shape of the service, with headers', async () => {
    const { api } = stub({ 'users.list': () => refuse(429, 'too_many_requests', 'Slow down.', { 'retry-after': '1' }) })
    const error = await rejection(users.list(api))
    expect(error).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      body: { error: 'Slow down.', code: 'too_many_requests' },
    })
    expect((error as ApiError).response.headers.get('retry-after')).toBe('1')
  })

  it('inTurn returns one reply after the other, and the last one from then on', async () => {
    const { api } = stub({
      'users.list': inTurn(
        () => refuse(404, 'not_found'),
        () => ({ count: 0, users: [] }),
      ),
    })
    expect(await rejection(users.list(api))).toMatchObject({ status: 404 })
    for (let turn = 0; turn < 2; turn++) expect(await users.list(api)).toEqual({ count: 0, users: [] })
    expect(() => inTurn()).toThrow(TypeError)
  })
})
