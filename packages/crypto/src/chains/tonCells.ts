import { concat, equalBytes } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'

/** A cell of TON: up to 1023 bits and four references to other cells. */
export interface Cell {
  /** How many bits it holds. */
  readonly bitLength: number
  /** Its bits, highest first. A partly filled last byte is padded with a 1 and zeros. */
  readonly data: Uint8Array
  readonly references: readonly Cell[]
  /** Levels of cells below it. */
  readonly depth: number
  /** Representation hash (TVM, section 3.1.5): SHA-256 of descriptors, data, and depth and hash of each reference. */
  readonly hash: Uint8Array
}

const magic = Uint8Array.of(0xb5, 0xee, 0x9c, 0x72)
const maximumCells = 256
const maximumReferences = 4

/** Makes a cell from its data; the rest of the last byte is padded. */
export function createCell(bytes: Uint8Array, bitLength = bytes.length * 8, references: readonly Cell[] = []): Cell {
  const data = bytes.slice(0, Math.ceil(bitLength / 8))
  const used = bitLength % 8
  const last = data.at(-1)
  if (used > 0 && last !== undefined) data[data.length - 1] = (last & (0xff << (8 - used))) | (0x80 >> used)
  return hashed({ bitLength, data, references })
}

/**
 * Reads a bag of cells (TVM, section 3.1.4 and the TL-B scheme `serialized_boc`) with one root and ordinary cells only.
 *
 * @returns The root. `undefined` for a bag that is malformed or too large, that has exotic or unreferenced cells, or
 * that has bytes after its end.
 */
export function readBag(bytes: Uint8Array): Cell | undefined {
  const header = readHeader(bytes)
  if (!header) return undefined
  const { rows, rootIndex } = header
  const cells: Cell[] = []
  // References point to later cells only, so that no cell contains itself.
  for (let index = rows.length - 1; index >= 0; index--) {
    const { descriptor, data, references } = rows[index] as Row
    const bitLength = bitLengthOf(descriptor, data)
    if (bitLength === undefined || references.some((other) => other <= index || other >= rows.length)) return undefined
    cells[index] = hashed({ bitLength, data, references: references.map((other) => cells[other] as Cell) })
  }
  const isUsed = new Set([rootIndex, ...rows.flatMap(({ references }) => references)]).size === rows.length
  return isUsed ? cells[rootIndex] : undefined
}

/** Writes a bag of fewer than 256 cells, without index and checksum. A cell with two references is written twice. */
export function writeBag(root: Cell): Uint8Array {
  const cells = [root]
  const places = new Map<Cell, number[]>()
  for (const cell of cells)
    places.set(
      cell,
      cell.references.map((other) => cells.push(other) - 1),
    )
  const rows = cells.map((cell) =>
    concat(Uint8Array.of(...descriptorsOf(cell)), cell.data, Uint8Array.from(places.get(cell) ?? [])),
  )
  const body = concat(...rows)
  return concat(magic, Uint8Array.of(1, 2, cells.length, 1, 0, body.length >> 8, body.length & 0xff, 0), body)
}

/** A run of bits of a cell, as bytes; its length is a multiple of 8. */
export function bitsOf({ data }: Cell, offset: number, length: number): Uint8Array {
  const shift = offset % 8
  return Uint8Array.from({ length: length / 8 }, (_, index) => {
    const at = (offset >> 3) + index
    return (((data[at] ?? 0) << shift) | ((data[at + 1] ?? 0) >> (8 - shift))) & 0xff
  })
}

interface Row {
  readonly descriptor: number
  readonly data: Uint8Array
  readonly references: readonly number[]
}

function readHeader(bytes: Uint8Array): { rows: Row[]; rootIndex: number } | undefined {
  let at = magic.length
  const take = (length: number): number => {
    let value = 0
    for (let index = 0; index < length; index++) value = value * 256 + (bytes[at++] ?? Number.NaN)
    return value
  }
  if (!equalBytes(bytes.subarray(0, at), magic)) return undefined
  const [flags, offsetBytes] = [take(1), take(1)]
  const [hasIndex, hasChecksum, indexBytes] = [(flags & 0x80) !== 0, (flags & 0x40) !== 0, flags & 7]
  if ((flags & 0x38) !== 0 || indexBytes < 1 || indexBytes > 4 || !(offsetBytes >= 1 && offsetBytes <= 8))
    return undefined
  const [count, roots, absent, size] = [take(indexBytes), take(indexBytes), take(indexBytes), take(offsetBytes)]
  const rootIndex = take(indexBytes)
  if (!(count <= maximumCells) || roots !== 1 || absent !== 0 || !(rootIndex < count)) return undefined
  if (hasIndex) at += count * offsetBytes
  const end = at + size
  const rows: Row[] = []
  for (let index = 0; index < count; index++) {
    const [first, descriptor] = [take(1), take(1)]
    // An ordinary cell of level 0 has no more than its count of references there.
    if (!(first <= maximumReferences) || Number.isNaN(descriptor)) return undefined
    const length = Math.ceil(descriptor / 2)
    const data = bytes.slice(at, at + length)
    at += length
    rows.push({ descriptor, data, references: Array.from({ length: first }, () => take(indexBytes)) })
  }
  const isWhole = at === end && bytes.length === end + (hasChecksum ? 4 : 0)
  const isIntact = !hasChecksum || equalBytes(bytes.subarray(end), crc32c(bytes.subarray(0, end)))
  return isWhole && isIntact ? { rows, rootIndex } : undefined
}

/** An even descriptor means that the last byte is full. Otherwise the last 1 marks the end, and must be there. */
function bitLengthOf(descriptor: number, data: Uint8Array): number | undefined {
  if (descriptor % 2 === 0) return data.length * 8
  const last = data.at(-1) ?? 0
  if ((last & 0x7f) === 0) return undefined
  return data.length * 8 - 1 - Math.log2(last & -last)
}

function descriptorsOf({ bitLength, references }: Pick<Cell, 'bitLength' | 'references'>): [number, number] {
  return [references.length, Math.floor(bitLength / 8) + Math.ceil(bitLength / 8)]
}

function hashed(cell: Omit<Cell, 'depth' | 'hash'>): Cell {
  const { data, references } = cell
  const depth = references.length === 0 ? 0 : 1 + Math.max(...references.map((other) => other.depth))
  const depths = references.map((other) => Uint8Array.of(other.depth >> 8, other.depth & 0xff))
  const hash = sha256(
    concat(Uint8Array.of(...descriptorsOf(cell)), data, ...depths, ...references.map((other) => other.hash)),
  )
  return { ...cell, depth, hash }
}

/** CRC-32C (Castagnoli), lowest byte first: the checksum at the end of a bag. */
function crc32c(bytes: Uint8Array): Uint8Array {
  let remainder = 0xffffffff
  for (const byte of bytes) {
    remainder ^= byte
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0x82f63b78 : 0)
  }
  const sum = ~remainder
  return Uint8Array.of(sum, sum >>> 8, sum >>> 16, sum >>> 24)
}
