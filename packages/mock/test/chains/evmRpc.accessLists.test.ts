import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  multicall3Abi,
  numberToHex,
} from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'lists', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '1' }, 1)
  await mock.chain.fund(clients.account.address, { token: 'USDC', amount: '5' }, 1)
})

const slotOf = (key: Hex, mapping: Hex | number) =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, BigInt(mapping)]))
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 1n] })

describe('eth_createAccessList', () => {
  it('names the slots of a token that a call uses, and the gas with this list, which the transaction then takes', async () => {
    const { account, reader, wallet } = clients
    const call = { account, to: usdc, data: transfer } as const
    const { accessList, gasUsed } = await reader.createAccessList(call)
    expect(accessList).toEqual([{ address: usdc, storageKeys: [slotOf(account.address, 9), slotOf(bob, 9)] }])
    expect(gasUsed).toBe((await reader.estimateGas(call)) + 2400n + 2n * 1900n)
    const hash = await wallet.sendTransaction({ to: usdc, data: transfer, accessList })
    expect((await reader.getTransactionReceipt({ hash })).gasUsed).toBe(gasUsed)
  })

  it('names contracts that are called on the way, and allowances', async () => {
    const { account, reader } = clients
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [account.address, bob] })
    const calls = [{ target: usdc, callData: data }] as const
    const { accessList } = await reader.createAccessList({
      account,
      to: multicall3,
      data: encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [calls.map((each) => ({ ...each, allowFailure: false }))],
      }),
    })
    expect(accessList).toEqual([{ address: usdc, storageKeys: [slotOf(bob, slotOf(account.address, 10))] }])
    const named = [{ address: bob, storageKeys: [numberToHex(1, { size: 32 })] }]
    const call = { from: account.address, to: multicall3, accessList: named }
    const answer = await reader.request({ method: 'eth_createAccessList', params: [call] } as never)
    expect(answer).toMatchObject({ accessList: named })
  })

  it('is empty for a payment, and is refused for a call that reverts', async () => {
    const { account, reader } = clients
    expect(await reader.createAccessList({ account, to: bob, value: 1n })).toEqual({ accessList: [], gasUsed: 21_000n })
    const tooMuch = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 9_000_000n] })
    await expect(reader.createAccessList({ account, to: usdc, data: tooMuch })).rejects.toThrow('exceeds balance')
  })
})
