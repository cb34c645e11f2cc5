import { type Block, blockOf, latestBlock } from '../ledger/blocks.ts'
import type { EvmLog } from '../ledger/evm/abi.ts'
import { transactionsIn } from '../ledger/transactions.ts'
import type { EvmChain } from './evmChain.ts'
import type { BlockId, LogFilter } from './evmParams.ts'
import { logsOf } from './evmShapes.ts'
import { RpcError } from './jsonRpc.ts'

/** How many logs an answer may have, as with common providers. */
const logLimit = 10_000

/** Numbers of blocks, both of them included. */
interface BlockRange {
  readonly from: number
  readonly to: number
}

const networkOf = ({ networkId }: EvmChain) => ({ family: 'eip155', networkId })

export function findBlock(chain: EvmChain, id: BlockId): Block | undefined {
  return id === 'latest' ? latestBlock(chain.backend, networkOf(chain)) : blockOf(chain.backend, networkOf(chain), id)
}

/** The blocks that a filter names. @throws {@link RpcError} when the chain does not have the first one */
function rangeOf(chain: EvmChain, { from, to }: LogFilter): BlockRange {
  const [first, last] = [findBlock(chain, from), findBlock(chain, to)]
  if (!first) throw new RpcError(-32_000, 'unknown block')
  return { from: first.number, to: last?.number ?? latestBlock(chain.backend, networkOf(chain)).number }
}

/**
 * The logs of blocks that a filter accepts.
 *
 * @param range - Instead of the blocks that the filter names.
 * @throws {@link RpcError} for too many logs
 */
export function logsBetween(chain: EvmChain, range: BlockRange | undefined, filter: LogFilter): object[] {
  const { from, to } = range ?? rangeOf(chain, filter)
  const logs: object[] = []
  for (let number = from; number <= to; number++) {
    const block = findBlock(chain, number)
    for (const transaction of block ? transactionsIn(chain.backend, networkOf(chain), number) : [])
      logs.push(...logsOf(transaction, block as Block).filter((log) => isAccepted(filter, log)))
    if (logs.length > logLimit)
      throw new RpcError(-32_005, `query returned more than ${logLimit} results: ask for fewer blocks at a time`)
  }
  return logs
}

/** Whether a filter accepts a log, wherever it stands. */
export function isAccepted({ addresses, topics }: LogFilter, log: Pick<EvmLog, 'address' | 'topics'>): boolean {
  return (
    (!addresses || addresses.has(log.address)) &&
    topics.every((accepted, at) => !accepted || accepted.has(log.topics[at] ?? ''))
  )
}
