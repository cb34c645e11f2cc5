import type { Wallet } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { bringSmartWallet } from './smartWallets.ts'
import { putWallet } from './wallets.ts'

/** Writes a wallet of a user, and creates its smart wallet if the environment gives smart wallets. */
export function keepWallet(backend: Backend, wallet: Wallet): Wallet {
  return bringSmartWallet(backend, putWallet(backend, wallet))
}
