import { readFileSync } from 'node:fs'
import type { Scenario } from '@latchkey/contract/generated/scenario'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'
import { createMock } from '../../mock/createMock.ts'
import { defineScenario } from '../defineScenario.ts'

const now = '2026-01-15T09:30:00.000Z'
const contractAddress = `0x${'6'.repeat(40)}`
const treasury = `0x${'7'.repeat(40)}`

const shop = defineScenario({
  settings: { security: { mfa: { enabled: true } } },
  providers: ['google', { provider: 'github', clientId: 'shop' }],
  customFields: [{ name: 'Shoe size', fieldType: 'text' }],
  origins: ['https://shop.example.com'],
  dns: [{ type: 'TXT', name: 'shop.example.com', value: 'verified' }],
  prices: { ETH: 5_000 },
  chain: {
    tokens: [{ networkId: 1, contractAddress: `0x${'5'.repeat(40)}`, name: 'Shop', symbol: 'SHOP' }],
    balances: [{ address: treasury, token: 'SHOP', amount: '12.5' }],
  },
  idp: { google: [{ email: 'grace@example.com' }] },
  allowlists: [{ name: 'beta', outcome: 'scope', scope: 'beta', entries: ['grace@example.com'] }],
  gates: [{ name: 'Holders', scope: 'holder', rules: [{ type: 'nft', address: { networkId: 1, contractAddress } }] }],
  people: [
    {
      email: 'ada@example.com',
      firstName: 'Ada',
      fields: { 'Shoe size': '38' },
      wallets: [
        {
          chain: 'EVM',
          balance: '2',
          holdings: [{ token: 'SHOP', amount: '3' }],
          nfts: [{ networkId: 1, contractAddress }],
          name: 'ada.eth',
        },
        { chain: 'SOL', balance: '7' },
        { chain: 'EVM', address: '0x8ba1f109551bd432803012645ac136ddd64dba72' },
      ],
      lists: ['beta'],
      mfa: 'totp',
      registered: { days: 30 },
      signIns: [{ ago: { days: 3 }, userAgent: 'Example/1.0' }, { ago: { days: 20 } }],
    },
    { key: 'grace', email: 'grace@example.com', lists: ['beta'], signedIn: true },
  ],
  webhooks: [{ url: 'https://shop.example.com/hooks', events: ['user.created'] }],
})

