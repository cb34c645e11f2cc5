import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** HMAC-SHA256 of a text in UTF-8, as 64 lower-case hex digits. A key that is text counts as UTF-8 too. */
export function hmacSha256(key: Uint8Array | string, text: string): string {
  return bytesToHex(hmac(sha256, typeof key === 'string' ? utf8ToBytes(key) : key, utf8ToBytes(text)))
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isSameText(left: string, right: string): boolean {
  if (left.length !== right.length) return false
  let difference = 0
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}

/** The key of a mock's own HMACs: the same seed gives the same cursors and download links. */
export function keyOfSeed(seed: string): Uint8Array {
  return sha256(utf8ToBytes(`cursors and links of ${seed}`))
}
