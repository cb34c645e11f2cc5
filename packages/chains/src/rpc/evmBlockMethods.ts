import type { Block } from '../ledger/blocks.ts'
import { transactionsIn } from '../ledger/transactions.ts'
import type { LedgerTransaction } from '../records.ts'
import type { EvmChain, EvmMethod } from './evmChain.ts'
import { findBlock } from './evmLogs.ts'
import { type BlockId, readBlockId, readHash, readQuantity } from './evmParams.ts'
import { blockShape, quantity, receiptShape, transactionShape } from './evmShapes.ts'

interface FullBlock {
  readonly block: Block
  readonly transactions: readonly LedgerTransaction[]
}

/** Shows a block with its transactions; `null` for a block that the chain does not have. */
function inBlock<T>(chain: EvmChain, id: BlockId, show: (full: FullBlock) => T): T | null {
  const block = findBlock(chain, id)
  if (!block) return null
  const network = { family: 'eip155', networkId: chain.networkId }
  return show({ block, transactions: transactionsIn(chain.backend, network, block.number) })
}

const whole =
  (withTransactions: unknown) =>
  ({ block, transactions }: FullBlock) =>
    blockShape(block, transactions, withTransactions === true)

const at =
  (index: unknown) =>
  ({ block, transactions }: FullBlock) => {
    const transaction = transactions[Number(readQuantity(index, 'index'))]
    return transaction ? transactionShape(transaction, block) : null
  }

const countOf = ({ transactions }: FullBlock) => quantity(transactions.length)

/** A chain of this kind has no uncles. */
const uncleCount = () => quantity(0)

/** The methods that show a block, or a part of it. */
export const blockMethods: Readonly<Record<string, EvmMethod>> = {
  eth_getBlockByNumber: (chain, [id, transactions]) => inBlock(chain, readBlockId(id), whole(transactions)),
  eth_getBlockByHash: (chain, [hash, transactions]) => inBlock(chain, readHash(hash), whole(transactions)),
  eth_getBlockReceipts: (chain, [id]) =>
    inBlock(chain, readBlockId(id), ({ block, transactions }) =>
      transactions.map((transaction) => receiptShape(transaction, block)),
    ),
  eth_getBlockTransactionCountByNumber: (chain, [id]) => inBlock(chain, readBlockId(id), countOf),
  eth_getBlockTransactionCountByHash: (chain, [hash]) => inBlock(chain, readHash(hash), countOf),
  eth_getTransactionByBlockNumberAndIndex: (chain, [id, index]) => inBlock(chain, readBlockId(id), at(index)),
  eth_getTransactionByBlockHashAndIndex: (chain, [hash, index]) => inBlock(chain, readHash(hash), at(index)),
  eth_getUncleCountByBlockNumber: (chain, [id]) => inBlock(chain, readBlockId(id), uncleCount),
  eth_getUncleCountByBlockHash: (chain, [hash]) => inBlock(chain, readHash(hash), uncleCount),
  eth_getUncleByBlockNumberAndIndex: () => null,
  eth_getUncleByBlockHashAndIndex: () => null,
}
