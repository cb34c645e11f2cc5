import { toHex } from '@latchkey/base/bytes'

/** The bytes are not what they should be. */
export class MalformedBcs extends Error {}

/** Reads BCS from its beginning. */
export interface BcsReader {
  /** The bytes that are left. */
  readonly left: number
  take(length: number): Uint8Array
  /** An integer of some bytes, the lowest first. */
  integer(length: number): bigint
  /** A length, or the number of a variant (ULEB128). */
  length(): number
  /** A list of bytes. */
  bytes(): Uint8Array
  text(): string
  /** `0x` and 64 hex digits. */
  address(): string
  list<T>(read: () => T): T[]
}

/** Every function throws {@link MalformedBcs} at the end of the bytes. */
export function createBcsReader(bytes: Uint8Array): BcsReader {
  let at = 0

  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new MalformedBcs('The bytes end too early.')
    at += length
    return bytes.subarray(at - length, at)
  }

  function length(): number {
    let value = 0
    for (let shift = 0; shift < 32; shift += 7) {
      const [byte = 0] = take(1)
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new MalformedBcs('A length has more than 32 bits.')
  }

  return {
    get left() {
      return bytes.length - at
    },
    take,
    integer: (size) => take(size).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n),
    length,
    bytes: () => take(length()),
    text: () => new TextDecoder().decode(take(length())),
    address: () => `0x${toHex(take(32))}`,
    list(read) {
      const count = length()
      // Each item has a byte at least.
      if (count > bytes.length - at) throw new MalformedBcs('A list is longer than the bytes.')
      return Array.from({ length: count }, read)
    },
  }
}
