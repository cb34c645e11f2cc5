import { erc20Abi, type Hex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = { address: usdc, abi: erc20Abi } as const

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'filters', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '2' }, 1)
  await mock.chain.fund(clients.account.address, { token: 'USDC', amount: '50' }, 1)
})

const transfer = (amount: bigint) =>
  clients.wallet.writeContract({ ...token, abi: [...erc20Abi], functionName: 'transfer', args: [payee, amount] })
const transfers = () => clients.reader.createContractEventFilter({ ...token, eventName: 'Transfer' })

describe('a filter of logs', () => {
  it('reports each log once, from its creation on', async () => {
    await transfer(1n)
    const filter = await transfers()
    expect(await clients.reader.getFilterChanges({ filter })).toEqual([])
    const hashes = [await transfer(2n), await transfer(3n)]
    const logs = await clients.reader.getFilterChanges({ filter })
    expect(logs.map(({ transactionHash, args }) => [transactionHash, args.value])).toEqual([
      [hashes[0], 2n],
      [hashes[1], 3n],
    ])
    expect(await clients.reader.getFilterChanges({ filter })).toEqual([])
    expect(await clients.reader.getFilterLogs({ filter })).toHaveLength(1)
  })

  it('passes over what it does not ask for', async () => {
    const filter = await clients.reader.createContractEventFilter({ ...token, eventName: 'Approval' })
    await transfer(1n)
    expect(await clients.reader.getFilterChanges({ filter })).toEqual([])
  })

  it('reports what a reorganization has mined again, and not what it has dropped', async () => {
    const filter = await transfers()
    const hash = await transfer(2n)
    const [before] = await clients.reader.getFilterChanges({ filter })
    await mock.chain.reorg(1)
    const [again] = await clients.reader.getFilterChanges({ filter })
    expect(again).toMatchObject({ transactionHash: hash, blockNumber: (before?.blockNumber ?? 0n) + 1n })
    expect(again?.blockHash).not.toBe(before?.blockHash)
    await mock.chain.reorg(1, { transactions: 'drop' })
    expect(await clients.reader.getFilterChanges({ filter })).toEqual([])
  })
})

describe('filters', () => {
  it('of blocks and transactions report their hashes', async () => {
    const [blocks, pending] = [
      await clients.reader.createBlockFilter(),
      await clients.reader.createPendingTransactionFilter(),
    ]
    const hash = await transfer(1n)
    await mock.chain.mine()
    const { number, hash: latest } = await clients.reader.getBlock()
    const parent = await clients.reader.getBlock({ blockNumber: number - 1n })
    expect(await clients.reader.getFilterChanges({ filter: blocks })).toEqual([parent.hash, latest])
    expect(await clients.reader.getFilterChanges({ filter: pending })).toEqual([hash])
  })

  it('end when they are uninstalled, and five minutes after the last question', async () => {
    const [removed, unused] = [await transfers(), await transfers()]
    expect(await clients.reader.uninstallFilter({ filter: removed })).toBe(true)
    expect(await clients.reader.uninstallFilter({ filter: removed })).toBe(false)
    await mock.clock.advance({ minutes: 4 })
    await clients.reader.getFilterChanges({ filter: unused })
    await mock.clock.advance({ minutes: 4 })
    await clients.reader.getFilterChanges({ filter: unused })
    await mock.clock.advance({ minutes: 5 })
    for (const filter of [removed, unused])
      await expect(clients.reader.getFilterChanges({ filter })).rejects.toThrow('filter not found')
    await transfers()
    expect(mock.export().tables.chainFilters).toHaveLength(1)
  })

  it('are of one chain, and refuse criteria that cannot be read', async () => {
    const { id } = await transfers()
    const ask = async (network: number, method: string, params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      return (await mock.fetch(mock.chain.rpcUrl(network), { method: 'POST', body })).json() as Promise<{
        result?: Hex
        error?: { code: number }
      }>
    }
    expect((await ask(8453, 'eth_getFilterChanges', [id])).error?.code).toBe(-32_000)
    expect((await ask(1, 'eth_newFilter', [{ address: 'nobody' }])).error?.code).toBe(-32_602)
    expect((await ask(1, 'eth_getFilterChanges', [id])).result).toEqual([])
  })
})
