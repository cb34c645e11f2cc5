import { encodeBase64url } from '@latchkey/base/base64url'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The left half of a SHA-256, base64url: `c_hash` (OpenID Connect, section 3.3.2.11). */
export function halfHash(text: string): string {
  return encodeBase64url(sha256(utf8ToBytes(text)).subarray(0, 16))
}
