import { newRecord, type OutsideReadStore } from '../../domain/shared/backend.ts'
import type { PendingTransaction } from '../../store/ledgerRecords.ts'
import { accountAt, type NetworkAccount, type LedgerBackend } from './accounts.ts'

type PendingStore = { readonly store: Pick<OutsideReadStore, 'heldNetworks' | 'pendingTransactions'> }

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

/** Whether transactions of an EVM chain wait. */
export function isWaiting({ store }: PendingStore, networkId: number): boolean {
  return store.pendingTransactions.count('byHash', [networkId]) > 0
}

/** The transactions that wait, in the order in which they came; of one network or of all. */
export function pendingTransactions({ store }: PendingStore, networkId?: number): PendingTransaction[] {
  const waiting = [...store.pendingTransactions.scan('byHash', networkId === undefined ? [] : [networkId])]
  return waiting.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))
}

/** The nonce of the next transaction of an account, behind those that wait. */
export function pendingNonceOf(
  { store }: { readonly store: Pick<OutsideReadStore, 'chainAccounts' | 'pendingTransactions'> },
  { account, networkId }: NetworkAccount,
): number {
  let { nonce } = accountAt({ store }, { account, networkId })
  while (store.pendingTransactions.find('byNonce', [account, networkId, nonce])) nonce += 1
  return nonce
}
