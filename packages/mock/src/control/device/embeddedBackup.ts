import type { Derivation, KeyShare } from '@latchkey/ceremony'
import { decodeBase64url, encodeBase64url } from '../../crypto/base64url.ts'
import { utf8 } from '../../crypto/bytes.ts'
import type { Random } from '../../effects/random.ts'
import type { DeviceParty } from './embeddedDevice.ts'

/** How a device locks a share. */
export interface BackupPassword {
  readonly password: string
  /** How often PBKDF2 hashes. Few, since nobody guesses the passwords of tests. @default 1000 */
  readonly iterations?: number
}

/** A backup as `@latchkey/client/wallets` writes it. */
interface ShareBackup {
  readonly v: 1
  readonly kdf: 'PBKDF2-SHA-256'
  readonly iterations: number
  readonly salt: string
  readonly iv: string
  readonly ct: string
}

/** What a backup holds, as `@latchkey/client/wallets` writes it. */
interface BackedUpShare {
  readonly wallet: object
  readonly share: {
    readonly keygenId: string
    /** JSON. */
    readonly secret: string
  }
}

async function deriveKey(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', utf8(password.normalize('NFKC')), 'PBKDF2', false, ['deriveKey'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(algorithm, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const parametersOf = (iv: Uint8Array<ArrayBuffer>, walletId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(`latchkey share backup 1 ${walletId}`),
})

/** A share of a device, as it is written for a backup or a server. */
export interface ShareInput {
  readonly party: DeviceParty
  /** What a device needs to know of the wallet. */
  readonly wallet: { readonly id: string }
  readonly derivation: Required<Derivation>
}

/** A party of a device with its share, as `@latchkey/client/wallets` writes it. */
export function writeShare({ party: { identity, share }, wallet, derivation: { path, taproot } }: ShareInput): string {
  const derivation: Derivation = { ...(path.length > 0 && { path }), ...(taproot && { taproot }) }
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

/** Encrypts a party of a device with its share. The random source makes the same backup again with the same seed. */
export async function sealShare(
  random: Random,
  input: ShareInput,
  { password, iterations = 1_000 }: BackupPassword,
): Promise<string> {
  const [salt, iv] = [Uint8Array.from(random.bytes(16)), Uint8Array.from(random.bytes(12))]
  const key = await deriveKey(password, salt, iterations)
  const ct = await crypto.subtle.encrypt(parametersOf(iv, input.wallet.id), key, utf8(writeShare(input)))
  const backup: ShareBackup = {
    v: 1,
    kdf: 'PBKDF2-SHA-256',
    iterations,
    salt: encodeBase64url(salt),
    iv: encodeBase64url(iv),
    ct: encodeBase64url(new Uint8Array(ct)),
  }
  return JSON.stringify(backup)
}

/** @throws Error for a wrong password, and for a backup of another wallet */
export async function openShare(json: string, walletId: string, password: string): Promise<DeviceParty> {
  const { iterations, salt, iv, ct } = JSON.parse(json) as ShareBackup
  const key = await deriveKey(password, bytesOf(salt), iterations)
  let text: string
  try {
    text = new TextDecoder().decode(await crypto.subtle.decrypt(parametersOf(bytesOf(iv), walletId), key, bytesOf(ct)))
  } catch {
    throw new Error('The backup does not open: the password is wrong.')
  }
  return readShare(text)
}

const bytesOf = (text: string) => decodeBase64url(text) ?? new Uint8Array()
