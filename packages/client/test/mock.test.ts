import { type MockServer, startServer } from '@latchkey/mock/node'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  events,
  exports as exportJobs,
  gates,
  profile,
  users,
  webhookMessages,
  webhooks,
} from '../src/generated/operations/index.ts'
import { bearer, createClient, createTransport, isApiError, type LatchkeyClient, type Transport } from '../src/index.ts'
import { rejection, serve } from './serve.ts'

let server: MockServer
let api: Transport
let client: LatchkeyClient
let environmentId: string

beforeEach(async () => {
  server = await startServer({ seed: 'client' })
  onTestFinished(() => server.close())
  const { sandbox } = server.mock.defaults.environments
  environmentId = sandbox.id
  const options = { baseUrl: server.url, auth: bearer(sandbox.token), environmentId }
  api = createTransport(options)
  client = createClient(options)
})

const newGate = {
  name: 'Holders',
  outcome: 'scope',
  scope: 'gold',
  rules: [
    {
      type: 'token',
      chain: 'EVM',
      address: { networkId: 1, contractAddress: `0x${'a'.repeat(40)}` },
      filter: { amount: 1 },
    },
  ],
} as const
const unknownId = '01900000-0000-7000-8000-00000000dead'

async function createUsers(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `user-${String(index).padStart(3, '0')}@example.com`)
  for (const email of emails) await users.create(api, { body: { email } })
  return emails
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function emailsOf(list: AsyncIterable<{ email?: string | null }>): Promise<unknown[]> {
  return (await collect(list)).map(({ email }) => email)
}

describe('the two ways to call', () => {
  it('see the writes of the other one', async () => {
    const gate = await gates.create(client, { body: { ...newGate, rules: [...newGate.rules] } })
    const path = '/api/v0/environments/{environmentId}/gates/{gateId}'
    const params = { path: { environmentId, gateId: gate.id } }
    const enabled = await client.PUT(`${path}/enable`, { params })
    expect(enabled.data?.enabledAt).toEqual(expect.any(String))
    expect(await gates.get(api, { gateId: gate.id })).toEqual(enabled.data)
    expect(await gates.delete(api, { gateId: gate.id })).toBeUndefined()
    const { data, error, response } = await client.GET(path, { params })
    expect([data, error?.code, response.status]).toEqual([undefined, 'not_found', 404])
  })

  it('are refused in the same way, and the body narrows by the status', async () => {
    const result = await users.create(api, { body: { email: 'nobody' } }).result()
    const byPath = await client.POST('/api/v0/environments/{environmentId}/users', {
      params: { path: { environmentId } },
      body: { email: 'nobody' },
    })
    if (result.ok || result.error.status !== 400) throw new Error('The service was expected to answer 400.')
    const { code, error }: { code: string; error: string } = result.error.body
    expect(byPath.error).toEqual(result.error.body)
    expect(result.error).toMatchObject({
      name: 'ApiError',
      operation: 'users.create',
      code,
      requestId: expect.any(String),
    })
    expect(result.error.message).toBe(`users.create was refused with 400 ${code}: ${error}`)
    expect(await users.list(api)).toMatchObject({ count: 0 })
  })

  it('throw an ApiError for an unknown id, and for an invalid credential', async () => {
    const missing = await rejection(gates.get(api, { gateId: unknownId }))
    expect(isApiError(missing) && [missing.status, missing.code, missing.body]).toEqual([
      404,
      'not_found',
      { error: expect.any(String), code: 'not_found' },
    ])
    for (const auth of [null, bearer('no-token-of-this-service')]) {
      expect(await rejection(gates.list(api, {}, { auth }))).toMatchObject({
        name: 'ApiError',
        status: 401,
        code: 'unauthorized',
      })
    }
  })

  it('report a connection that breaks before or inside the reply', async () => {
    const path = '/api/v0/environments/{environmentId}/users'
    for (const fault of [{ networkError: true }, { truncate: true }] as const) {
      server.mock.faults.set('users.list', fault, 2)
      expect(await rejection(users.list(api, {}, { retry: false }))).toMatchObject({
        name: 'ConnectionError',
        operation: 'users.list',
        attempts: 1,
      })
      expect(await rejection(client.GET(path, { params: { path: { environmentId } }, retry: false }))).toMatchObject({
        name: 'ConnectionError',
      })
    }
    expect(await users.list(api)).toMatchObject({ count: 0 })
  })
})

