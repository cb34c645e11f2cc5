import { createHmac } from 'node:crypto'
import { createMock, type Mock } from '@latchkey/mock'
import { type NamesFile, readNames as readMockNames } from '@latchkey/mock/names'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { rejection } from '../test/serve.ts'
import { gates, profile, users } from './generated/operations/index.ts'
import { bearer, createClient, createTransport, type Transport } from './index.ts'
import { readNames, withNames } from './names.ts'
import { createSession, memoryStorage, sendEmailCode, signInWithEmailCode } from './session.ts'

const file: NamesFile = {
  paths: {
    '/api/v0/*': '/v1/*',
    '/api/v0/environments/{environmentId}/gates': '/v1/env/{environmentId}/rules',
  },
  fields: {
    email: 'mail',
    user: 'person',
    users: 'people',
    rules: 'conditions',
    outcome: 'effect',
    expiresAt: 'expires_at',
    verificationUUID: 'verification_id',
    verificationToken: 'one_time_code',
    error: 'reason',
    code: 'error_code',
    'WebhookDelivery.eventName': 'event',
  },
  parameters: { orderBy: 'sort' },
  values: {
    AccessOutcomeEnum: { siteAccess: 'site_access' },
    UnprocessableEntityErrorCode: { gate_exists: 'rule_exists' },
    'users.list.orderBy': { 'createdAt-desc': 'newest' },
  },
  headers: {
    'x-request-id': 'x-trace-id',
    'x-mfa-auth-token': 'x-second-factor',
    'x-webhook-signature-256': 'x-signature',
  },
  cookies: { LATCHKEY_AUTH: 'session' },
  tokenPrefixes: { lk_sandbox_: 'dev_' },
  claims: { environment_id: 'env', sid: 'session_id' },
}
const names = readNames(file)

/** A request that reached the deployment, and the text of its reply. */
interface Exchange {
  readonly url: string
  readonly init: RequestInit
  readonly reply: string
}

let mock: Mock
let exchanges: Exchange[]
let api: Transport
let environmentId: string
let token: string

beforeEach(() => {
  mock = createMock({ seed: 'names', names: readMockNames(file) })
  exchanges = []
  ;({ id: environmentId, token } = mock.defaults.environments.sandbox)
  api = createTransport({ baseUrl: mock.baseUrl, auth: bearer(token), environmentId, fetch: names.wrap(send) })
})

async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await mock.fetch(url, init)
  exchanges.push({ url, init, reply: await response.clone().text() })
  return response
}

const rule = {
  type: 'token' as const,
  chain: 'EVM' as const,
  address: { networkId: 1, contractAddress: `0x${'a'.repeat(40)}` },
  filter: { amount: 1 },
}

describe('a client with names', () => {
  it('creates a record: the deployment has its names, and the caller those of the interface', async () => {
    const gate = await gates.create(api, { body: { name: 'Holders', outcome: 'siteAccess', rules: [rule] } })
    expect(gate).toMatchObject({ name: 'Holders', outcome: 'siteAccess', rules: [rule] })
    const [{ url, init, reply } = { url: '', init: {}, reply: '' }] = exchanges
    expect(url).toBe(`${mock.baseUrl}/v1/env/${environmentId}/rules`)
    expect(JSON.parse(String(init.body))).toEqual({ name: 'Holders', effect: 'site_access', conditions: [rule] })
    expect(JSON.parse(reply)).toMatchObject({ effect: 'site_access', conditions: [rule] })
  })

  it('lists records, also by a path', async () => {
    for (const email of ['ada@example.com', 'grace@example.com']) await mock.create.user({ email })
    const page = await users.list(api, { query: { orderBy: 'createdAt-desc' } })
    expect(page.users?.map(({ email }) => email)).toEqual(['grace@example.com', 'ada@example.com'])
    expect(exchanges[0]?.url).toContain('/users?sort=newest')
    const client = createClient({ baseUrl: mock.baseUrl, auth: bearer(token), fetch: names.wrap(send) })
    const { data } = await client.GET('/api/v0/environments/{environmentId}/users', {
      params: { path: { environmentId } },
    })
    expect(data?.users).toHaveLength(2)
  })

  it('sends headers and cookies under the names of the deployment', async () => {
    const headers = { 'x-mfa-auth-token': 'proof', cookie: 'a=1; LATCHKEY_AUTH=jwt; b=LATCHKEY_AUTH' }
    await users.list(api, {}, { headers })
    expect(exchanges[0]?.init.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-second-factor': 'proof',
      cookie: 'a=1; session=jwt; b=LATCHKEY_AUTH',
    })
    expect(exchanges[0]?.init.headers).not.toHaveProperty('x-mfa-auth-token')
  })

  it('reads a refusal', async () => {
    const gate = { body: { name: 'Holders', outcome: 'block' as const, rules: [rule] } }
    await gates.create(api, gate)
    const error = await rejection(gates.create(api, gate))
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 422,
      code: 'gate_exists',
      requestId: expect.stringMatching(/^req_/),
    })
    expect(JSON.parse(exchanges[1]?.reply ?? '')).toMatchObject({ error_code: 'rule_exists' })
  })

  it('signs in, and goes on with the session', async () => {
    const anonymous = api.with({ auth: null })
    const session = createSession({ api: anonymous, storage: memoryStorage() })
    onTestFinished(() => session.close())
    const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
    const { code = '' } = mock.outbox.email.last('ada@example.com') ?? {}
    await signInWithEmailCode(session, { verificationUUID, verificationToken: code })
    expect(session.user).toMatchObject({ email: 'ada@example.com' })
    expect(await profile.get(anonymous.with({ auth: session.auth }))).toMatchObject({ email: 'ada@example.com' })
    const [, payload = ''] = (await session.accessToken())?.split('.') ?? []
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    expect(claims).toMatchObject({ env: environmentId })
    expect(names.readClaims(claims)).toMatchObject({ environment_id: environmentId, sid: expect.any(String) })
  })

  it('reads a webhook message after its signature is verified', async () => {
    const url = 'https://hooks.example.com/latchkey'
    const { secret } = await mock.create.webhook({ url })
    const received: Request[] = []
    mock.webhooks.receive(url, async (request) => {
      received.push(request)
      return new Response(null, { status: 204 })
    })
    await mock.create.user({ email: 'ada@example.com' })
    await mock.clock.settle()
    const request = received.at(-1)
    const raw = (await request?.text()) ?? ''
    const signature = `sha256=${createHmac('sha256', secret as string)
      .update(raw)
      .digest('hex')}`
    expect(request?.headers.get('x-signature')).toBe(signature)
    expect(names.readWebhook(JSON.parse(raw))).toMatchObject({
      eventName: 'user.created',
      data: { email: 'ada@example.com' },
    })
  })

  it('leaves other URLs and replies alone', async () => {
    const replies = [
      new Response('<p>', { headers: { 'content-type': 'text/html' } }),
      new Response(null, { status: 204 }),
    ]
    const fetch = withNames({ fields: { email: 'mail' } }, async () => replies.shift() as Response)
    const [page, none] = [...replies]
    expect(await fetch('https://api.example.com/other?email=a')).toBe(page)
    expect(await fetch(`https://api.example.com/api/v0/gates/g`, { method: 'DELETE' })).toBe(none)
  })

  it('refuses names that the interface does not have', () => {
    expect(() => readNames({ fields: { emial: 'mail' } })).toThrow(
      new TypeError('The names cannot be used: the document has no field "emial". Did you mean "email"?'),
    )
  })
})
