import type { ChainReadStore } from '../../backend.ts'
import { type Block, blockOf, latestBlock, type Network } from '../../ledger/blocks.ts'
import { pendingTransactions } from '../../ledger/pending.ts'
import { waitingTransactions } from '../../ledger/solana/solanaPending.ts'
import { transactionsIn } from '../../ledger/transactions.ts'
import type { LedgerTransaction, WaitingTransaction } from '../../records.ts'

/** A block, and what is in it. */
export interface BlockContent {
  readonly block: Block
  readonly transactions: readonly LedgerTransaction[]
}

/** How a chain has changed. */
export interface ChainChange {
  /** Blocks that a reorganization has replaced, the latest first. */
  readonly removed: readonly BlockContent[]
  /** New blocks, the earliest first. */
  readonly added: readonly BlockContent[]
  /** Transactions that wait for a block since then. */
  readonly waiting: readonly WaitingTransaction[]
}

interface LedgerReader {
  readonly store: Pick<
    ChainReadStore,
    | 'chainBlocks'
    | 'chainTransactions'
    | 'chainEntries'
    | 'pendingTransactions'
    | 'heldNetworks'
    | 'pendingSolanaTransactions'
    | 'heldClusters'
  >
}

/** How many blocks are remembered. A block that is replaced has left the ledger, with its logs. */
const remembered = 256

/**
 * Notices the changes of a chain.
 *
 * @param present - The ledger of now.
 * @returns A function that gives the changes until then, since its last call
 */
export function watchChain(present: LedgerReader, network: Network): (reader: LedgerReader) => ChainChange | undefined {
  let recent = [contentOf(present, latestBlock(present, network))]
  const waitingIn = network.family === 'solana' ? waitingTransactions : pendingTransactions
  let waitingBefore = new Set(waitingIn(present, network.networkId).map(({ hash }) => hash))

  return (reader) => {
    const all: readonly WaitingTransaction[] = waitingIn(reader, network.networkId)
    const waiting = all.filter(({ hash }) => !waitingBefore.has(hash))
    waitingBefore = new Set(all.map(({ hash }) => hash))
    const { number: height, hash } = latestBlock(reader, network)
    if (hash === recent.at(-1)?.block.hash) return waiting.length > 0 ? { removed: [], added: [], waiting } : undefined
    const last = recent.findLastIndex(({ block }) => blockOf(reader, network, block.number)?.hash === block.hash)
    const base = recent[last]?.block.number ?? (recent[0]?.block.number ?? 1) - 1
    const removed = recent.slice(last + 1).reverse()
    const added: BlockContent[] = []
    for (let number = base + 1; number <= height; number++) {
      const block = blockOf(reader, network, number)
      if (block) added.push(contentOf(reader, block))
    }
    recent = [...recent.slice(0, last + 1), ...added].slice(-remembered)
    return { removed, added, waiting }
  }
}

function contentOf(reader: LedgerReader, block: Block): BlockContent {
  const { family, networkId, number } = block
  return { block, transactions: transactionsIn(reader, { family, networkId }, number) }
}
