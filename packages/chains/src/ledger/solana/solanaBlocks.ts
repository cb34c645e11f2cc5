import { instantOf } from '@latchkey/base/clock'
import type { ChainReadStore } from '../../backend.ts'
import type { LedgerTransaction } from '../../records.ts'
import { type Block, blockOf, latestBlock } from '../blocks.ts'
import { transactionsIn } from '../transactions.ts'
import { firstSlotAt, slotMs, slotsPassed, solanaNetwork } from './slots.ts'

type BlockBackend = { readonly store: Pick<ChainReadStore, 'chainBlocks' | 'chainTransactions' | 'chainEntries'> }

/** The block of one slot. */
export interface SolanaBlock {
  readonly slot: number
  /** In milliseconds since the Unix epoch. */
  readonly instant: number
  readonly transactions: readonly LedgerTransaction[]
}

/** The slot in which a block of the ledger was made. The block before all others is that of slot 0. */
export function slotOfBlock({ number, createdAt }: Block): number {
  return number === 0 ? 0 : slotsPassed(instantOf(createdAt)) + number
}

/**
 * The block of a slot that has passed. Every slot has one. The ledger keeps those that changed something, in the order
 * of their slots. The others are empty, and their time follows from the block before them.
 */
export function blockInSlot(backend: BlockBackend, networkId: number, slot: number): SolanaBlock {
  const network = solanaNetwork(networkId)
  const block = blockUpTo(backend, networkId, slot)
  if (slotOfBlock(block) === slot && block.number > 0)
    return { slot, instant: instantOf(block.createdAt), transactions: transactionsIn(backend, network, block.number) }
  return { slot, instant: firstSlotAt + (slot - block.number) * slotMs, transactions: [] }
}

/** The last block of the ledger that was made in a slot or before it. */
function blockUpTo(backend: BlockBackend, networkId: number, slot: number): Block {
  const network = solanaNetwork(networkId)
  const at = (number: number) => blockOf(backend, network, number) as Block
  let [low, high] = [0, latestBlock(backend, network).number]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (slotOfBlock(at(middle)) <= slot) low = middle
    else high = middle - 1
  }
  return at(low)
}
