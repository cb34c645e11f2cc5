// The cryptography of platforms without `crypto.subtle`: React Native, and pages without HTTPS.

import { gcm } from '@noble/ciphers/aes.js'
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256 as hash } from '@noble/hashes/sha2.js'
import type { PasswordCipher, PasswordKey } from './passwordKey.ts'

export const sha256 = (bytes: Uint8Array): Uint8Array => hash(bytes)

export async function passwordCipher({ password, salt, iterations }: PasswordKey): Promise<PasswordCipher> {
  const key = await pbkdf2Async(hash, password, salt, { c: iterations, dkLen: 32 })
  return {
    seal: async ({ iv, additionalData }, bytes) => gcm(key, iv, additionalData).encrypt(bytes),
    open: async ({ iv, additionalData }, bytes) => gcm(key, iv, additionalData).decrypt(bytes),
  }
}
