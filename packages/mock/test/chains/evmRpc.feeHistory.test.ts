import { parseGwei } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'fee history', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '10' }, 1)
})

/** Mines a block with a payment for each tip in gwei. */
async function mineTips(...tips: readonly number[]) {
  const { wallet, reader, account } = clients
  await mock.chain.setAutomine(false)
  const first = await reader.getTransactionCount({ address: account.address })
  for (const [index, tip] of tips.entries())
    await wallet.sendTransaction({
      to: bob,
      value: 1n,
      nonce: first + index,
      gas: 21_000n,
      maxPriorityFeePerGas: parseGwei(String(tip)),
      maxFeePerGas: parseGwei('200'),
    })
  await mock.chain.mine()
  return reader.getBlock()
}

const history = (blockCount: number, rewardPercentiles: number[]) =>
  clients.reader.getFeeHistory({ blockCount, rewardPercentiles })

describe('the history of fees', () => {
  it('has the tips that the transactions of each block paid, at the shares of its gas', async () => {
    await mineTips(7, 1, 3, 5)
    await mineTips(9)
    const { reward } = await history(2, [0, 25, 26, 60, 100])
    const gwei = (...tips: number[]) => tips.map((tip) => parseGwei(String(tip)))
    expect(reward).toEqual([gwei(1, 1, 3, 5, 7), gwei(9, 9, 9, 9, 9)])
  })

  it('has no tips where a block has no transactions, and none where nobody asks for them', async () => {
    await mineTips(3)
    await mock.chain.mine()
    expect(await history(2, [50])).toMatchObject({ reward: [[parseGwei('3')], [0n]] })
    expect(
      await clients.reader.request({ method: 'eth_feeHistory', params: ['0x2', 'latest'] } as never),
    ).not.toHaveProperty('reward')
  })

  it('has the tip above the base fee of its own block, whatever more a transaction offers', async () => {
    const test = { method: 'anvil_setNextBlockBaseFeePerGas', params: [`0x${parseGwei('198').toString(16)}`] }
    await clients.reader.request(test as never)
    await mineTips(1)
    const { reward, baseFeePerGas } = await history(1, [50])
    expect([reward, baseFeePerGas[0]]).toEqual([[[parseGwei('1')]], parseGwei('198')])
    await clients.reader.request(test as never)
    await mineTips(9)
    expect((await history(1, [50])).reward).toEqual([[parseGwei('2')]])
  })

  it('says how much of its gas each block used', async () => {
    const { gasUsed, gasLimit } = await mineTips(1, 2)
    await mock.chain.mine()
    const { gasUsedRatio, oldestBlock } = await history(2, [])
    expect(gasUsedRatio).toEqual([Number(gasUsed) / Number(gasLimit), 0])
    expect([gasUsed, oldestBlock]).toEqual([42_000n, (await clients.reader.getBlockNumber()) - 1n])
  })

  it.each<[string, unknown, string]>([
    ['below 0', [-1], 'invalid reward percentile: -1'],
    ['above 100', [50, 101], 'invalid reward percentile: 101'],
    ['that do not rise', [50, 50], 'invalid reward percentile: #0:50 >= #1:50'],
    ['that are no numbers', ['50'], 'invalid reward percentile: "50"'],
    ['beyond a hundred', Array.from({ length: 101 }, (_, index) => index / 2), 'over the query limit 100'],
    ['outside of a list', '50', 'rewardPercentiles has to be a list'],
  ])('is refused for percentiles %s', async (_, percentiles, sentence) => {
    const params = ['0x1', 'latest', percentiles]
    await expect(clients.reader.request({ method: 'eth_feeHistory', params } as never)).rejects.toThrow(sentence)
  })
})
