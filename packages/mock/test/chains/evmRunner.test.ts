import { accountAt, addNative } from '@latchkey/chains/ledger/accounts'
import { moveToken } from '@latchkey/chains/ledger/tokens'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { transact } from '../../src/world/world.ts'
import { createTestWorld } from '../support/world.ts'

const networkId = 1
const [ada, bob] = ['a', 'b'].map((digit) => `eip155:0x${digit.repeat(40)}`) as [string, string]
const usdc = 'eip155:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const address = (account: string) => account.slice('eip155:'.length) as `0x${string}`

describe('simulate', () => {
  it('shows what a call moves and allows, and leaves the ledger as it was', async () => {
    const world = createTestWorld()
    await transact(world, (backend) => {
      addNative(backend, { account: ada, networkId }, 100n)
      moveToken(backend, { networkId, contract: usdc, kind: 'token' }, { to: ada, amount: 50n })
    })
    const before = world.store.export()
    const runner = await transact(world, async ({ outside }) => {
      const { simulate } = await outside.chains.evm()
      const payment = simulate(networkId, { from: ada, to: bob, value: 60n, data: '0x' }, (effects) => ({
        ...effects,
        balance: outside.chains.nativeBalance(bob, networkId),
      }))
      expect(payment).toEqual({
        success: true,
        transfers: [{ kind: 'native', from: ada, to: bob, amount: '60' }],
        called: [bob],
        unknownCode: [],
        gasUsed: 21_000n,
        balance: 60n,
      })
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [address(bob), 7n] })
      const rights = simulate(networkId, { from: ada, to: usdc, value: 0n, data }, () =>
        outside.chains.allowances(ada, networkId),
      )
      expect(rights).toEqual([{ spender: bob, contract: usdc, amount: 7n }])
      expect(outside.chains.allowances(ada, networkId)).toEqual([])
      return simulate
    })
    expect(runner).toBeTypeOf('function')
    expect(world.store.export()).toEqual(before)
  })

  it('says why a call reverts, and names code that nobody knows', () =>
    transact(createTestWorld(), async (backend) => {
      const { simulate } = await backend.outside.chains.evm()
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address(bob), 7n] })
      expect(simulate(networkId, { from: ada, to: usdc, value: 0n, data }, (effects) => effects)).toMatchObject({
        success: false,
        reason: 'ERC20: transfer amount exceeds balance',
        transfers: [],
      })
      expect(simulate(networkId, { from: ada, to: bob, value: 0n, data }, (effects) => effects)).toMatchObject({
        success: true,
        unknownCode: [bob],
      })
      expect(simulate(networkId, { from: ada, to: bob, value: 1n, data: '0x' }, ({ reason }) => reason)).toBe(
        'insufficient balance for transfer',
      )
      expect(accountAt(backend, { account: ada, networkId }).nonce).toBe(0)
    }))
})
