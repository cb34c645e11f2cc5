import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../../backend.ts'
import type { Credential, User, Wallet } from '../../store/records.ts'
import { addressKey, type Chain, chainNamespace, isAddressOf } from '../chains/chains.ts'
import { assert } from '../shared/errors.ts'
import { markBrowserWallet, takesBrowserWallets } from './browserWallets.ts'

type Schemas = components['schemas']

/** A wallet as replies show it. */
export function presentWallet({
  id,
  name,
  chain,
  publicKey,
  provider,
  properties,
  lastSelectedAt,
}: Omit<Wallet, 'userId'>): Schemas['Wallet'] {
  return {
    id,
    name,
    chain,
    publicKey,
    provider,
    ...(properties && { properties: { ...properties } }),
    lastSelectedAt: lastSelectedAt ?? null,
  }
}

/** Whether a user has an embedded wallet; with a chain, on one that shares its addresses. */
export function hasEmbeddedWallet(backend: Pick<Backend, 'store'>, userId: string, chain?: Chain): boolean {
  const isThere = (wallet: Wallet) => chain === undefined || chainNamespace(wallet.chain) === chainNamespace(chain)
  return walletsOf(backend, userId).some((wallet) => wallet.provider === 'embeddedWallet' && isThere(wallet))
}

/** The wallets of a user, the earliest linked first. */
export function walletsOf({ store }: Pick<Backend, 'store'>, userId: string): Wallet[] {
  return [...store.wallets.scan('byUser', [userId])]
}

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

/**
 * A wallet and its sign-in credential, neither of them stored yet. They share one id, since users only see the
 * credential and name the wallet by its id.
 *
 * @see spec/decisions/08-wallet-sign-in.md
 */
export function newWalletRecords(
  backend: Backend,
  environmentId: string,
  { userId, fields }: { userId: string; fields: Schemas['CreateWalletRequest'] },
): { wallet: Wallet; credential: Credential } {
  const {
    publicWalletAddress: publicKey,
    chain,
    walletName: name,
    walletProvider: provider,
    additionalWalletAddresses,
  } = fields
  const key = addressKey(chain, publicKey)
  const identity = newRecord(backend)
  const wallet: Wallet = {
    ...identity,
    environmentId,
    userId,
    name,
    chain,
    publicKey,
    key,
    provider,
    ...(additionalWalletAddresses && { additionalAddresses: additionalWalletAddresses }),
  }
  const credential: Credential = {
    ...identity,
    environmentId,
    userId,
    format: 'blockchain',
    key,
    chain,
    address: publicKey,
    signInEnabled: true,
    verifiedAt: backend.clock.iso(),
  }
  return { wallet, credential }
}

/** Writes a wallet. Screening checks of its address from before it had a user are assigned to its user. */
export function keepWallet({ store }: Backend, wallet: Wallet): Wallet {
  for (const check of store.screeningChecks.scan('byWallet', [wallet.environmentId, wallet.key])) {
    if (check.userId === undefined) store.screeningChecks.put({ ...check, userId: wallet.userId })
  }
  return store.wallets.put(wallet)
}
