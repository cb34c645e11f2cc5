import fc from 'fast-check'
import { erc20Abi, parseEther, parseGwei } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

let mock: Mock
let ada: ReturnType<typeof viemClients>
let bob: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'pool', now: '2026-01-15T09:30:00.000Z' })
  ada = viemClients(mock, mainnet)
  bob = viemClients(mock, mainnet)
  for (const { account } of [ada, bob]) await mock.chain.fund(account.address, { ether: '10' }, 1)
})

type Options = Partial<Parameters<(typeof ada)['wallet']['sendTransaction']>[0]>

/** Pays one wei with a nonce, and a tip in gwei. */
async function pay({ wallet }: typeof ada, nonce: number, { tip = 1, ...options }: Options & { tip?: number } = {}) {
  const fees = { maxFeePerGas: parseGwei(String(tip + 1)), maxPriorityFeePerGas: parseGwei(String(tip)) }
  return wallet.sendTransaction({ to: payee, value: 1n, gas: 21_000n, nonce, ...fees, ...options } as never)
}

async function nonceOf({ reader, account }: typeof ada, blockTag: 'latest' | 'pending') {
  return reader.getTransactionCount({ address: account.address, blockTag })
}

/** Senders and nonces in the latest block, in order. */
async function latestBlock() {
  const { transactions } = await ada.reader.getBlock({ includeTransactions: true })
  const nameOf = (address: string) => (address === ada.account.address.toLowerCase() ? 'ada' : 'bob')
  return transactions.map(({ from, nonce }) => `${nameOf(from)} ${nonce}`)
}

