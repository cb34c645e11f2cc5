import { remembered } from '@latchkey/base/remembered'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * SHA-256 of a text in UTF-8, hex. Unlike {@link keptSha256Hex} it caches nothing, so it suits secrets that are used
 * once.
 */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** The same for a text that is hashed repeatedly. The last 256 texts are cached. */
export const keptSha256Hex = remembered(256, sha256Hex)
