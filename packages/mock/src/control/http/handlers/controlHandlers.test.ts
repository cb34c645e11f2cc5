import { operationIds } from '@latchkey/contract/operationIds'
import { attachRoutes } from '@latchkey/contract/routes/attachRoutes'
import { browserWalletRoutes } from '@latchkey/contract/routes/browserWalletRoutes'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { custodyRoutes } from '@latchkey/contract/routes/custodyRoutes'
import { delegationRoutes } from '@latchkey/contract/routes/delegationRoutes'
import { embeddedRoutes } from '@latchkey/contract/routes/embeddedRoutes'
import { exchangeRoutes } from '@latchkey/contract/routes/exchangeRoutes'
import { failureRoutes } from '@latchkey/contract/routes/failureRoutes'
import { mailboxRoutes } from '@latchkey/contract/routes/mailboxRoutes'
import { marketRoutes } from '@latchkey/contract/routes/marketRoutes'
import { miningRoutes } from '@latchkey/contract/routes/miningRoutes'
import { outsideRoutes } from '@latchkey/contract/routes/outsideRoutes'
import { overviewRoutes } from '@latchkey/contract/routes/overviewRoutes'
import { peopleRoutes } from '@latchkey/contract/routes/peopleRoutes'
import { policyRoutes } from '@latchkey/contract/routes/policyRoutes'
import { rampRoutes } from '@latchkey/contract/routes/rampRoutes'
import { realProviderRoutes } from '@latchkey/contract/routes/realProviderRoutes'
import { receiverRoutes } from '@latchkey/contract/routes/receiverRoutes'
import { requestRoutes } from '@latchkey/contract/routes/requestRoutes'
import { scenarioRoutes } from '@latchkey/contract/routes/scenarioRoutes'
import { sweepRoutes } from '@latchkey/contract/routes/sweepRoutes'
import { walletViewRoutes } from '@latchkey/contract/routes/walletViewRoutes'
import { x402Routes } from '@latchkey/contract/routes/x402Routes'
import { decodeFunctionResult, encodeFunctionData, getAddress, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { get, post, sdk } = control
const email = 'ada@example.com'
const owner = '0x8ba1f109551bd432803012645ac136ddd64dba72'
const nft = { owner, networkId: 1, contractAddress: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d' }

describe('the control object over HTTP', () => {
  it('returns the default ids and tokens', async () => {
    expect((await get('defaults')).body).toEqual(control.server.mock.defaults)
  })

  it('moves the clock', async () => {
    expect((await post('clock/advance', { hours: 1, minutes: 30 })).body).toEqual({
      now: '2026-01-15T11:00:00.000Z',
      isRunning: false,
    })
    expect((await post('clock/set', { instant: '2026-02-01T00:00:00Z' })).body).toEqual({
      now: '2026-02-01T00:00:00.000Z',
      isRunning: false,
    })
    expect((await get('clock/next')).body).toEqual({ dueAt: null })
    await post('clock/resume')
    await post('clock/freeze')
    await post('clock/settle')
    expect((await get('jobs')).body).toEqual({ jobs: [] })
    expect((await get('clock/expiries')).body).toEqual({ count: 0, expiries: [] })
    const stopped = await get('clock')
    expect(await get('clock')).toEqual(stopped)
  })

  it('signs a user in', async () => {
    const user = await control.server.mock.create.user({ email })
    const { body } = await post('signIn', {
      userId: user.id,
      origin: 'https://app.example.com',
      userAgent: 'Example/1.0',
    })
    expect((await sdk('users', undefined, body.headers)).body.id).toBe(user.id)
    expect(control.server.mock.export().tables.sessions).toMatchObject([
      { userAgent: 'Example/1.0', audience: 'https://app.example.com' },
    ])
  })

  it('creates an authenticator app of a user, and shows its codes', async () => {
    const user = await control.server.mock.create.user({ email })
    expect((await post('create/totp', { userId: user.id })).body).toMatchObject({ code: 'mfa_invalid_request' })
    await control.server.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const { body: app } = await post('create/totp', { userId: user.id })
    expect((await get('totp/code', { secret: app.secret })).body).toEqual({ code: app.code })
    const { headers } = await control.server.mock.signIn(user)
    const reply = await sdk('users/mfa/auth/totp', { id: app.deviceId, code: app.code }, headers)
    expect(reply.body.user.scope).toBe('user:basic')
    await post('clock/advance', { seconds: 30 })
    expect((await get('totp/code', { secret: app.secret })).body.code).not.toBe(app.code)
    expect((await get('totp/code', { secret: 'no base32' })).status).toBe(400)
    expect((await post('create/totp', { userId: 'unknown' })).status).toBe(400)
  })

  it('creates a webhook with the secret that an app knows already', async () => {
    const webhook = { url: 'https://hooks.example.com/', secret: 'whsec_of_the_app' }
    expect((await post('create/webhook', webhook)).body).toMatchObject(webhook)
    expect((await get('webhooks')).body.webhooks).toMatchObject([webhook])
    const refusal = await post('create/webhook', { ...webhook, secret: '' })
    expect([refusal.status, refusal.body.error]).toEqual([400, expect.stringContaining('secret')])
  })

  it('creates resources with the checks of their operations', async () => {
    const { body: user } = await post('create/user', { email })
    const { body: list } = await post('create/allowlist', { name: 'Friends' })
    const { body: owner } = await post('create/admin', { email: 'grace@example.com', role: null })
    const replies = [
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
    for (const { status, body } of replies)
      expect([status, typeof (body.id ?? body.webhookId)]).toEqual([200, 'string'])
    expect((await post('create/user', { email })).body).toMatchObject({ code: 'email_already_exists' })
    expect((await post('create/gate', { scope: 'user:basic' })).status).toBe(422)
  })

  it('adds accounts to identity providers and makes the providers fail', async () => {
    const { body: account } = await post('idp/users', { provider: 'google', email })
    expect((await get('idp/users', { provider: 'google' })).body.users).toEqual([account])
    expect((await post('idp/failures', { provider: 'google', error: 'access_denied', times: 2 })).status).toBe(204)
    expect((await post('idp/users', { provider: 'nobody' })).status).toBe(400)
    expect((await get('idp/files', { provider: 'google' })).body).toEqual({ files: [] })
    expect((await get('idp/files', { provider: 'nobody' })).status).toBe(400)
  })

  it("signs people in on an identity provider's page, and cancels there", async () => {
    await post('create/provider', { provider: 'google' })
    await post('idp/users', { provider: 'google', email })
    const redirectUrl = 'https://app.example.com/signed-in'
    const begin = async (state: string, body: object = {}) => {
      await sdk('providers/google/initAuth', { state, ...body })
      return (await sdk(`providers/google/loginUrl?state=${state}`)).body.url
    }
    const resultOf = async (state: string) => (await sdk('providers/google/oauthResult', { state })).body
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

  it("changes a person's account at an identity provider", async () => {
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

  it('creates issuers of external tokens, and signs as them', async () => {
    const issuer = 'https://login.example.com'
    const { body: handle } = await post('issuers', { issuer, algorithm: 'ES384' })
    expect(handle).toMatchObject({
      issuer,
      jwksUrl: `${issuer}/.well-known/jwks.json`,
      servedUrl: expect.stringContaining(control.server.url),
    })
    await post('settings', {
      patch: { security: { externalAuth: { enabled: true, iss: issuer, jwksUrl: handle.jwksUrl } } },
    })
    const signed = await post('issuers/sign', { issuer, claims: { sub: 'user-1' }, header: { typ: 'at+jwt' } })
    expect((await sdk('externalAuth/signin', { jwt: signed.body.jwt })).status).toBe(200)
    expect((await get('issuers', { issuer })).body).toEqual(handle)
    const { body: lasting } = await post('issuers/sign', { issuer, claims: { sub: 'user-1' }, leaveOut: ['exp'] })
    expect(JSON.parse(atob(lasting.jwt.split('.')[1]))).not.toHaveProperty('exp')
    const { kid } = (await post('issuers/rotate', { issuer, dropFormer: true })).body
    expect((await get('issuers/jwks', { issuer })).body.keys).toMatchObject([{ kid, alg: 'ES384' }])
    expect(await (await fetch(handle.servedUrl)).json()).toMatchObject({ keys: [{ kid }] })
    expect((await post('issuers', { issuer })).status).toBe(400)
    expect((await post('issuers/sign', { issuer: 'https://nobody.example.com', claims: {} })).status).toBe(400)
  })

  it('adds people to the messenger, and signs as the messenger', async () => {
    const { body: person } = await post('messenger/users', { firstName: 'Ada', username: 'ada' })
    expect((await get('messenger/users')).body.users).toEqual([person])
    expect((await post('messenger/sign', { accountId: person.accountId })).status).toBe(400)
    await post('create/provider', { provider: 'telegram' })
    const { body: messengerUser } = await post('messenger/sign', { accountId: person.accountId })
    const { body: token } = await post('messenger/authToken', { accountId: person.accountId })
    expect((await sdk('messenger/auth', { state: 'state-1', messengerUser })).status).toBe(202)
    expect((await sdk('messenger/signin', { ...token, forceCreateUser: true })).status).toBe(200)
    const { body: initData } = await post('messenger/initData', { accountId: person.accountId })
    expect(initData.messengerAuthToken).toContain('auth_date=')
    expect((await sdk('messenger/signin', initData)).status).toBe(200)
    expect((await post('messenger/initData', { accountId: '1' })).status).toBe(400)
    expect((await post('messenger/authToken', { accountId: '1' })).status).toBe(400)
    expect((await post('messenger/users', { id: 0 })).status).toBe(400)
  })

  it('shows what applications have reported', async () => {
    expect((await get('telemetry/settings')).body).toEqual({ settings: null })
    await sdk('events', {
      events: [{ anonymousId: 'visitor-1', event: 'modal.opened', properties: {}, type: 'track' }],
    })
    await sdk('sdkSettings', { frameworkSettings: { react: { version: '19.1.0' } } })
    expect((await get('telemetry/events')).body.events).toMatchObject([{ event: 'modal.opened' }])
    expect((await get('telemetry/settings')).body.settings).toMatchObject({
      settings: { frameworkSettings: { react: { version: '19.1.0' } } },
    })
    expect(
      (await get('telemetry/events', { environmentId: control.server.mock.defaults.environments.live.id })).body,
    ).toEqual({
      events: [],
    })
  })

  it('changes what addresses hold', async () => {
    await post('chain/nfts', { ...nft, tokenId: '7' })
    await post('chain/balances', { ...nft, amount: 12.5 })
    expect((await get('chain/holdings', { owner })).body.holdings).toMatchObject([
      { kind: 'nft', tokenId: '7', amount: 1 },
      { kind: 'token', amount: 12.5 },
    ])
    await post('chain/take', nft)
    await post('chain/tokens', { networkId: 1, contractAddress: nft.contractAddress, name: 'Coin', symbol: 'COIN' })
    expect(control.server.mock.export().tables.chainTokens).toMatchObject([
      { networkId: 1, contractAddress: nft.contractAddress, symbol: 'COIN', chain: 'EVM' },
    ])
    expect((await get('chain/holdings', { owner })).body.holdings).toEqual([])
    await post('chain/sanctions', { address: owner })
    expect(control.server.mock.export().tables.sanctionedAddresses).toMatchObject([
      { address: expect.stringContaining(owner.slice(2)) },
    ])
  })

  it('gives contracts their answers', async () => {
    const large = 2n ** 200n
    const abi = [
      'function quote(uint256 amount) view returns (uint256)',
      'function pair() view returns (address, string[], bool)',
      'function close()',
    ]
    const pair = [owner, ['a', 'b'], true]
    const answers = { quote: String(large), pair }
    const { status } = await post('chain/contracts', {
      address: owner,
      abi,
      answers,
      reverts: { close: 'It is open.' },
    })
    expect(status).toBe(204)
    const read = async (functionName: string, args: unknown[] = []) => {
      const data = encodeFunctionData({ abi: parseAbi(abi), functionName, args })
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_call',
        params: [{ to: owner, data }, 'latest'],
      })
      const { url } = (await get('chain/rpcUrl', { network: '1' })).body
      const { result, error } = await (await fetch(url, { method: 'POST', body })).json()
      return error ? error.message : decodeFunctionResult({ abi: parseAbi(abi), functionName, data: result })
    }
    expect(await read('quote', [1n])).toBe(large)
    expect(await read('pair')).toEqual([getAddress(owner), ['a', 'b'], true])
    expect(await read('close')).toBe('execution reverted: It is open.')
    expect((await post('chain/contracts', { address: owner, abi, answers: { qoute: 1 } })).body.error).toContain(
      'quote',
    )
  })

  it('funds addresses, and shows balances, transactions and the address of the JSON-RPC', async () => {
    expect((await post('chain/funds', { address: owner, funds: { ether: '2' }, networkId: 8453 })).status).toBe(204)
    await post('chain/funds', { address: owner, funds: { token: 'USDC', amount: '50' } })
    expect((await get('chain/balance', { address: owner, networkId: '8453' })).body).toEqual({ balance: '2' })
    expect((await get('chain/balance', { address: owner, token: 'USDC' })).body).toEqual({ balance: '50' })
    expect((await get('chain/transactions', { address: owner })).body).toEqual({ transactions: [] })
    expect((await post('chain/blocks', { blocks: 2 })).status).toBe(204)
    expect((await post('chain/reorg', { blocks: 2, transactions: 'drop' })).status).toBe(204)
    expect((await post('chain/reorg', { blocks: 200 })).body.error).toContain('blocks after the first one')
    expect((await get('chain/rpcUrl', { network: '8453' })).body.url).toMatch(/\/__mock\/chains\/evm\/8453$/)
    const wrong = await post('chain/funds', { address: owner, funds: { ether: 'much' } })
    expect(wrong.body).toMatchObject({ code: 'bad_request' })
    expect((await post('chain/funds', { address: owner, funds: { gold: '1' } })).status).toBe(400)
  })

  it('removes addresses from the sanctions list', async () => {
    await post('chain/sanctions', { address: owner })
    expect((await post('chain/pardons', { address: owner })).status).toBe(204)
    expect(control.server.mock.export().tables.sanctionedAddresses).toEqual([])
  })

  it('creates wallets that sign in the same way as in process', async () => {
    const { body: wallet } = await post('wallets', { chain: 'BTC', kind: 'p2tr' })
    const inProcess = await control.server.mock.wallets.btc({ kind: 'p2tr', secret: wallet.secret })
    expect(wallet).toEqual({
      chain: 'BTC',
      address: inProcess.address,
      publicKey: inProcess.publicKey,
      secret: inProcess.secret,
    })
    const { body } = await post('wallets/sign', {
      chain: 'BTC',
      kind: 'p2tr',
      secret: wallet.secret,
      message: 'Hello.',
    })
    expect(body).toEqual({ signature: await inProcess.sign('Hello.') })
    const input = { nonce: 'a'.repeat(20), statement: 'Welcome' }
    const same = { chain: 'BTC', kind: 'p2tr', secret: wallet.secret }
    expect((await post('wallets/message', { ...same, input })).body).toEqual({ message: inProcess.message(input) })
    expect((await post('wallets/request', { ...same, input })).body).toEqual(await inProcess.request(input))
    expect((await post('wallets/message', { ...same, input: {} })).status).toBe(400)
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
    const { tables } = control.server.mock.export()
    expect(tables).toMatchObject({
      contractWallets: [{ address: wallet.address.toLowerCase() }],
      accountKeys: [{ account: 'flow:0x01cf0e2f2f715450', keys }],
      farcasterIds: [{ username: 'ada' }],
    })
    for (const path of ['chain/contractWallets', 'chain/farcaster'])
      expect((await post(path, { fid: 1, address: 'nobody', owners: [owner] })).status).toBe(400)
  })

  it('publishes and removes DNS records', async () => {
    await post('dns/records', { type: 'TXT', name: 'Auth.Example.com.', value: 'proof' })
    expect((await get('dns/records')).body.records).toMatchObject([
      { type: 'TXT', name: 'auth.example.com', value: 'proof' },
    ])
    await post('dns/remove', { name: 'auth.example.com' })
    expect((await get('dns/records')).body.records).toEqual([])
    const { body: hostname } = await post('create/customHostname', { hostname: 'auth.example.com' })
    expect((await post('dns/publish', { verificationRecords: hostname.verificationRecords })).status).toBe(204)
    expect((await get('dns/records')).body.records).toHaveLength(hostname.verificationRecords.length)
    expect((await post('dns/publish', { verificationRecords: [{ name: 'auth.example.com' }] })).status).toBe(400)
  })

  it('shows sent messages', async () => {
    const headers = {
      authorization: `Bearer ${control.server.mock.defaults.admin.token}`,
      'content-type': 'application/json',
    }
    const invites = `${control.server.url}/api/v0/organizations/${control.server.mock.defaults.organizationId}/invites`
    await fetch(invites, { method: 'POST', headers, body: JSON.stringify({ email, role: 'viewer' }) })
    const { messages } = (await get('outbox/email', { to: email })).body
    expect(messages).toHaveLength(1)
    expect((await get('outbox/email/last', { to: email })).body).toEqual({ message: messages[0] })
    expect((await get('outbox/email/last', { to: 'nobody@example.com' })).body).toEqual({ message: null })
    expect((await get('outbox/sms/last')).body).toEqual({ message: null })
    expect((await get('outbox/sms')).body.messages).toEqual([])
  })

  it('lists deliveries and sends one again', async () => {
    let count = 0
    control.server.mock.webhooks.receive('https://hooks.example.com/', () => new Response(String(++count)))
    const { secret } = await control.server.mock.create.webhook({ url: 'https://hooks.example.com/' })
    expect((await get('webhooks')).body.webhooks).toMatchObject([{ url: 'https://hooks.example.com/', secret }])
    const { id: environmentId } = control.server.mock.defaults.environments.live
    expect((await get('webhooks', { environmentId })).body).toEqual({ webhooks: [] })
    await post('clock/settle')
    const { body } = await get('webhooks/deliveries')
    expect(body.deliveries).toMatchObject([{ status: 'delivered', attempt: 1 }])
    expect((await post('webhooks/redeliver', { messageId: body.deliveries[0].messageId })).status).toBe(204)
    expect(count).toBe(2)
    expect((await get('webhooks/messages')).body.messages).toMatchObject([
      { id: body.deliveries[0].messageId, eventName: 'ping', status: 'delivered' },
    ])
  })

  it('triggers an event for webhooks, of an example or a record', async () => {
    const received: string[] = []
    control.server.mock.webhooks.receive('https://hooks.example.com/', async (request) => {
      received.push((await request.json()).data.email)
      return new Response()
    })
    const event = { eventName: 'user.created' }
    expect((await post('webhooks/trigger', event)).body).toMatchObject({ kind: 'use', code: 'bad_request' })
    await post('create/webhook', { url: 'https://hooks.example.com/', events: ['user.created'] })
    const user = await control.server.mock.create.user({ email })
    await post('clock/settle')
    received.length = 0
    const { body } = await post('webhooks/trigger', { ...event, overrides: { email: 'grace@example.com' } })
    expect(body.messages).toMatchObject([{ ...event, status: 'delivered', isTriggered: true }])
    await post('webhooks/trigger', { ...event, record: user.id })
    expect(received).toEqual(['grace@example.com', email])
    expect((await get('webhooks/deliveries')).body.deliveries.at(-1)).toMatchObject({ isTriggered: true })
    const { live } = control.server.mock.defaults.environments
    const refused = [
      { eventName: 'user.create' },
      { ...event, overrides: { emial: email } },
      { ...event, overrides: 'none' },
      { ...event, record: 'unknown' },
      { ...event, environmentId: live.id },
      { ...event, user: user.id },
    ]
    for (const input of refused) expect((await post('webhooks/trigger', input)).status).toBe(400)
    expect(received).toHaveLength(2)
  })

  it('lists events, of one type and environment', async () => {
    const { sandbox, live } = control.server.mock.defaults.environments
    await post('create/user', { email: 'ada@example.com' })
    const { body } = await get('events', { eventName: 'user.created', environmentId: sandbox.id, limit: '1' })
    expect(body.events).toMatchObject([{ eventName: 'user.created', data: { email: 'ada@example.com' }, messages: [] }])
    expect((await get('events', { environmentId: live.id })).body.events).toEqual([])
    expect((await get('events', { eventName: 'user.create' })).status).toBe(400)
    expect((await get('events', { limit: '0' })).status).toBe(400)
  })

  it('rotates the signing key', async () => {
    const { body, status } = await post('keys/rotate', {})
    expect(status).toBe(200)
    const { keys } = (await sdk('.well-known/jwks')).body
    expect(keys[0].kid).toBe(body.kid)
  })

  it('changes plans, payment methods and coupons', async () => {
    const subscription = async () => {
      const { defaults } = control.server.mock
      const reply = await fetch(
        `${control.server.url}/api/v0/organizations/${defaults.organizationId}/billing/subscription`,
        {
          headers: { authorization: `Bearer ${defaults.admin.token}` },
        },
      )
      return (await reply.json()) as { hasPaymentMethod: boolean; planType: string; billingPortalUrl: string }
    }
    await post('billing/paymentMethod', {})
    expect(await subscription()).toMatchObject({ hasPaymentMethod: true, planType: 'free' })
    const page = await fetch((await subscription()).billingPortalUrl)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Payment method: a simulated card')])
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

  it('makes operations fail, and journals the requests', async () => {
    await post('faults/set', { operation: 'health.check', status: 503 })
    expect((await sdk('healthcheck')).status).toBe(503)
    expect((await get('faults')).body).toEqual({
      faults: [{ id: expect.any(String), operation: 'health.check', status: 503, played: 1 }],
    })
    await post('faults/clear', {})
    expect((await get('faults')).body).toEqual({ faults: [] })
    expect((await sdk('healthcheck')).status).toBe(200)
    expect(
      (await get('journal', { operation: 'health.check' })).body.entries.map(
        ({ status }: { status: number }) => status,
      ),
    ).toEqual([503, 200])
    const [{ requestId }] = (await get('journal')).body.entries
    expect((await post('journal/sendAgain', { requestId })).body).toEqual({
      requestId: expect.any(String),
      status: 200,
    })
    expect((await post('journal/sendAgain', { requestId: 'none' })).status).toBe(400)
    await post('journal/clear')
    expect((await get('journal')).body.entries).toEqual([])
  })

  it('makes operations fail by chance, shows how, and ends it', async () => {
    const random = { rate: 1, seed: 'storm', kinds: ['outage'], operations: ['health.check'], delayMs: [0, 5] }
    expect((await post('faults/random', random)).status).toBe(204)
    expect([(await sdk('healthcheck')).status, (await get('faults')).body]).toEqual([503, { faults: [], random }])
    expect((await post('faults/random', { rate: 1, delayMs: [5, 0] })).body.error).toContain(
      'delayMs takes the shortest',
    )
    expect((await post('faults/random', { rate: 2 })).status).toBe(400)
    await post('faults/random', { rate: 0 })
    expect([(await sdk('healthcheck')).status, (await get('faults')).body]).toEqual([200, { faults: [] }])
  })

  it('clears one fault of several, and lists what faults can be set for', async () => {
    await post('faults/set', { operation: 'health.check', status: 503 })
    await post('faults/set', { operation: 'health.check', delayMs: 1, times: 2 })
    const [first, second] = (await get('faults')).body.faults
    expect((await post('faults/clear', { id: first.id })).status).toBe(204)
    expect((await get('faults')).body.faults).toEqual([second])
    expect((await post('faults/clear', { id: first.id })).body.error).toContain('is not set any more')
    expect((await post('faults/clear', { id: second.id, operation: 'health.check' })).status).toBe(400)
    expect((await get('faults')).body.faults).toEqual([second])
    await post('faults/clear')
    const { targets } = (await get('faults/targets')).body
    expect(targets).toHaveLength(operationIds.length + 3)
    expect(targets).toContainEqual({
      operation: 'health.check',
      method: 'GET',
      path: '/api/v0/sdk/{environmentId}/healthcheck',
      statuses: expect.arrayContaining([500]),
      codes: expect.any(Array),
    })
    const codesOf = (id: string) =>
      targets.find(({ operation }: { operation: string }) => operation === id)?.codes as { status: number }[]
    expect(codesOf('emailSignIn.signIn')).toContainEqual({ status: 422, code: 'invalid_email_verification' })
    expect(codesOf('relay.join')).toEqual([])
    for (const { operation } of targets) expect((await post('faults/clear', { operation })).status).toBe(204)
  })

  it('restores snapshots, and replaces the state', async () => {
    const { body } = await post('snapshots')
    await control.server.mock.create.user({ email })
    const { body: state } = await get('state')
    await post('snapshots/restore', body)
    expect((await get('snapshots')).body).toEqual({ snapshots: [body] })
    await post('snapshots/drop', body)
    expect((await get('snapshots')).body).toEqual({ snapshots: [] })
    expect(control.server.mock.export().tables.users).toEqual([])
    await post('state', state)
    expect(control.server.mock.export().tables.users).toHaveLength(1)
    await post('reset')
    expect(control.server.mock.export().tables.users).toEqual([])
    expect((await post('snapshots/restore', { snapshotId: 'unknown' })).status).toBe(400)
  })

  it('creates, lists and drops worlds', async () => {
    const { body } = await post('worlds', { name: 'ada' })
    expect(body).toEqual({ name: 'ada', url: `${control.server.url}/w/ada` })
    expect((await get('worlds')).body).toMatchObject([body])
    await post('worlds/drop', { name: 'ada' })
    expect((await get('worlds')).body).toEqual([])
    expect((await post('worlds/drop', { name: 'ada' })).status).toBe(400)
  })

  it('registers names on the simulated chain, and connects a global wallet', async () => {
    expect((await post('chain/names', { name: 'Ada.eth', owner })).body).toMatchObject({
      family: 'eip155',
      name: 'ada.eth',
      owner: `eip155:${owner}`,
    })
    expect((await get('chain/name', { address: owner })).body).toEqual({ name: 'ada.eth' })
    expect((await get('chain/name', { address: owner, chain: 'SOL' })).body).toEqual({ name: null })
    expect((await post('chain/names', { name: 'ada', owner })).status).toBe(400)
    const { id: userId } = await control.server.mock.create.user({ email })
    const connection = { userId, appUrl: 'https://shop.example.com' }
    expect((await post('create/globalWalletConnection', connection)).body).toMatchObject({
      code: 'no_global_wallet_found',
    })
    const { id, token } = control.server.mock.defaults.environments.sandbox
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const wallet = `${control.server.url}/api/v0/environments/${id}/globalWallet`
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

  it('has no route that the tests above have not called', () => {
    const testedElsewhere = {
      ...attachRoutes,
      ...browserWalletRoutes,
      ...custodyRoutes,
      ...delegationRoutes,
      ...embeddedRoutes,
      ...exchangeRoutes,
      ...failureRoutes,
      ...mailboxRoutes,
      ...marketRoutes,
      ...miningRoutes,
      ...policyRoutes,
      ...outsideRoutes,
      ...overviewRoutes,
      ...peopleRoutes,
      ...rampRoutes,
      ...realProviderRoutes,
      ...receiverRoutes,
      ...requestRoutes,
      ...scenarioRoutes,
      ...sweepRoutes,
      ...walletViewRoutes,
      ...x402Routes,
    }
    const testedHere = Object.keys(controlRoutes).filter((route) => !(route in testedElsewhere))
    expect(testedHere.filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
