import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { protocol } from '../parties/sealedMessages.ts'

/** JSON of a value, with the keys of objects in the order of their names and without those that are undefined. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, canonical(entry)]))
}

/** Hashes a value for comparison between two parties: hex of SHA-256 over its canonical JSON. */
export function digestOf(purpose: string, value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([protocol, purpose, canonical(value)]))))
}
