import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { enableExchange, personAtExchange, recipient } from '../../../test/people/exchangePeople.ts'

const host = createHost()
const exchange = { exchangeKey: 'coinbase' }
let person: Awaited<ReturnType<typeof personAtExchange>>

beforeEach(async () => {
  await enableExchange(host)
  person = await personAtExchange(host)
})

const readings = [
  'exchangeAccounts.list',
  'exchangeAccounts.listTransactions',
  'exchangeAccounts.listDestinations',
] as const
const accounts = async (query: object = {}) =>
  (await host.call('exchangeAccounts.list', { token: person.token, params: exchange, query })).body
const transactions = async (query: object = {}) =>
  (await host.call('exchangeAccounts.listTransactions', { token: person.token, params: exchange, query })).body
const destinations = async () =>
  (await host.call('exchangeAccounts.listDestinations', { token: person.token, params: exchange })).body
const missing = { status: 404, body: undefined }

describe('exchangeAccounts.list', () => {
  it('shows what the person has at the exchange', async () => {
    expect(await accounts()).toEqual([
      {
        id: person.accountId,
        exchange: 'coinbase',
        type: 'spot',
        name: 'Spot',
        balances: [
          { currency: 'ETH', balance: 1, availableBalance: 1, logoURI: 'https://assets.example.com/tokens/ETH.svg' },
          {
            currency: 'USDC',
            balance: 100,
            availableBalance: 100,
            logoURI: 'https://assets.example.com/tokens/USDC.svg',
          },
        ],
      },
    ])
  })

  it('narrows the balances to a chain or a network', async () => {
    const currencies = async (query: object) => (await accounts(query))[0]?.balances.map(({ currency }) => currency)
    expect(await currencies({ chainName: 'SOL' })).toEqual(['USDC'])
    expect(await currencies({ networkId: 84532 })).toEqual(['ETH', 'USDC'])
    expect((await accounts({ chainName: 'SOL' }))[0]?.chain).toBe('SOL')
    for (const query of [{ networkId: 1 }, { chainName: 'BTC' }, { chainName: 'SOL', networkId: 84532 }]) {
      const input = { token: person.token, params: exchange, query }
      expect(await host.refuse('exchangeAccounts.list', input)).toMatchObject({
        status: 422,
        code: 'invalid_transfer_network',
      })
    }
  })
})

describe.each(readings)('%s', (id) => {
  const refuse = (input: object = {}) => host.refuse(id, { token: person.token, params: exchange, ...input })

  it('finds nothing for a user who has not linked an account of the exchange', async () => {
    const bob = await host.mock.create.user({
      email: 'bob@example.com',
      oauthAccounts: [{ provider: 'google', accountId: 'coinbase-ada' }],
    })
    expect(await refuse({ token: (await host.mock.signIn(bob)).token })).toMatchObject(missing)
  })

  it('finds nothing while the exchange, its provider or the feature is off', async () => {
    expect(await refuse({ params: { exchangeKey: 'kraken' } })).toMatchObject(missing)
    await host.mock.settings.patch({ sdk: { featureFlags: { connectOnlyMultiAsset: false, enableExchanges: false } } })
    expect(await refuse()).toMatchObject(missing)
    await host.mock.settings.patch({ sdk: { featureFlags: { connectOnlyMultiAsset: false, enableExchanges: true } } })
    expect((await host.call(id, { token: person.token, params: exchange })).status).toBe(200)
    const [setting] = (await host.call('exchanges.list')).body.exchanges ?? []
    await host.call('exchanges.disable', { params: { exchangeId: setting?.id ?? '' } })
    expect(await refuse()).toMatchObject(missing)
  })

  it('refuses unknown exchanges, calls without a session and before the second factor', async () => {
    expect((await refuse({ params: { exchangeKey: 'bank' } })).status).toBe(400)
    expect((await refuse({ token: null })).status).toBe(401)
    const { live } = host.mock.defaults.environments
    expect((await refuse({ params: { ...exchange, environmentId: live.id } })).status).toBe(401)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse()).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})

describe('exchangeAccounts.listTransactions', () => {
  it('shows deposits, the latest first, to their owner only', async () => {
    await host.mock.clock.advance({ minutes: 1 })
    await person.account.deposit('ETH', '0.5')
    const list = await transactions()
    expect(list.map(({ amount, currency, status }) => [amount, currency, status])).toEqual([
      [0.5, 'ETH', 'completed'],
      [100, 'USDC', 'completed'],
      [1, 'ETH', 'completed'],
    ])
    expect(await transactions({ accountId: person.accountId })).toEqual(list)
    const bob = await personAtExchange(host, 'bob')
    const input = { token: bob.token, params: exchange, query: { accountId: person.accountId } }
    for (const accountId of [person.accountId, unknownId])
      expect(await host.refuse('exchangeAccounts.listTransactions', { ...input, query: { accountId } })).toMatchObject(
        missing,
      )
  })
})

describe('exchangeAccounts.listDestinations', () => {
  it("shows the user's wallets with what the exchange sends there", async () => {
    await host.mock.create.wallet(person.userId, { publicWalletAddress: recipient, chain: 'EVM' })
    const solana = (await host.mock.wallets.sol()).address
    await host.mock.create.wallet(person.userId, { publicWalletAddress: solana, chain: 'SOL' })
    expect(await destinations()).toEqual({
      destinations: [
        { address: recipient, tokens: ['ETH', 'USDC'] },
        { address: solana, tokens: ['USDC'] },
      ],
      enforcesAddressWhitelist: false,
    })
  })

  it('shows the addresses that the person has listed where the exchange enforces that', async () => {
    await host.mock.create.wallet(person.userId, { publicWalletAddress: recipient, chain: 'EVM' })
    await host.mock.exchanges.coinbase.setRules({ enforcesAddressWhitelist: true })
    expect(await destinations()).toEqual({ destinations: [], enforcesAddressWhitelist: true })
    const listed = `0x${'b'.repeat(40)}`
    await person.account.listAddress(listed)
    await person.account.listAddress(listed)
    expect((await destinations()).destinations).toEqual([{ address: listed, tokens: ['ETH', 'USDC'] }])
  })
})
