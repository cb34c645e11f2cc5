import { erc20Abi, parseEther, parseUnits } from 'viem'
import { base, mainnet } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const host = createHost()
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const payee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = [...erc20Abi]
let clients: ReturnType<typeof viemClients>
let address: `0x${string}`

beforeEach(async () => {
  clients = viemClients(host.mock, mainnet)
  ;({ address } = clients.account)
  await host.mock.chain.fund(address, { ether: '2' }, 1)
  await host.mock.chain.fund(address, { token: 'USDC', amount: '50' }, 1)
})

const pay = (ether: string) => clients.wallet.sendTransaction({ to: payee, value: parseEther(ether) })
const balances = () => [
  host.mock.chain.balance(address),
  host.mock.chain.balance(payee),
  host.mock.chain.balance(address, { token: 'USDC' }),
]

/** The hashes of all blocks, each of which has to follow the one before. */
async function branch(): Promise<string[]> {
  const head = Number(await clients.reader.getBlockNumber())
  const blocks = []
  for (let number = 0; number <= head; number++)
    blocks.push(await clients.reader.getBlock({ blockNumber: BigInt(number) }))
  for (const [index, { parentHash, timestamp }] of blocks.entries()) {
    if (index === 0) continue
    expect(parentHash).toBe(blocks[index - 1]?.hash)
    expect(timestamp).toBeGreaterThanOrEqual(blocks[index - 1]?.timestamp ?? 0n)
  }
  return blocks.map(({ hash }) => hash)
}

async function activity(): Promise<number> {
  const { body } = await host.call('events.list', {})
  return body.filter(({ eventName }) => eventName === 'wallet.activity').length
}

describe('a reorganization that keeps the transactions', () => {
  it('mines them again in other blocks, with the same effects', async () => {
    const hashes = [await pay('0.5'), await pay('0.25')]
    const [first] = await Promise.all(hashes.map((hash) => clients.reader.getTransactionReceipt({ hash })))
    const [before, blocks] = [balances(), await branch()]
    await host.mock.chain.reorg(2)
    const after = await branch()
    expect(after).toHaveLength(blocks.length + 1)
    expect(after.slice(0, -3)).toEqual(blocks.slice(0, -2))
    expect(after.filter((hash) => blocks.slice(-2).includes(hash))).toEqual([])
    const receipts = await Promise.all(hashes.map((hash) => clients.reader.getTransactionReceipt({ hash })))
    expect(receipts.map(({ blockHash, blockNumber }) => [blockHash, Number(blockNumber)])).toEqual([
      [after.at(-2), after.length - 2],
      [after.at(-1), after.length - 1],
    ])
    expect(receipts[0]?.gasUsed).toBe(first?.gasUsed)
    expect(balances()).toEqual(before)
    expect(await clients.reader.getTransactionCount({ address })).toBe(2)
  })

  it('shows them once in lists, and fires no event a second time', async () => {
    await host.mock.create.provider({ provider: 'dynamic' })
    const user = await host.mock.create.user({ email: 'ada@example.com' })
    const wallet = await host.mock.wallets.embedded(user, { chain: 'EVM' })
    const hash = await clients.wallet.sendTransaction({ to: wallet.address as `0x${string}`, value: 1n })
    const { token } = await host.mock.signIn(user)
    const list = async () =>
      (
        await host.call('walletTransactions.list', {
          token,
          params: { chainName: 'EVM', address: wallet.address },
          query: { networkId: 1 },
        })
      ).body.transactions
    const [before] = await list()
    await host.mock.chain.reorg(1)
    const transactions = await list()
    expect(transactions[0]?.blockHash).not.toBe(before?.blockHash)
    expect(transactions).toEqual([
      { ...before, transactionHash: hash, blockNumber: (before?.blockNumber ?? 0) + 1, blockHash: expect.any(String) },
    ])
    expect(await activity()).toBe(1)
    await host.mock.chain.reorg(1, { transactions: 'drop' })
    expect(await list()).toEqual([])
    expect([await activity(), host.mock.chain.balance(wallet.address)]).toEqual([1, '0'])
    await clients.wallet.sendTransaction({ to: wallet.address as `0x${string}`, value: 1n })
    expect(await activity()).toBe(2)
  })
})