describe('transactions whose nonces come out of order', () => {
  it('wait as pending until the missing one comes, and are mined with it in one block', async () => {
    const hashes = new Map<number, `0x${string}`>()
    for (const nonce of [7, 2, 9, 4, 1, 8, 3, 6, 5]) hashes.set(nonce, await pay(ada, nonce))
    const before = await ada.reader.getBlockNumber()
    expect([await nonceOf(ada, 'latest'), await nonceOf(ada, 'pending'), mock.chain.balance(payee)]).toEqual([
      0,
      0,
      '0',
    ])
    expect(await ada.reader.getTransaction({ hash: hashes.get(7)! })).toMatchObject({
      nonce: 7,
      blockHash: null,
      blockNumber: null,
      transactionIndex: null,
    })
    await expect(ada.reader.getTransactionReceipt({ hash: hashes.get(7)! })).rejects.toThrow('could not be found')
    const waited = ada.reader.waitForTransactionReceipt({ hash: hashes.get(9)! })

    hashes.set(0, await pay(ada, 0))
    expect(await waited).toMatchObject({ status: 'success', transactionIndex: 9 })
    expect(await ada.reader.getBlockNumber()).toBe(before + 1n)
    expect(await latestBlock()).toEqual([...hashes.keys()].toSorted((a, b) => a - b).map((nonce) => `ada ${nonce}`))
    expect([await nonceOf(ada, 'latest'), mock.chain.balance(payee)]).toEqual([10, '0.00000000000000001'])
  })

  it('end with the same state in any order', async () => {
    const start = mock.snapshot()
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10 })
    await fc.assert(
      fc.asyncProperty(order, async (nonces) => {
        mock.restore(start)
        for (const nonce of nonces) await pay(ada, nonce)
        expect([await nonceOf(ada, 'latest'), await nonceOf(ada, 'pending')]).toEqual([10, 10])
        expect(mock.chain.balance(payee)).toBe('0.00000000000000001')
        expect((await latestBlock()).at(-1)).toBe('ada 9')
        expect(mock.export().tables).toMatchObject({ pendingTransactions: [] })
      }),
      { numRuns: 25 },
    )
  })

  it('are replaced while they wait by one that offers a tenth more, and by nothing else', async () => {
    const first = await pay(ada, 1, { tip: 10 })
    await expect(pay(ada, 1, { tip: 10 })).rejects.toThrow('already known')
    await expect(pay(ada, 1, { tip: 10.9 })).rejects.toThrow('replacement transaction underpriced')
    const second = await pay(ada, 1, { tip: 20, value: 5n })
    await pay(ada, 0)
    await expect(ada.reader.getTransaction({ hash: first })).rejects.toThrow('could not be found')
    expect(await ada.reader.getTransactionReceipt({ hash: second })).toMatchObject({ transactionIndex: 1 })
    expect(mock.chain.balance(payee)).toBe('0.000000000000000006')
  })

  it('wait behind the next gap when the first one closes', async () => {
    for (const nonce of [1, 3, 0]) await pay(ada, nonce)
    expect([await nonceOf(ada, 'latest'), await nonceOf(ada, 'pending')]).toEqual([2, 2])
    await mock.chain.mine()
    await mock.chain.setAutomine(true)
    expect(await nonceOf(ada, 'latest')).toBe(2)
    await pay(ada, 2)
    expect(await nonceOf(ada, 'latest')).toBe(4)
  })

  it('are forgotten when their turn comes and their money is gone', async () => {
    await mock.chain.fund(ada.account.address, { ether: '10' }, 1)
    await pay(ada, 1, { value: parseEther('15') })
    await pay(ada, 2)
    await mock.chain.reorg(1, { transactions: 'drop' })
    await pay(ada, 0)
    expect([mock.chain.balance(payee), await nonceOf(ada, 'pending')]).toEqual(['0.000000000000000001', 1])
    await pay(ada, 1)
    expect([mock.chain.balance(payee), await nonceOf(ada, 'latest')]).toEqual(['0.000000000000000003', 3])
  })

  it('are mined when a transaction of an impersonated account closes the gap', async () => {
    await pay(ada, 1)
    const call = async (method: string, params: object) => ada.reader.request({ method, params } as never)
    await call('anvil_impersonateAccount', [ada.account.address])
    await call('eth_sendTransaction', [{ from: ada.account.address, to: payee, value: '0x1' }])
    expect([await nonceOf(ada, 'latest'), mock.chain.balance(payee)]).toEqual([2, '0.000000000000000002'])
  })

  it('wait in a number that has an end, beyond which one is refused and the others are mined', async () => {
    for (let nonce = 1; nonce <= 64; nonce++) await pay(ada, nonce)
    await expect(pay(ada, 65)).rejects.toThrow('txpool is full')
    await pay(bob, 1)
    await pay(ada, 30, { tip: 9 })
    await pay(ada, 0)
    await pay(bob, 0)
    expect([await nonceOf(ada, 'latest'), await nonceOf(bob, 'latest')]).toEqual([65, 2])
  })

  it('are announced to a filter once, while they wait', async () => {
    const filter = await ada.reader.createPendingTransactionFilter()
    const waiting = await pay(ada, 1)
    const changes = async () => ada.reader.getFilterChanges({ filter })
    expect(await changes()).toEqual([waiting])
    const next = await pay(ada, 0)
    expect([await changes(), await changes()]).toEqual([[next], []])
  })
})

