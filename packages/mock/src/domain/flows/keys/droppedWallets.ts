import type { Wallet } from '../../../store/records.ts'
import { keepPastWallet } from '../../analytics/pastActivity.ts'
import { replaceCredential } from '../../credentials/credentials.ts'
import type { Backend } from '../../shared/backend.ts'
import { deleteWithOwned } from '../../shared/ownership.ts'
import { smartWalletsOf } from '../../wallets/smartWallets.ts'

/** Deletes a wallet for good, with its credential and the smart wallets for which it signs. */
export function dropWallet(backend: Backend, wallet: Wallet): void {
  for (const smartWallet of smartWalletsOf(backend, wallet.id)) dropWallet(backend, smartWallet)
  keepPastWallet(backend, wallet)
  deleteWithOwned(backend, 'wallets', wallet.id)
  backend.store.credentials.delete(wallet.id)
  replaceCredential(backend, wallet.userId, wallet.id)
}