describe('mock.load', () => {
  it('lets calls fail by chance from its end on, in forks as well, until a reset', async () => {
    const mock = createMock({ now })
    const chaos = { rate: 1, seed: 'storm', kinds: ['outage'], operations: ['users.list'] } as const
    const { id, token } = mock.defaults.environments.sandbox
    const statusOf = async ({ baseUrl, fetch }: typeof mock) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${baseUrl}/api/v0/environments/${id}/users`, { headers })).status
    }
    await mock.load({ people: [{ email: 'ada@example.com' }], chaos })
    expect([await statusOf(mock), mock.faults.chaos]).toEqual([503, chaos])
    const fork = mock.fork()
    fork.reset()
    expect([await statusOf(fork), fork.export().tables.users]).toEqual([503, [expect.anything()]])
    mock.reset()
    expect([await statusOf(mock), mock.faults.chaos]).toEqual([200, undefined])
  })

  it('leaves the failures by chance as they are when a scenario says nothing of them', async () => {
    const mock = createMock({ now, chaos: { rate: 1, kinds: ['outage'] } })
    await mock.load({ people: [{ email: 'ada@example.com' }] })
    expect(mock.faults.chaos).toEqual({ rate: 1, kinds: ['outage'] })
    await mock.load({ chaos: { rate: 0 } })
    expect(mock.faults.chaos).toBeUndefined()
  })

  it.each<[chaos: object, sentence: string]>([
    [{ rate: 2 }, 'chaos.rate: '],
    [{}, 'chaos.rate: it is missing.'],
    [{ rate: 0.1, sead: 'x' }, 'chaos: there is no field "sead". Did you mean "seed"?'],
    [{ rate: 0.1, kinds: ['outages'] }, 'chaos.kinds[0]: "outages" is not one of'],
    [{ rate: 0.1, operations: ['user.list'] }, 'chaos: there is no operation "user.list". Did you mean "users.list"?'],
    [{ rate: 0.1, delayMs: [5, 0] }, 'chaos: delayMs takes the shortest and the longest delay in milliseconds.'],
  ])('refuses failures by chance that cannot be, and creates nothing: %j', async (chaos, sentence) => {
    const mock = createMock({ now })
    const scenario = { people: [{ email: 'ada@example.com' }], chaos } as Scenario
    await expect(mock.load(scenario)).rejects.toThrow(sentence)
    expect([mock.export().tables.users, mock.faults.chaos]).toEqual([[], undefined])
  })

  it('creates the people of a scenario, with wallets, lists, fields, factors and past sign-ins', async () => {
    const mock = createMock({ now })
    const { people } = await mock.load(shop)
    const { user, wallets = [], totp } = people['ada@example.com'] ?? {}
    expect(user).toMatchObject({
      firstName: 'Ada',
      lists: ['beta'],
      createdAt: '2025-12-16T09:30:00.000Z',
      firstVisit: '2025-12-26T09:30:00.000Z',
      lastVisit: '2026-01-12T09:30:00.000Z',
      sessions: [{ userAgent: 'Example/1.0' }, { createdAt: '2025-12-26T09:30:00.000Z' }],
      mfaDevices: [{ type: 'totp', verified: true }],
    })
    const [key = ''] = Object.keys(user?.metadata ?? {})
    expect([user?.metadata, mock.export().tables.customFields]).toEqual([
      { [key]: '38' },
      [expect.objectContaining({ name: 'Shoe size', key })],
    ])
    const [evm, solana, foreign] = wallets.map(({ address }) => address) as [string, string, string]
    expect([mock.chain.balance(evm), mock.chain.balance(evm, { networkId: 8453 })]).toEqual(['2', '0'])
    expect([mock.chain.balance(evm, { token: 'SHOP' }), mock.chain.balance(solana)]).toEqual(['3', '7'])
    expect(mock.chain.holdings(evm)).toContainEqual(
      expect.objectContaining({ kind: 'nft', contractAddress: `eip155:${contractAddress}` }),
    )
    expect([mock.chain.nameOf(evm), foreign]).toEqual(['ada.eth', '0x8ba1f109551bd432803012645ac136ddd64dba72'])
    expect(wallets[2]).not.toHaveProperty('secret')
    expect((await mock.wallets.evm({ secret: wallets[0]?.secret })).address).toBe(evm)
    expect(mock.totpCode(totp?.secret ?? '')).toMatch(/^\d{6}$/)
  })

  it('creates all else that a scenario says, and returns it by its names', async () => {
    const mock = createMock({ now, deliver: async () => ({ status: 204 }) })
    const { providers, customFields, allowlists, gates, webhooks } = await mock.load(shop)
    expect([providers, customFields, allowlists, gates, webhooks].map(Object.keys)).toEqual([
      ['google', 'github'],
      ['Shoe size'],
      ['beta'],
      ['Holders'],
      ['https://shop.example.com/hooks'],
    ])
    expect(providers.github).toMatchObject({ clientId: 'shop', enabledAt: now })
    expect([allowlists.beta?.enabledAt, gates.Holders?.enabledAt]).toEqual([now, now])
    expect(webhooks['https://shop.example.com/hooks']?.secret).toMatch(/^whsec_/)
    expect(mock.settings.get().security.mfa?.enabled).toBe(true)
    expect(mock.idp.google.users()).toMatchObject([{ email: 'grace@example.com' }])
    expect(mock.dns.records()).toMatchObject([{ name: 'shop.example.com' }])
    expect(mock.prices.list()).toContainEqual(expect.objectContaining({ code: 'ETH', usd: 5_000 }))
    expect(mock.chain.balance(treasury, { token: 'SHOP' })).toBe('12.5')
    expect(mock.listsOrigin('https://shop.example.com')).toBe(true)
    // A person who is on the list already has one entry.
    expect(mock.export().tables.allowlistEntries).toHaveLength(2)
    await mock.clock.settle()
    expect(mock.webhooks.deliveries()).toMatchObject([{ status: 'delivered' }])
  })

  it('gives a webhook the secret that the scenario names', async () => {
    const mock = createMock()
    const webhook = { url: 'https://shop.example.com/hooks', secret: 'whsec_of_the_shop' }
    const { webhooks } = await mock.load({ webhooks: [webhook] })
    expect([webhooks[webhook.url], mock.webhooks.list()]).toMatchObject([webhook, [webhook]])
    await expect(mock.load({ webhooks: [{ ...webhook, secret: '' }] })).rejects.toThrow('webhooks[0].secret')
  })

  it('returns sessions that the service accepts', async () => {
    const mock = createMock({ now })
    const { people } = await mock.load(shop)
    const { id } = mock.defaults.environments.sandbox
    const headers = people.grace?.session?.headers
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/users`, headers && { headers })
    expect([response.status, await response.json()]).toMatchObject([200, { email: 'grace@example.com' }])
  })

  it('fills the live environment, too', async () => {
    const mock = createMock({ now })
    const { people } = await mock.load({ environment: 'live', people: [{ email: 'ada@example.com' }] })
    expect(people['ada@example.com']?.user.projectEnvironmentId).toBe(mock.defaults.environments.live.id)
  })

  it('sets the clock, and leaves it alone otherwise', async () => {
    const mock = createMock()
    await mock.load({ clock: { now, frozen: true } })
    expect([mock.clock.iso(), mock.clock.isRunning]).toEqual([now, false])
    await mock.load({ people: [{ email: 'ada@example.com', signIns: [{ ago: { hours: 3 } }] }] })
    expect([mock.clock.iso(), mock.clock.isRunning]).toEqual([now, false])
    await mock.load({ clock: { frozen: false } })
    expect(mock.clock.isRunning).toBe(true)
  })

  it('gives the same ids, keys and tokens for the same seed', async () => {
    const load = async () => JSON.stringify(await createMock({ now, seed: 'shop' }).load(shop))
    expect(await load()).toBe(await load())
  })

  it('adds to what there is, may refer to it, and is undone by a reset', async () => {
    const mock = createMock({ now })
    const first = mock.export()
    await mock.load({ allowlists: [{ name: 'beta' }], people: [{ email: 'ada@example.com' }] })
    await mock.load({ people: [{ email: 'grace@example.com', lists: ['beta'] }] })
    expect(mock.export().tables.users).toHaveLength(2)
    mock.reset()
    expect(mock.export()).toEqual(first)
  })

  it('lets other calls wait, so that none of their writes is lost', async () => {
    const mock = createMock({ now })
    const loading = mock.load(shop)
    const eve = mock.create.user({ email: 'eve@example.com' })
    await Promise.all([loading, eve])
    expect(mock.export().tables.users).toHaveLength(3)
  })
})

