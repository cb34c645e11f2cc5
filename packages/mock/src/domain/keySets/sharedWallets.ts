import type { ServerWallet } from '../../store/delegationRecords.ts'
import type { User, Wallet } from '../../store/records.ts'
import type { WalletKeySet } from '../../store/roomRecords.ts'
import type { Backend } from '../shared/backend.ts'
import type { WalletCaller } from '../shared/callers.ts'
import { existing, inEnvironment, recordOf } from '../shared/recordGuards.ts'
import { keySetOf } from './keySets.ts'

/** A wallet of a user, or of the environment itself. */
export type AnyWallet = ServerWallet & { readonly userId?: string | undefined }

/** A wallet with the key set of its shares. */
export interface SharedWallet<W extends AnyWallet = Wallet> {
  readonly wallet: W
  readonly keySet: WalletKeySet
}

/**
 * A wallet of a user whose key is in shares.
 *
 * @throws {@link DomainError} `recordNotFound`, also for a wallet of somebody else, and one whose key is not in shares
 */
export function sharedWalletOf(backend: Backend, { id: userId }: Pick<User, 'id'>, walletId: string): SharedWallet {
  const wallet = recordOf(backend.store.wallets.get(walletId), { userId }, 'wallet')
  return { wallet, keySet: existing(keySetOf(backend, walletId), 'embedded wallet') }
}

/**
 * A wallet of the caller whose key is in shares: one of the user, or for a server one of the environment itself.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export function sharedWalletOfCaller(
  backend: Backend,
  caller: WalletCaller,
  walletId: string,
): SharedWallet<AnyWallet> {
  if (caller.kind === 'user') return sharedWalletOf(backend, caller.user, walletId)
  const wallet = inEnvironment(backend.store.serverWallets.get(walletId), caller.environmentId, 'wallet')
  return { wallet, keySet: existing(keySetOf(backend, walletId), 'embedded wallet') }
}

/**
 * A wallet of an environment whose key is in shares: of any user, or of the environment itself.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export function sharedWalletIn(backend: Backend, environmentId: string, walletId: string): SharedWallet<AnyWallet> {
  const wallet = inEnvironment(anyWallet(backend, walletId), environmentId, 'wallet')
  return { wallet, keySet: existing(keySetOf(backend, walletId), 'embedded wallet') }
}

/** A wallet by its id, whoever has it. */
export function anyWallet({ store }: Pick<Backend, 'store'>, walletId: string): AnyWallet | undefined {
  return store.wallets.get(walletId) ?? store.serverWallets.get(walletId)
}

/** Writes other properties of a wallet. */
export function putProperties<W extends AnyWallet>(
  { store }: Pick<Backend, 'store'>,
  wallet: W,
  properties: W['properties'],
): void {
  const ofUser = store.wallets.get(wallet.id)
  if (ofUser) store.wallets.put({ ...ofUser, properties })
  const ofServer = store.serverWallets.get(wallet.id)
  if (ofServer) store.serverWallets.put({ ...ofServer, properties })
}
