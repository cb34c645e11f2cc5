import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { addressKey, type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Credential, Wallet } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'

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
    ...defined({ properties: properties && { ...properties } }),
    lastSelectedAt: lastSelectedAt ?? null,
  }
}

/** Whether a user has an embedded wallet; with a chain, on one that shares its addresses. */
export function hasEmbeddedWallet(backend: Pick<Backend, 'store'>, userId: string, chain?: Chain): boolean {
  const isThere = (wallet: Wallet) => chain === undefined || chainNamespace(wallet.chain) === chainNamespace(chain)
  return walletsOf(backend, userId).some((wallet) => wallet.provider === 'embeddedWallet' && isThere(wallet))
}

/** Whether the service has made a wallet: an embedded one, or a smart wallet. */
export function isOfService({ provider, signerWalletId }: Wallet): boolean {
  return provider === 'embeddedWallet' || signerWalletId !== undefined
}

/** The wallets of a user, the earliest linked first. */
export function walletsOf({ store }: Pick<Backend, 'store'>, userId: string): Wallet[] {
  return [...store.wallets.scan('byUser', [userId])]
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
    ...defined({ additionalAddresses: additionalWalletAddresses }),
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
export function putWallet({ store }: Pick<Backend, 'store'>, wallet: Wallet): Wallet {
  for (const check of store.screeningChecks.scan('byWallet', [wallet.environmentId, wallet.key])) {
    if (check.userId === undefined) store.screeningChecks.put({ ...check, userId: wallet.userId })
  }
  return store.wallets.put(wallet)
}
