import { concat } from '@latchkey/base/bytes'

/** The bytes are not MessagePack of the kinds that transactions have. */
export class MalformedMsgpack extends Error {}

export type MsgpackValue = bigint | boolean | string | Uint8Array | readonly MsgpackValue[] | MsgpackMap

/** The entries of a map by their names. */
export type MsgpackMap = ReadonlyMap<string, MsgpackValue>

/** A map that is read from bytes. */
interface ReadMsgpack {
  readonly map: MsgpackMap
  /** Its bytes without the entry of a name. */
  without(name: string): Uint8Array
}

/** Reads bytes that are one map: of whole numbers from 0 on, booleans, texts, bytes, lists and maps. @throws MalformedMsgpack */
export function readMsgpackMap(bytes: Uint8Array): ReadMsgpack {
  let at = 0

  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new MalformedMsgpack('The bytes end too early.')
    at += length
    return bytes.subarray(at - length, at)
  }
  const integer = (length: number) => take(length).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  const length = (size: number) => Number(integer(size))
  const text = (size: number) => new TextDecoder('utf-8', { fatal: true }).decode(take(size))
  const list = (count: number) => Array.from({ length: assertFits(count) }, read)

  /** Each item has a byte at least. */
  function assertFits(count: number): number {
    if (count <= bytes.length - at) return count
    throw new MalformedMsgpack('A list is longer than the bytes.')
  }

  /** @param note - Hears each name with the bytes of its entry. */
  function map(count: number, note?: (name: string, entry: Uint8Array) => void): Map<string, MsgpackValue> {
    const entries = new Map<string, MsgpackValue>()
    for (let index = assertFits(count); index > 0; index--) {
      const start = at
      const name = read()
      if (typeof name !== 'string' || entries.has(name)) throw new MalformedMsgpack('A name is not one text, once.')
      entries.set(name, read())
      note?.(name, bytes.subarray(start, at))
    }
    return entries
  }

  const readers: Readonly<Record<number, () => MsgpackValue>> = {
    0xc2: () => false,
    0xc3: () => true,
    0xc4: () => take(length(1)),
    0xc5: () => take(length(2)),
    0xcc: () => integer(1),
    0xcd: () => integer(2),
    0xce: () => integer(4),
    0xcf: () => integer(8),
    0xd9: () => text(length(1)),
    0xda: () => text(length(2)),
    0xdc: () => list(length(2)),
    0xde: () => map(length(2)),
  }

  function read(): MsgpackValue {
    const [tag = 0] = take(1)
    if (tag < 0x80) return BigInt(tag)
    if (tag < 0x90) return map(tag & 15)
    if (tag < 0xa0) return list(tag & 15)
    if (tag < 0xc0) return text(tag & 31)
    const value = readers[tag]
    if (!value) throw new MalformedMsgpack(`A value has the unknown type 0x${tag.toString(16)}.`)
    return value()
  }

  const [tag = 0] = take(1)
  if ((tag < 0x80 || tag > 0x8f) && tag !== 0xde) throw new MalformedMsgpack('The bytes are not a map.')
  const places: (readonly [name: string, entry: Uint8Array])[] = []
  const entries = map(tag === 0xde ? length(2) : tag & 15, (...place) => void places.push(place))
  if (at < bytes.length) throw new MalformedMsgpack('Bytes follow behind the map.')

  return {
    map: entries,
    without(left) {
      const others = places.filter(([name]) => name !== left)
      return concat(mapHeader(others.length), ...others.map(([, entry]) => entry))
    },
  }
}

const mapHeader = (count: number) =>
  count < 16 ? Uint8Array.of(0x80 | count) : Uint8Array.of(0xde, count >> 8, count & 255)

/** Writes a text of up to 31 bytes. */
const writeName = (name: string) => concat(Uint8Array.of(0xa0 | name.length), new TextEncoder().encode(name))

/** Writes up to 255 bytes. */
export const writeMsgpackBytes = (bytes: Uint8Array): Uint8Array => concat(Uint8Array.of(0xc4, bytes.length), bytes)

/** Writes a list of values that are written already. */
export const writeMsgpackList = (values: readonly Uint8Array[]): Uint8Array =>
  concat(values.length < 16 ? Uint8Array.of(0x90 | values.length) : Uint8Array.of(0xdc, 0, values.length), ...values)

/** Writes a map of values that are written already. Signers of Algorand need its names in the order of the alphabet. */
export const writeMsgpackMap = (entries: readonly (readonly [name: string, value: Uint8Array])[]): Uint8Array =>
  concat(mapHeader(entries.length), ...entries.flatMap(([name, value]) => [writeName(name), value]))
