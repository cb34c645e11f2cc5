import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { customNetworkBody } from '../../../test/people/customNetworkBody.ts'

const host = createHost()
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const solanaAddress = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const unusual = '0x1000000000000000000000000000000000000001'
let token: string

beforeEach(async () => {
  token = (await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))).token
})

interface Query {
  readonly accountAddress?: string
  readonly networkId?: number | string | undefined
  readonly [option: string]: unknown
}

const inputOf = (query: Query, chainName: string) => ({
  token,
  params: { chainName },
  query: { accountAddress: address, networkId: 1, ...query },
})
const read = async (query: Query = {}, chainName = 'EVM') =>
  (await host.call('balances.getByAccount', inputOf(query, chainName))).body
const refuse = (query: Query, chainName = 'EVM') => host.refuse('balances.getByAccount', inputOf(query, chainName))
const symbols = async (query: Query = {}) => (await read(query)).map(({ symbol }) => symbol)
const unreadable = { status: 422, code: 'unable_to_fetch_balances' }

describe('balances.getByAccount', () => {
  it("shows the network's currency and the tokens with prices and market values", async () => {
    await host.mock.chain.fund(address, { ether: '1.5' }, 1)
    await host.mock.chain.fund(address, { token: 'USDC', amount: '12.5' }, 1)
    expect(await read({ includeNative: true, includePrices: true })).toEqual([
      {
        networkId: 1,
        address: '0x0000000000000000000000000000000000000000',
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
        logoURI: 'https://assets.example.com/tokens/ETH.svg',
        balance: 1.5,
        rawBalance: 1_500_000_000_000_000_000,
        price: 4_000,
        marketValue: 6_000,
        isNative: true,
      },
      {
        networkId: 1,
        address: usdc,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        logoURI: 'https://assets.example.com/tokens/USDC.svg',
        balance: 12.5,
        rawBalance: 12_500_000,
        price: 1,
        marketValue: 12.5,
        isNative: false,
      },
    ])
  })

  it('leaves out the currency and prices unless they are asked for, and NFTs always', async () => {
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    await host.mock.chain.fund(address, { token: 'DAI', amount: '3' }, 1)
    await host.mock.chain.grantNft({ owner: address, networkId: 1, contractAddress: unusual, tokenId: '7' })
    const balances = await read()
    expect(balances).toMatchObject([{ symbol: 'DAI', balance: 3 }])
    expect(balances[0]).not.toHaveProperty('price')
    expect(balances[0]).not.toHaveProperty('marketValue')
  })

  it('shows a currency of which there is none, and no token of which there is none', async () => {
    await host.mock.chain.setTokenBalance({ owner: address, networkId: 1, contractAddress: usdc, amount: 0 })
    expect(await read({ includeNative: true })).toMatchObject([{ symbol: 'ETH', balance: 0, rawBalance: 0 }])
  })

  it('sorts tokens by symbol', async () => {
    for (const symbol of ['WETH', 'DAI', 'USDC']) await host.mock.chain.fund(address, { token: symbol, amount: '1' }, 1)
    expect(await symbols({ includeNative: true })).toEqual(['ETH', 'DAI', 'USDC', 'WETH'])
  })

  it('agrees with what the simulated chain says, in every spelling of the address', async () => {
    await host.mock.chain.fund(address, { token: 'USDC', amount: '0.000001' }, 8453)
    const [balance] = await read({ networkId: 8453, accountAddress: address.toLowerCase() })
    expect(String(balance?.rawBalance)).toBe('1')
    expect(host.mock.chain.balance(address, { token: 'USDC', networkId: 8453 })).toBe('0.000001')
    const [former] = await read({ networkId: 8453 }, 'ETH')
    expect(former).toEqual(balance)
  })

  it('reads the networks that the environment has enabled when none is named', async () => {
    await host.mock.chain.fund(address, { ether: '2' })
    const balances = await read({ networkId: undefined, includeNative: true })
    expect(balances.map(({ networkId, balance }) => [networkId, balance])).toEqual(
      [11155111, 84532, 80002, 421614, 11155420, 97, 43113].map((networkId) => [networkId, 2]),
    )
  })

  it('reads Solana', async () => {
    await host.mock.chain.fund(solanaAddress, { sol: '0.25' }, 103)
    await host.mock.chain.fund(solanaAddress, { token: 'USDC', amount: '7' }, 103)
    const query = { accountAddress: solanaAddress, networkId: 103, includeNative: true, includePrices: true }
    expect(await read(query, 'SOL')).toMatchObject([
      { address: '11111111111111111111111111111111', symbol: 'SOL', rawBalance: 250_000_000, marketValue: 50 },
      { address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', symbol: 'USDC', balance: 7 },
    ])
  })

  it("reads the organization's own networks, whose currency has the price of its symbol", async () => {
    await host.call('customNetworks.create', { body: customNetworkBody })
    await host.mock.chain.fund(address, { ether: '4' }, 424242)
    const query = { networkId: 424242, includeNative: true, includePrices: true }
    const [unpriced] = await read(query)
    expect(unpriced).toMatchObject({ symbol: 'HBR', logoURI: 'https://static.example.com/hbr.svg', balance: 4 })
    expect(unpriced).not.toHaveProperty('price')
    await host.mock.prices.set('HBR', 0.5)
    expect(await read(query)).toMatchObject([{ price: 0.5, marketValue: 2 }])
  })

  it('rounds a raw balance beyond 2^53, which the simulated chain shows exactly', async () => {
    await host.mock.chain.fund(address, { ether: '1.000000000000000001' }, 1)
    expect(await read({ includeNative: true })).toMatchObject([{ balance: 1, rawBalance: 1e18 }])
    expect(host.mock.chain.balance(address)).toBe('1.000000000000000001')
  })
})

describe('a token that is reported as malicious', () => {
  beforeEach(async () => {
    await host.mock.chain.addToken({ networkId: 1, contractAddress: unusual, name: 'Free USDC', symbol: 'USDC' })
    await host.mock.chain.setTokenBalance({ owner: address, networkId: 1, contractAddress: unusual, amount: 1_000 })
    await host.mock.chain.flagAddress(unusual)
  })

  it('is left out unless the filter is off', async () => {
    expect(await read()).toEqual([])
    expect(await read({ filterSpamTokens: true })).toEqual([])
    expect(await read({ filterSpamTokens: false })).toMatchObject([{ name: 'Free USDC', balance: 1_000 }])
  })

  it('is shown if its contract is among the allowed ones, and has no price', async () => {
    const query = { whitelistedContracts: unusual.toUpperCase().replace('X', 'x'), includePrices: true }
    const [balance] = await read(query)
    expect(balance).toMatchObject({ name: 'Free USDC' })
    expect(balance).not.toHaveProperty('price')
    expect(await read({ whitelistedContracts: usdc })).toEqual([])
  })

  it('is shown with its price once the report is taken back', async () => {
    await host.mock.chain.unflagAddress(unusual)
    expect(await read({ includePrices: true })).toMatchObject([{ name: 'Free USDC', price: 1 }])
  })
})

describe('the amounts of an address', () => {
  const ether = async (query: Query = {}) => (await read({ includeNative: true, ...query }))[0]?.balance

  it('are reused for 60 seconds, unless a refresh is forced', async () => {
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    expect(await ether()).toBe(1)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    expect(await ether()).toBe(1)
    await host.mock.clock.advance({ seconds: 59 })
    expect(await ether()).toBe(1)
    await host.mock.clock.advance({ seconds: 1 })
    expect(await ether()).toBe(2)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    expect(await ether({ forceRefresh: false })).toBe(2)
    expect(await ether({ forceRefresh: true })).toBe(3)
    expect(await ether()).toBe(3)
  })

  it('are reused per address and network, with present prices', async () => {
    await host.mock.chain.fund(address, { ether: '1' })
    expect(await ether()).toBe(1)
    await host.mock.chain.fund(address, { ether: '1' })
    expect(await ether({ networkId: 8453 })).toBe(2)
    await host.mock.prices.set('ETH', 5_000)
    expect(await read({ includeNative: true, includePrices: true })).toMatchObject([{ balance: 1, marketValue: 5_000 }])
  })

  it('are not reused by another environment', async () => {
    const { id: environmentId } = host.mock.defaults.environments.live
    expect(await ether()).toBe(0)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    const user = await host.mock.create.user({ email: 'ada@example.com' }, { environmentId })
    const live = await host.mock.signIn(user)
    const { body } = await host.call('balances.getByAccount', {
      token: live.token,
      params: { environmentId, chainName: 'EVM' },
      query: { accountAddress: address, networkId: 1, includeNative: true },
    })
    expect(body).toMatchObject([{ balance: 1 }])
    expect(await ether()).toBe(0)
  })

  it('go back with a snapshot', async () => {
    const snapshot = host.mock.snapshot()
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    expect(await ether()).toBe(1)
    host.mock.restore(snapshot)
    expect(await ether()).toBe(0)
  })
})

describe('a request for balances', () => {
  it.each<[string, Query, string]>([
    ['no address', { accountAddress: 'nobody' }, 'EVM'],
    ['an address with a wrong length', { accountAddress: '0x12' }, 'EVM'],
    ['a network that is not a number', { networkId: 'mainnet' }, 'EVM'],
    ['a switch that is neither true nor false', { includeNative: 'yes' }, 'EVM'],
    ['an unknown chain', {}, 'DOGE'],
  ])('is malformed with %s', async (_, query, chainName) => {
    expect(await refuse(query, chainName)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('is refused for an address of another chain, or with a wrong checksum', async () => {
    const wrong = { status: 422, code: 'invalid_chain_address_match' }
    expect(await refuse({}, 'SOL')).toMatchObject(wrong)
    expect(await refuse({ accountAddress: solanaAddress })).toMatchObject(wrong)
    expect(await refuse({ accountAddress: address.replace('b', 'B') })).toMatchObject(wrong)
  })

  it('is refused for a network that the environment does not know', async () => {
    for (const networkId of [2, 1.5, -1, 101, 424242]) expect(await refuse({ networkId })).toMatchObject(unreadable)
    expect(
      await refuse({ networkId: undefined, accountAddress: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh' }, 'COSMOS'),
    ).toMatchObject(unreadable)
  })

  it('is refused for a chain that the environment has turned off', async () => {
    const { body } = await host.call('sdkSettings.get')
    const chains = body.chains.map((chain) => ({ ...chain, enabled: chain.name !== 'evm' }))
    await host.mock.settings.patch({ chains })
    expect(await refuse({})).toMatchObject(unreadable)
    expect(await refuse({ networkId: undefined })).toMatchObject(unreadable)
  })

  it('is refused in a session that waits for its second factor', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse({})).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})
