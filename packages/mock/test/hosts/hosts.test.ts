import { type OperationId, operationTable } from '@latchkey/types'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { MockSnapshot } from '../../src/control/objects/stateControl.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { createFullWorld, type FullWorld, fullWorldOptions } from '../people/fullWorld.ts'
import { createComparison, type Sent, throughCore } from './comparison.ts'
import { operationRequest } from './operationRequest.ts'

// A host carries requests and replies and decides nothing. So it is compared with the core: the same request to two
// mocks in the same state, once through the host and once without it, must give the same reply.
const host = createHost({ mockPer: 'file', mock: { ...fullWorldOptions, baseUrl: 'https://api.latchkey.test' } })
let world: FullWorld
let beginning: MockSnapshot

beforeAll(async () => {
  world = await createFullWorld(host.mock)
  // The export is written by then.
  await host.mock.clock.advance({ minutes: 1 })
  beginning = host.mock.snapshot()
})

beforeEach(() => {
  host.mock.reset()
  host.mock.restore(beginning)
})

const { expectHostAsCore, throughHost } = createComparison(host)

const requestOf = (id: OperationId, options?: Parameters<typeof operationRequest>[2]) =>
  operationRequest(world, id, options)

describe('the host returns the reply of the core', () => {
  it.each(Object.keys(operationTable) as OperationId[])('%s', async (id) => {
    await expectHostAsCore(requestOf(id))
  })
})

describe('the host passes on', () => {
  it('a text body that is written in chunks', async () => {
    const link = await throughCore(host.mock.fork(), requestOf('exports.download'))
    expect(link.status).toBe(302)
    const file = await expectHostAsCore({ url: link.headers.location as string })
    expect([file.status, file.headers['content-type'], file.body.length > 0]).toEqual([
      200,
      'text/csv; charset=utf-8',
      true,
    ])
  })

  it('a batch for the JSON-RPC of a chain', async () => {
    const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })
    const { status, body } = await expectHostAsCore({
      url: new URL(host.mock.chain.rpcUrl(1)).pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([call(1, 'eth_chainId'), call(2, 'eth_fillTransaction')]),
    })
    expect([status, JSON.parse(body)]).toMatchObject([200, [{ result: '0x1' }, { error: { code: -32_601 } }]])
  })

  it('a redirect', async () => {
    const { status, headers } = await expectHostAsCore(requestOf('oauth.login'))
    expect([status, headers.location]).toEqual([302, expect.stringContaining('/authorize?')])
  })

  it('a page', async () => {
    const login = await throughCore(host.mock.fork(), requestOf('oauth.login'))
    const page = await expectHostAsCore({ url: login.headers.location as string })
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<!doctype html>')])
  })

  it('several cookies', async () => {
    const cookies = ['a=1; Path=/; HttpOnly', 'b=2; Path=/; Secure']
    const { cookies: set } = await expectHostAsCore(requestOf('jwks.get'), (mock) =>
      mock.override('jwks.get', () => ({ status: 200, body: { keys: [] }, cookies })),
    )
    expect(set).toEqual(cookies)
  })

  it('no body, and no content type', async () => {
    const { status, body, headers } = await expectHostAsCore(requestOf('users.delete'))
    expect([status, body, headers['content-type']]).toEqual([204, '', undefined])
  })

  it('a list with text beyond ASCII', async () => {
    const create = (mock: Mock) => mock.create.user({ email: 'zoe@example.com', firstName: 'Zoë 𠮷' })
    const { body } = await expectHostAsCore(requestOf('users.list'), create)
    expect(body).toContain('Zoë 𠮷')
  })

  it('the answer to HEAD', async () => {
    const { status, body } = await expectHostAsCore({ ...requestOf('users.list'), method: 'HEAD' })
    expect([status, body]).toEqual([200, ''])
  })

  it('the answer to a preflight', async () => {
    const { url } = requestOf('profile.update')
    const headers = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
    const { status, headers: answered } = await expectHostAsCore({ url, method: 'OPTIONS', headers })
    expect([status, answered['access-control-allow-methods']]).toEqual([204, expect.stringContaining('PUT')])
  })

  it.each<[status: number, what: string, request: () => Sent]>([
    [400, 'a body that is not JSON', () => ({ ...requestOf('users.create'), body: '{' })],
    [400, 'a body that breaks the schema', () => ({ ...requestOf('users.create'), body: '{"email":1}' })],
    [401, 'no credential', () => ({ url: requestOf('users.list').url })],
    [
      403,
      'a credential without the scope',
      () => requestOf('users.list', { token: world.strangers.tokenWithout('environment.users.read') }),
    ],
    [404, 'a URL that nothing is served under', () => ({ url: '/api/v0/nothing' })],
    [
      405,
      'a method that the URL does not have',
      () => ({ ...requestOf('users.list'), method: 'DELETE', body: undefined }),
    ],
    [400, 'a body that is too large', () => ({ ...requestOf('users.create'), body: `"${'x'.repeat(1_100_000)}"` })],
    [
      415,
      'a media type that is not read',
      () => requestOf('users.create', { headers: { 'content-type': 'text/plain' } }),
    ],
  ])('a refusal: %i for %s', async (status, _, request) => {
    const refused = await expectHostAsCore(request())
    expect([refused.status, Object.keys(JSON.parse(refused.body) as object)]).toEqual([status, ['error', 'code']])
  })

  it('a requested failure, and how long to wait', async () => {
    const { status, headers } = await expectHostAsCore(requestOf('users.list'), (mock) =>
      mock.faults.set('users.list', { status: 503, retryAfterSeconds: 7 }),
    )
    expect([status, headers['retry-after']]).toEqual([503, '7'])
  })

  it('a connection that breaks', async () => {
    host.mock.faults.set('users.list', { networkError: true })
    await expect(throughHost(requestOf('users.list'))).rejects.toThrow(TypeError)
  })

  it('a reply that breaks off', async () => {
    host.mock.faults.set('users.list', { truncate: true })
    const whole = (await throughCore(host.mock.fork(), requestOf('users.list'))).body
    const broken = throughHost(requestOf('users.list')).then(({ body }) => body)
    // A caller sees a broken connection, or a truncated body.
    expect(await broken.catch(() => '')).not.toBe(whole)
  })

  it('a reply that is lost, of an operation that has run', async () => {
    host.mock.faults.set('users.create', { loseReply: true })
    const lost = requestOf('users.create')
    const email = 'lost@example.com'
    await expect(throughHost({ ...lost, body: JSON.stringify({ email }) })).rejects.toThrow(TypeError)
    expect((await host.mock.people.list({ search: email })).count).toBe(1)
  })

  it('a reply that stalls, until the caller gives up', async () => {
    host.mock.faults.set('users.list', { stall: true })
    const { url, headers = {} } = requestOf('users.list')
    const caller = new AbortController()
    const reply = await host.fetch(host.mock.baseUrl + url, { headers, signal: caller.signal })
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).done).toBe(false)
    const rest = reader.read().then(() => 'more')
    host.mock.faults.clear()
    await throughHost(requestOf('users.list'))
    caller.abort(new DOMException('The caller gives up.', 'AbortError'))
    await expect(rest).rejects.toThrow()
  })
})