describe('a reorganization that drops the transactions', () => {
  it('undoes currency, fees, nonces, tokens and allowances, and lets the sender sign the nonces again', async () => {
    const before = balances()
    const hash = await pay('0.5')
    await clients.wallet.writeContract({
      address: usdc,
      abi,
      functionName: 'transfer',
      args: [payee, parseUnits('8', 6)],
    })
    await clients.wallet.writeContract({ address: usdc, abi, functionName: 'approve', args: [payee, 9n] })
    const head = await clients.reader.getBlockNumber()
    await host.mock.chain.reorg(3, { transactions: 'drop' })
    expect(balances()).toEqual(before)
    expect(await clients.reader.getBlockNumber()).toBe(head + 1n)
    await branch()
    await expect(clients.reader.getTransaction({ hash })).rejects.toThrow('could not be found')
    await expect(clients.reader.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
    expect(host.mock.chain.transactions({ address: payee })).toEqual([])
    const allowance = { address: usdc, abi, functionName: 'allowance', args: [address, payee] } as const
    expect(await clients.reader.readContract(allowance)).toBe(0n)
    expect(await clients.reader.getTransactionCount({ address })).toBe(0)
    await pay('0.125')
    expect(host.mock.chain.balance(payee)).toBe('0.125')
  })

  it('leaves what was before and what is on other chains, and is not undone by another one', async () => {
    const other = viemClients(host.mock, base)
    await host.mock.chain.fund(other.account.address, { ether: '1' }, 8453)
    const elsewhereHash = await other.wallet.sendTransaction({ to: payee, value: 1n })
    const first = await pay('0.5')
    await pay('0.25')
    await host.mock.chain.reorg(1, { transactions: 'drop' })
    await host.mock.chain.reorg(2, { transactions: 'drop' })
    expect(host.mock.chain.balance(payee)).toBe('0.5')
    expect((await clients.reader.getTransactionReceipt({ hash: first })).status).toBe('success')
    expect((await other.reader.getTransactionReceipt({ hash: elsewhereHash })).status).toBe('success')
    await host.mock.chain.reorg(4, { transactions: 'drop' })
    expect(host.mock.chain.balance(payee)).toBe('0')
  })

  it('undoes transactions that were kept before, and what a test has set since', async () => {
    await pay('0.5')
    await host.mock.chain.setTokenBalance({ owner: payee, networkId: 1, contractAddress: usdc, amount: 7 })
    await host.mock.chain.reorg(1)
    expect(host.mock.chain.balance(payee, { token: 'USDC' })).toBe('7')
    await host.mock.chain.reorg(1, { transactions: 'drop' })
    expect([host.mock.chain.balance(payee), host.mock.chain.balance(payee, { token: 'USDC' })]).toEqual(['0', '0'])
    await host.mock.chain.reorg(5, { transactions: 'drop' })
    expect(balances()).toEqual(['0', '0', '0'])
  })

  it('undoes in a fork, after a snapshot and after an import what happened before', async () => {
    const before = balances()
    await pay('0.5')
    const [snapshot, fork, copy] = [host.mock.snapshot(), host.mock.fork(), createMock()]
    copy.import(JSON.parse(JSON.stringify(host.mock.export())))
    await host.mock.chain.reorg(1, { transactions: 'drop' })
    expect(balances()).toEqual(before)
    host.mock.restore(snapshot)
    await host.mock.chain.reorg(1, { transactions: 'drop' })
    expect(balances()).toEqual(before)
    for (const mock of [fork, copy]) {
      expect(mock.chain.balance(payee)).toBe('0.5')
      await mock.chain.reorg(1, { transactions: 'drop' })
      expect([mock.chain.balance(address), mock.chain.balance(payee)]).toEqual(before.slice(0, 2))
    }
  })
})

describe('a reorganization', () => {
  it.each([
    ['no block', 0, {}, 'a whole number of blocks'],
    ['a part of a block', 1.5, {}, 'a whole number of blocks'],
    ['more blocks than there are', 4, {}, 'chain 1 has 3 blocks after the first one'],
    ['a chain that the service does not know', 1, { networkId: 77_777 }, 'there is no EVM chain 77777'],
    ['Solana, where all is final', 1, { networkId: 101 }, 'there is no EVM chain 101'],
  ])('is refused for %s, and nothing changes', async (...[, blocks, input, reason]) => {
    await pay('0.5')
    const before = host.mock.export().tables
    await expect(host.mock.chain.reorg(blocks, input)).rejects.toThrow(reason)
    expect(host.mock.export().tables).toEqual(before)
  })
})
