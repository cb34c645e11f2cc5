import type { ContractCall, StoredValue } from '@latchkey/chains/contractDefinitions'
import { createTestClient, http, parseAbi } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { createControlClient } from '../support/controlClient.ts'
import { viemClients } from './evmClients.ts'

const shop = '0x5000000000000000000000000000000000000005'
const bank = '0x6000000000000000000000000000000000000006'
const abi = [
  'function sold() view returns (uint256)',
  'function sell(uint256 amount)',
  'function keep(uint8 kind)',
  'error SoldOut(uint256 wanted, uint256 left)',
  'error Closed()',
] as const
const parsed = parseAbi(abi)
const sold = { address: shop, abi: parsed, functionName: 'sold' } as const
const sell = (amount: bigint) => ({ address: shop, abi: parsed, functionName: 'sell', args: [amount] }) as const

const soldIn = ({ state }: ContractCall) => state.get<bigint>('sold') ?? 0n
let runs = 0
const handlers = {
  sold: soldIn,
  sell(call: ContractCall, amount: bigint) {
    runs += 1
    if (amount === 0n) throw call.error('Closed')
    const left = 10n - soldIn(call)
    call.state.set('sold', soldIn(call) + amount)
    if (amount > left) throw call.error('SoldOut', [amount, left])
  },
}

let mock: Mock
let clients: ReturnType<typeof viemClients>
beforeEach(async () => {
  runs = 0
  mock = createMock({ seed: 'handlers', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
  await mock.chain.contract(shop, abi, handlers)
})

async function send(amount: bigint) {
  const hash = await clients.wallet.writeContract({ ...sell(amount), gas: 200_000n })
  return clients.reader.waitForTransactionReceipt({ hash })
}
const soldOf = (from: Mock) => viemClients(from).reader.readContract(sold)

describe('what a contract keeps', () => {
  it('is there for the next transaction, and an estimate and a call leave nothing', async () => {
    const { account, reader } = clients
    await send(3n)
    await reader.estimateContractGas({ ...sell(4n), account })
    await reader.simulateContract({ ...sell(4n), account })
    expect(await soldOf(mock)).toBe(3n)
    await send(4n)
    expect(await soldOf(mock)).toBe(7n)
  })

  it('is undone with a transaction that reverts', async () => {
    await send(8n)
    expect(await send(4n)).toMatchObject({ status: 'reverted' })
    expect(await soldOf(mock)).toBe(8n)
  })

  it('is gone with the blocks that a reorganization drops, and stays with those that it replaces', async () => {
    await send(3n)
    await send(4n)
    await mock.chain.reorg(1)
    expect([await soldOf(mock), runs]).toEqual([7n, 2])
    // The branch is one block longer, and its last block has the last transaction.
    await mock.chain.reorg(1, { transactions: 'drop' })
    expect(await soldOf(mock)).toBe(3n)
  })

  it('goes into forks, snapshots and exports, and what happens later does not', async () => {
    await send(3n)
    const [fork, snapshot, exported] = [mock.fork(), mock.snapshot(), mock.export()]
    await send(4n)
    expect(await soldOf(fork)).toBe(3n)
    mock.restore(snapshot)
    expect(await soldOf(mock)).toBe(3n)
    const other = createMock()
    other.import(exported)
    await other.chain.contract(shop, abi, handlers)
    expect(await soldOf(other)).toBe(3n)
  })

  it('belongs to one contract on one network', async () => {
    await send(3n)
    await mock.chain.contract(bank, abi, handlers)
    expect(await clients.reader.readContract({ ...sold, address: bank })).toBe(0n)
    const sepolia = viemClients(mock, { ...mainnet, id: 11_155_111 })
    expect(await sepolia.reader.readContract(sold)).toBe(0n)
  })

  it('is plain data with whole numbers of any size, and anything else is refused', async () => {
    const values: readonly unknown[] = [
      { price: 2n ** 200n, tags: ['#1', '##2', ''], isOpen: true, rate: 0.5, note: null },
      new Map(),
      () => 1,
      Number.NaN,
    ]
    const results: unknown[] = []
    await mock.chain.contract(shop, abi, {
      keep({ state }, kind: number) {
        state.set('value', values[kind] as StoredValue)
        results.push(state.get('value'))
        state.delete('value')
        results.push(state.get('value'))
      },
    })
    const keep = (kind: number) =>
      clients.reader.simulateContract({ address: shop, abi: parsed, functionName: 'keep', args: [kind] })
    await keep(0)
    expect(results).toEqual([values[0], undefined])
    for (const kind of [1, 2, 3]) await expect(keep(kind)).rejects.toThrow('a contract keeps texts, numbers')
  })
})

describe('a handler', () => {
  it('runs once for a transaction, also for one that waits for its block', async () => {
    await send(1n)
    expect(runs).toBe(1)
    await mock.chain.setAutomine(false)
    await clients.wallet.writeContract({ ...sell(1n), gas: 200_000n })
    expect(runs).toBe(1)
    await mock.chain.mine()
    expect([runs, await soldOf(mock)]).toEqual([2, 2n])
  })

  it("reverts with an error of the contract's ABI, which viem decodes", async () => {
    await send(8n)
    const { account, reader } = clients
    const wanted = reader.simulateContract({ ...sell(5n), account })
    await expect(wanted).rejects.toMatchObject({ cause: { data: { errorName: 'SoldOut', args: [5n, 2n] } } })
  })
})

describe('the snapshot of a development node', () => {
  const control = createControlClient()

  it('brings back what a contract kept', async () => {
    const { server } = control
    await server.mock.chain.contract(shop, abi, handlers)
    const served = viemClients(server.mock)
    await server.mock.chain.fund(served.account.address, { ether: '1' }, 1)
    const transport = http(server.mock.chain.rpcUrl(1), { retryCount: 0 })
    const node = createTestClient({ mode: 'anvil', chain: mainnet, transport })
    const id = await node.snapshot()
    await served.wallet.writeContract({ ...sell(3n), gas: 200_000n })
    expect(await soldOf(server.mock)).toBe(3n)
    await node.revert({ id })
    expect(await soldOf(server.mock)).toBe(0n)
  })
})