const person = { email: 'ada@example.com' }

describe('a scenario that is refused', () => {
  it.each<[string, unknown, string]>([
    [
      'a chain',
      { people: [{ ...person, wallets: [{ chain: 'EVN' }] }] },
      'people[0].wallets[0].chain: "EVN" is not a chain. Did you mean "EVM"?',
    ],
    ['a field', { poeple: [] }, 'there is no field "poeple". Did you mean "people"?'],
    [
      'a field deep inside',
      { people: [{ ...person, wallets: [{ chain: 'EVM', balnce: '2' }] }] },
      'people[0].wallets[0]: there is no field "balnce". Did you mean "balance"?',
    ],
    ['a provider', { providers: ['gogle'] }, 'providers[0]: "gogle" is not a provider. Did you mean "google"?'],
    [
      'a provider with settings',
      { providers: [{ provider: 'gogle' }] },
      'providers[0].provider: "gogle" is not a provider. Did you mean "google"?',
    ],
    [
      'a setting',
      { settings: { security: { mfa: { enabld: true } } } },
      'settings.security.mfa: there is no field "enabld". Did you mean "enabled"?',
    ],
    [
      'an allowlist',
      { allowlists: [{ name: 'beta' }], people: [{ ...person, lists: ['betta'] }] },
      'people[0].lists[0]: there is no allowlist "betta". Did you mean "beta"?',
    ],
    [
      'a custom field',
      { people: [{ ...person, fields: { size: 1 } }] },
      'people[0].fields: there is no custom field "size".',
    ],
    ['a type', { people: [{ email: 5 }] }, 'people[0].email: this is not a text.'],
    [
      'an amount',
      { people: [{ ...person, wallets: [{ chain: 'EVM', balance: 'much' }] }] },
      'people[0].wallets[0].balance: it must be a decimal number in a text, such as "2.5".',
    ],
    ['something that is missing', { gates: [{ outcome: 'block' }] }, 'gates[0].name: it is missing.'],
    ['the same person twice', { people: [person, person] }, 'people[1]: people[0] is "ada@example.com", too.'],
    [
      'a person without a name',
      { people: [{ firstName: 'Ada' }] },
      'people[0]: give the person an `email`, a `username` or a `key`.',
    ],
    [
      'a listed person without an e-mail',
      { allowlists: [{ name: 'beta' }], people: [{ key: 'ada', lists: ['beta'] }] },
      'people[0].lists: a person on an allowlist needs an `email`.',
    ],
    [
      'an address with a key',
      { people: [{ ...person, wallets: [{ chain: 'EVM', address: treasury, secret: '1' }] }] },
      'people[0].wallets[0]: write `address`, or `secret` and `kind`, not both.',
    ],
    [
      'a balance that no ledger keeps',
      { people: [{ ...person, wallets: [{ chain: 'BTC', balance: '1' }] }] },
      'people[0].wallets[0]: the mock keeps balances on EVM, ETH and SOL, not on BTC.',
    ],
    [
      'a sign-in before the registration',
      { people: [{ ...person, registered: { days: 1 }, signIns: [{ ago: { days: 2 } }] }] },
      'people[0].signIns[0].ago: this is before the person registered.',
    ],
    [
      'an instant',
      { clock: { now: 'tomorrow' } },
      'clock.now: "tomorrow" is not an ISO 8601 instant between 1970 and 9900, such as 2026-01-15T09:30:00Z.',
    ],
    ['no scenario at all', 'google', 'this is not an object.'],
  ])('names the path of %s', async (_, scenario, sentence) => {
    const mock = createMock({ now })
    const before = mock.export()
    await expect(mock.load(scenario as Scenario)).rejects.toThrow(
      expect.objectContaining({ message: `Failed to load the scenario: ${sentence}` }),
    )
    expect(mock.export()).toEqual(before)
  })

  it.each<[string, Scenario, string]>([
    [
      'a second factor that is off',
      { people: [person, { email: 'grace@example.com', mfa: 'totp' }] },
      'people[1].mfa: ',
    ],
    [
      'a gate that keeps a person out',
      { allowlists: [{ name: 'beta', outcome: 'siteAccess' }], people: [{ ...person, signedIn: true }] },
      'people[0].signedIn: ',
    ],
    [
      'a token that is unknown',
      { people: [{ ...person, wallets: [{ chain: 'EVM', holdings: [{ token: 'NOPE', amount: '1' }] }] }] },
      'people[0].wallets[0]: "NOPE" is not known there.',
    ],
    [
      'an event that is unknown',
      { people: [person], webhooks: [{ url: 'https://shop.example.com/', events: ['user.creatd'] }] },
      'webhooks[0]: ',
    ],
    [
      'an entry without a value',
      { allowlists: [{ name: 'beta', entries: ['ada@example.com', {}] }] },
      'allowlists[0].entries[1]: ',
    ],
  ])('creates nothing, and sends nothing, for %s', async (_, scenario, start) => {
    const sent: string[] = []
    const mock = createMock({ now, deliver: async ({ url }) => (sent.push(url), { status: 204 }) })
    const before = mock.export()
    await expect(mock.load({ ...scenario, clock: { now: '2030-01-01T00:00:00Z' } })).rejects.toThrow(
      `Failed to load the scenario: ${start}`,
    )
    expect(mock.export()).toEqual(before)
    await mock.clock.settle()
    expect(sent).toEqual([])
  })

  it('names at most three faults', async () => {
    const people = Array.from({ length: 5 }, () => ({ email: 1 }))
    await expect(createMock().load({ people } as never)).rejects.toThrow(/people\[2\]\.email: .* And 2 more\.$/)
  })

  it('is one whose state was replaced meanwhile', async () => {
    const mock = createMock({ now })
    const before = mock.export()
    const loading = mock.load(shop)
    await new Promise(setImmediate)
    mock.reset()
    await expect(loading).rejects.toThrow('the state was replaced meanwhile.')
    expect(mock.export()).toEqual(before)
  })
})

describe('the JSON Schema of scenarios', () => {
  const schema = JSON.parse(readFileSync(new URL('../../../scenario.schema.json', import.meta.url), 'utf8'))
  const validate = new Ajv2020({ strict: false }).compile(schema)

  it('accepts what the mock accepts, and refuses misspelt names', () => {
    expect(validate(JSON.parse(JSON.stringify(shop)))).toBe(true)
    expect(validate({ people: [{ ...person, wallets: [{ chain: 'EVN' }] }] })).toBe(false)
    expect(validate({ poeple: [] })).toBe(false)
  })
})

describe('POST scenario', () => {
  const control = createControlClient()

  it('loads a scenario over HTTP, and returns the same data', async () => {
    const { status, body } = await control.post('scenario', { ...shop, webhooks: [] })
    const twin = createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z', baseUrl: control.server.url })
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(await twin.load({ ...shop, webhooks: [] })))])
  })

  it('refuses with 400 and the path, and creates nothing', async () => {
    const before = control.server.mock.export()
    const { status, body } = await control.post('scenario', { people: [person, { email: 'eve' }] })
    expect([status, body.error]).toEqual([400, expect.stringContaining('people[1].email: it must be')])
    expect(control.server.mock.export()).toEqual(before)
  })
})
