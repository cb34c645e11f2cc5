import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const tokens = async (chainName: string, networkId?: number) =>
  (await host.call('chains.listTokens', { params: { chainName }, query: { networkId } })).body
const custom = { networkId: 424242, contractAddress: `0x${'ab'.repeat(20)}`, name: 'Harbour Dollar', symbol: 'HUSD' }

describe('chains.listTokens', () => {
  it('shows the well-known tokens of a chain, one entry for all of its networks', async () => {
    const evm = await tokens('EVM')
    expect(evm.filter(({ symbol }) => symbol === 'USDC')).toHaveLength(1)
    expect(evm.find(({ symbol }) => symbol === 'USDC')?.tokenAddresses).toContainEqual({
      networkId: 8453,
      contractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    })
    expect(await tokens('ETH')).toEqual(evm)
    expect((await tokens('SOL')).map(({ symbol }) => symbol)).toContain('USDC')
    expect(await tokens('TON')).toEqual([])
  })

  it('filters the contracts of one network', async () => {
    const polygon = await tokens('EVM', 137)
    expect(polygon.find(({ symbol }) => symbol === 'USDT')).toEqual({
      name: 'Tether USD',
      symbol: 'USDT',
      tokenAddresses: [{ networkId: 137, contractAddress: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' }],
    })
    expect(
      polygon
        .flatMap(({ tokenAddresses }) => tokenAddresses.map(({ networkId }) => networkId))
        .every((id) => id === 137),
    ).toBe(true)
    expect(polygon.map(({ symbol }) => symbol)).not.toContain('WBNB')
    expect(await tokens('EVM', 5)).toEqual([])
  })

  it('shows tokens that were registered on the simulated chain', async () => {
    await host.mock.chain.addToken(custom)
    const { networkId, contractAddress, ...named } = custom
    expect(await tokens('EVM', networkId)).toEqual([{ ...named, tokenAddresses: [{ networkId, contractAddress }] }])
    expect(await tokens('SOL', networkId)).toEqual([])
    await host.mock.chain.addToken({ ...custom, name: 'Harbour Pound', symbol: 'HGBP' })
    expect((await tokens('EVM', networkId)).map(({ symbol }) => symbol)).toEqual(['HGBP'])
  })

  it('adds a contract to a well-known token of the same name, and renames one at its address', async () => {
    await host.mock.chain.addToken({ ...custom, name: 'USD Coin', symbol: 'USDC' })
    const usdc = async () =>
      (await tokens('EVM')).find(({ symbol }) => symbol === 'USDC')?.tokenAddresses.map(({ networkId }) => networkId)
    expect(await usdc()).toContain(424242)
    await host.mock.chain.addToken({
      networkId: 1,
      contractAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      name: 'Old coin',
      symbol: 'OLD',
    })
    expect(await usdc()).not.toContain(1)
    expect((await tokens('EVM', 1)).map(({ symbol }) => symbol)).toContain('OLD')
  })

  it('refuses to register text that is not an address of the chain', async () => {
    await expect(host.mock.chain.addToken({ ...custom, chain: 'SOL' })).rejects.toThrow(TypeError)
    expect(await tokens('EVM', 424242)).toEqual([])
  })

  it('refuses an unknown chain, and a network that is not a number', async () => {
    expect(await host.refuse('chains.listTokens', { params: { chainName: 'DOGE' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(
      await host.refuse('chains.listTokens', { params: { chainName: 'EVM' }, query: { networkId: 'one' } }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('refuses calls without a token, with an unknown one, and with that of an environment', async () => {
    const params = { chainName: 'EVM' }
    expect(await host.refuse('chains.listTokens', { params, token: null })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    expect(await host.refuse('chains.listTokens', { params, token: 'lk_member_unknown' })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    expect(
      await host.refuse('chains.listTokens', { params, token: host.mock.defaults.environments.sandbox.token }),
    ).toMatchObject({ status: 403, code: 'forbidden' })
  })
})
