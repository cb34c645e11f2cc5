import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { User, Wallet } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { markBrowserWallet, takesBrowserWallets } from './browserWallets.ts'
import { keepWallet } from './keptWallets.ts'
import { hasEmbeddedWallet, newWalletRecords } from './wallets.ts'

type Schemas = components['schemas']

/**
 * Links a wallet that the user holds elsewhere, with a credential to sign in with. Nothing is signed: the caller
 * vouches for the wallet.
 *
 * @throws {@link DomainError} `providerNotAvailable` for an embedded wallet, `linkedEmbeddedWallet`,
 * `invalidChainAddress`, `walletLinked` when another user has it, `duplicateExists` when this user has it
 */
export function linkWallet(backend: Backend, user: User, fields: Schemas['CreateWalletRequest']): Wallet {
  const { store } = backend
  const { publicWalletAddress: publicKey, chain, walletProvider: provider } = fields
  assert(provider !== 'embeddedWallet' || takesBrowserWallets(backend, user.environmentId), 'providerNotAvailable', {
    message: 'Embedded wallets are made by the service and cannot be linked.',
  })
  assert(!hasEmbeddedWallet(backend, user.id), 'linkedEmbeddedWallet')
  assert(isAddressOf(chain, publicKey), 'invalidChainAddress')
  const { environmentId } = user
  const holder = store.credentials.find('byKey', [environmentId, 'blockchain', addressKey(chain, publicKey)])
  assert(!holder || holder.userId === user.id, 'walletLinked')
  assert(!holder, 'duplicateExists', { message: 'The user has this wallet already.' })
  const records = newWalletRecords(backend, environmentId, { userId: user.id, fields })
  const { wallet, credential } = markBrowserWallet(records, { isClaimed: false })
  keepWallet(backend, wallet)
  store.credentials.insert(credential)
  return wallet
}
