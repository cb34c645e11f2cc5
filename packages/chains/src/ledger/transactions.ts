import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { ChainReadStore } from '../backend.ts'
import type { Account, ChainTransaction, TransactionPage } from '../chains.ts'
import type { LedgerTransaction } from '../records.ts'
import { familyOf, type LedgerBackend, type NetworkAccount } from './accounts.ts'
import { mineBlock, type Network } from './blocks.ts'

type TransactionStore = { readonly store: Pick<ChainReadStore, 'chainTransactions' | 'chainEntries'> }

/** A transaction whose effects are in the ledger already. */
export type TransactionDraft = Omit<LedgerTransaction, 'id' | 'createdAt' | 'family' | 'networkId' | 'blockNumber'>

/**
 * Adds transactions to a new block, in order. The caller has moved their values and taken their fees.
 *
 * @param drafts - Each with further accounts that it touches.
 */
export function addTransactions(
  backend: LedgerBackend,
  network: Network,
  drafts: readonly (TransactionDraft & { readonly touched?: readonly Account[] })[],
): LedgerTransaction[] {
  const { store } = backend
  const { number: blockNumber } = mineBlock(backend, network)
  const { family, networkId } = network
  return drafts.map(({ touched = [], ...draft }) => {
    const transaction = store.chainTransactions.insert({
      ...newRecord(backend),
      ...draft,
      family,
      networkId,
      blockNumber,
    })
    for (const account of new Set([...accountsOf(transaction), ...touched]))
      store.chainEntries.insert({
        ...newRecord(backend),
        account,
        networkId,
        blockNumber,
        transactionId: transaction.id,
      })
    return transaction
  })
}

/** The accounts that a transaction touches: sender, payer of the fee, recipient, and both ends of every transfer. */
function accountsOf({ from, feePayer, to, transfers }: ChainTransaction | TransactionDraft): Set<Account> {
  const ends = transfers.flatMap((transfer) => [transfer.from, transfer.to])
  return new Set([from, feePayer, to, ...ends].filter((account) => account !== undefined))
}

export function transactionOf(
  { store }: TransactionStore,
  { family, networkId }: Network,
  hash: string,
): LedgerTransaction | undefined {
  return store.chainTransactions.find('byHash', [family, networkId, hash])
}

/** The transactions of a block, in order. */
export function transactionsIn(
  { store }: TransactionStore,
  { family, networkId }: Network,
  blockNumber: number,
): LedgerTransaction[] {
  return [...store.chainTransactions.scan('byBlock', [family, networkId, blockNumber])]
}

/** The transactions that touch an account, the latest first. */
export function transactionsOf(
  { store }: TransactionStore,
  { account, networkId }: NetworkAccount,
  { limit, before }: TransactionPage,
): LedgerTransaction[] {
  const entries = store.chainEntries.after('byAccount', [account, networkId], {
    limit,
    descending: true,
    ...defined({ after: before && entryOf({ store }, { account, networkId }, before) }),
  })
  return entries
    .map(({ transactionId }) => store.chainTransactions.get(transactionId))
    .filter((row) => row !== undefined)
}

/** The position of a transaction among those that touch an account. */
export function entryOf(
  { store }: TransactionStore,
  { account, networkId }: NetworkAccount,
  { hash, blockNumber }: NonNullable<TransactionPage['before']>,
): { readonly blockNumber: number; readonly id: string } {
  const transaction = transactionOf({ store }, { family: familyOf(account), networkId }, hash)
  const entries = transaction ? [...store.chainEntries.scan('byTransaction', [transaction.id])] : []
  // No id is before the empty one, so the page starts with the block before.
  return entries.find((entry) => entry.account === account) ?? { blockNumber, id: '' }
}
