import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { passwordCipher } from './passwordCipher.ts'
import type { PasswordCipher } from './passwordKey.ts'
import { randomBytes } from './randomBytes.ts'
import { decodeUtf8 } from './utf8.ts'

/**
 * A backup of a share, as JSON: AES-256-GCM under a key that PBKDF2 makes of a password. Bytes are base64url without
 * padding.
 */
export interface ShareBackup {
  readonly v: 1
  readonly kdf: 'PBKDF2-SHA-256'
  readonly iterations: number
  /** 16 bytes. */
  readonly salt: string
  /** 12 bytes. */
  readonly iv: string
  /** Ciphertext and tag. The wallet's id is authenticated with it. */
  readonly ct: string
}

/** The password of a backup, with the parameters of its encryption. */
export interface BackupSecret {
  readonly password: string
  /** How often PBKDF2 hashes. The backup names the number, so that it can be opened later. @default 600000 */
  readonly iterations?: number
  /** Fresh random bytes. @default crypto.getRandomValues */
  readonly random?: (length: number) => Uint8Array<ArrayBuffer>
}

/** Why a backup does not open. */
export type BackupFault = 'wrong_password' | 'backup_malformed'

const defaultIterations = 600_000
/** More would only keep a device busy. */
const maxIterations = 10_000_000

/** The cipher of a password. */
async function cipherOf(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<PasswordCipher> {
  // Two keyboards may write the same letter in two ways.
  return passwordCipher({ password: new TextEncoder().encode(password.normalize('NFKC')), salt, iterations })
}

const isCount = (iterations: number) => Number.isInteger(iterations) && iterations > 0 && iterations <= maxIterations

const parametersOf = (iv: Uint8Array<ArrayBuffer>, walletId: string) => ({
  iv,
  additionalData: new TextEncoder().encode(`latchkey share backup 1 ${walletId}`),
})

/**
 * Encrypts a text with a password.
 *
 * @param walletId - The backup opens only for this wallet.
 * @returns The JSON of a {@link ShareBackup}.
 * @throws TypeError for an empty password, and for a count that {@link openBackup} would refuse
 */
export async function sealBackup(
  text: string,
  walletId: string,
  { password, iterations = defaultIterations, random = randomBytes }: BackupSecret,
): Promise<string> {
  if (!password) throw new TypeError('"password" must not be empty.')
  if (!isCount(iterations)) throw new TypeError(`"iterations" must be an integer from 1 to ${maxIterations}.`)
  const [salt, iv] = [random(16), random(12)]
  const cipher = await cipherOf(password, salt, iterations)
  const ct = await cipher.seal(parametersOf(iv, walletId), new TextEncoder().encode(text))
  const backup: ShareBackup = {
    v: 1,
    kdf: 'PBKDF2-SHA-256',
    iterations,
    salt: encodeBase64url(salt),
    iv: encodeBase64url(iv),
    ct: encodeBase64url(ct),
  }
  return JSON.stringify(backup)
}

/** @returns `undefined` for anything but a {@link ShareBackup} */
function readBackup(json: string): ShareBackup | undefined {
  try {
    const { v, kdf, iterations, salt, iv, ct } = JSON.parse(json) as ShareBackup
    const areTexts = [salt, iv, ct].every((value) => typeof value === 'string')
    if (v === 1 && kdf === 'PBKDF2-SHA-256' && isCount(iterations) && areTexts)
      return { v, kdf, iterations, salt, iv, ct }
  } catch {
    // The parser's message quotes the text.
  }
  return undefined
}

/**
 * Decrypts a backup.
 *
 * @param input.fail - Makes the error for a backup that does not open.
 * @throws what `fail` makes
 */
export async function openBackup(
  json: string,
  walletId: string,
  { password, fail }: { readonly password: string; readonly fail: (fault: BackupFault, message: string) => Error },
): Promise<string> {
  const backup = readBackup(json)
  if (!backup) throw fail('backup_malformed', 'The backup is not in the format of this package.')
  const { iterations, salt, iv, ct } = backup
  try {
    const cipher = await cipherOf(password, decodeBase64url(salt), iterations)
    return decodeUtf8(await cipher.open(parametersOf(decodeBase64url(iv), walletId), decodeBase64url(ct)))
  } catch {
    throw fail(
      'wrong_password',
      'The backup does not open: the password is wrong, or the backup is damaged or of another wallet.',
    )
  }
}
