import { request as httpRequest } from 'node:http'
import { verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { exampleReport } from '../../../test/support/sweepReport.ts'
import { type MockServer, startServer } from '../../hosts/server.ts'
import { createMock, type Mock } from '../../mock/createMock.ts'
import { connectMock } from './connectMock.ts'
import { localFunctions } from './localFunctions.ts'
import type { RemoteMock } from './remoteMock.ts'

let server: MockServer
let mock: RemoteMock
const email = 'ada@example.com'

beforeEach(async () => {
  server = await startServer({ seed: 'remote', now: '2026-01-15T09:30:00.000Z' })
  mock = await connectMock(server.url)
})
afterEach(() => server.close())

/** Returns the error with which a promise is rejected. */
const refusalOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Error ? error : expect.fail('It was not refused.')
}

/** Reaches a server of this machine under another host name, as other machines do. */
const fetchUnder =
  (host: string) =>
  (url: string, { method, headers, body }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(url, { method, headers: { ...(headers as Record<string, string>), host } })
      request.on('error', reject).on('response', async (incoming) => {
        const text = Buffer.concat(await incoming.toArray()).toString()
        resolve(new Response(text || null, { status: incoming.statusCode ?? 500 }))
      })
      request.end(body)
    })

/** Calls that bring some of their fields into another form before they send them. */
const misspelt: readonly (readonly [string, (fields: object) => Promise<unknown>])[] = [
  ['settings.cookies', (fields) => mock.settings.cookies({ hostname: 'a.example.com', origins: [], ...fields })],
  ['chain.deployWallet', (fields) => mock.chain.deployWallet({ owners: [], ...fields })],
  ['chain.flagSite', (fields) => mock.chain.flagSite('https://bad.example.com', fields)],
  ['wallets.evm', (fields) => mock.wallets.evm(fields)],
  ['billing.addCoupon', (fields) => mock.billing.addCoupon('SPRING', fields)],
  ['issuers.attach', (fields) => mock.issuers.attach({ jwksUrl: 'https://a.example.com/jwks.json', ...fields })],
  ['create.organization', (fields) => mock.create.organization({ owner: mock.defaults.admin.id, ...fields })],
]

it.each(misspelt)('%s() of a mock in another process refuses a field that it does not have', async (_, call) => {
  const refusal = await refusalOf(call({ noSuchField: 1 }))
  expect([refusal.name, refusal.message]).toEqual([
    'TypeError',
    expect.stringContaining('noSuchField must be left out, since there is no such field'),
  ])
})

