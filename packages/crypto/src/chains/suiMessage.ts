import { concat, uleb128, utf8 } from '@latchkey/base/bytes'
import { blake2b } from '@noble/hashes/blake2.js'

/** Intents: the scope, version 0, and the application Sui. */
const intents = { message: Uint8Array.of(3, 0, 0), transaction: Uint8Array.of(0, 0, 0) }

/** Hashes a personal message for a key of Sui: BLAKE2b-256 of the intent and the text, or bytes, as `vector<u8>`. */
export function suiMessageDigest(message: string | Uint8Array): Uint8Array {
  const bytes = typeof message === 'string' ? utf8(message) : message
  return blake2b(concat(intents.message, uleb128(bytes.length), bytes), { dkLen: 32 })
}

/** Hashes a transaction for a key of Sui: BLAKE2b-256 of the intent and the transaction in BCS. */
export function suiTransactionDigest(bytes: Uint8Array): Uint8Array {
  return blake2b(concat(intents.transaction, bytes), { dkLen: 32 })
}
