import { concatBytes } from '@noble/hashes/utils.js'

/** What WebAuthn writes in CBOR: whole numbers, bytes, texts and maps. */
export type CborValue = number | Uint8Array | string | ReadonlyMap<number | string, CborValue>

const majorTypes = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const

/**
 * Writes a value as CBOR (RFC 8949), the entries of maps in the order that they are given in.
 *
 * @throws RangeError for a number that is not whole or not within 32 bits
 */
export function encodeCbor(value: CborValue): Uint8Array<ArrayBuffer> {
  if (typeof value === 'number') return value < 0 ? head('negative', -1 - value) : head('unsigned', value)
  if (value instanceof Uint8Array) return concatBytes(head('bytes', value.length), value)
  if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value)
    return concatBytes(head('text', bytes.length), bytes)
  }
  const entries = [...value].flatMap(([key, inner]) => [encodeCbor(key), encodeCbor(inner)])
  return concatBytes(head('map', value.size), ...entries)
}

/** The type of an item and its number or length, in as few bytes as it needs (RFC 8949, section 3). */
function head(type: keyof typeof majorTypes, argument: number): Uint8Array<ArrayBuffer> {
  if (!Number.isInteger(argument) || argument > 0xffffffff)
    throw new RangeError('Failed to write CBOR: the number is not whole, or too large.')
  const first = majorTypes[type] << 5
  if (argument < 24) return Uint8Array.of(first | argument)
  const length = [0x100, 0x10000].reduce((size, limit) => (argument < limit ? size : size * 2), 1)
  const bytes = Array.from({ length }, (_, index) => (argument >>> (8 * (length - 1 - index))) & 0xff)
  return Uint8Array.of(first | (23 + Math.log2(length) + 1), ...bytes)
}
