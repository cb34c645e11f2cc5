import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const known = new Map<string, string>()

/** SHA-256 of a text in UTF-8, hex. Unlike {@link keptSha256Hex} it keeps no text in memory, so it is the one for secrets that serve once. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** The same of a text that comes again and again. A few are kept at hand. */
export function keptSha256Hex(text: string): string {
  const kept = known.get(text)
  if (kept) return kept
  const hash = sha256Hex(text)
  if (known.size >= 256) known.clear()
  known.set(text, hash)
  return hash
}
