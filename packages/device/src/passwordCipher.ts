import type { PasswordCipher, PasswordKey } from './passwordKey.ts'

/** Makes the cipher of a password, by Web Crypto where the platform has it. */
export async function passwordCipher(from: PasswordKey): Promise<PasswordCipher> {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return (await import('./softCiphers.ts')).passwordCipher(from)
  const { password, salt, iterations } = from
  const secret = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveKey'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  const key = await subtle.deriveKey(algorithm, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return {
    seal: (parameters, bytes) => subtle.encrypt({ name: 'AES-GCM', ...parameters }, key, bytes),
    open: (parameters, bytes) => subtle.decrypt({ name: 'AES-GCM', ...parameters }, key, bytes),
  }
}
