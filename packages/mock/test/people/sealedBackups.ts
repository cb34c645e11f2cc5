/** Backups as devices write them: AES-256-GCM under a key that PBKDF2 makes of a password. */

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const toBytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

/** Few, since no test guesses passwords. */
const iterations = 1_000

interface Sealed {
  readonly v: 1
  readonly kdf: 'PBKDF2-SHA-256'
  readonly iterations: number
  readonly salt: string
  readonly iv: string
  readonly ct: string
}

async function keyOf(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return crypto.subtle.deriveKey(algorithm, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts a value with a password. */
export async function sealBackup(value: unknown, password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(password, salt, iterations), bytes)
  const sealed: Sealed = {
    v: 1,
    kdf: 'PBKDF2-SHA-256',
    iterations,
    salt: toText(salt),
    iv: toText(iv),
    ct: toText(new Uint8Array(ct)),
  }
  return JSON.stringify(sealed)
}

/** Decrypts what {@link sealBackup} wrote. @throws DOMException for another password */
export async function openBackup<T>(text: string, password: string): Promise<T> {
  const { salt, iv, ct, ...rest } = JSON.parse(text) as Sealed
  const key = await keyOf(password, toBytes(salt), rest.iterations)
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv) }, key, toBytes(ct))
  return JSON.parse(new TextDecoder().decode(bytes)) as T
}
