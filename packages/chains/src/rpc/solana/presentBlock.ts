import { defined } from '@latchkey/base/defined'
import { blockhashOf } from '../../ledger/solana/slots.ts'
import type { SolanaBlock } from '../../ledger/solana/solanaBlocks.ts'
import type { LedgerTransaction } from '../../records.ts'
import { presentAccounts, presentInBlock, type TransactionView } from './presentTransaction.ts'
import { invalidParam } from './solanaParams.ts'

/** The ways to show the transactions of a block. */
const contents: Readonly<Record<string, (all: readonly LedgerTransaction[], view: TransactionView) => object>> = {
  full: (all, view) => ({ transactions: all.map((landed) => presentInBlock(landed, view)) }),
  accounts: (all, view) => ({ transactions: all.map((landed) => presentAccounts(landed, view)) }),
  signatures: (all) => ({ signatures: all.map(({ hash }) => hash) }),
  none: () => ({}),
}

/**
 * Reads which parts of blocks a caller wants.
 *
 * @returns A function that shows a block.
 * @throws {@link RpcError}
 */
export function readBlockView({
  transactionDetails,
  encoding,
  rewards,
  maxSupportedTransactionVersion,
}: Readonly<Record<string, unknown>>): (networkId: number, block: SolanaBlock) => object {
  const name = String(transactionDetails ?? 'full')
  const contentOf = Object.hasOwn(contents, name) ? contents[name] : undefined
  if (!contentOf)
    throw invalidParam(
      `Invalid params: unknown variant \`${name}\`, expected one of \`full\`, \`signatures\`, \`none\`, \`accounts\`.`,
    )
  const view = { encoding: encoding ?? 'json', maxSupportedTransactionVersion }
  return (networkId, { slot, instant, transactions }) => ({
    // The first block is its own parent.
    previousBlockhash: blockhashOf(networkId, Math.max(0, slot - 1)),
    blockhash: blockhashOf(networkId, slot),
    parentSlot: Math.max(0, slot - 1),
    ...contentOf(transactions, view),
    // Nobody earns anything by validating here.
    ...defined({ rewards: rewards === false ? undefined : [] }),
    blockTime: Math.floor(instant / 1000),
    blockHeight: slot,
  })
}
