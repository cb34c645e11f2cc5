import { concat, readBase64, readHex, toBase64, utf8 } from '@latchkey/base/bytes'
import { hmacSha256 } from '@latchkey/crypto/hmac'
import type { Backend } from '../shared/backend.ts'
import { DomainError } from '../shared/errors.ts'

const nonceBytes = 24

/** Seals and opens secrets that an exported state must not show. */
export interface Sealing {
  /** @returns Base64 of nonce, ciphertext and tag. */
  seal(secret: unknown): string
  /** @throws {@link DomainError} `internal` for a text that another seed sealed */
  open<T>(sealed: string): T
}

/**
 * XChaCha20-Poly1305 under a key that follows from the mock's seed. An exported state shows no share, and a mock of the
 * same seed can go on with it.
 */
export async function sealingOf({ cursorKey, random }: Pick<Backend, 'cursorKey' | 'random'>): Promise<Sealing> {
  const { xchacha20poly1305 } = await import('@noble/ciphers/chacha.js')
  const key = readHex(hmacSha256(cursorKey, 'key shares')) ?? new Uint8Array()
  return {
    seal(secret) {
      const nonce = random.bytes(nonceBytes)
      const sealed = xchacha20poly1305(key, nonce).encrypt(utf8(JSON.stringify(secret)))
      return toBase64(concat(nonce, sealed))
    },
    open(sealed) {
      const bytes = readBase64(sealed) ?? new Uint8Array()
      try {
        const text = xchacha20poly1305(key, bytes.subarray(0, nonceBytes)).decrypt(bytes.subarray(nonceBytes))
        return JSON.parse(new TextDecoder().decode(text))
      } catch {
        throw new DomainError('internal', { message: 'A key share was sealed by a mock of another seed.' })
      }
    },
  }
}
