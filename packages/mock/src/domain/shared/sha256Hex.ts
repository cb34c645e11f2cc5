import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { remembered } from '../../crypto/remembered.ts'

/**
 * SHA-256 of a text in UTF-8, hex. Unlike {@link keptSha256Hex} it keeps no text in memory, so it is the one for
 * secrets that serve once.
 */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** The same of a text that comes again and again. The last 256 texts stay in memory. */
export const keptSha256Hex = remembered(256, sha256Hex)
