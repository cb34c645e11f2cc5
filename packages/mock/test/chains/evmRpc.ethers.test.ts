import { Contract, formatEther, parseEther, Wallet } from 'ethers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { ethersProvider } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const abi = [
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]

let mock: Mock
let provider: ReturnType<typeof ethersProvider>
beforeEach(() => {
  mock = createMock({ seed: 'ethers', now: '2026-01-15T09:30:00.000Z' })
  provider = ethersProvider(mock)
})
afterEach(() => provider.destroy())

describe('ethers on a simulated EVM chain', () => {
  it('sends the currency and a token, and waits for both', async () => {
    const wallet = new Wallet(`0x${'42'.repeat(32)}`, provider)
    await mock.chain.fund(wallet.address, { ether: '2' }, 1)
    await mock.chain.fund(wallet.address, { token: 'USDC', amount: '50' }, 1)
    const sent = await wallet.sendTransaction({ to: bob, value: parseEther('0.5') })
    expect(await sent.wait()).toMatchObject({ status: 1, gasUsed: 21_000n })
    expect(formatEther(await provider.getBalance(bob))).toBe('0.5')
    const token = new Contract(usdc, abi, wallet)
    const paid = await (await token.getFunction('transfer')(bob, 12_500_000n)).wait()
    expect(paid).toMatchObject({ status: 1, blockNumber: 4 })
    expect(await token.getFunction('balanceOf')(bob)).toBe(12_500_000n)
    expect(await token.queryFilter('Transfer', 0)).toMatchObject([{ args: [wallet.address, bob, 12_500_000n] }])
    expect(await provider.getBlock(4, true)).toMatchObject({ number: 4, transactions: [paid.hash] })
    expect(mock.chain.transactions({ address: bob })).toMatchObject([
      { hash: paid.hash, transfers: [{ kind: 'erc20', amount: '12500000' }] },
      { hash: sent.hash, transfers: [{ kind: 'native' }] },
    ])
  })

  it('sees why a call fails', async () => {
    const wallet = new Wallet(`0x${'42'.repeat(32)}`, provider)
    await expect(wallet.sendTransaction({ to: bob, value: 1n })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await mock.chain.fund(wallet.address, { ether: '2' }, 1)
    const transfer = new Contract(usdc, abi, wallet).getFunction('transfer')
    await expect(transfer(bob, 1n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: 'ERC20: transfer amount exceeds balance',
    })
  })

  it('resolves names', async () => {
    await mock.chain.registerName({ name: 'ada.example.eth', owner: bob })
    expect(await provider.resolveName('ada.example.eth')).toBe(bob)
    expect(await provider.lookupAddress(bob)).toBe('ada.example.eth')
    await expect(provider.resolveName('eve.example.eth')).rejects.toThrow('ResolverNotFound')
    expect(await provider.lookupAddress(`0x${'1'.repeat(40)}`)).toBeNull()
  })

  it('resolves a name in each spelling that ENSIP-15 takes for the same', async () => {
    await mock.chain.registerName({ name: 'Zoë🚀.ETH', owner: bob })
    expect(await provider.resolveName('ZOE\u0308🚀️.eth')).toBe(bob)
    expect(await provider.lookupAddress(bob)).toBe('zoë🚀.eth')
  })
})
