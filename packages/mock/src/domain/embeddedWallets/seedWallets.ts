import { type Backend, newRecord } from '../../backend.ts'
import { readHex, toHex } from '../../crypto/bytes.ts'
import type { EmbeddedSeed } from '../../store/adminRecords.ts'
import type { User, Wallet } from '../../store/records.ts'
import { deriveAccountKey, deriveAddresses, type EmbeddedChain, pathOf } from '../wallets/walletDerivation.ts'
import { keepWallet, newWalletRecords, walletsOf } from '../wallets/wallets.ts'
import { dealKey } from './dealtKeys.ts'
import { newestVersion } from './versions.ts'

/** The seed from which all keys of a user are derived. The first wallet creates it. */
function seedOf(backend: Backend, { id: userId, environmentId }: User): EmbeddedSeed {
  const { store, random } = backend
  const [seed] = store.embeddedSeeds.scan('byUser', [userId])
  return (
    seed ??
    store.embeddedSeeds.insert({ ...newRecord(backend), environmentId, userId, entropy: toHex(random.bytes(16)) })
  )
}

/** Creates a wallet of a user on a chain. Its key is derived from the user's seed, which the first wallet creates. */
export async function createSeedWallet(backend: Backend, user: User, chain: EmbeddedChain): Promise<Wallet> {
  const { id: userId, environmentId } = user
  const seed = seedOf(backend, user)
  const account = freeAccount(backend, userId, { seed, chain })
  const entropy = readHex(seed.entropy) ?? new Uint8Array()
  const { address, additionalAddresses } = await deriveAddresses(entropy, chain, account)
  const fields = {
    publicWalletAddress: address,
    chain,
    walletName: 'embedded',
    walletProvider: 'embeddedWallet',
    additionalWalletAddresses: additionalAddresses,
  } as const
  const { wallet, credential } = newWalletRecords(backend, environmentId, { userId, fields })
  // Nobody signs in with an embedded wallet.
  backend.store.credentials.insert({ ...credential, signInEnabled: false })
  const version = newestVersion(backend, environmentId)
  const properties = { version, derivationPath: pathOf(chain, account) }
  const seedWallet = { ...wallet, chain, embeddedSeedId: seed.id, properties }
  if (version !== 'V3') return keepWallet(backend, seedWallet)
  return keepWallet(backend, await dealKey(backend, seedWallet, await deriveAccountKey(entropy, chain, account)))
}

/** The first account of the chain that none of the user's wallets has, including deleted wallets. */
function freeAccount(
  backend: Backend,
  userId: string,
  { seed, chain }: { seed: EmbeddedSeed; chain: EmbeddedChain },
): number {
  const deleted = [...backend.store.deletedWallets.scan('byUser', [userId])].map(({ wallet }) => wallet)
  const seedWallets = [...walletsOf(backend, userId), ...deleted].filter(
    ({ embeddedSeedId }) => embeddedSeedId === seed.id,
  )
  const used = new Set(seedWallets.map(({ properties }) => properties?.derivationPath))
  for (let account = 0; ; account++) if (!used.has(pathOf(chain, account))) return account
}
