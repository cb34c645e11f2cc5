import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const solanaAddress = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
const spam = '0x1000000000000000000000000000000000000001'
const evm = { address, chain: 'EVM', networkIds: [1] }
let token: string

beforeEach(async () => {
  token = (await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))).token
})

const read = async (balanceRequests: readonly object[], options: object = {}) =>
  (await host.call('balances.getMultichain', { token, body: { balanceRequests, ...options } })).body.chainBalances
const refuse = (balanceRequests: readonly object[]) =>
  host.refuse('balances.getMultichain', { token, body: { balanceRequests } })

describe('balances.getMultichain', () => {
  it('answers request by request and network by network, in the order of the request', async () => {
    await host.mock.chain.fund(address, { ether: '2' }, 1)
    await host.mock.chain.fund(address, { token: 'USDC', amount: '5' }, 8453)
    await host.mock.chain.fund(solanaAddress, { sol: '1' }, 101)
    const balances = await read([
      { ...evm, networkIds: [8453, 1, 8453] },
      { address: solanaAddress, chain: 'SOL', networkIds: [101] },
      { ...evm, networkIds: [] },
    ])
    expect(balances).toMatchObject([
      {
        walletAddress: address,
        chain: 'EVM',
        networks: [
          {
            networkId: 8453,
            balances: [
              { symbol: 'ETH', balance: 0 },
              { symbol: 'USDC', balance: 5, marketValue: 5 },
            ],
          },
          { networkId: 1, balances: [{ symbol: 'ETH', balance: 2, price: 4_000, marketValue: 8_000, isNative: true }] },
        ],
      },
      {
        walletAddress: solanaAddress,
        chain: 'SOL',
        networks: [{ networkId: 101, balances: [{ symbol: 'SOL', balance: 1, marketValue: 200 }] }],
      },
      { walletAddress: address, chain: 'EVM', networks: [] },
    ])
  })

  it('shows the same entries as balances.getByAccount', async () => {
    await host.mock.chain.fund(address, { token: 'DAI', amount: '5' }, 1)
    const query = { accountAddress: address, networkId: 1, includeNative: true, includePrices: true }
    const { body } = await host.call('balances.getByAccount', { token, params: { chainName: 'EVM' }, query })
    expect((await read([evm]))[0]?.networks).toEqual([{ networkId: 1, balances: body }])
  })

  it('leaves out malicious tokens unless the filter is off or the request allows their contract', async () => {
    await host.mock.chain.setTokenBalance({ owner: address, networkId: 1, contractAddress: spam, amount: 9 })
    await host.mock.chain.flagAddress(spam)
    const tokens = async (request: object, options?: object) =>
      (await read([request], options))[0]?.networks[0]?.balances?.filter(({ isNative }) => !isNative)
    expect(await tokens(evm)).toEqual([])
    expect(await tokens(evm, { filterSpamTokens: false })).toMatchObject([{ balance: 9 }])
    expect(await tokens({ ...evm, whitelistedContracts: [spam] })).toMatchObject([{ balance: 9 }])
  })

  it('reuses amounts for 60 seconds, also those that were read by account', async () => {
    const ether = async () => (await read([evm]))[0]?.networks[0]?.balances?.[0]?.balance
    expect(await ether()).toBe(0)
    await host.mock.chain.fund(address, { ether: '1' }, 1)
    expect(await ether()).toBe(0)
    await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'EVM' },
      query: { accountAddress: address, networkId: 1, forceRefresh: true },
    })
    expect(await ether()).toBe(1)
  })

  it('takes five requests, and refuses six and none', async () => {
    expect(await read(Array.from({ length: 5 }, () => evm))).toHaveLength(5)
    for (const requests of [[], Array.from({ length: 6 }, () => evm)])
      expect(await refuse(requests)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it.each<[string, object, number, string]>([
    ['an address of another chain', { ...evm, address: solanaAddress }, 422, 'invalid_chain_address_match'],
    [
      'an address of another chain without a network',
      { ...evm, address: 'nobody', networkIds: [] },
      422,
      'invalid_chain_address_match',
    ],
    ['an unknown network', { ...evm, networkIds: [1, 2] }, 422, 'unable_to_fetch_balances'],
    ['an unknown chain', { ...evm, chain: 'DOGE' }, 400, 'validation_failed'],
    ['no networks', { address, chain: 'EVM' }, 400, 'validation_failed'],
    ['a network by name', { ...evm, networkIds: ['mainnet'] }, 400, 'validation_failed'],
    ['an unknown field', { ...evm, forceRefresh: true }, 400, 'validation_failed'],
  ])('refuses all requests if one has %s', async (...[, request, status, code]) => {
    expect(await refuse([evm, request])).toMatchObject({ status, code })
  })
})
