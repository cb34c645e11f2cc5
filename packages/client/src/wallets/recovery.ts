import { CeremonyError } from '../shared/ceremonyError.ts'
import { openBackup } from './backup.ts'
import { shareMissing, type BackedUpShare, type WalletParts } from './embeddedWallet.ts'
import type { WalletRecord } from './records.ts'
import type { WalletCallOptions } from './wallet.ts'

/** A backup as the service hands it out. */
interface Backup {
  readonly encryptedAccountCredential?: string
  readonly passwordEncrypted: boolean
}

interface RecoveryInput extends WalletCallOptions {
  readonly walletId: string
  readonly backups: readonly Backup[]
  readonly password?: string | undefined
}

/** The wallet that backups are of, with its shares. */
export async function recordOf(parts: WalletParts, input: RecoveryInput): Promise<WalletRecord> {
  const [first] = input.backups
  if (!first) {
    throw new CeremonyError('share_missing', 'The service returned no backup of the wallet.')
  }
  return first.passwordEncrypted ? openedRecord(input) : storedRecord(parts, first, input)
}

/** Opens what {@link EmbeddedWallet.backUp} has stored. */
async function openedRecord({ walletId, backups, password }: RecoveryInput): Promise<WalletRecord> {
  if (!password) throw new CeremonyError('wrong_password', 'The backup is encrypted: pass its password.')
  const texts = await Promise.all(
    backups.map(({ encryptedAccountCredential = '' }) => openBackup(encryptedAccountCredential, walletId, password)),
  )
  const contents = texts.map((text) => readContent(text, walletId))
  const [first] = contents
  if (!first) throw shareMissing()
  return { ...first.wallet, shares: contents.map(({ share }) => share) }
}

/** Reads the content of a backup. Whoever has the password can have written anything there. */
function readContent(text: string, walletId: string): BackedUpShare {
  try {
    const { wallet, share } = JSON.parse(text) as BackedUpShare
    if (wallet.id === walletId && typeof Object(share) === 'object' && share === Object(share)) return { wallet, share }
  } catch {
    // The parser's message quotes the text.
  }
  throw new CeremonyError('backup_malformed', 'The password is right, but the backup contains no share of this wallet.')
}

/** Reads the share of a wallet that a server has made. The service stores it as it is. */
async function storedRecord(
  { engine, user }: WalletParts,
  { encryptedAccountCredential: share = '' }: Backup,
  { walletId, signal }: RecoveryInput,
): Promise<WalletRecord> {
  const wallet = (await user(signal)).wallets.find(({ id }) => id === walletId)
  if (!wallet) throw shareMissing()
  if (!engine.readStoredShare) {
    throw new CeremonyError('unsupported', 'The engine cannot read a share that the service stores without a password.')
  }
  const { chain, address } = wallet
  const kind = address.startsWith('bc1p') ? 'taproot' : 'native_segwit'
  const addressType = chain === 'BTC' ? kind : undefined
  const { scheme, publicKey, shares, ...material } = await engine.readStoredShare({ chain, addressType, share })
  if (material.address !== undefined && material.address !== address) {
    throw new CeremonyError('key_mismatch', 'The stored share is of another key.')
  }
  return { id: walletId, chain, address, publicKey, scheme, ...(addressType && { addressType }), shares }
}
