import { concat } from '@latchkey/base/bytes'

/** The fields of a protobuf message by number, each with its values in their order. */
export type ProtobufFields = ReadonlyMap<number, readonly ProtobufValue[]>

/** A number of up to 64 bits, or the bytes of a text, of bytes or of a message. */
export type ProtobufValue = bigint | Uint8Array

const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/** Reads the fields of a message. @returns `undefined` for bytes that are not one */
export function readProtobuf(bytes: Uint8Array): ProtobufFields | undefined {
  const fields = new Map<number, ProtobufValue[]>()
  let at = 0

  /** @returns `undefined` at the end of the bytes, and for more than 64 bits */
  function readVarint(): bigint | undefined {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) return undefined
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value >> 64n === 0n ? value : undefined
    }
    return undefined
  }
  function take(length: number): Uint8Array | undefined {
    const taken = bytes.subarray(at, at + length)
    at += length
    return taken.length === length ? taken : undefined
  }
  const readers: Readonly<Record<number, () => ProtobufValue | undefined>> = {
    [wireTypes.varint]: readVarint,
    [wireTypes.fixed64]: () => take(8),
    [wireTypes.bytes]() {
      const length = readVarint()
      return length === undefined ? undefined : take(Number(length))
    },
    [wireTypes.fixed32]: () => take(4),
  }

  while (at < bytes.length) {
    const tag = readVarint()
    const value = tag === undefined ? undefined : readers[Number(tag & 7n)]?.()
    const number = Number((tag ?? 0n) >> 3n)
    if (value === undefined || number === 0) return undefined
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  return Uint8Array.of(...bytes, Number(rest))
}

/** Writes a message. Fields that are empty or zero are left out, as signers of Cosmos have to. */
export function writeProtobuf(fields: readonly (readonly [number: number, value: ProtobufValue])[]): Uint8Array {
  return concat(
    ...fields.map(([number, value]) => {
      if (typeof value === 'bigint')
        return value === 0n ? Uint8Array.of() : concat(Uint8Array.of(number << 3), varint(value))
      const start = concat(Uint8Array.of((number << 3) | wireTypes.bytes), varint(BigInt(value.length)))
      return value.length === 0 ? Uint8Array.of() : concat(start, value)
    }),
  )
}
