import { decodeBase64url, encodeBase64url } from '../session/base64url.ts'
import { CeremonyError } from '../shared/ceremonyError.ts'

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

/** What a share is encrypted with. */
export interface BackupPassword {
  readonly password: string
  /** How often PBKDF2 hashes. The backup names the number, so that it can be opened later. @default 600000 */
  readonly iterations?: number
}

const defaultIterations = 600_000
/** More would only keep a device busy. */
const maxIterations = 10_000_000

/** The key of a password. */
async function deriveKey(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // Two keyboards may write the same letter in two ways.
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  const secret = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(algorithm, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const parametersOf = (iv: Uint8Array<ArrayBuffer>, walletId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`latchkey share backup 1 ${walletId}`),
})

/**
 * Encrypts a text with a password.
 *
 * @param walletId - The backup opens for this wallet alone.
 * @returns The JSON of a {@link ShareBackup}.
 */
export async function sealBackup(
  text: string,
  walletId: string,
  { password, iterations = defaultIterations }: BackupPassword,
): Promise<string> {
  if (!password) throw new TypeError('"password" must not be empty.')
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await deriveKey(password, salt, iterations)
  const ct = await crypto.subtle.encrypt(parametersOf(iv, walletId), key, new TextEncoder().encode(text))
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

function readBackup(json: string): ShareBackup {
  try {
    const { v, kdf, iterations, salt, iv, ct } = JSON.parse(json) as ShareBackup
    const areTexts = [salt, iv, ct].every((value) => typeof value === 'string')
    const isCount = Number.isInteger(iterations) && iterations > 0 && iterations <= maxIterations
    if (v === 1 && kdf === 'PBKDF2-SHA-256' && isCount && areTexts) return { v, kdf, iterations, salt, iv, ct }
  } catch {
    // The parser's message quotes the text.
  }
  throw new CeremonyError('backup_malformed', 'The backup is not in the format of this package.')
}

/**
 * Decrypts a backup.
 *
 * @throws {@link CeremonyError} `wrong_password`, `backup_malformed`
 */
export async function openBackup(json: string, walletId: string, password: string): Promise<string> {
  const { iterations, salt, iv, ct } = readBackup(json)
  try {
    const key = await deriveKey(password, decodeBase64url(salt), iterations)
    const text = await crypto.subtle.decrypt(parametersOf(decodeBase64url(iv), walletId), key, decodeBase64url(ct))
    return new TextDecoder().decode(text)
  } catch {
    throw new CeremonyError(
      'wrong_password',
      'The backup does not open: the password is wrong, or the backup is damaged or of another wallet.',
    )
  }
}