describe('a block of several transactions', () => {
  beforeEach(async () => mock.chain.setAutomine(false, 1))

  it('has who pays more first, and those of one sender in the order of their nonces', async () => {
    await pay(ada, 1, { tip: 9 })
    await pay(ada, 0, { tip: 2 })
    await pay(bob, 0, { tip: 3 })
    await pay(bob, 1, { tip: 1 })
    await pay(bob, 3, { tip: 20 })
    await mock.chain.mine()
    expect(await latestBlock()).toEqual(['bob 0', 'ada 0', 'ada 1', 'bob 1'])
    await pay(bob, 2)
    await mock.chain.mine({ blocks: 2 })
    expect(await latestBlock()).toEqual([])
    expect(await nonceOf(bob, 'latest')).toBe(4)
  })

  it('counts gas and logs through all its transactions', async () => {
    await mock.chain.fund(ada.account.address, { token: 'USDC', amount: '50' }, 1)
    const transfer = async (nonce: number, amount: bigint) =>
      ada.wallet.writeContract({
        address: usdc,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [payee, amount],
        nonce,
        gas: 100_000n,
      })
    const hashes = [await transfer(0, 1n), await pay(ada, 1), await transfer(2, 10n ** 12n), await transfer(3, 3n)]
    await mock.chain.mine()
    const receipts = []
    for (const hash of hashes) receipts.push(await ada.reader.getTransactionReceipt({ hash }))
    expect(receipts.map(({ status }) => status)).toEqual(['success', 'success', 'reverted', 'success'])
    expect(receipts.map(({ transactionIndex }) => transactionIndex)).toEqual([0, 1, 2, 3])
    let total = 0n
    for (const { gasUsed, cumulativeGasUsed } of receipts) expect(cumulativeGasUsed).toBe((total += gasUsed))
    expect(receipts.map(({ logs }) => logs.map(({ logIndex }) => logIndex))).toEqual([[0], [], [], [1]])
    const block = await ada.reader.getBlock()
    expect([block.gasUsed, block.transactions]).toEqual([total, hashes])
    const logs = await ada.reader.getLogs({ blockHash: block.hash })
    expect(logs).toEqual(receipts.flatMap((receipt) => receipt.logs))
    expect(logs.map(({ transactionIndex, logIndex }) => [transactionIndex, logIndex])).toEqual([
      [0, 0],
      [3, 1],
    ])
    expect((await ada.reader.getTransaction({ hash: hashes[3]! })).transactionIndex).toBe(3)
  })

  it('takes no more than its gas, and leaves the rest for the next one', async () => {
    const gas = 15_000_000n
    for (const nonce of [0, 1]) await pay(ada, nonce, { gas })
    await pay(bob, 0, { gas: 29_999_000n, tip: 0.5 })
    await mock.chain.mine()
    expect(await latestBlock()).toEqual(['ada 0', 'ada 1'])
    await mock.chain.mine()
    expect(await latestBlock()).toEqual(['bob 0'])
    for (const nonce of [2, 3]) await pay(ada, nonce)
    await pay(bob, 1, { gas: 29_999_000n, tip: 0.5 })
    await mock.chain.setAutomine(true)
    expect(await latestBlock()).toEqual(['bob 1'])
    expect(await nonceOf(ada, 'latest')).toBe(4)
  })

  it('is undone as a whole, and moves as a whole', async () => {
    const hashes = [await pay(ada, 0), await pay(ada, 1), await pay(bob, 0)]
    const before = [mock.chain.balance(ada.account.address), mock.chain.balance(bob.account.address)]
    await mock.chain.mine()
    const places = async () =>
      Promise.all(hashes.map(async (hash) => (await ada.reader.getTransactionReceipt({ hash })).transactionIndex))
    await mock.chain.reorg(1)
    expect(await places()).toEqual([0, 1, 2])
    await mock.chain.reorg(1, { transactions: 'drop' })
    await expect(places()).rejects.toThrow('could not be found')
    expect([mock.chain.balance(ada.account.address), mock.chain.balance(bob.account.address)]).toEqual(before)
    expect([await nonceOf(ada, 'latest'), mock.chain.balance(payee)]).toEqual([0, '0'])
  })

  it('and the block after it are undone one after the other', async () => {
    const gas = 29_999_000n
    for (const nonce of [0, 1]) await pay(ada, nonce, { gas })
    await mock.chain.setAutomine(true)
    expect(await nonceOf(ada, 'latest')).toBe(2)
    await mock.chain.reorg(1, { transactions: 'drop' })
    expect([await nonceOf(ada, 'latest'), mock.chain.balance(payee)]).toEqual([1, '0.000000000000000001'])
  })
})