describe('lists', () => {
  it('are read by offset over all pages, filtered and ordered', async () => {
    const emails = await createUsers(5)
    const list = users.list(api, { query: { limit: 2, orderBy: 'createdAt-asc' } })
    expect(await emailsOf(list)).toEqual(emails)
    const pages = await collect(list.pages())
    expect(pages.map(({ items, total, next }) => [items.length, total, next])).toEqual([
      [2, 5, { offset: 2 }],
      [2, 5, { offset: 4 }],
      [1, 5, undefined],
    ])
    const filter = { filterColumn: 'email', filterValue: emails[3] as string } as const
    expect(await emailsOf(users.list(api, { query: { filter } }))).toEqual([emails[3]])
    const byPath = await client.GET('/api/v0/environments/{environmentId}/users', {
      params: { path: { environmentId }, query: { filter } },
    })
    expect(byPath.data).toMatchObject({ count: 1, users: [{ email: emails[3] }] })
  })

  it('are read by a cursor from the header over more than one page, and resume from it', async () => {
    await createUsers(120)
    const pages = await collect(events.list(api, { query: { resourceType: 'user' } }).pages())
    expect(pages.length).toBeGreaterThan(1)
    const all = pages.flatMap(({ items }) => items.map(({ eventId }) => eventId))
    expect([all.length, new Set(all).size]).toEqual([120, 120])
    const rest = await events.list(api, { query: { resourceType: 'user', ...pages[0]?.next } }).toArray()
    expect(rest.map(({ eventId }) => eventId)).toEqual(all.slice(pages[0]?.items.length))
  })

  it('are read by a cursor from the reply over more than one page', async () => {
    const receiver = await serve(() => ({ status: 204 }))
    const { webhookId } = await webhooks.create(api, {
      body: { url: `${receiver.baseUrl}/users`, isEnabled: true, events: ['user.created'] },
    })
    await createUsers(120)
    await server.mock.clock.settle()
    const pages = await collect(webhookMessages.list(api, { webhookId }).pages())
    expect(pages.length).toBeGreaterThan(1)
    const delivered = pages.flatMap(({ items }) => items)
    expect(new Set(delivered.map(({ messageId }) => messageId)).size).toBe(receiver.requests.length)
    expect(receiver.requests.filter(({ body }) => JSON.parse(body).eventName === 'user.created')).toHaveLength(120)
  })

  it('refuse the cursor of another list', async () => {
    expect(await rejection(events.list(api, { query: { cursor: 'bm9uc2Vuc2U' } }).toArray())).toMatchObject({
      status: 400,
      code: 'invalid_cursor',
    })
  })
})

describe('a download', () => {
  it('returns the location of the file, both ways', async () => {
    const [email] = await createUsers(1)
    const { id: exportId } = await exportJobs.create(api, { body: { format: 'csv', model: 'users' } })
    await server.mock.clock.advance({ seconds: 5 })
    const { location } = await exportJobs.download(api, { exportId })
    const { data, error, response } = await client.GET(
      '/api/v0/environments/{environmentId}/exports/{exportId}/download',
      { params: { path: { environmentId, exportId } } },
    )
    expect([data, error, response.status]).toEqual([undefined, undefined, 302])
    for (const url of [location, response.headers.get('location') ?? '']) {
      expect(await (await fetch(new URL(url, server.url))).text()).toContain(email)
    }
  })
})

describe('a user session', () => {
  it('calls by its bearer token, where the environment token is refused', async () => {
    const user = await server.mock.create.user({ email: 'ada@example.com' })
    const { token } = await server.mock.signIn(user)
    const browser = api.with({ auth: bearer(async () => token) })
    expect(await profile.get(browser)).toMatchObject({ id: user.id, email: 'ada@example.com' })
    expect(await rejection(profile.get(api))).toMatchObject({ name: 'ApiError' })
    expect(await rejection(users.list(browser))).toMatchObject({ name: 'ApiError' })
  })
})
