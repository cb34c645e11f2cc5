import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../mock/createMock.ts'

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const usdc = { contractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', networkId: 1 }

let mock: Mock
beforeEach(() => (mock = createMock({ seed: 'ledger', now: '2026-01-15T09:30:00.000Z' })))

it('balances and transactions of a network without a node are refused, not empty', () => {
  for (const read of [
    () => mock.chain.balance(address, { networkId: 77 }),
    () => mock.chain.transactions({ address, networkId: 77 }),
  ])
    expect(read).toThrow(/": EVM has no network 77 here\. These have a node: 1, /)
})

describe('mock.chain.fund', () => {
  it('adds currency exactly, on every network of the chain', async () => {
    await mock.chain.fund(address, { ether: '2' })
    await mock.chain.fund(address.toLowerCase(), { ether: '0.000000000000000001' }, 8453)
    expect(mock.chain.balance(address)).toBe('2')
    expect(mock.chain.balance(address, { networkId: 8453 })).toBe('2.000000000000000001')
    await mock.chain.fund(solana, { sol: '1.5' })
    expect(mock.chain.balance(solana)).toBe('1.5')
  })

  it('adds tokens by symbol or address, in the units of their contract', async () => {
    await mock.chain.fund(address, { token: 'USDC', amount: '50' })
    await mock.chain.fund(address, { token: usdc.contractAddress, amount: '0.5' })
    expect(mock.chain.balance(address, { token: 'USDC' })).toBe('50.5')
    expect(mock.chain.balance(address, { token: 'USDC', networkId: 8453 })).toBe('50')
    await expect(mock.chain.fund(address, { token: 'USDC', amount: '0.0000001' })).rejects.toThrow('more than 6 digits')
  })

  it('is what holdings show', async () => {
    await mock.chain.fund(address, { token: 'USDC', amount: '50' }, 1)
    expect(mock.chain.holdings(address)).toMatchObject([
      { kind: 'token', networkId: 1, contractAddress: `eip155:${usdc.contractAddress.toLowerCase()}`, amount: 50 },
    ])
    await mock.chain.setTokenBalance({ owner: address, ...usdc, amount: 7.25 })
    expect(mock.chain.balance(address, { token: 'USDC' })).toBe('7.25')
  })

  it('makes a block and no transaction', async () => {
    await mock.chain.fund(address, { ether: '1' }, 1)
    expect(mock.chain.transactions({ address })).toEqual([])
    expect(mock.export().tables.chainBlocks).toMatchObject([{ family: 'eip155', networkId: 1, number: 1 }])
  })

  it('refuses unknown tokens, wrong addresses and amounts that are not numbers, and changes nothing', async () => {
    await expect(mock.chain.fund(address, { token: 'USCD', amount: '1' })).rejects.toThrow('Did you mean "USDC"?')
    await expect(mock.chain.fund(address, { token: `0x${'1'.repeat(40)}`, amount: '1' })).rejects.toThrow(TypeError)
    await expect(mock.chain.fund(solana, { ether: '1' })).rejects.toThrow('is not an address of EVM')
    await expect(mock.chain.fund(address, { ether: '-1' })).rejects.toThrow(TypeError)
    expect(mock.export().tables).toMatchObject({ chainAccounts: [], tokenBalances: [], chainBlocks: [] })
  })

  it('refuses a network without a node, and takes a local one', async () => {
    const money = { ether: '1' }
    await expect(mock.chain.fund(address, money, 424_242)).rejects.toThrow(
      /EVM has no network 424242 here\. These have a node: 1, .*31337\. .*"customNetworks\.create"/s,
    )
    await expect(mock.chain.fund(solana, { sol: '1' }, 102)).rejects.toThrow('SOL has no network 102 here')
    await expect(mock.chain.contract(address, [], {}, 424_242)).rejects.toThrow('"chain.contract()"')
    expect(mock.export().tables).toMatchObject({ chainAccounts: [], chainBlocks: [], chainContracts: [] })
    await mock.chain.fund(address, money, 31_337)
    expect(mock.chain.balance(address, { networkId: 31_337 })).toBe('1')
  })

  it('gives the same ledger for the same seed and calls', async () => {
    const other = createMock({ seed: 'ledger', now: '2026-01-15T09:30:00.000Z' })
    for (const each of [mock, other]) await each.chain.fund(address, { ether: '1' })
    expect(other.export()).toEqual(mock.export())
  })

  it('changes neither a fork nor what a snapshot restores', async () => {
    const fork = mock.fork()
    const snapshot = mock.snapshot()
    await mock.chain.fund(address, { ether: '1' })
    expect(fork.chain.balance(address)).toBe('0')
    mock.restore(snapshot)
    expect(mock.chain.balance(address)).toBe('0')
  })
})

describe('mock.chain.addToken', () => {
  it('gives a token its decimals, which stay while somebody holds it', async () => {
    const points = { networkId: 1, contractAddress: `0x${'1'.repeat(40)}`, name: 'Points', symbol: 'PTS' }
    await mock.chain.addToken({ ...points, decimals: 2 })
    await mock.chain.fund(address, { token: 'PTS', amount: '1.25' }, 1)
    expect(mock.export().tables.tokenBalances).toMatchObject([{ amount: '125' }])
    await expect(mock.chain.addToken({ ...points, decimals: 3 })).rejects.toThrow('it has 2 decimals')
    expect(await mock.chain.addToken({ ...points, name: 'Stars' })).toMatchObject({ name: 'Stars', decimals: 2 })
  })
})

describe('mock.chain.mine', () => {
  it('makes blocks at the present instant', async () => {
    await mock.chain.mine({ blocks: 2 })
    await mock.clock.advance({ minutes: 1 })
    await mock.chain.mine({ networkId: 8453 })
    expect(mock.export().tables.chainBlocks).toMatchObject([
      { networkId: 1, number: 1, createdAt: '2026-01-15T09:30:00.000Z' },
      { networkId: 1, number: 2 },
      { networkId: 8453, number: 1, createdAt: '2026-01-15T09:31:00.000Z' },
    ])
  })
})
