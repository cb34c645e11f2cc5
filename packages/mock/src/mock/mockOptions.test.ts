import { describe, expect, it } from 'vitest'
import { providerCatalogue, type ProviderName } from '../domain/providers/providerCatalogue.ts'
import { createMock, type Mock, type MockOptions } from './createMock.ts'

const enabledIn = async ({ fetch, baseUrl, defaults }: Mock, environment: 'sandbox' | 'live' = 'sandbox') => {
  const { id } = defaults.environments[environment]
  const { providers } = await (await fetch(`${baseUrl}/api/v0/sdk/${id}/settings`)).json()
  return providers.map(({ provider }: { provider: ProviderName }) => provider)
}

describe('createMock providers', () => {
  it('lets users sign in by a code in an e-mail by default', async () => {
    const { fetch, baseUrl, defaults, outbox } = createMock()
    const url = `${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/emailVerifications`
    const post = async (path: string, body: object) =>
      (
        await fetch(`${url}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()
    const { verificationUUID } = await post('create', { email: 'ada@example.com' })
    const verificationToken = outbox.email.last('ada@example.com')?.code
    const { user } = await post('signin', { verificationUUID, verificationToken })
    expect(user).toMatchObject({ email: 'ada@example.com', newUser: true })
  })

  it('enables the named providers in the sandbox, and none in live', async () => {
    const mock = createMock({ providers: ['google', 'emailOnly', 'google'] })
    expect(await enabledIn(mock)).toEqual(['google', 'emailOnly'])
    expect(await enabledIn(mock, 'live')).toEqual([])
    expect(await enabledIn(createMock({ providers: [] }))).toEqual([])
    expect(await enabledIn(mock.fork())).toEqual(['google', 'emailOnly'])
  })

  it('can enable every provider', async () => {
    for (const provider of providerCatalogue.keys())
      expect(() => createMock({ providers: [provider] }), provider).not.toThrow()
  })

  it('has no influence on the ids of records', async () => {
    const userOf = (options: MockOptions) =>
      createMock({ ...options, now: 0 }).create.user({ email: 'ada@example.com' })
    expect(await userOf({ providers: ['google'] })).toEqual(await userOf({ providers: [] }))
  })

  it('lets create.provider change a provider that the option enabled', async () => {
    const mock = createMock({ providers: ['google'] })
    const { clientId } = await mock.create.provider({ provider: 'google', scopes: 'openid' })
    expect(await mock.create.provider({ provider: 'google', enabled: false })).toMatchObject({
      clientId,
      scopes: 'openid',
      enabledAt: null,
    })
    expect(await enabledIn(mock)).toEqual([])
  })

  it('refuses providers that cannot be enabled together', () => {
    expect(() => createMock({ providers: ['turnkey', 'dynamic'] })).toThrow(
      new TypeError(
        'Failed to call "createMock()": "dynamic" cannot be enabled. Another provider of embedded wallets is enabled.',
      ),
    )
  })
})

describe('createMock', () => {
  it.each<[unknown, string]>([
    ['https://api.example.com', 'it takes an object, such as { baseUrl: "https://api.example.com" }.'],
    [null, 'it takes an object, such as { baseUrl: "https://api.example.com" }.'],
    [{ sed: 'x' }, 'there is no option "sed". Did you mean "seed"?'],
    [{ baseURL: 'https://api.example.com' }, 'there is no option "baseURL". Did you mean "baseUrl"?'],
    [{ scenario: 'x' }, 'there is no option "scenario".'],
    [{ port: 4010 }, 'there is no option "port". A server takes it: startServer({}, { port }).'],
    [{ controlToken: 'x' }, 'there is no option "controlToken". A server takes it: startServer({}, { controlToken }).'],
    [{ providers: ['gogle'] }, 'there is no provider "gogle". Did you mean "google"?'],
    [{ providers: ['toString'] }, 'there is no provider "toString".'],
    [{ code: '4242' }, '`code` must be a text of six digits, such as "424242".'],
    [{ code: 424_242 }, '`code` must be a text of six digits, such as "424242".'],
    [{ signing: 'ES265' }, '`signing` must be RS256, ES256, EdDSA, not "ES265". Did you mean "ES256"?'],
    [{ now: 'yesterday' }, '`now` must be an ISO 8601 instant between 1970 and 9900, such as 2026-01-15T09:30:00Z.'],
    [{ seed: 42 }, '`seed` takes a text.'],
    [{ frozen: 'false' }, '`frozen` takes true or false.'],
    [{ strict: 0 }, '`strict` takes true or false.'],
    [{ rateLimits: 'false' }, '`rateLimits` takes true or false.'],
    [{ allowPrivateWebhooks: 'false' }, '`allowPrivateWebhooks` takes true or false.'],
    [{ unknownFields: 'drop' }, '`unknownFields` must be "refuse" or "ignore".'],
    [{ webhookHosts: 'app' }, '`webhookHosts` takes a list of names, such as ["app"].'],
    [{ webhookHosts: [4010] }, '`webhookHosts` takes names or addresses without a port, not "4010".'],
    [{ providers: 'google' }, '`providers` takes a list of names, such as ["google"].'],
    [{ deliveryTimeoutMs: 0 }, '`deliveryTimeoutMs` takes a number of milliseconds above 0, up to 2147483647.'],
    [
      { deliveryTimeoutMs: Number.POSITIVE_INFINITY },
      '`deliveryTimeoutMs` takes a number of milliseconds above 0, up to 2147483647.',
    ],
    [{ deliveryTimeoutMs: '5s' }, '`deliveryTimeoutMs` takes a number of milliseconds above 0, up to 2147483647.'],
    [{ deliver: 'https://app.example.com' }, '`deliver` takes a function.'],
    [{ schedule: true }, '`schedule` takes a function.'],
    [{ onError: 'throw' }, '`onError` takes a function.'],
    [{ evm: true }, "`evm` takes the module @ethereumjs/evm: import * as evm from '@ethereumjs/evm'."],
    [{ evm: { createEVM() {} } }, "`evm` takes the module @ethereumjs/evm: import * as evm from '@ethereumjs/evm'."],
    [{ names: {} }, '`names` takes what readNames() of @latchkey/mock/names returns.'],
    [{ journalLimit: -1 }, '`journalLimit` must be a whole number of 0 or more.'],
    [{ eventLimit: -1 }, '`eventLimit` must be a whole number of 0 or more.'],
    [{ outboxLimit: 1.5 }, '`outboxLimit` must be a whole number of 0 or more.'],
    [{ outboxLimit: Number.POSITIVE_INFINITY }, '`outboxLimit` must be a whole number of 0 or more.'],
    [{ journalLimits: 5 }, 'there is no option "journalLimits". Did you mean "journalLimit"?'],
    [{ baseUrl: 'api.example.com' }, '`baseUrl` must be an http or https URL.'],
    [{ baseUrl: 'localhost:4010' }, '`baseUrl` must be an http or https URL.'],
    [
      { baseUrl: 'https://api.example.com/api/v0' },
      '`baseUrl` must end before /api/v0, which requests add. Did you mean "https://api.example.com"?',
    ],
    [
      { baseUrl: 'https://api.example.com/w/ada/api/' },
      '`baseUrl` must end before /api/v0, which requests add. Did you mean "https://api.example.com/w/ada"?',
    ],
    [
      { baseUrl: 'https://api.example.com/a%20b' },
      '`baseUrl` takes an origin and a path of letters, digits, "-", "..", "_" and "~".',
    ],
    [
      { baseUrl: 'https://api.example.com/a?b' },
      '`baseUrl` takes an origin and a path of letters, digits, "-", "..", "_" and "~".',
    ],
  ])('refuses %j', (options, reason) => {
    expect(() => createMock(options as object)).toThrow(new TypeError(`Failed to call "createMock()": ${reason}`))
  })

  it('takes a base URL with a final slash', () => {
    expect(createMock({ baseUrl: 'https://api.example.com/' }).baseUrl).toBe('https://api.example.com')
  })

  it('refuses to move to the URL of the operations', () => {
    const mock = createMock()
    expect(() => mock.listenAt('http://127.0.0.1:4010/api/v0')).toThrow(/"listenAt\(\)".*Did you mean "http:\/\/127/)
    expect(mock.baseUrl).toBe('https://api.latchkey.test')
  })
})

describe('journalLimit', () => {
  const listUsers = async ({ fetch, baseUrl, defaults }: Mock, limit: number) => {
    const { id, token } = defaults.environments.sandbox
    const url = `${baseUrl}/api/v0/environments/${id}/users?limit=${limit}`
    await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  }
  const limitsOf = ({ journal }: Mock) => journal.list().map(({ query }) => query.limit)

  it('keeps the latest exchanges and counts the dropped ones', async () => {
    const mock = createMock({ journalLimit: 3 })
    for (let limit = 1; limit <= 20; limit++) {
      await listUsers(mock, limit)
      expect(limitsOf(mock)).toEqual([limit - 2, limit - 1, limit].filter((each) => each > 0))
      expect(mock.journal.dropped).toBe(Math.max(0, limit - 3))
    }
    mock.journal.clear()
    expect([mock.journal.list(), mock.journal.dropped]).toEqual([[], 0])
  })

  it('keeps nothing when it is 0', async () => {
    const mock = createMock({ journalLimit: 0 })
    await listUsers(mock, 1)
    expect([mock.journal.list(), mock.journal.dropped]).toEqual([[], 1])
  })
})

describe('outboxLimit', () => {
  const invite = async ({ fetch, baseUrl, defaults }: Mock, contact: object) => {
    const { status } = await fetch(`${baseUrl}/api/v0/organizations/${defaults.organizationId}/invites`, {
      method: 'POST',
      headers: { authorization: `Bearer ${defaults.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(contact),
    })
    expect(status).toBe(200)
  }

  it('keeps the latest messages, e-mails and text messages together', async () => {
    const mock = createMock({ outboxLimit: 3, now: 0 })
    await invite(mock, { email: 'ada@example.com', role: 'developer' })
    await invite(mock, { phoneNumber: '+4915112345678', role: 'developer' })
    expect(mock.outbox.email.last('ada@example.com')).toMatchObject({ to: 'ada@example.com' })
    for (const name of ['bea', 'carl']) await invite(mock, { email: `${name}@example.com`, role: 'developer' })
    expect(mock.outbox.email.last('ada@example.com')).toBeUndefined()
    expect(mock.outbox.email.list().map(({ to }) => to)).toEqual(['bea@example.com', 'carl@example.com'])
    expect(mock.outbox.sms.list()).toHaveLength(1)
  })

  it('shortens an imported outbox when the next message is sent', async () => {
    const mock = createMock({ now: 0 })
    for (const name of ['ada', 'bea', 'carl']) await invite(mock, { email: `${name}@example.com`, role: 'developer' })
    const other = createMock({ outboxLimit: 2, now: 0 })
    other.import(mock.export())
    expect(other.outbox.email.list()).toHaveLength(3)
    await invite(other, { email: 'dora@example.com', role: 'developer' })
    expect(other.outbox.email.list().map(({ to }) => to)).toEqual(['carl@example.com', 'dora@example.com'])
  })
})

describe('eventLimit', () => {
  const names = (mock: Mock) => mock.events.list().map(({ eventName, data }) => `${eventName} ${data.email}`)

  it('keeps the latest events of an environment, in their order, also of one instant', async () => {
    const mock = createMock({ eventLimit: 2, now: 0 })
    for (const name of ['ada', 'bea', 'carl', 'dora']) await mock.create.user({ email: `${name}@example.com` })
    expect(names(mock)).toEqual(['user.created carl@example.com', 'user.created dora@example.com'])
  })

  it('leaves the webhook messages of events that it dropped', async () => {
    const mock = createMock({ eventLimit: 0, now: 0, deliver: async () => ({ status: 204 }) })
    const { webhookId } = await mock.create.webhook({ url: 'https://app.example.com/hooks', events: ['user.created'] })
    await mock.create.user({ email: 'ada@example.com' })
    await mock.clock.settle()
    expect(mock.events.list()).toEqual([])
    expect(mock.webhooks.deliveries(webhookId)).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
  })

  it('shortens an imported list when the next event happens', async () => {
    const mock = createMock({ now: 0 })
    for (const name of ['ada', 'bea', 'carl']) await mock.create.user({ email: `${name}@example.com` })
    const other = createMock({ eventLimit: 2, now: 0 })
    other.import(mock.export())
    expect(names(other)).toHaveLength(3)
    await other.create.user({ email: 'dora@example.com' })
    expect(names(other)).toEqual(['user.created carl@example.com', 'user.created dora@example.com'])
  })
})

describe('createMock randomness', () => {
  const now = '2026-01-15T09:30:00.000Z'
  const story = async (mock: Mock) => {
    const user = await mock.create.user({ email: 'ada@example.com' })
    const { id } = mock.defaults.environments.sandbox
    const jwks = await (await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/.well-known/jwks`)).json()
    return { userId: user.id, token: mock.defaults.environments.sandbox.token, kid: jwks.keys[0].kid as string }
  }

  it('of the platform gives no two mocks the same ids, tokens and signing keys', async () => {
    const mocks = Array.from({ length: 2 }, () => createMock({ now, randomness: 'platform' }))
    const stories = await Promise.all([...mocks.map(story), story(createMock({ now }))])
    for (const name of ['userId', 'token', 'kid'] as const)
      expect(new Set(stories.map((each) => each[name])).size, name).toBe(3)
  })

  it('of the platform is kept by a restore, a reset, an import and a copy', async () => {
    const mock = createMock({ now, randomness: 'platform' })
    const userId = async (from: Mock) => (await from.create.user({ alias: 'ada' })).id
    const [snapshot, exported] = [mock.snapshot(), mock.export()]
    const ids = [await userId(mock)]
    mock.restore(snapshot)
    ids.push(await userId(mock))
    mock.reset()
    ids.push(await userId(mock))
    mock.import(exported)
    ids.push(await userId(mock), await userId(mock.fork()))
    expect(new Set(ids).size).toBe(5)
  })

  it('gives ids that sort in the order of their creation, with either source', async () => {
    for (const randomness of ['seed', 'platform'] as const) {
      const mock = createMock({ now, randomness })
      const ids: string[] = []
      for (let i = 0; i < 20; i++) ids.push((await mock.create.user({ alias: `user ${i}` })).id)
      expect(ids).toEqual([...ids].sort())
    }
  })

  it('is refused under another name, and together with a seed', () => {
    expect(() => createMock({ randomness: 'random' as 'platform' })).toThrow(
      new TypeError('Failed to call "createMock()": `randomness` must be "seed" or "platform".'),
    )
    expect(() => createMock({ randomness: 'platform', seed: 'mine' })).toThrow(
      new TypeError('Failed to call "createMock()": with `randomness: "platform"` it takes no `seed`.'),
    )
  })
})
