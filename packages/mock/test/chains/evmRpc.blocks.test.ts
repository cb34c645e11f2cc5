import { type Hex, parseEther, parseGwei } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const absentHash = `0x${'12'.repeat(32)}` as const

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'blocks', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
})

const ask = async (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  clients.reader.request({ method, params } as never)

/** Mines a block with a payment to Bob of each amount, in this order. */
async function payInOneBlock(...amounts: readonly bigint[]): Promise<Hex[]> {
  await mock.chain.setAutomine(false)
  const hashes: Hex[] = []
  for (const [nonce, value] of amounts.entries())
    hashes.push(await clients.wallet.sendTransaction({ to: bob, value, nonce, gas: 21_000n }))
  await mock.chain.mine()
  return hashes
}

describe('a block', () => {
  it('shows the receipts of its transactions in their order, by number, tag and hash', async () => {
    const { reader } = clients
    const hashes = await payInOneBlock(1n, 2n, 3n)
    const block = await reader.getBlock()
    const receipts = await reader.getBlockReceipts()
    expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(hashes)
    expect(receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([21_000n, 42_000n, 63_000n])
    expect(await reader.getBlockReceipts({ blockNumber: block.number })).toEqual(receipts)
    expect(await reader.getBlockReceipts({ blockHash: block.hash })).toEqual(receipts)
    expect(await Promise.all(hashes.map((hash) => reader.getTransactionReceipt({ hash })))).toEqual(receipts)
  })

  it('counts its transactions, and shows one by its position', async () => {
    const { reader } = clients
    const second = (await payInOneBlock(1n, 2n))[1]
    const { number: blockNumber, hash: blockHash } = await reader.getBlock()
    expect(await reader.getBlockTransactionCount({ blockNumber })).toBe(2)
    expect(await reader.getBlockTransactionCount({ blockHash })).toBe(2)
    for (const block of [{ blockNumber }, { blockHash }])
      expect(await reader.getTransaction({ ...block, index: 1 })).toMatchObject({ hash: second, value: 2n })
    await expect(reader.getTransaction({ blockNumber, index: 2 })).rejects.toThrow('could not be found')
  })

  it('has no uncles', async () => {
    const { number, hash } = await clients.reader.getBlock()
    const numberHex = `0x${number.toString(16)}`
    expect(await ask('eth_getUncleCountByBlockNumber', numberHex)).toBe('0x0')
    expect(await ask('eth_getUncleCountByBlockHash', hash)).toBe('0x0')
    expect(await ask('eth_getUncleByBlockNumberAndIndex', numberHex, '0x0')).toBeNull()
    expect(await ask('eth_getUncleByBlockHashAndIndex', hash, '0x0')).toBeNull()
  })

  it('that the chain does not have is answered with null by each of these methods', async () => {
    for (const method of ['eth_getBlockReceipts', 'eth_getBlockTransactionCountByNumber'])
      expect(await ask(method, '0x99')).toBeNull()
    for (const method of ['eth_getBlockReceipts', 'eth_getBlockTransactionCountByHash', 'eth_getUncleCountByBlockHash'])
      expect(await ask(method, absentHash)).toBeNull()
    expect(await ask('eth_getTransactionByBlockHashAndIndex', absentHash, '0x0')).toBeNull()
    for (const [method, ...params] of [
      ['eth_getBlockReceipts', 'newest'],
      ['eth_getTransactionByBlockNumberAndIndex', 'latest', 'first'],
    ] as const)
      await expect(ask(method, ...params)).rejects.toMatchObject({ code: -32_602 })
  })

  it('has the fields of later upgrades: no withdrawals, no blobs, no requests', async () => {
    await payInOneBlock(1n)
    const block = await clients.reader.getBlock({ includeTransactions: true })
    expect(block).toMatchObject({
      withdrawals: [],
      withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
      blobGasUsed: 0n,
      excessBlobGas: 0n,
      parentBeaconBlockRoot: `0x${'0'.repeat(64)}`,
      requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    })
    expect(block.transactions[0]).toMatchObject({ blockTimestamp: block.timestamp })
    expect(await clients.reader.getBlobBaseFee()).toBe(1n)
    const history = await ask('eth_feeHistory', '0x2', 'latest', [])
    expect(history).toMatchObject({ baseFeePerBlobGas: ['0x1', '0x1', '0x1'], blobGasUsedRatio: [0, 0] })
  })
})

describe('a raw transaction', () => {
  const raw = async (hash: Hex) => ask('eth_getRawTransactionByHash', hash)

  it('is shown as it was sent, whether it waits or is in a block', async () => {
    const { account, reader } = clients
    const chain = { chainId: 1, to: bob, value: 1n, gas: 100_000n } as const
    const gasPrice = parseGwei('3')
    const delegation = await account.signAuthorization({ chainId: 1, nonce: 9, contractAddress: bob })
    const maxFeePerGas = gasPrice
    const signed = await Promise.all([
      account.signTransaction({ ...chain, nonce: 0, gasPrice, type: 'legacy' }),
      account.signTransaction({ ...chain, nonce: 1, gasPrice, type: 'eip2930', accessList: [] }),
      account.signTransaction({ ...chain, nonce: 2, maxFeePerGas, data: '0x1234' }),
      account.signTransaction({ ...chain, nonce: 3, maxFeePerGas, authorizationList: [delegation] }),
    ])
    await mock.chain.setAutomine(false)
    const hashes: Hex[] = []
    for (const serializedTransaction of signed) hashes.push(await reader.sendRawTransaction({ serializedTransaction }))
    expect(await Promise.all(hashes.map(raw))).toEqual(signed)
    await mock.chain.mine()
    expect(await Promise.all(hashes.map(raw))).toEqual(signed)
    expect(await raw(absentHash)).toBeNull()
  })

  it('that is sent and waited for is answered with its receipt, or not accepted where it would wait for a block', async () => {
    const { account, reader } = clients
    const signed = async (nonce: number) =>
      account.signTransaction({ chainId: 1, to: bob, value: 1n, gas: 21_000n, nonce, maxFeePerGas: parseGwei('3') })
    const receipt = await reader.sendRawTransactionSync({ serializedTransaction: await signed(0) })
    expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n })
    await mock.chain.setAutomine(false)
    await expect(ask('eth_sendRawTransactionSync', await signed(1))).rejects.toThrow('would wait for a block')
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })
})

