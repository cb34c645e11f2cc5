import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../hosts/server.ts'
import { controlRoutes } from './routes.ts'

let server: MockServer
const used = new Set<string>()

beforeEach(async () => {
  server = await startServer({ seed: 'test', now: '2026-01-15T09:30:00.000Z', allowPrivateWebhooks: true })
})
afterEach(() => server.close())

async function get(path: string, query: Record<string, string> = {}) {
  used.add(`GET ${path}`)
  const response = await fetch(`${server.url}/__mock/v1/${path}?${new URLSearchParams(query)}`)
  return { status: response.status, body: await readJson(response) }
}

async function post(
  path: string,
  body?: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  used.add(`POST ${path}`)
  const response = await fetch(`${server.url}/__mock/v1/${path}`, {
    method: 'POST',
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: response.status, body: await readJson(response), headers: response.headers }
}

async function readJson(response: Response) {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** Calls the service itself, as a browser does. */
async function sdk(path: string, body?: object) {
  const { id } = server.mock.defaults.environments.sandbox
  const response = await fetch(`${server.url}/api/v0/sdk/${id}${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await readJson(response) }
}

const email = 'ada@example.com'
const owner = '0x8ba1f109551bd432803012645ac136ddd64dba72'
const nft = { owner, networkId: 1, contractAddress: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d' }

describe('the control object over HTTP', () => {
  it('tells the ready ids and tokens', async () => {
    expect((await get('defaults')).body).toEqual(server.mock.defaults)
  })

  it('turns the clock', async () => {
    expect((await post('clock/advance', { hours: 1, minutes: 30 })).body).toEqual({ now: '2026-01-15T11:00:00.000Z' })
    expect((await post('clock/set', { instant: '2026-02-01T00:00:00Z' })).body).toEqual({
      now: '2026-02-01T00:00:00.000Z',
    })
    await post('clock/resume')
    await post('clock/freeze')
    await post('clock/settle')
    const stopped = await get('clock')
    expect(await get('clock')).toEqual(stopped)
  })

  it('signs a user in', async () => {
    const user = await server.mock.create.user({ email })
    const { body } = await post('signIn', {
      userId: user.id,
      origin: 'https://app.example.com',
      userAgent: 'Example/1.0',
    })
    const profile = await fetch(`${server.url}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}/users`, {
      headers: body.headers,
    })
    expect((await profile.json()).id).toBe(user.id)
    expect(server.mock.export().tables.sessions).toMatchObject([
      { userAgent: 'Example/1.0', audience: 'https://app.example.com' },
    ])
  })

  it('gives a user an authenticator app, and shows its codes', async () => {
    const user = await server.mock.create.user({ email })
    expect((await post('create/totp', { userId: user.id })).body).toMatchObject({ code: 'mfa_invalid_request' })
    await server.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const { body: app } = await post('create/totp', { userId: user.id })
    expect((await get('totp/code', { secret: app.secret })).body).toEqual({ code: app.code })
    const { headers } = await server.mock.signIn(user)
    const url = `${server.url}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}/users/mfa/auth/totp`
    const reply = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id: app.deviceId, code: app.code }),
    })
    expect((await reply.json()).user.scope).toBe('user:basic')
    await post('clock/advance', { seconds: 30 })
    expect((await get('totp/code', { secret: app.secret })).body.code).not.toBe(app.code)
    expect((await get('totp/code', { secret: 'no base32' })).status).toBe(400)
    expect((await post('create/totp', { userId: 'unknown' })).status).toBe(400)
  })

  it('makes resources, with the checks that their operations make', async () => {
    const { body: user } = await post('create/user', { email })
    const { body: list } = await post('create/allowlist', { name: 'Friends' })
    const { body: owner } = await post('create/admin', { email: 'grace@example.com', role: null })
    const made = [
      await post('create/wallet', { userId: user.id }),
      await post('create/gate', { scope: 'members' }),
      await post('create/provider', { provider: 'google' }),
      await post('create/allowlistEntry', { allowlistId: list.id, email }),
      await post('create/webhook', { url: 'https://hooks.example.com/' }),
      await post('create/customField', { name: 'Shoe size' }),
      await post('create/customHostname', { hostname: 'auth.example.com' }),
      await post('create/origin', { origin: 'https://app.example.com' }),
      await post('create/deeplinkUrl', { url: 'myapp://done' }),
      await post('create/token', { note: 'Another' }),
      await post('create/organization', { owner: owner.id }),
    ]
    expect(made.map(({ status, body }) => [status, typeof (body.id ?? body.webhookId)])).toEqual(
      made.map(() => [200, 'string']),
    )
    expect((await post('create/user', { email })).body).toMatchObject({ code: 'email_already_exists' })
    expect((await post('create/gate', { scope: 'user:basic' })).status).toBe(422)
  })

  it('fills identity providers and lets them fail', async () => {
    const { body: account } = await post('idp/users', { provider: 'google', email })
    expect((await get('idp/users', { provider: 'google' })).body.users).toEqual([account])
    expect((await post('idp/failures', { provider: 'google', error: 'access_denied', times: 2 })).status).toBe(204)
    expect((await post('idp/users', { provider: 'nobody' })).status).toBe(400)
  })

  it("signs people in on an identity provider's page, and cancels there", async () => {
    await post('create/provider', { provider: 'google' })
    await post('idp/users', { provider: 'google', email })
    const redirectUrl = 'https://app.example.com/signed-in'
    const begin = async (state: string, body: object = {}) => {
      await sdk('/providers/google/initAuth', { state, ...body })
      return (await sdk(`/providers/google/loginUrl?state=${state}`)).body.url
    }
    const resultOf = async (state: string) => (await sdk('/providers/google/oauthResult', { state })).body
    const polled = await begin('state-polled')
    expect((await post('idp/approve', { provider: 'google', authorizeUrl: polled, account: email })).body).toEqual({})
    expect(await resultOf('state-polled')).toEqual({ status: 'completed', code: expect.any(String) })
    const redirected = await begin('state-redirected', { redirectUrl })
    const { location } = (await post('idp/approve', { provider: 'google', authorizeUrl: redirected, account: email }))
      .body
    expect(location).toMatch(new RegExp(`^${redirectUrl}\\?code=\\w{40}&state=state-redirected$`))
    const denied = await begin('state-denied', { redirectUrl })
    expect((await post('idp/deny', { provider: 'google', authorizeUrl: denied })).body.location).toBe(
      `${redirectUrl}?error=access_denied&state=state-denied`,
    )
    const open = await begin('state-open')
    for (const wrong of [
      { authorizeUrl: open, account: 'nobody@example.com' },
      { authorizeUrl: 'https://evil.example.com/', account: email },
      { authorizeUrl: `${open}&response_type=token`, account: email },
      { authorizeUrl: open.replace('state-open', 'state-denied'), account: email },
    ])
      expect((await post('idp/approve', { provider: 'google', ...wrong })).status).toBeGreaterThanOrEqual(400)
    expect(await resultOf('state-open')).toEqual({ status: 'pending' })
  })

  it('changes what an identity provider knows of a person', async () => {
    const { body: account } = await post('idp/users', { provider: 'google', email })
    const changed = await post('idp/users/change', {
      provider: 'google',
      accountId: account.accountId,
      email: 'bob@example.com',
      emailVerified: false,
    })
    expect(changed.body).toEqual({ ...account, email: 'bob@example.com', emailVerified: false })
    expect((await get('idp/users', { provider: 'google' })).body.users).toEqual([changed.body])
    expect((await post('idp/users/change', { provider: 'google', accountId: 'unknown' })).status).toBe(400)
  })

  it('makes issuers of foreign tokens, and signs as them', async () => {
    const issuer = 'https://login.example.com'
    const { body: made } = await post('issuers', { issuer, algorithm: 'ES384' })
    expect(made).toMatchObject({
      issuer,
      jwksUrl: `${issuer}/.well-known/jwks.json`,
      servedUrl: expect.stringContaining(server.url),
    })
    await post('settings', {
      patch: { security: { externalAuth: { enabled: true, iss: issuer, jwksUrl: made.jwksUrl } } },
    })
    const {
      body: { jwt },
    } = await post('issuers/sign', { issuer, claims: { sub: 'user-1' }, header: { typ: 'at+jwt' } })
    const url = `${server.url}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}/externalAuth/signin`
    expect(
      (
        await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jwt }),
        })
      ).status,
    ).toBe(200)
    const {
      body: { kid },
    } = await post('issuers/rotate', { issuer, dropFormer: true })
    expect((await get('issuers/jwks', { issuer })).body.keys).toMatchObject([{ kid, alg: 'ES384' }])
    expect(await (await fetch(made.servedUrl)).json()).toMatchObject({ keys: [{ kid }] })
    expect((await post('issuers', { issuer })).status).toBe(400)
    expect((await post('issuers/sign', { issuer: 'https://nobody.example.com', claims: {} })).status).toBe(400)
  })

  it('fills the messenger, and signs as it', async () => {
    const { body: person } = await post('messenger/users', { firstName: 'Ada', username: 'ada' })
    expect((await get('messenger/users')).body.users).toEqual([person])
    expect((await post('messenger/sign', { accountId: person.accountId })).status).toBe(400)
    await post('create/provider', { provider: 'telegram' })
    const { body: messengerUser } = await post('messenger/sign', { accountId: person.accountId })
    const { body: token } = await post('messenger/authToken', { accountId: person.accountId })
    const send = (path: string, body: object) =>
      fetch(`${server.url}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await send('messenger/auth', { state: 'state-1', messengerUser })).status).toBe(202)
    expect((await send('messenger/signin', { ...token, forceCreateUser: true })).status).toBe(200)
    const { body: initData } = await post('messenger/initData', { accountId: person.accountId })
    expect(initData.messengerAuthToken).toContain('auth_date=')
    expect((await send('messenger/signin', initData)).status).toBe(200)
    expect((await post('messenger/initData', { accountId: '1' })).status).toBe(400)
    expect((await post('messenger/authToken', { accountId: '1' })).status).toBe(400)
    expect((await post('messenger/users', { id: 0 })).status).toBe(400)
  })

  it('shows what applications told', async () => {
    const sdk = `${server.url}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}`
    const send = (path: string, body: object) =>
      fetch(`${sdk}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await get('telemetry/settings')).body).toEqual({ settings: null })
    await send('events', {
      events: [{ anonymousId: 'visitor-1', event: 'modal.opened', properties: {}, type: 'track' }],
    })
    await send('sdkSettings', { frameworkSettings: { react: { version: '19.1.0' } } })
    expect((await get('telemetry/events')).body.events).toMatchObject([{ event: 'modal.opened' }])
    expect((await get('telemetry/settings')).body.settings).toMatchObject({
      settings: { frameworkSettings: { react: { version: '19.1.0' } } },
    })
    expect((await get('telemetry/events', { environmentId: server.mock.defaults.environments.live.id })).body).toEqual({
      events: [],
    })
  })

  it('moves what addresses hold', async () => {
    await post('chain/nfts', { ...nft, tokenId: '7' })
    await post('chain/balances', { ...nft, amount: 12.5 })
    expect((await get('chain/holdings', { owner })).body.holdings).toMatchObject([
      { kind: 'nft', tokenId: '7', amount: 1 },
      { kind: 'token', amount: 12.5 },
    ])
    await post('chain/take', nft)
    await post('chain/tokens', { networkId: 1, contractAddress: nft.contractAddress, name: 'Coin', symbol: 'COIN' })
    expect(server.mock.export().tables.chainTokens).toMatchObject([
      { networkId: 1, contractAddress: nft.contractAddress, symbol: 'COIN', chain: 'EVM' },
    ])
    expect((await get('chain/holdings', { owner })).body.holdings).toEqual([])
    await post('chain/sanctions', { address: owner })
    expect(server.mock.export().tables.sanctionedAddresses).toMatchObject([
      { address: expect.stringContaining(owner.slice(2)) },
    ])
  })

  it('takes addresses off the sanctions list', async () => {
    await post('chain/sanctions', { address: owner })
    expect((await post('chain/pardons', { address: owner })).status).toBe(204)
    expect(server.mock.export().tables.sanctionedAddresses).toEqual([])
  })

  it('makes wallets, and signs with them as they sign in this process', async () => {
    const { body: made } = await post('wallets', { chain: 'BTC', kind: 'p2tr' })
    const here = await server.mock.wallets.btc({ kind: 'p2tr', secret: made.secret })
    expect(made).toEqual({ chain: 'BTC', address: here.address, publicKey: here.publicKey, secret: here.secret })
    const { body } = await post('wallets/sign', { chain: 'BTC', kind: 'p2tr', secret: made.secret, message: 'Hello.' })
    expect(body).toEqual({ signature: await here.sign('Hello.') })
    expect((await post('wallets', { chain: 'BTC', secret: 'short' })).status).toBe(400)
    expect((await post('wallets', { chain: 'BTC', kind: 'none' })).body).toMatchObject({ code: 'bad_request' })
  })

  it('registers contract wallets, account keys and Farcaster ids', async () => {
    const { body: wallet } = await post('chain/contractWallets', { owners: [owner] })
    expect(wallet).toMatchObject({
      address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
      owners: [owner],
      isDeployed: true,
    })
    const keys = [{ index: 0, publicKey: 'ab'.repeat(64), weight: 1000 }]
    expect((await post('chain/accountKeys', { chain: 'FLOW', address: '0x01cf0e2f2f715450', keys })).status).toBe(204)
    expect((await post('chain/farcaster', { fid: 4242, address: owner, username: 'ada' })).body).toMatchObject({
      fid: 4242,
      address: owner,
    })
    const { tables } = server.mock.export()
    expect(tables).toMatchObject({
      contractWallets: [{ address: wallet.address.toLowerCase() }],
      accountKeys: [{ account: 'flow:0x01cf0e2f2f715450', keys }],
      farcasterIds: [{ username: 'ada' }],
    })
    for (const path of ['chain/contractWallets', 'chain/farcaster'])
      expect((await post(path, { fid: 1, address: 'nobody', owners: [owner] })).status).toBe(400)
  })

  it('publishes DNS records and takes them away', async () => {
    await post('dns/records', { type: 'TXT', name: 'Auth.Example.com.', value: 'proof' })
    expect((await get('dns/records')).body.records).toMatchObject([
      { type: 'TXT', name: 'auth.example.com', value: 'proof' },
    ])
    await post('dns/remove', { name: 'auth.example.com' })
    expect((await get('dns/records')).body.records).toEqual([])
  })

  it('shows what was sent', async () => {
    const headers = { authorization: `Bearer ${server.mock.defaults.admin.token}`, 'content-type': 'application/json' }
    const invites = `${server.url}/api/v0/organizations/${server.mock.defaults.organizationId}/invites`
    await fetch(invites, { method: 'POST', headers, body: JSON.stringify({ email, role: 'viewer' }) })
    expect((await get('outbox/email', { to: email })).body.messages).toHaveLength(1)
    expect((await get('outbox/sms')).body.messages).toEqual([])
  })

  it('lists deliveries and sends one again', async () => {
    let count = 0
    server.mock.webhooks.receive('https://hooks.example.com/', () => new Response(String(++count)))
    await server.mock.create.webhook({ url: 'https://hooks.example.com/' })
    await post('clock/settle')
    const { body } = await get('webhooks/deliveries')
    expect(body.deliveries).toMatchObject([{ status: 'delivered', attempt: 1 }])
    expect((await post('webhooks/redeliver', { messageId: body.deliveries[0].messageId })).status).toBe(204)
    expect(count).toBe(2)
  })

  it('lets an export fail', async () => {
    await post('exports/failNext', { reason: 'The disk is full.' })
    const { id, token } = server.mock.defaults.environments.sandbox
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const exports = `${server.url}/api/v0/environments/${id}/exports`
    const { id: exportId } = await (
      await fetch(exports, { method: 'POST', headers, body: JSON.stringify({ format: 'csv', model: 'users' }) })
    ).json()
    await post('clock/advance', { minutes: 1 })
    expect(await (await fetch(`${exports}/${exportId}`, { headers })).json()).toMatchObject({
      status: 'failed',
      error: 'The disk is full.',
    })
  })

  it('lets a new key sign tokens', async () => {
    const { body, status } = await post('keys/rotate', {})
    expect(status).toBe(200)
    const environmentId = server.mock.defaults.environments.sandbox.id
    const keys = await (await fetch(`${server.url}/api/v0/sdk/${environmentId}/.well-known/jwks`)).json()
    expect(keys.keys[0].kid).toBe(body.kid)
  })

  it('sells plans', async () => {
    const subscription = async () => {
      const { defaults } = server.mock
      const reply = await fetch(`${server.url}/api/v0/organizations/${defaults.organizationId}/billing/subscription`, {
        headers: { authorization: `Bearer ${defaults.admin.token}` },
      })
      return (await reply.json()) as { hasPaymentMethod: boolean; planType: string; billingPortalUrl: string }
    }
    await post('billing/paymentMethod', {})
    expect(await subscription()).toMatchObject({ hasPaymentMethod: true, planType: 'free' })
    const page = await fetch((await subscription()).billingPortalUrl)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Payment method: a pretended card')])
    await post('billing/removePaymentMethod', {})
    await post('billing/plan', { planType: 'standard' })
    expect(await subscription()).toMatchObject({ hasPaymentMethod: false, planType: 'standard' })
    expect((await post('billing/coupons', { code: 'SPRING', expiresAt: '2026-02-01T00:00:00Z' })).status).toBe(204)
    expect((await post('billing/coupons', { code: 'SUMMER', expiresAt: 'never' })).status).toBe(400)
    expect((await post('billing/paymentMethod', { organizationId: 'unknown' })).status).toBe(400)
  })

  it('changes settings', async () => {
    await post('settings', { patch: { security: { jwtDuration: { amount: 5, unit: 'minutes' } } } })
    expect((await get('settings')).body.security.jwtDuration).toEqual({ amount: 5, unit: 'minutes' })
    expect((await post('settings', { patch: { security: 'none' } })).status).toBe(400)
  })

  it('keeps sessions in cookies', async () => {
    const origins = ['https://app.example.com']
    const { body } = await post('settings/cookies', { hostname: 'login.example.com', origins })
    expect(body.security.auth.storage).toEqual(['cookie'])
    expect((await post('settings/cookies', { hostname: 'login.example.com', origins })).status).toBe(422)
  })

  it('makes operations fail, and writes down what happened', async () => {
    const health = `${server.url}/api/v0/sdk/${server.mock.defaults.environments.sandbox.id}/healthcheck`
    await post('faults/set', { operation: 'health.check', status: 503 })
    expect((await fetch(health)).status).toBe(503)
    await post('faults/clear', {})
    expect((await fetch(health)).status).toBe(200)
    expect(
      (await get('journal', { operation: 'health.check' })).body.entries.map(
        ({ status }: { status: number }) => status,
      ),
    ).toEqual([503, 200])
    await post('journal/clear')
    expect((await get('journal')).body.entries).toEqual([])
  })

  it('goes back to kept states, and carries a state over', async () => {
    const { body } = await post('snapshots')
    await server.mock.create.user({ email })
    const { body: state } = await get('state')
    await post('snapshots/restore', body)
    expect(server.mock.export().tables.users).toEqual([])
    await post('state', state)
    expect(server.mock.export().tables.users).toHaveLength(1)
    await post('reset')
    expect(server.mock.export().tables.users).toEqual([])
    expect((await post('snapshots/restore', { snapshotId: 'unknown' })).status).toBe(400)
  })

  it('describes every route', async () => {
    const document = await (await fetch(`${server.url}/__mock/v1/openapi.json`)).json()
    const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    )
    expect(described.sort()).toEqual(Object.keys(controlRoutes).sort())
  })

  it('describes every POST as JSON, which it has to be', async () => {
    const document = await (await fetch(`${server.url}/__mock/v1/openapi.json`)).json()
    const posts = Object.values<{ post?: { requestBody?: { content: object } } }>(document.paths).flatMap(
      ({ post }) => post ?? [],
    )
    expect(posts.length).toBeGreaterThan(20)
    expect(posts.filter(({ requestBody }) => !Object.hasOwn(requestBody?.content ?? {}, 'application/json'))).toEqual(
      [],
    )
  })

  it('refuses what it cannot read, and does nothing', async () => {
    expect((await post('clock/advance', { minutes: -1 })).body).toMatchObject({ code: 'validation_failed' })
    expect((await post('clock/advance', { weeks: 1 })).status).toBe(400)
    expect((await post('clock/advance', { minutes: 1 }, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('clock/stop')).status).toBe(404)
    expect((await get('clock')).body).toEqual({ now: '2026-01-15T09:30:00.000Z' })
  })

  it.each<[path: string, body: object, error: string]>([
    [
      'faults/set',
      { operation: 'user.list', status: 503 },
      'operation: is not an operation (did you mean "users.list"?).',
    ],
    ['faults/clear', { operation: 'nothing' }, 'operation: is not an operation.'],
    ['clock/advance', { minute: 5 }, 'minute: is not a known field (did you mean "minutes"?).'],
    [
      'idp/users',
      { provider: 'gogle' },
      'Failed to reach the identity provider "gogle": it signs nobody in by OAuth. Did you mean "google"?',
    ],
  ])('says what was meant by a slip: %s %j', async (path, body, error) => {
    expect(await post(path, body)).toMatchObject({ status: 400, body: { error } })
  })

  it.each([
    ['clock/advanc', 'POST', 404, 'Did you mean POST /__mock/v1/clock/advance?'],
    ['Journal', 'GET', 404, 'Did you mean GET /__mock/v1/journal?'],
    ['clock/advance', 'GET', 405, ''],
    ['nothing/alike', 'POST', 404, ''],
    ['downloads/unknown', 'GET', 403, ''],
  ])('does nothing at %s by %s, and suggests what is alike', async (path, method, status, hint) => {
    const response = await fetch(`${server.url}/__mock/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
    })
    const { error } = (await response.json()) as { error: string }
    expect([response.status, error.match(/Did you mean.*/)?.[0] ?? '']).toEqual([status, hint])
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null)
  })

  it('registers names on the pretended chain, and connects a global wallet', async () => {
    expect((await post('chain/names', { name: 'Ada.eth', owner })).body).toMatchObject({
      family: 'eip155',
      name: 'ada.eth',
      owner: `eip155:${owner}`,
    })
    expect((await get('chain/name', { address: owner })).body).toEqual({ name: 'ada.eth' })
    expect((await get('chain/name', { address: owner, chain: 'SOL' })).body).toEqual({ name: null })
    expect((await post('chain/names', { name: 'ada', owner })).status).toBe(400)
    const { id: userId } = await server.mock.create.user({ email })
    const connection = { userId, appUrl: 'https://shop.example.com' }
    expect((await post('create/globalWalletConnection', connection)).body).toMatchObject({
      code: 'no_global_wallet_found',
    })
    const headers = {
      authorization: `Bearer ${server.mock.defaults.environments.sandbox.token}`,
      'content-type': 'application/json',
    }
    const wallet = `${server.url}/api/v0/environments/${server.mock.defaults.environments.sandbox.id}/globalWallet`
    await fetch(`${wallet}/settings`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ walletName: 'Example Wallet' }),
    })
    await fetch(`${wallet}/enable`, { method: 'PUT', headers })
    const { body } = await post('create/globalWalletConnection', { ...connection, status: 'disconnected' })
    expect(body).toMatchObject({ ...connection, status: 'disconnected' })
    expect(await (await fetch(`${wallet}/connections`, { headers })).json()).toEqual([body])
  })

  it('is not for pages of other origins', async () => {
    await server.mock.create.user({ email })
    const json = { 'content-type': 'application/json' }
    for (const origin of ['https://evil.example.com', 'null', 'http://localhost:3000']) {
      const { status, headers } = await post('reset', undefined, { ...json, origin })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
    expect(server.mock.export().tables.users).toHaveLength(1)
    expect((await post('reset', undefined, { ...json, origin: server.url })).status).toBe(204)
  })

  it('asks every POST for JSON, also those without input, since a form of any page can send the rest', async () => {
    await server.mock.create.user({ email })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-seq', undefined]) {
      const { status, body } = await post('reset', undefined, type === undefined ? {} : { 'content-type': type })
      expect([status, body.code], type).toEqual([415, 'unsupported_media_type'])
    }
    expect(server.mock.export().tables.users).toHaveLength(1)
    expect((await post('reset', undefined, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(204)
    expect(server.mock.export().tables.users).toEqual([])
  })

  it('is not for webhooks', async () => {
    await server.mock.create.user({ email })
    const signed = { 'content-type': 'application/json', 'x-webhook-signature-256': 'sha256=00' }
    expect((await post('reset', {}, signed)).body).toMatchObject({ code: 'forbidden' })
    expect(server.mock.export().tables.users).toHaveLength(1)
  })

  it('was used in all its routes by the tests above', () => {
    expect(Object.keys(controlRoutes).filter((route) => !used.has(route))).toEqual([])
  })
})
