import { defined } from '@latchkey/base/defined'
import type { Random } from '@latchkey/base/random'
import type { Derivation, KeyShare } from '@latchkey/ceremony'
import { openBackup, sealBackup } from '@latchkey/device/backup'
import type { DeviceParty } from './embeddedDevice.ts'

/** The password of a backup, and how it is hashed. */
export interface BackupPassword {
  readonly password: string
  /** How often PBKDF2 hashes. Few, since nobody guesses the passwords of tests. @default 1000 */
  readonly iterations?: number | undefined
}

/** The content of a backup, as `@latchkey/client/wallets` writes it. */
interface BackedUpShare {
  readonly wallet: object
  readonly share: {
    readonly keygenId: string
    /** JSON. */
    readonly secret: string
  }
}

/** A share of a device, as it is written for a backup or a server. */
export interface ShareInput {
  readonly party: DeviceParty
  /** The id of the wallet. */
  readonly wallet: { readonly id: string }
  readonly derivation: Required<Derivation>
}

/** A party of a device with its share, as `@latchkey/client/wallets` writes it. */
export function writeShare({ party: { identity, share }, wallet, derivation: { path, taproot } }: ShareInput): string {
  const derivation: Derivation = defined({ path: path.length > 0 ? path : undefined, taproot: taproot || undefined })
  const secret = JSON.stringify({ secretKey: identity.secretKey, share, derivation })
  const content: BackedUpShare = { wallet, share: { keygenId: identity.keygenId, secret } }
  return JSON.stringify(content)
}

/** The reverse of {@link writeShare}. */
export function readShare(text: string): DeviceParty {
  const { keygenId, secret } = (JSON.parse(text) as BackedUpShare).share
  const { secretKey, share } = JSON.parse(secret) as { secretKey: string; share: KeyShare }
  return { identity: { keygenId, secretKey }, share }
}

/** Few, since nobody guesses the passwords of tests. */
const defaultIterations = 1_000

/**
 * Encrypts a party of a device with its share. The random source makes the same backup again with the same seed.
 *
 * @throws TypeError for an empty password and for an invalid number of iterations
 */
export function sealShare(
  random: Random,
  input: ShareInput,
  { password, iterations = defaultIterations }: BackupPassword,
): Promise<string> {
  const bytes = (length: number) => Uint8Array.from(random.bytes(length))
  return sealBackup(writeShare(input), input.wallet.id, { password, iterations, random: bytes })
}

/** @throws Error for a wrong password, for a backup of another wallet, and for a text that is not a backup */
export async function openShare(json: string, walletId: string, password: string): Promise<DeviceParty> {
  return readShare(await openBackup(json, walletId, { password, fail: (_, message) => new Error(message) }))
}