describe('the pool of transactions', () => {
  const gasPrice = parseGwei('3')
  const send = async (nonce: number) =>
    clients.wallet.sendTransaction({ to: bob, value: parseEther('1'), nonce, gas: 21_000n, gasPrice })

  it('tells those that the next block can have from those behind a missing nonce', async () => {
    await mock.chain.setAutomine(false)
    const [first, second, fifth] = [await send(0), await send(1), await send(4)]
    const sender = clients.account.address.toLowerCase()
    expect(await ask('txpool_status')).toEqual({ pending: '0x2', queued: '0x1' })
    expect(await ask('txpool_content')).toMatchObject({
      pending: { [sender]: { 0: { hash: first, blockHash: null, nonce: '0x0' }, 1: { hash: second } } },
      queued: { [sender]: { 4: { hash: fifth } } },
    })
    const summary = `${bob}: 1000000000000000000 wei + 21000 gas × 3000000000 wei`
    expect(await ask('txpool_inspect')).toEqual({
      pending: { [sender]: { 0: summary, 1: summary } },
      queued: { [sender]: { 4: summary } },
    })
  })

  it('is empty where nothing waits, and of only one chain', async () => {
    await mock.chain.setAutomine(false)
    await send(0)
    const other = await mock.fetch(mock.chain.rpcUrl(8453), {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'txpool_content' }),
    })
    expect(await other.json()).toMatchObject({ result: { pending: {}, queued: {} } })
    await mock.chain.mine()
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })
})
