import type { Backend } from '../../backend.ts'
import type { User, Wallet } from '../../store/records.ts'
import type { WalletKeySet } from '../../store/roomRecords.ts'
import { existing, recordOf } from '../shared/recordGuards.ts'
import { keySetOf } from './keySets.ts'

/** A wallet with the key set of its shares. */
export interface SharedWallet {
  readonly wallet: Wallet
  readonly keySet: WalletKeySet
}

/**
 * A wallet of a user whose key is in shares.
 *
 * @throws {@link DomainError} `recordNotFound`, also for a wallet of somebody else, and one whose key is not in shares
 */
export function sharedWalletOf(backend: Backend, { id: userId }: Pick<User, 'id'>, walletId: string): SharedWallet {
  const wallet = recordOf(backend.store.wallets.get(walletId), { userId })
  return { wallet, keySet: existing(keySetOf(backend, walletId)) }
}
