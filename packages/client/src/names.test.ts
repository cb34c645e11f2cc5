import { createHmac } from 'node:crypto'
import { createMock, type Mock } from '@latchkey/mock'
import { type NamesFile, readNames as readMockNames } from '@latchkey/mock/names'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejection } from '../test/serve.ts'
import { gates, profile, users } from './generated/operations/index.ts'
import { bearer, createClient, createTransport, type Transport } from './index.ts'
import { createUserJwtVerifier, hasScope, verifyUserJwt } from './jwt.ts'
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
  claims: {
    environment_id: 'env',
    sid: 'session_id',
    scope: 'permissions',
    email: 'mail',
    verified_credentials: 'proofs',
  },
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
    expect(JSON.parse(raw)).toMatchObject({ event: 'user.created', data: { mail: 'ada@example.com' } })
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

  it('does not take a header of a reply for one that the deployment spells differently', async () => {
    const reply = Response.json({}, { headers: { 'x-request-id': 'gateway', 'x-trace-id': 'deployment' } })
    const response = await withNames(file, async () => reply)('https://api.example.com/api/v0/organizations')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-request-id': 'deployment',
      'x-request-id-spelled-x-trace-id': 'gateway',
    })
  })

  it('refuses names that the interface does not have', () => {
    expect(() => readNames({ fields: { emial: 'mail' } })).toThrow(
      new TypeError('The names cannot be used: the document has no field "emial". Did you mean "email"?'),
    )
  })
})

describe('the verification of tokens with names', () => {
  const user = { email: 'ada@example.com' }
  const verifierOf = (options: Partial<Parameters<typeof createUserJwtVerifier>[0]> = {}) =>
    createUserJwtVerifier({ baseUrl: mock.baseUrl, environmentId, fetch: send, names, now: mock.clock.now, ...options })

  it('fetches the keys from the path of the deployment, and gives the claims the names of the interface', async () => {
    vi.stubGlobal('fetch', send)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { token: jwt } = await mock.signIn(await mock.create.user(user))
    const spelled = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
    const options = { baseUrl: mock.baseUrl, environmentId, names, now: mock.clock.now }
    const claims = await verifyUserJwt(jwt, options)
    expect(exchanges.map(({ url }) => url)).toEqual([`${mock.baseUrl}/v1/sdk/${environmentId}/.well-known/jwks`])
    expect(claims).toMatchObject({
      environment_id: environmentId,
      sid: spelled.session_id,
      email: user.email,
      scope: spelled.permissions,
      verified_credentials: [{ email: user.email }],
      iss: spelled.iss,
    })
    expect(hasScope(claims, 'user:basic')).toBe(true)
    expect(Object.keys(claims)).not.toContain('proofs')
  })

  it('refuses a token whose claims have the names of the interface', async () => {
    const plain = createMock({ seed: 'names' })
    mock.import(plain.export())
    const [{ token: jwt }, { token: spelled }] = [
      await plain.signIn(await plain.create.user(user)),
      await mock.signIn(await mock.create.user(user)),
    ]
    expect(await rejection(verifierOf()(jwt))).toMatchObject({ code: 'claim_missing' })
    expect(await verifierOf()(spelled)).toMatchObject({ email: user.email })
    expect(await rejection(verifierOf({ names: undefined, jwks: await keysOf(mock) })(spelled))).toMatchObject({
      code: 'claim_missing',
    })
  })

  it('still refuses a token of another environment, and one that needs a second factor', async () => {
    const live = mock.defaults.environments.live.id
    const { token: jwt } = await mock.signIn(await mock.create.user(user))
    const options = { environmentId: live, issuer: `${new URL(mock.baseUrl).host}/${environmentId}` }
    expect(await rejection(verifierOf({ ...options, jwks: await keysOf(mock) })(jwt))).toMatchObject({
      code: 'wrong_environment',
    })
    await mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { token: waiting } = await mock.signIn(await mock.create.user({ email: 'grace@example.com' }))
    expect(await rejection(verifierOf()(waiting))).toMatchObject({ code: 'additional_auth_required' })
    expect(await verifierOf({ allowAdditionalAuth: true })(waiting)).toMatchObject({ email: 'grace@example.com' })
  })

  it('takes what readNames returns, and not the file', () => {
    expect(() => verifierOf({ names: file as never })).toThrow(
      new TypeError('Failed to create a verifier: "names" takes what readNames() of @latchkey/client/names returns.'),
    )
  })
})

/** The keys of the sandbox. */
async function keysOf({ baseUrl, fetch, defaults, spellPath }: Mock): Promise<{ readonly keys: readonly object[] }> {
  const reply = await fetch(baseUrl + spellPath(`/api/v0/sdk/${defaults.environments.sandbox.id}/.well-known/jwks`))
  return (await reply.json()) as { readonly keys: readonly object[] }
}
