import { concat, uleb128, utf8 } from '@latchkey/base/bytes'
import { blake2b } from '@noble/hashes/blake2.js'

/** Intent of a personal message: its scope, version 0, and the application Sui. */
const intent = Uint8Array.of(3, 0, 0)

/** Hashes a personal message for a key of Sui: BLAKE2b-256 of the intent and the text as `vector<u8>`. */
export function suiMessageDigest(message: string): Uint8Array {
  const bytes = utf8(message)
  return blake2b(concat(intent, uleb128(bytes.length), bytes), { dkLen: 32 })
}