describe('connectMock', () => {
  it("has the mock's own base URL, ids and tokens", () => {
    expect(mock.baseUrl).toBe(server.url)
    expect(mock.defaults).toEqual(server.mock.defaults)
  })

  it('signs a user in whom it has created, and reads the code that was sent', async () => {
    /** Works with a mock in the same process and with one in another. */
    const helper = async (each: Mock | RemoteMock) => {
      const user = await each.create.user({ email })
      const { headers } = await each.signIn(user, { origin: 'https://app.example.com' })
      return { email: user.email, headers, mails: await each.outbox.email.list(email) }
    }
    const { headers } = await helper(mock)
    const profile = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/users`
    expect(await (await fetch(profile, { headers })).json()).toMatchObject({ email })
    expect((await helper(createMock())).email).toBe(email)
    const [byAddress, user] = [
      await mock.signIn('grace@example.com'),
      await mock.create.user({ email: 'bob@example.com' }),
    ]
    expect(byAddress.user).toMatchObject({ email: 'grace@example.com', newUser: true })
    expect((await mock.signIn('grace@example.com', { scope: 'gold' })).user.scope).toBe('user:basic gold')
    const webhook = { url: 'https://hooks.example.com/', secret: 'whsec_of_the_app' }
    expect(await mock.create.webhook(webhook)).toMatchObject(webhook)
    expect((await mock.signIn('Bob@example.com')).user.id).toBe(user.id)
    await expect(mock.signIn('grace@')).rejects.toThrow('e-mail address')
    const invites = `${mock.baseUrl}/api/v0/organizations/${mock.defaults.organizationId}/invites`
    const admin = { authorization: `Bearer ${mock.defaults.admin.token}`, 'content-type': 'application/json' }
    await fetch(invites, { method: 'POST', headers: admin, body: JSON.stringify({ email, role: 'viewer' }) })
    expect(await mock.outbox.email.last(email)).toEqual(server.mock.outbox.email.last(email))
    expect(await mock.outbox.sms.last()).toBeUndefined()
  })

  it('lists, shows, changes and deletes users', async () => {
    const ada = await mock.create.user({ email: 'ada@example.com' })
    await mock.signIn(ada.id)
    await mock.people.update(ada.id, { firstName: 'Ada' })
    expect(await mock.people.list({ search: 'ada' })).toMatchObject({ count: 1, users: [{ firstName: 'Ada' }] })
    const [session] = (await mock.people.details(ada.id)).sessions
    await mock.people.revokeSession(String(session?.id))
    await mock.people.revokeSessions(ada.id)
    await mock.settings.patch({ security: { mfa: { enabled: true } } })
    const app = await mock.create.totp(ada)
    expect(await mock.people.totpCode(app.deviceId)).toBe(await app.code())
    await mock.people.deleteFactors(ada.id)
    await expect(mock.people.totpCode(app.deviceId)).rejects.toThrow(TypeError)
    expect(await mock.environments()).toEqual(server.mock.environments())
    expect(await mock.people.details(ada.id)).toEqual(await server.mock.people.details(ada.id))
    expect((await mock.people.details(ada.id)).sessions).toMatchObject([{ status: 'revoked' }])
    await mock.people.delete(ada.id)
    await expect(mock.people.details(ada.id)).rejects.toThrow(TypeError)
  })

  it('lists events, and refuses a type that does not exist', async () => {
    await mock.create.user({ email })
    await mock.create.user({ email: 'grace@example.com' })
    expect(await mock.events.list({ eventName: 'user.created', limit: 1 })).toEqual(server.mock.events.list().slice(-1))
    expect(await mock.events.last()).toEqual(server.mock.events.last())
    expect(await refusalOf(mock.events.list({ eventName: 'user.create' as 'user.created' }))).toBeInstanceOf(TypeError)
  })

  it('loads a scenario, and enables providers', async () => {
    const { people } = await mock.load({ people: [{ email, signedIn: true }] })
    expect(people[email]?.session?.headers.authorization).toMatch(/^Bearer /)
    expect(await mock.counts()).toMatchObject({ users: 1, sessions: 1 })
    await mock.providers.enable('google')
    const google = { provider: 'google', isEnabled: true }
    expect(await mock.providers.list()).toEqual(expect.arrayContaining([expect.objectContaining(google)]))
    await mock.providers.disable('google')
    expect(server.mock.providers.list()).toEqual(await mock.providers.list())
    expect(await mock.providers.list()).toContainEqual(expect.objectContaining({ ...google, isEnabled: false }))
    expect(await refusalOf(mock.load({ people: [{ email }] }))).toBeInstanceOf(TypeError)
  })

  it('moves the clock, and says how it stands', async () => {
    await mock.clock.advance({ days: 1 })
    await mock.clock.advance(1_500)
    expect(await mock.clock.iso()).toBe('2026-01-16T09:30:01.500Z')
    expect(await mock.clock.now()).toBe(server.mock.clock.now())
    expect(await mock.clock.isRunning).toBe(false)
    await mock.clock.set(new Date('2026-03-01T00:00:00Z'))
    expect(server.mock.clock.iso()).toBe('2026-03-01T00:00:00.000Z')
    await mock.clock.resume()
    expect(await mock.clock.isRunning).toBe(true)
    await mock.clock.freeze()
    await mock.clock.settle()
    expect([await mock.clock.nextDueAt(), await mock.clock.due()]).toEqual([undefined, []])
    await mock.signIn(await mock.create.user({ email }))
    const expiries = await mock.clock.expiries(1)
    expect([expiries.count, expiries]).toEqual([1, server.mock.clock.expiries()])
  })

  it('keeps reports of sweeps', async () => {
    const added = await mock.sweeps.add(exampleReport)
    expect(await mock.sweeps.list()).toEqual([added])
    expect(await mock.sweeps.get(added.id)).toEqual(server.mock.sweeps.get(added.id))
    await mock.sweeps.drop(added.id)
    expect(await refusalOf(mock.sweeps.get(added.id))).toMatchObject({
      message: 'Failed to call "sweeps.get()": there is no report "sweep-1".',
    })
  })

  it('makes operations fail, and reads the journal', async () => {
    await mock.faults.set('health.check', { status: 503 }, 1)
    expect(await mock.faults.list()).toEqual([
      { id: 'fault-1', operation: 'health.check', status: 503, times: 1, played: 0 },
    ])
    const statusOf = async () =>
      (await fetch(`${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/healthcheck`)).status
    expect([await statusOf(), await statusOf()]).toEqual([503, 200])
    expect((await mock.journal.list('health.check')).map(({ status }) => status)).toEqual([503, 200])
    await mock.faults.random({ rate: 1, seed: 'storm', kinds: ['outage'], operations: ['health.check'] })
    expect(await mock.faults.chaos).toEqual(server.mock.faults.chaos)
    expect(await statusOf()).toBe(503)
    await mock.faults.random({ rate: 0 })
    expect(await mock.faults.chaos).toBeUndefined()
    await mock.faults.set('health.check', { delayMs: 1 })
    const [delay] = await mock.faults.list()
    await mock.faults.clear(delay)
    expect(await mock.faults.list()).toEqual([])
    expect(await refusalOf(mock.faults.clear(delay))).toMatchObject({
      message: 'Failed to call "faults.clear()": the fault "fault-2" is not set any more.',
    })
    expect([await mock.journal.dropped, await mock.journal.recorded]).toEqual([0, 3])
    expect(await mock.counts()).toEqual(server.mock.counts())
    await mock.journal.clear()
    expect(await mock.journal.list()).toEqual([])
  })

  it('reads a part of the journal: so many of the latest, or of those before one', async () => {
    const { id } = mock.defaults.environments.sandbox
    for (const path of ['healthcheck', 'settings', 'healthcheck', 'nonce', 'healthcheck'])
      await fetch(`${mock.baseUrl}/api/v0/sdk/${id}/${path}`)
    const all = await mock.journal.list()
    expect(all).toHaveLength(5)
    expect(await mock.journal.list(undefined, { limit: 2 })).toEqual(all.slice(-2))
    expect(await mock.journal.list(undefined, { limit: 2, before: all[3]?.requestId })).toEqual(all.slice(1, 3))
    expect(await mock.journal.list('health.check', { before: all[4]?.requestId })).toEqual([all[0], all[2]])
    expect(await mock.journal.list(undefined, { before: all[0]?.requestId })).toEqual([])
    expect(await mock.journal.list(undefined, { before: 'req_of_another_journal' })).toEqual([])
    expect(await refusalOf(mock.journal.list(undefined, { limit: 0 }))).toBeInstanceOf(TypeError)
  })

  it('goes back to a snapshot, and carries the state over', async () => {
    const snapshot = await mock.snapshot()
    await mock.create.user({ email })
    const state = await mock.export()
    await mock.restore(snapshot)
    expect(server.mock.export().tables.users).toEqual([])
    await mock.import(state)
    expect(server.mock.export()).toEqual(state)
    await mock.reset()
    expect(server.mock.export().tables.users).toEqual([])
    expect(await refusalOf(mock.restore({ snapshotId: 'none' }))).toBeInstanceOf(TypeError)
  })

  it('signs with wallets of chains, and writes their sign-in messages', async () => {
    const wallet = await mock.wallets.evm()
    const signature = (await wallet.sign('hello')) as `0x${string}`
    expect(await verifyMessage({ address: wallet.address as `0x${string}`, message: 'hello', signature })).toBe(true)
    const local = await server.mock.wallets.evm({ secret: wallet.secret })
    const input = { nonce: 'a'.repeat(20), statement: 'Welcome' }
    expect(await wallet.message(input)).toBe(local.message(input))
    expect(await wallet.request(input)).toEqual(await local.request(input))
    expect((await mock.wallets.sol()).address).not.toBe(wallet.address)
  })

  it('holds embedded wallets at the server, and moves them to another device', async () => {
    await mock.create.provider({ provider: 'dynamic' })
    const user = await mock.create.user({ email })
    const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
    expect(await wallet.shares).toHaveLength(1)
    expect(await mock.wallets.list({ kind: 'embedded' })).toMatchObject({ count: 1, wallets: [{ owner: email }] })
    expect(await mock.wallets.details(wallet.walletId)).toEqual(await server.mock.wallets.details(wallet.walletId))
    const digest = 'ab'.repeat(32)
    expect(await wallet.signInRoom(digest)).toEqual({ signature: expect.any(String), recovery: expect.any(Number) })
    expect(await refusalOf(wallet.signPsbt('cHNidA=='))).toBeInstanceOf(TypeError)
    const phone = await wallet.newDevice({ password: 'correct horse' })
    expect([phone.walletId, phone.address]).toEqual([wallet.walletId, wallet.address])
    await phone.refresh()
    expect(await refusalOf(wallet.sign(digest))).toBeInstanceOf(TypeError)
    const agent = await mock.delegation.backend()
    await phone.delegate()
    expect((await agent.sign(wallet.walletId, digest)).signature).toHaveLength(128)
    expect((await phone.signInRoom(digest)).signature).toHaveLength(128)
    expect(await agent.wallets()).toMatchObject([{ walletId: wallet.walletId }])
    await phone.revokeDelegation()
    await phone.reshare({ scheme: 'TWO_OF_THREE' })
    const privateKey = await phone.export()
    const grace = await mock.create.user({ email: 'grace@example.com' })
    // One address has one owner.
    const taken = await refusalOf(mock.wallets.embedded(grace, { chain: 'EVM', privateKey }))
    expect(taken).toBeInstanceOf(TypeError)
  })

  it('sets what chains, exchanges and names are like', async () => {
    const { address } = await mock.wallets.evm()
    await mock.chain.fund(address, { ether: '2' }, 8453)
    expect(await mock.chain.address(address)).toMatchObject({ assets: [{ network: 'Base', amount: '2' }] })
    expect(await mock.chain.networks()).toEqual(await server.mock.chain.networks())
    expect(await mock.chain.latest({ limit: 1 })).toMatchObject({ blocks: [{ networkId: 8453, number: 1 }] })
    expect(await mock.chain.balance(address, { networkId: 8453 })).toBe('2')
    await mock.chain.registerName({ name: 'ada.eth', owner: address })
    expect(await mock.chain.nameOf(address)).toBe('ada.eth')
    expect(await mock.chain.nameOf(`0x${'1'.repeat(40)}`)).toBeUndefined()
    expect(await mock.chain.rpcUrl(8453)).toBe(server.mock.chain.rpcUrl(8453))
    expect(await mock.prices.set('ETH', 5_000)).toMatchObject({ code: 'ETH', usd: 5_000 })
    const oauthAccounts = [{ provider: 'coinbasesocial', accountId: 'ada' }] as const
    const user = await mock.create.user({ email, oauthAccounts: [...oauthAccounts] })
    await mock.exchanges.coinbase.account(user).deposit('ETH', '1')
    expect((await mock.exchanges.coinbase.account(user).facts()).balances).toMatchObject([{ balance: '1' }])
  })

  it('sells a resource of x402, and sees who has paid', async () => {
    const { url } = await mock.x402.sell({ path: 'weather', price: '0.01' })
    expect(await mock.x402.resources()).toEqual(server.mock.x402.resources())
    expect((await fetch(url)).status).toBe(402)
    expect(await mock.x402.facilitatorUrl()).toBe(server.mock.x402.facilitatorUrl())
    await mock.x402.withdraw('weather')
    expect([await mock.x402.resources(), await mock.x402.payments()]).toEqual([[], []])
  })

  it('signs as an issuer, and leaves out the claims that are undefined', async () => {
    const issuer = await mock.issuers.create({ issuer: 'https://login.example.com' })
    const claimsOf = (jwt: string) => JSON.parse(atob(jwt.split('.')[1] ?? '')) as object
    expect(claimsOf(await issuer.sign({ sub: 'ada' }))).toHaveProperty('exp')
    expect(claimsOf(await issuer.sign({ sub: 'ada', exp: undefined }))).not.toHaveProperty('exp')
    const { kid } = await issuer.rotate({ dropFormer: true })
    expect(await (await mock.issuers.get(issuer.issuer)).jwks()).toMatchObject({ keys: [{ kid }] })
  })

  it('publishes the records of a hostname, and shows webhook deliveries', async () => {
    await mock.dns.publish(await mock.create.customHostname({ hostname: 'login.example.com' }))
    expect((await mock.dns.records()).length).toBeGreaterThan(0)
    server.mock.webhooks.receive('https://hooks.example.com/', () => new Response('Thanks'))
    const { webhookId } = await mock.create.webhook({ url: 'https://hooks.example.com/' })
    await mock.clock.settle()
    const last = await mock.webhooks.last(webhookId)
    expect(last).toMatchObject({ status: 'delivered', response: { body: 'Thanks' } })
    await mock.webhooks.redeliver(last?.messageId ?? '')
    expect(await mock.webhooks.deliveries()).toHaveLength(2)
    expect(await mock.webhooks.messages(webhookId)).toMatchObject([{ eventName: 'ping' }])
    expect(await mock.webhooks.trigger('ping', {}, { record: webhookId })).toMatchObject([
      { eventName: 'ping', status: 'delivered', isTriggered: true },
    ])
    await expect(mock.webhooks.trigger('ping', {}, { record: 'unknown' })).rejects.toThrow(TypeError)
  })

  it('connects to worlds, which share nothing', async () => {
    const ada = await mock.world('ada')
    const grace = await connectMock(`${server.url}/w/grace/`)
    await ada.create.user({ email })
    expect([ada.baseUrl, grace.baseUrl]).toEqual([`${server.url}/w/ada`, `${server.url}/w/grace`])
    expect([(await ada.export()).tables.users, (await grace.export()).tables.users]).toMatchObject([[{ email }], []])
    const copy = await grace.worlds.create('copy', { from: 'ada' })
    expect((await copy.export()).tables.users).toMatchObject([{ email }])
    expect((await mock.worlds.list()).map(({ name }) => name)).toEqual(['ada', 'copy', 'grace'])
    await mock.worlds.drop('copy')
    expect(await refusalOf(mock.worlds.drop('copy'))).toBeInstanceOf(TypeError)
    expect((await refusalOf(mock.world('not/a name'))).message).toContain('1 to 64 letters')
  })
})

describe('a refusal over a connection', () => {
  it.each<[what: string, act: (each: Mock | RemoteMock) => unknown]>([
    ['an authenticator app of nobody', (each) => each.create.totp('nobody')],
    ['an unknown user', (each) => each.signIn('nobody')],
    ['a clock beyond its end', (each) => each.clock.set('9999-01-01T00:00:00Z')],
    ['an address that is none', (each) => each.chain.fund('nowhere', { ether: '1' })],
    ['an unknown order', (each) => each.ramps.order('none')],
    ['an unknown environment', (each) => each.settings.get({ environmentId: 'none' })],
  ])('is the TypeError of the same process: %s', async (_, act) => {
    const [near, far] = [await refusalOf((async () => act(server.mock))()), await refusalOf((async () => act(mock))())]
    expect(far).toBeInstanceOf(TypeError)
    expect(far.message).toBe(near.message)
  })

  it('names the provider that was meant', async () => {
    const misspelt = Reflect.get(mock.idp, 'gogle') as typeof mock.idp.google | undefined
    const refusal = await refusalOf(misspelt?.addUser() ?? Promise.resolve())
    expect([refusal.name, refusal.message]).toEqual([
      'TypeError',
      'Failed to use "gogle": this is not an OAuth provider. Did you mean "google"?',
    ])
    expect(await mock.idp.google.addUser({ email })).toMatchObject({ provider: 'google', email })
  })

  it('is a TypeError for input that a route does not read', async () => {
    const refusal = await refusalOf(mock.faults.set('user.list' as 'users.list', { status: 503 }))
    expect([refusal.name, refusal.message]).toEqual([
      'TypeError',
      'Failed to call "POST faults/set": operation must be an operation (did you mean "users.list"?).',
    ])
  })

  it('has the status and code of a rule', async () => {
    await mock.create.user({ email })
    const near = await refusalOf(server.mock.create.user({ email }))
    expect(await refusalOf(mock.create.user({ email }))).toMatchObject({
      message: near.message,
      status: 422,
      code: 'email_already_exists',
    })
  })

  it.each(Object.keys(localFunctions).filter((path) => !/^[A-Z]/.test(path)))(
    'says of %s() that it does not work over HTTP',
    (path) => {
      const call = path
        .split('.')
        .reduce<unknown>((part, name) => Reflect.get(part as object, name), mock) as () => void
      expect(call).toThrow(`Failed to call "${path.split('.').at(-1)}()": it does not work over HTTP, since `)
      expect(call).toThrow(TypeError)
    },
  )

  it('says so for functions of handles', async () => {
    await mock.create.provider({ provider: 'dynamic' })
    const wallet = await mock.wallets.embedded(await mock.create.user({ email }), { chain: 'EVM' })
    expect(() => (wallet as typeof wallet & { viemAccount(): void }).viemAccount()).toThrow('does not work over HTTP')
  })
})

describe('a connection that does not come about', () => {
  it('says that nothing answers', async () => {
    await server.close()
    const refusal = await refusalOf(connectMock(server.url))
    expect(refusal.message).toBe(
      `Failed to connect to the mock at ${server.url}: nothing answers there. Start it with \`npx @latchkey/mock\` or \`startServer()\`.`,
    )
    expect((await refusalOf(mock.reset())).message).toBe(
      `Failed to call "POST reset": nothing answers at ${server.url} any more.`,
    )
  })

  it.each([
    [
      undefined,
      'nothing answers there, or this page may not read the answer. For a page, start it with `npx @latchkey/mock --control-token <token>`, and pass `{ token }`.',
    ],
    [
      'a long control token',
      'nothing answers there, or this page may not call it: one with https may call https only.',
    ],
  ])('says in a page what pages need, with the token %j', async (token, reason) => {
    vi.stubGlobal('document', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    const blocked = async () => {
      throw new DOMException('Cross-Origin Request Blocked', 'NetworkError')
    }
    expect((await refusalOf(connectMock(server.url, { token, fetch: blocked }))).message).toBe(
      `Failed to connect to the mock at ${server.url}: ${reason}`,
    )
  })

  it('says to a page that it needs the token, where the mock can be read without', async () => {
    vi.stubGlobal('document', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    const ofPage = (url: string, init: RequestInit) =>
      fetch(url, { ...init, headers: { ...(init.headers as object), 'sec-fetch-site': 'cross-site' } })
    expect((await refusalOf(connectMock(server.url, { fetch: ofPage }))).message).toBe(
      `Failed to connect to the mock at ${server.url}: Pages of other sites may not control the mock. For a page, start it with \`npx @latchkey/mock --control-token <token>\`, and pass \`{ token }\`.`,
    )
  })

  it.each(['127.0.0.1:4010', 'ftp://127.0.0.1', ''])('refuses the URL %j', async (url) => {
    expect(await refusalOf(connectMock(url))).toBeInstanceOf(TypeError)
  })

  it('names the token that is missing, and one that is wrong', async () => {
    await server.close()
    server = await startServer({}, { allowHosts: ['mock.example'], controlToken: 'a long control token' })
    const connect = (token?: string) => connectMock(server.url, { token, fetch: fetchUnder('mock.example') })
    expect((await refusalOf(connect())).message).toContain('it needs its control token')
    expect((await refusalOf(connect('another token'))).message).toContain('does not accept the token')
    const far = await connect('a long control token')
    await far.clock.freeze()
    expect(server.mock.clock.isRunning).toBe(false)
    expect(await refusalOf(connectMock(server.url, { fetch: fetchUnder('evil.example') }))).toMatchObject({
      message: expect.stringContaining('This server does not accept the host name of the request.'),
    })
  })

  it.each([
    ['another page', () => new Response('<h1>Hello</h1>'), 'something else answers there, with status 200.'],
    ['another server', () => Response.json({ ok: true }), 'something else answers there.'],
    ['a gateway', () => new Response('Bad gateway', { status: 502 }), 'something else answers there, with status 502.'],
    [
      'a later version',
      () => Response.json({ version: '7.1.0' }),
      'it is @latchkey/mock 7.1.0, and this is 0.0.0. Install the same version.',
    ],
  ])('refuses %s', async (_, answer, reason) => {
    const refusal = await refusalOf(connectMock('http://127.0.0.1:4010', { fetch: async () => answer() }))
    expect(refusal.message).toBe(`Failed to connect to the mock at http://127.0.0.1:4010: ${reason}`)
  })

  it('refuses an earlier version, whose control interface lacks the first call', async () => {
    const earlier = async (url: string) =>
      url.endsWith('/clock')
        ? Response.json({ now: '2026-01-15T09:30:00.000Z' })
        : Response.json({ error: 'Nothing is served at this URL.', code: 'not_found' }, { status: 404 })
    expect((await refusalOf(connectMock('http://127.0.0.1:4010', { fetch: earlier }))).message).toContain(
      'it is of another version',
    )
  })

  it('says of a call that the server does not have that it is of another version', async () => {
    const without = async (url: string, init: RequestInit) =>
      url.endsWith('/clock/next')
        ? Response.json({ error: 'Nothing is served at this URL.', code: 'not_found' }, { status: 404 })
        : fetch(url, init)
    const earlier = await connectMock(server.url, { fetch: without })
    expect((await refusalOf(earlier.clock.nextDueAt())).message).toContain('It is of another version.')
  })
})
