import { newRecord } from '@latchkey/base/newRecord'
import type { ChainReadStore } from '../backend.ts'
import type { PendingOperation, PendingTransaction, WaitingTransaction } from '../records.ts'
import { accountAt, type NetworkAccount, type LedgerBackend } from './accounts.ts'

type PendingStore = { readonly store: Pick<ChainReadStore, 'heldNetworks' | 'pendingTransactions'> }

/** Whether the transactions of an EVM chain are mined as they come. */
export function isAutomined({ store }: PendingStore, networkId: number): boolean {
  return store.heldNetworks.count('byNetwork', [networkId]) === 0
}

/** Mines the transactions of an EVM chain as they come, or lets them wait. */
export function setAutomine(backend: LedgerBackend, networkId: number, isEnabled: boolean): void {
  const { heldNetworks } = backend.store
  const held = heldNetworks.find('byNetwork', [networkId])
  if (isEnabled && held) heldNetworks.delete(held.id)
  if (!isEnabled && !held) heldNetworks.insert({ ...newRecord(backend), networkId })
}

type OperationStore = { readonly store: Pick<ChainReadStore, 'pendingOperations'> }

/** Whether transactions or user operations of an EVM chain wait. */
export function isWaiting({ store }: PendingStore & OperationStore, networkId: number): boolean {
  return (
    store.pendingTransactions.count('byHash', [networkId]) + store.pendingOperations.count('byHash', [networkId]) > 0
  )
}

/** The user operations that wait for a bundle, in the order in which they came; of one EVM chain or of all. */
export function pendingOperations({ store }: OperationStore, networkId?: number): PendingOperation[] {
  return inOrder([...store.pendingOperations.scan('byHash', networkId === undefined ? [] : [networkId])])
}

/** The user operations of an account that wait, in the order in which they came. */
export function pendingOperationsOf({ store }: OperationStore, sender: string, networkId: number): PendingOperation[] {
  return inOrder([...store.pendingOperations.scan('bySender', [sender, networkId])])
}

/** In the order in which they came. */
export const inOrder = <R extends PendingOperation | WaitingTransaction>(waiting: readonly R[]): R[] =>
  waiting.toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))

/** The transactions that wait, in the order in which they came; of one network or of all. */
export function pendingTransactions({ store }: PendingStore, networkId?: number): PendingTransaction[] {
  return inOrder([...store.pendingTransactions.scan('byHash', networkId === undefined ? [] : [networkId])])
}

/** Forgets a transaction or a user operation that waits. @returns Whether there was one */
export function dropPending(backend: LedgerBackend, networkId: number, hash: string): boolean {
  const { pendingTransactions: transactions, pendingOperations: operations } = backend.store
  const transaction = transactions.find('byHash', [networkId, hash])
  const operation = operations.find('byHash', [networkId, hash])
  if (transaction) transactions.delete(transaction.id)
  if (operation) operations.delete(operation.id)
  return transaction !== undefined || operation !== undefined
}

/** The nonce of the next transaction of an account, behind those that wait. */
export function pendingNonceOf(
  { store }: { readonly store: Pick<ChainReadStore, 'chainAccounts' | 'pendingTransactions'> },
  { account, networkId }: NetworkAccount,
): number {
  let { nonce } = accountAt({ store }, { account, networkId })
  while (store.pendingTransactions.find('byNonce', [account, networkId, nonce])) nonce += 1
  return nonce
}
