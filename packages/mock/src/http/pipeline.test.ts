import { newRecord } from '@latchkey/base/newRecord'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { DomainError } from '../domain/shared/errors.ts'
import { createMock } from '../mock/createMock.ts'
import type { Call } from '../operations/operation.ts'

const host = createHost()
const sandbox = () => host.mock.defaults.environments.sandbox
const users = (query = '') => `${host.mock.baseUrl}/api/v0/environments/${sandbox().id}/users${query}`
const authorization = () => ({ authorization: `Bearer ${sandbox().token}` })
const post = async (body: BodyInit, headers: Record<string, string>) => {
  const response = await host.fetch(users(), { method: 'POST', headers: { ...authorization(), ...headers }, body })
  return { status: response.status, code: (await response.json()).code }
}
const count = async () => (await host.call('users.list')).body.count

describe('HEAD', () => {
  it('is answered like GET, without the content', async () => {
    const response = await host.fetch(users(), { method: 'HEAD', headers: authorization() })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      '',
    ])
    expect((await host.fetch(users(), { method: 'HEAD' })).status).toBe(401)
  })

  it('is not served when GET is not', async () => {
    const response = await host.fetch(`${users()}/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f/none`, {
      method: 'HEAD',
      headers: authorization(),
    })
    expect(response.status).toBe(404)
    const refusal = await host.fetch(
      `${host.mock.baseUrl}/api/v0/allowlistEntries/01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f`,
      { method: 'HEAD', headers: authorization() },
    )
    expect([refusal.status, refusal.headers.get('allow')]).toEqual([405, 'DELETE'])
  })
})

describe('a request body', () => {
  const json = { 'content-type': 'application/json' }

  it('is read as UTF-8, with any spelling of the content type', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect((await post(JSON.stringify({ alias: 'ünïcödé' }), { 'content-type': type })).status).toBe(201)
    }
  })

  it.each([
    [
      'another character set',
      '{}',
      { 'content-type': 'application/json; charset=utf-16' },
      415,
      'unsupported_media_type',
    ],
    ['compression', '{}', { ...json, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['invalid JSON', '{"alias":', json, 400, 'bad_request'],
    ['an empty text', '', json, 400, 'bad_request'],
    ['a number that JSON cannot represent', '{"metadata":{"a":1e999}}', json, 400, 'bad_request'],
    ['a key that reaches the prototype', '{"metadata":{"__proto__":{"admin":true}}}', json, 400, 'bad_request'],
    ['a constructor with a prototype', '{"metadata":{"constructor":{"prototype":{}}}}', json, 400, 'bad_request'],
    ['endless nesting', `{"metadata":${'{"a":'.repeat(80)}1${'}'.repeat(80)}}`, json, 400, 'bad_request'],
    ['more than a megabyte', JSON.stringify({ alias: 'x'.repeat(1_100_000) }), json, 400, 'body_too_large'],
  ] as const)('is refused with %s, and nothing is written', async (...[, body, headers, status, code]) => {
    expect(await post(body, headers)).toEqual({ status, code })
    expect(await count()).toBe(0)
  })

  it('may be left out if the document allows it, with or without its type, and is read if it is sent', async () => {
    const url = `${host.mock.baseUrl}/api/v0/sdk/${sandbox().id}/checkMessengerAuth`
    const send = async (headers: Record<string, string>, body?: string) =>
      (await (await host.fetch(url, { method: 'POST', headers, body: body ?? null })).json()).code
    expect([await send({}), await send(json), await send(json, '')]).toEqual(
      Array.from({ length: 3 }, () => 'provider_not_available'),
    )
    expect([await send({ 'content-type': 'text/plain' }, '{}'), await send(json, '{"broken')]).toEqual([
      'unsupported_media_type',
      'bad_request',
    ])
  })

  it('is read after the credential is checked', async () => {
    expect((await host.refuse('users.create', { token: null, body: '{"broken' })).status).toBe(401)
  })
})

describe('a filter', () => {
  it.each([
    '?filter[filterValue]=a&filter[filterValue]=b',
    '?filter=%7B%22filterValue%22%3A%22a%22%7D',
    '?limit=1&limit=2',
  ])('is refused as %s', async (query) => {
    const response = await host.fetch(users(query), { headers: authorization() })
    expect([response.status, (await response.json()).code]).toEqual([400, 'validation_failed'])
  })
})

describe("an environment's token for an operation of members", () => {
  it('is answered with 403, an unknown token with 401', async () => {
    expect(await host.refuse('projects.list', { token: sandbox().token })).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await host.refuse('projects.list', { token: 'lk_member_unknown' })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
  })
})

describe('a request that fails', () => {
  it.each<[how: string, status: number, fail: () => unknown]>([
    [
      'with a refusal',
      403,
      () => {
        throw new DomainError('forbidden')
      },
    ],
    [
      'with a fault',
      500,
      () => {
        throw new RangeError('This is a fault.')
      },
    ],
    ['with a reply that breaks the document', 500, () => ({ status: 201, body: { user: 'nobody' } })],
  ])('%s changes nothing except by writes outside undo', async (_, status, fail) => {
    const faults: unknown[] = []
    const mock = createMock({ onError: (cause) => faults.push(cause) })
    const { id: environmentId, token } = mock.defaults.environments.sandbox
    const before = mock.export().tables
    mock.override('users.create', async (call, next) => {
      const { backend } = call as Call<'users.create'>
      backend.outsideUndo((lasting) => {
        lasting.store.mfaAttempts.put({ ...newRecord(lasting), environmentId, userId: 'ada', failures: 1 })
      })
      await next()
      return fail() as never
    })
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${environmentId}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    expect([response.status, faults.length]).toEqual([status, status === 500 ? 1 : 0])
    expect(mock.export().tables).toEqual({ ...before, mfaAttempts: [expect.objectContaining({ failures: 1 })] })
  })
})
