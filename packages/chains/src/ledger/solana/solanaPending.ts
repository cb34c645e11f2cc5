import { newRecord } from '@latchkey/base/newRecord'
import type { ChainReadStore } from '../../backend.ts'
import type { WaitingTransaction } from '../../records.ts'
import type { LedgerBackend } from '../accounts.ts'
import { inOrder } from '../pending.ts'

type PoolStore = { readonly store: Pick<ChainReadStore, 'heldClusters' | 'pendingSolanaTransactions'> }

/** Whether the transactions of a cluster land as they come. */
export function isAutomined({ store }: PoolStore, networkId: number): boolean {
  return store.heldClusters.count('byNetwork', [networkId]) === 0
}

/** Lets the transactions of a cluster land as they come, or lets them wait. */
export function setAutomine(backend: LedgerBackend, networkId: number, isEnabled: boolean): void {
  const { heldClusters } = backend.store
  const held = heldClusters.find('byNetwork', [networkId])
  if (isEnabled && held) heldClusters.delete(held.id)
  if (!isEnabled && !held) heldClusters.insert({ ...newRecord(backend), networkId })
}

/** The transactions that wait, in the order in which they came; of one cluster or of all. */
export function waitingTransactions({ store }: PoolStore, networkId?: number): WaitingTransaction[] {
  return inOrder([...store.pendingSolanaTransactions.scan('byHash', networkId === undefined ? [] : [networkId])])
}

/** Whether a transaction waits. */
export function isWaiting({ store }: PoolStore, networkId: number, signature: string): boolean {
  return store.pendingSolanaTransactions.find('byHash', [networkId, signature]) !== undefined
}

/** Forgets a transaction that waits. @returns Whether there was one */
export function dropWaiting({ store }: Pick<LedgerBackend, 'store'>, networkId: number, signature: string): boolean {
  const waiting = store.pendingSolanaTransactions.find('byHash', [networkId, signature])
  if (waiting) store.pendingSolanaTransactions.delete(waiting.id)
  return waiting !== undefined
}
