import { readHex, toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { EmbeddedSeed } from '../../store/adminRecords.ts'
import type { User, Wallet } from '../../store/records.ts'
import type { VendorWallet } from '../../store/vendorRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { vendorProperties } from '../vendorWallets/vendorWallets.ts'
import { keepWallet } from '../wallets/keptWallets.ts'
import { deriveAccountKey, deriveAddresses, type EmbeddedChain, pathOf } from '../wallets/walletDerivation.ts'
import { newWalletRecords, walletsOf } from '../wallets/wallets.ts'
import { dealKey } from './dealtKeys.ts'

/** The seed from which all keys of a user are derived. The first wallet creates it. */
function seedOf(backend: Backend, { id: userId, environmentId }: User): EmbeddedSeed {
  const { store, random } = backend
  const [seed] = store.embeddedSeeds.scan('byUser', [userId])
  return (
    seed ??
    store.embeddedSeeds.insert({ ...newRecord(backend), environmentId, userId, entropy: toHex(random.bytes(16)) })
  )
}

interface NewSeedWallet {
  readonly chain: EmbeddedChain
  /** The sub-organization at the custody vendor. Without it the key is put into shares. */
  readonly vendorWallet: VendorWallet | undefined
  /** @default the seed of the user's first wallet, which is created if there is none */
  readonly seed?: EmbeddedSeed
}

/** Creates a wallet of a user on a chain. Its key is derived from the user's seed, which the first wallet creates. */
export async function createSeedWallet(
  backend: Backend,
  user: User,
  { chain, vendorWallet, seed = seedOf(backend, user) }: NewSeedWallet,
): Promise<Wallet> {
  const { id: userId, environmentId } = user
  const account = freeAccount(backend, userId, { seed, chain })
  const entropy = readHex(seed.entropy) ?? new Uint8Array()
  const { address, additionalAddresses } = await deriveAddresses(entropy, chain, account)
  const fields = defined({
    publicWalletAddress: address,
    chain,
    walletName: 'embedded',
    walletProvider: 'embeddedWallet',
    additionalWalletAddresses: additionalAddresses,
  } as const)
  const { wallet, credential } = newWalletRecords(backend, environmentId, { userId, fields })
  // Nobody signs in with an embedded wallet.
  backend.store.credentials.insert({ ...credential, signInEnabled: false })
  const derivationPath = pathOf(chain, account)
  const seedWallet = { ...wallet, chain, embeddedSeedId: seed.id }
  if (vendorWallet) {
    const properties = { ...vendorProperties(backend, vendorWallet), derivationPath }
    return keepWallet(backend, { ...seedWallet, properties })
  }
  const sharedWallet = { ...seedWallet, properties: { version: 'V3' as const, derivationPath } }
  return keepWallet(backend, await dealKey(backend, sharedWallet, await deriveAccountKey(entropy, chain, account)))
}

/** The first account of the chain that no wallet of the user has or had, deleted and destroyed ones included. */
export function freeAccount(
  backend: Backend,
  userId: string,
  { seed, chain }: { seed: EmbeddedSeed; chain: EmbeddedChain },
): number {
  const deleted = [...backend.store.deletedWallets.scan('byUser', [userId])].map(({ wallet }) => wallet)
  const seedWallets = [...walletsOf(backend, userId), ...deleted].filter(
    ({ embeddedSeedId }) => embeddedSeedId === seed.id,
  )
  const usedPaths = new Set([
    ...seedWallets.map(({ properties }) => properties?.derivationPath),
    ...(seed.destroyedPaths ?? []),
  ])
  for (let account = 0; ; account++) if (!usedPaths.has(pathOf(chain, account))) return account
}

/** Notes that the keys of wallets are destroyed, so that no new wallet gets them. */
export function destroyKeys({ store }: Pick<Backend, 'store'>, wallets: readonly Wallet[]): void {
  for (const { embeddedSeedId = '', properties } of wallets) {
    const seed = store.embeddedSeeds.get(embeddedSeedId)
    if (seed && properties?.derivationPath)
      store.embeddedSeeds.put({ ...seed, destroyedPaths: [...(seed.destroyedPaths ?? []), properties.derivationPath] })
  }
}
