import { utf8 } from '@latchkey/base/bytes'
import { Fp251, keccak, poseidonHashMany } from '@scure/starknet'

/** A number below Starknet's prime. */
export type Felt = bigint

/** Maximum bytes in a short string, and in a word of a string. */
const wordBytes = 31
const limit128 = 1n << 128n

/** A number, or its text in digits or in lower-case hex with `0x`; `undefined` for anything else. */
function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^(-?\d+|0x[\da-fA-F]+)$/.test(value) ? BigInt(value) : undefined
}

/** Whether libraries parse a text as a number although it is not in a valid form: empty, with spaces, `0b1`, `-0`… */
function isOtherNumber(text: string): boolean {
  try {
    return text !== '' && BigInt(text) !== undefined
  } catch {
    return false
  }
}

/** Reads a field element: a number, or its text. */
export function readFelt(value: unknown): Felt | undefined {
  const number = readInteger(value)
  return number !== undefined && number >= 0n && number < Fp251.ORDER ? number : undefined
}

/**
 * Reads a `felt` or a `shortstring`: a number or its text, or any other text as the bytes of up to 31 printable ASCII
 * characters. As in wallets, a text of digits is a number even where a short string is expected.
 */
export function readShortString(value: unknown): Felt | undefined {
  const number = readInteger(value)
  if (number !== undefined) return readFelt(value)
  return typeof value === 'string' && /^[ -~]{0,31}$/.test(value) && !isOtherNumber(value)
    ? wordOf(utf8(value))
    : undefined
}

/** Reads a whole number of 128 bits without sign. */
export function readU128(value: unknown): Felt | undefined {
  const number = readInteger(value)
  return number !== undefined && number >= 0n && number < limit128 ? number : undefined
}

/** Reads a signed whole number of 128 bits; the prime is added to a negative one. */
export function readI128(value: unknown): Felt | undefined {
  const number = readInteger(value)
  if (number === undefined || number < -limit128 / 2n || number >= limit128 / 2n) return undefined
  return number < 0n ? number + Fp251.ORDER : number
}

/** The felt that names an entry point: Starknet's keccak of the name. */
export function selectorOf(name: string): Felt {
  return keccak(utf8(name))
}

/**
 * Hash of a text as Cairo's `ByteArray`: the count of its full words, the words, the rest and the length of the rest.
 */
export function hashText(text: string): Felt {
  const bytes = utf8(text)
  const fullWords = Math.floor(bytes.length / wordBytes)
  const words = Array.from({ length: fullWords }, (_, index) =>
    wordOf(bytes.subarray(index * wordBytes, (index + 1) * wordBytes)),
  )
  const rest = bytes.subarray(fullWords * wordBytes)
  return poseidonHashMany([BigInt(fullWords), ...words, wordOf(rest), BigInt(rest.length)])
}

/** Bytes as a number, the highest first. */
export function wordOf(bytes: Uint8Array): Felt {
  return bytes.reduce((word, byte) => (word << 8n) | BigInt(byte), 0n)
}
