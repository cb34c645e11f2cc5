import { type Block, latestBlock } from '../ledger/blocks.ts'
import { contextOf } from '../ledger/evm/blockContext.ts'
import { beforeLastBlocks } from '../ledger/history.ts'
import type { EvmChain } from './evmChain.ts'
import { findBlock } from './evmLogs.ts'
import type { BlockId } from './evmParams.ts'
import { RpcError } from './jsonRpc.ts'

/** How many blocks a request may go back, since each of them is undone for it. */
const historyLimit = 10_000

const networkOf = ({ networkId }: EvmChain) => ({ family: 'eip155', networkId })

/** @throws {@link RpcError} for more blocks than a request may go back */
function goBack<T>(chain: EvmChain, count: number, work: () => T): T {
  if (count > historyLimit)
    throw new RpcError(-32_000, `historical state is not available: this chain keeps ${historyLimit} blocks of it`)
  return beforeLastBlocks(chain.backend, { network: networkOf(chain), count }, work)
}

/**
 * Runs work on the state after a block. At the latest block, code runs in the next one, as the next transaction will; at
 * an older block, it runs in that block.
 *
 * @throws {@link RpcError} for a block that the chain lacks, or that is too old
 */
export function atBlock<T>(chain: EvmChain, id: BlockId, work: (chain: EvmChain) => T): T {
  const block = findBlock(chain, id)
  if (!block) throw new RpcError(-32_000, 'header not found')
  const count = latestBlock(chain.backend, networkOf(chain)).number - block.number
  if (count === 0) return work(chain)
  return goBack(chain, count, () => work({ ...chain, block: contextOf(block) }))
}

/** Runs work on the state before a block of the chain. @throws {@link RpcError} for a block that is too old */
export function beforeBlock<T>(chain: EvmChain, { number }: Block, work: () => T): T {
  return goBack(chain, latestBlock(chain.backend, networkOf(chain)).number - number + 1, work)
}
