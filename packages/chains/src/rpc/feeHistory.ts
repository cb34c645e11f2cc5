import { defined } from '@latchkey/base/defined'
import { blockOf, nextBaseFee } from '../ledger/blocks.ts'
import { evmDetailsOf } from '../ledger/evm/details.ts'
import { blobBaseFee, usualBaseFee, usualGasLimit } from '../ledger/evm/gas.ts'
import { transactionsIn } from '../ledger/transactions.ts'
import type { LedgerTransaction } from '../records.ts'
import type { EvmChain } from './evmChain.ts'
import { findBlock } from './evmLogs.ts'
import { readBlockId, readQuantity } from './evmParams.ts'
import { quantity } from './evmShapes.ts'
import { RpcError } from './jsonRpc.ts'

/** How many blocks a history of fees may have, as in Geth. */
const historyLimit = 1024
/** How many percentiles a caller may ask for, as in Geth. */
const percentileLimit = 100

const isPercentile = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100

/** @throws {@link RpcError} for percentiles outside 0 to 100, or that do not rise */
function readPercentiles(value: unknown): readonly number[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw new RpcError('params', 'invalid argument: rewardPercentiles has to be a list')
  if (value.length > percentileLimit) throw new RpcError(-32_000, `over the query limit ${percentileLimit}`)
  return value.map((each: unknown, index) => {
    if (!isPercentile(each)) throw new RpcError(-32_000, `invalid reward percentile: ${JSON.stringify(each)}`)
    const before: unknown = value[index - 1]
    if (isPercentile(before) && each <= before)
      throw new RpcError(-32_000, `invalid reward percentile: #${index - 1}:${before} >= #${index}:${each}`)
    return each
  })
}

/** A block with the gas and the tips of its transactions. */
interface UsedBlock {
  readonly baseFee: bigint
  readonly gasLimit: bigint
  readonly transactions: readonly LedgerTransaction[]
}

/** Reads a block, or the fee of the next one. */
function blockAt({ backend, networkId }: EvmChain, number: number): UsedBlock {
  const network = { family: 'eip155', networkId }
  const block = blockOf(backend, network, number)
  if (!block) return { baseFee: nextBaseFee(backend, networkId), gasLimit: usualGasLimit, transactions: [] }
  return {
    baseFee: BigInt(block.baseFee ?? usualBaseFee),
    gasLimit: BigInt(block.gasLimit ?? usualGasLimit),
    transactions: transactionsIn(backend, network, number),
  }
}

const gasOf = (transaction: LedgerTransaction) => BigInt(evmDetailsOf(transaction).gasUsed)
const totalGas = (transactions: readonly LedgerTransaction[]) =>
  transactions.reduce((sum, transaction) => sum + gasOf(transaction), 0n)

/** The tip below which a share of the block's gas was bought, for each percentile; nothing but zeros without transactions. */
function rewardsOf({ baseFee, transactions }: UsedBlock, percentiles: readonly number[]): readonly string[] {
  const paid = transactions
    .map((transaction) => ({ gas: gasOf(transaction), tip: BigInt(evmDetailsOf(transaction).gasPrice) - baseFee }))
    .toSorted((a, b) => Number(a.tip - b.tip))
  const all = Number(totalGas(transactions))
  return percentiles.map((percentile) => {
    const threshold = Math.floor((all * percentile) / 100)
    let gas = 0n
    const reached = paid.find((each) => (gas += each.gas) >= threshold)
    return quantity(reached?.tip ?? 0n)
  })
}

/** `eth_feeHistory`, as Geth counts it. */
export function feeHistory(chain: EvmChain, [count, newest, percentiles]: readonly unknown[]): object {
  const last = findBlock(chain, readBlockId(newest))
  if (!last) throw new RpcError(-32_000, 'request beyond head block')
  const wanted = typeof count === 'number' ? BigInt(count) : readQuantity(count, 'blockCount')
  const shares = readPercentiles(percentiles)
  const length = Math.min(Number(wanted), historyLimit, last.number + 1)
  const oldest = last.number + 1 - length
  const withNext = Array.from({ length: length + 1 }, (_, index) => blockAt(chain, oldest + index))
  const blocks = withNext.slice(0, length)
  return {
    oldestBlock: quantity(oldest),
    baseFeePerGas: withNext.map(({ baseFee }) => quantity(baseFee)),
    gasUsedRatio: blocks.map(({ gasLimit, transactions }) => Number(totalGas(transactions)) / Number(gasLimit)),
    baseFeePerBlobGas: withNext.map(() => quantity(blobBaseFee)),
    blobGasUsedRatio: blocks.map(() => 0),
    ...defined({ reward: shares && blocks.map((block) => rewardsOf(block, shares)) }),
  }
}
