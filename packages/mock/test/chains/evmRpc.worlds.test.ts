import { parseEther, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'

const account = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const bob = '0x00000000000000000000000000000000000B0b01'
const options = { seed: 'worlds', now: '2026-01-15T09:30:00.000Z' }

async function rpc(mock: Mock, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return ((await (await mock.fetch(mock.chain.rpcUrl(1), { method: 'POST', body })).json()) as { result: unknown })
    .result
}

async function pay(mock: Mock, nonce: number): Promise<unknown> {
  const fees = { gas: 21_000n, maxFeePerGas: 2_000_000_000n }
  const transaction: TransactionSerializable = { type: 'eip1559', chainId: 1, nonce, to: bob, value: 1n, ...fees }
  return rpc(mock, 'eth_sendRawTransaction', [await account.signTransaction(transaction)])
}

async function funded(): Promise<Mock> {
  const mock = createMock(options)
  await mock.chain.fund(account.address, { ether: '1' }, 1)
  return mock
}

describe('the transactions of a chain', () => {
  it('are the same bytes for the same seed and the same calls', async () => {
    const story = async () => {
      const mock = await funded()
      const hash = await pay(mock, 0)
      return JSON.stringify([await rpc(mock, 'eth_getTransactionReceipt', [hash]), mock.export()])
    }
    expect(await story()).toBe(await story())
  })

  it('go on by themselves in a fork, and are undone by a restore', async () => {
    const mock = await funded()
    await pay(mock, 0)
    const snapshot = mock.snapshot()
    const fork = mock.fork()
    await pay(fork, 1)
    expect([mock, fork].map((each) => each.chain.transactions({ address: bob }).length)).toEqual([1, 2])
    await pay(mock, 1)
    mock.restore(snapshot)
    expect(await rpc(mock, 'eth_getTransactionCount', [account.address, 'latest'])).toBe('0x1')
    expect(await pay(mock, 1)).toMatch(/^0x/)
    expect(await rpc(mock, 'eth_getBalance', [bob, 'latest'])).toBe('0x2')
  })

  it('are in an export, which another mock goes on from', async () => {
    const mock = await funded()
    await pay(mock, 0)
    const other = createMock()
    other.import(JSON.parse(JSON.stringify(mock.export())))
    expect(await pay(other, 0)).toBeUndefined()
    expect(await pay(other, 1)).toMatch(/^0x/)
    expect(BigInt((await rpc(other, 'eth_getBalance', [account.address, 'latest'])) as string)).toBeLessThan(
      parseEther('1'),
    )
  })
})
