import { parseAbi, parseEther, parseGwei, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControlClient } from '../support/controlClient.ts'
import { testClient } from './evmClients.ts'

const control = createControlClient()
const mock = () => control.server.mock
const bob = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const miner = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'

let client: ReturnType<typeof testClient>
let account: ReturnType<typeof privateKeyToAccount>
beforeEach(async () => {
  client = testClient(mock().chain.rpcUrl(1))
  account = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: account.address, value: parseEther('10') })
})

/** Sends one wei for a plain payment's gas. */
const pay = (maxFeePerGas: bigint, maxPriorityFeePerGas = 0n) =>
  client.sendTransaction({ account, to: bob, value: 1n, gas: 21_000n, maxFeePerGas, maxPriorityFeePerGas })
const raw = (method: string, params: readonly unknown[] = []) =>
  client.request({ method, params } as never) as Promise<unknown>
const setBaseFee = (gwei: string) => client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) })

describe('a base fee that a test sets', () => {
  it('is that of the next block, and falls by an eighth with each later block until it is 1 gwei again', async () => {
    await setBaseFee('1.2')
    await client.mine({ blocks: 4 })
    const { baseFeePerGas } = await client.getFeeHistory({ blockCount: 4, rewardPercentiles: [] })
    expect(baseFeePerGas).toEqual(['1.2', '1.05', '1', '1', '1'].map((gwei) => parseGwei(gwei)))
    expect((await client.getBlock({ blockNumber: 1n })).baseFeePerGas).toBe(parseGwei('1.2'))
    expect((await client.getBlock()).baseFeePerGas).toBe(parseGwei('1'))
  })

  it('shows in the gas price and in contracts before the block, and a transaction pays it', async () => {
    await setBaseFee('8')
    expect(await client.getGasPrice()).toBe(parseGwei('9'))
    const baseFee = await client.readContract({
      address: multicall,
      abi: parseAbi(['function getBasefee() view returns (uint256)']),
      functionName: 'getBasefee',
    })
    expect(baseFee).toBe(parseGwei('8'))
    await expect(pay(parseGwei('7'))).rejects.toThrow('max fee per gas less than block base fee')
    const hash = await pay(parseGwei('20'), parseGwei('2'))
    const { effectiveGasPrice } = await client.getTransactionReceipt({ hash })
    expect([effectiveGasPrice, await client.getGasPrice()]).toEqual([parseGwei('10'), parseGwei('8')])
    expect(await client.getBalance(account)).toBe(parseEther('10') - 1n - 21_000n * parseGwei('10'))
  })

  it('of nothing stays, so that transactions cost nothing', async () => {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n })
    await client.mine({ blocks: 2 })
    await pay(0n)
    expect(await client.getBalance(account)).toBe(parseEther('10') - 1n)
    expect((await client.getBlock()).baseFeePerGas).toBe(0n)
  })

  it('lets a transaction that pays less wait until the fee has fallen', async () => {
    await client.setAutomine(false)
    const hash = await pay(parseGwei('3.6'))
    await setBaseFee('4')
    await client.mine({ blocks: 1 })
    expect(await client.getTransaction({ hash })).toMatchObject({ blockNumber: null, gasPrice: parseGwei('3.6') })
    await client.mine({ blocks: 1 })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({
      blockNumber: 2n,
      effectiveGasPrice: parseGwei('3.5'),
    })
  })

  it('is that of only one chain', async () => {
    await setBaseFee('500')
    const other = testClient(mock().chain.rpcUrl(8453))
    expect([await client.getGasPrice(), await other.getGasPrice()]).toEqual([parseGwei('501'), parseGwei('2')])
  })
})

describe('the blocks of a chain', () => {
  it('have the gas limit that was set, and refuse a transaction beyond it', async () => {
    await client.setBlockGasLimit({ gasLimit: 20_000n })
    await expect(pay(parseGwei('2'))).rejects.toThrow('exceeds block gas limit')
    await client.setBlockGasLimit({ gasLimit: 21_000n })
    await pay(parseGwei('2'))
    expect((await client.getBlock()).gasLimit).toBe(21_000n)
  })

  it('name the account that was set, which receives the tips', async () => {
    await client.setCoinbase({ address: miner })
    await pay(parseGwei('5'), parseGwei('3'))
    expect((await client.getBlock()).miner).toBe(miner)
    expect(await client.getBalance({ address: miner })).toBe(21_000n * parseGwei('3'))
    await mock().chain.reorg(1, { transactions: 'drop' })
    expect(await client.getBalance({ address: miner })).toBe(0n)
  })

  it('have a random value of a test once', async () => {
    await raw('hardhat_setPrevRandao', [`0x${'ab'.repeat(32)}`])
    await client.mine({ blocks: 2 })
    const mixHashes = await Promise.all([1n, 2n].map((blockNumber) => client.getBlock({ blockNumber })))
    expect(mixHashes.map(({ mixHash }) => mixHash)).toEqual([`0x${'ab'.repeat(32)}`, zeroHash])
  })

  it('have exactly the time that was set, although the clock of the mock runs on', async () => {
    await mock().clock.resume()
    const next = BigInt(Date.UTC(2027, 0, 1) / 1000)
    await client.setNextBlockTimestamp({ timestamp: next })
    await mock().clock.advance({ seconds: 2 })
    const present = await client.readContract({
      address: multicall,
      abi: parseAbi(['function getCurrentBlockTimestamp() view returns (uint256)']),
      functionName: 'getCurrentBlockTimestamp',
    })
    await client.mine({ blocks: 1 })
    expect([present, (await client.getBlock()).timestamp]).toEqual([next, next])
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBeGreaterThanOrEqual(next + 2n)
  })

  it('are usual again after a reset', async () => {
    await setBaseFee('9')
    await client.setCoinbase({ address: miner })
    await client.setBlockGasLimit({ gasLimit: 50_000n })
    await raw('anvil_reset')
    await client.mine({ blocks: 1 })
    expect(await client.getBlock()).toMatchObject({
      baseFeePerGas: parseGwei('1'),
      gasLimit: 30_000_000n,
      miner: '0x0000000000000000000000000000000000000000',
    })
  })
})

it.each([
  ['anvil_setNextBlockBaseFeePerGas', []],
  ['anvil_setNextBlockBaseFeePerGas', ['0x10000000000000000']],
  ['evm_setBlockGasLimit', ['0x0']],
  ['hardhat_setCoinbase', ['nobody']],
  ['hardhat_setPrevRandao', ['0x1']],
])('refuses %s with %j by invalid parameters, and sets nothing', async (method, params) => {
  await expect(raw(method, params)).rejects.toMatchObject({ code: -32_602 })
  expect(mock().export().tables.chainSettings).toEqual([])
})

it('a simulated chain describes itself as Anvil and Hardhat do', async () => {
  await client.mine({ blocks: 1 })
  const { hash, timestamp } = await client.getBlock()
  expect(await raw('anvil_nodeInfo')).toMatchObject({
    currentBlockNumber: '0x1',
    currentBlockHash: hash,
    currentBlockTimestamp: Number(timestamp),
    environment: { chainId: 1, baseFee: '0x3b9aca00', gasLimit: '0x1c9c380', gasPrice: '0x77359400' },
    forkConfig: { forkUrl: null },
  })
  expect(await raw('hardhat_metadata')).toMatchObject({
    chainId: 1,
    clientVersion: 'anvil/latchkey-mock',
    instanceId: expect.stringMatching(/^0x[\da-f]{64}$/),
    latestBlockHash: hash,
    latestBlockNumber: 1,
  })
})

describe('blocks at an interval', () => {
  const heights = async () => [await client.getBlockNumber(), (await client.getBlock()).timestamp]
  const now = () => BigInt(Math.floor(mock().clock.now() / 1000))

  it('come as time passes on the clock of the mock, with the transactions that wait, as in Anvil', async () => {
    const start = now()
    await client.setIntervalMining({ interval: 12 })
    const hash = await pay(parseGwei('2'))
    await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
    await mock().clock.advance({ seconds: 65 })
    expect(await heights()).toEqual([5n, start + 60n])
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
    expect((await client.getBlock({ blockNumber: 2n })).timestamp).toBe(start + 24n)
    await client.setAutomine(true)
    await client.increaseTime({ seconds: 60 })
    expect(await heights()).toEqual([5n, start + 60n])
  })

  it('leave automine on in Hardhat, which counts milliseconds, and end with an interval of 0', async () => {
    const hardhat = testClient(mock().chain.rpcUrl(1), 'hardhat')
    await hardhat.setIntervalMining({ interval: 5 })
    expect([await raw('anvil_getIntervalMining'), await client.getAutomine()]).toEqual([5, true])
    const hash = await pay(parseGwei('2'))
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
    await client.increaseTime({ seconds: 11 })
    expect((await heights())[0]).toBe(3n)
    await hardhat.setIntervalMining({ interval: 0 })
    await client.increaseTime({ seconds: 60 })
    expect([(await heights())[0], await raw('anvil_getIntervalMining')]).toEqual([3n, null])
    expect(mock().clock.due()).toEqual([])
  })

  it('are counted anew by a later call, and end with a reset', async () => {
    await client.setIntervalMining({ interval: 10 })
    await client.setIntervalMining({ interval: 20 })
    await client.increaseTime({ seconds: 40 })
    expect((await heights())[0]).toBe(2n)
    expect(mock().clock.due()).toMatchObject([{ kind: 'chains.mine', description: 'Mines a block of the chain 1.' }])
    await raw('anvil_reset')
    expect(mock().clock.due()).toEqual([])
    await client.increaseTime({ seconds: 40 })
    expect((await heights())[0]).toBe(0n)
  })

  it('come by themselves while the clock runs', async () => {
    await mock().clock.resume()
    await client.setIntervalMining({ interval: 1 })
    await expect.poll(() => client.getBlockNumber()).toBeGreaterThanOrEqual(2n)
  })

  it.each([[-1], ['often'], [[1000, 2000]], [0.5]])('are not made of %j', async (interval) => {
    await expect(raw('evm_setIntervalMining', [interval])).rejects.toMatchObject({ code: -32_602 })
  })
})
