import { readHex, toHex } from '@latchkey/base/bytes'
import { beginCell, Cell as TonCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import vectors from '../../test/vectors/ton_wallets.json' with { type: 'json' }
import { bitsOf, type Cell, createCell, readBag, writeBag } from './tonCells.ts'

const read = (cell: TonCell, options?: { idx?: boolean; crc32?: boolean }) =>
  readBag(new Uint8Array(cell.toBoc(options)))
const hashOf = (cell: Cell | undefined) => cell && toHex(cell.hash)

/** A tree of cells with all that a bag can hold: no bits, full bytes, and bits left over. */
function tree(levels: number): TonCell {
  const cell = beginCell().storeUint(levels, 3 + levels)
  for (let index = 0; index < Math.min(levels, 4); index++)
    cell.storeRef(tree(levels - 1 - (index % 2 === 0 ? 0 : Math.min(1, levels - 1))))
  return cell.endCell()
}

/** A bag of the given bytes after its first four. */
const bagOf = (...bytes: number[]) => Uint8Array.of(0xb5, 0xee, 0x9c, 0x72, ...bytes)
/** A number in so many bytes. */
const inBytes = (value: number, width: number) => [...Array.from({ length: width - 1 }, () => 0), value]
/** A bag of one cell, whose counts and sizes are as wide as that. */
const bagOfWidths = (countBytes: number, sizeBytes: number) =>
  bagOf(
    countBytes,
    sizeBytes,
    ...[1, 1, 0].flatMap((count) => inBytes(count, countBytes)),
    ...inBytes(3, sizeBytes),
    ...inBytes(0, countBytes),
    0,
    2,
    0xff,
  )

describe('readBag', () => {
  it.each(Object.entries(vectors))(
    'reads the code of wallet %s, and finds its published hash',
    (_, { code, codeHash }) => {
      expect(hashOf(readBag(readHex(code) ?? new Uint8Array()))).toBe(codeHash)
    },
  )

  it('computes the same hash and depth as @ton/core, with and without index and checksum', () => {
    for (const cell of [
      beginCell().endCell(),
      beginCell().storeUint(0, 1).endCell(),
      beginCell().storeUint(255, 8).endCell(),
      tree(4),
    ]) {
      for (const options of [
        { idx: false, crc32: false },
        { idx: true, crc32: false },
        { idx: false, crc32: true },
        { idx: true, crc32: true },
      ]) {
        const parsed = read(cell, options)
        expect(hashOf(parsed)).toBe(cell.hash().toString('hex'))
        expect(parsed).toMatchObject({ depth: cell.depth(), bitLength: cell.bits.length })
      }
    }
  })

  it('refuses a bag that is truncated, lengthened, or has a wrong checksum', () => {
    const bytes = new Uint8Array(tree(3).toBoc({ idx: false, crc32: true }))
    for (let length = 0; length < bytes.length; length++)
      expect(readBag(bytes.subarray(0, length)), String(length)).toBeUndefined()
    expect(readBag(Uint8Array.of(...bytes, 0))).toBeUndefined()
    expect(readBag(bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte)))).toBeUndefined()
  })

  it('refuses exotic cells, backward references, unreferenced cells, and two roots', () => {
    const bag = (...body: number[]) => Uint8Array.of(0xb5, 0xee, 0x9c, 0x72, 1, 1, ...body)
    const leaf = [0, 2, 0xff]
    expect(readBag(bag(1, 1, 0, 3, 0, ...leaf))).toBeDefined()
    expect(readBag(bag(1, 1, 0, 3, 0, 8, 2, 0xff))).toBeUndefined()
    expect(readBag(bag(1, 1, 0, 3, 0, 0x20, 2, 0xff))).toBeUndefined()
    expect(readBag(bag(1, 1, 0, 3, 0, 5, 2, 0xff))).toBeUndefined()
    expect(readBag(bag(1, 1, 0, 4, 0, 1, 2, 0xff, 0))).toBeUndefined()
    expect(readBag(bag(2, 1, 0, 7, 1, ...leaf, 1, 2, 0xff, 0))).toBeUndefined()
    expect(readBag(bag(2, 1, 0, 6, 0, ...leaf, ...leaf))).toBeUndefined()
    expect(readBag(bag(1, 2, 0, 3, 0, ...leaf))).toBeUndefined()
    expect(readBag(bag(1, 1, 1, 3, 0, ...leaf))).toBeUndefined()
    expect(readBag(bag(1, 1, 0, 3, 1, ...leaf))).toBeUndefined()
  })

  it('refuses bytes after the end of a bag without a checksum', () => {
    const bytes = new Uint8Array(tree(3).toBoc({ idx: false, crc32: false }))
    expect(readBag(bytes)).toBeDefined()
    expect(readBag(Uint8Array.of(...bytes, 0))).toBeUndefined()
  })

  it('refuses a reference to the place after the last cell', () => {
    const chain = (place: number) => readBag(bagOf(1, 1, 2, 1, 0, 7, 0, 1, 2, 0xff, place, 0, 2, 0xff))
    expect(chain(1)).toBeDefined()
    expect(chain(2)).toBeUndefined()
  })

  it.each([
    ['five references', 5],
    ['the mark of an exotic cell', 8],
    ['the mark of stored hashes', 16],
    ['the level 1', 32],
  ])('refuses a cell with %s, even with as many references as its first byte says', (_, first) => {
    const references = (count: number) => Array.from({ length: count }, () => 1)
    const leaf = [0, 2, 0xff]
    const read = (count: number) =>
      readBag(bagOf(1, 1, 2, 1, 0, 6 + count, 0, count, 2, 0xff, ...references(count), ...leaf))
    expect(read(4)).toBeDefined()
    expect(read(first)).toBeUndefined()
  })

  it('reads counts of up to 4 bytes and sizes of up to 8, and refuses wider ones', () => {
    for (const width of [1, 2, 3, 4]) expect(readBag(bagOfWidths(width, 1)), String(width)).toBeDefined()
    for (const width of [5, 6, 7]) expect(readBag(bagOfWidths(width, 1)), String(width)).toBeUndefined()
    for (const width of [1, 2, 7, 8]) expect(readBag(bagOfWidths(1, width)), String(width)).toBeDefined()
    for (const width of [9, 16, 255]) expect(readBag(bagOfWidths(1, width)), String(width)).toBeUndefined()
  })

  it('refuses a last byte without an end mark, or with nothing but the mark', () => {
    const bag = (last: number) => Uint8Array.of(0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, 3, 0, 0, 1, last)
    expect(readBag(bag(0xc0))?.bitLength).toBe(1)
    expect(readBag(bag(0))).toBeUndefined()
    expect(readBag(bag(0x80))).toBeUndefined()
  })

  it('refuses a bag with more cells than a wallet has', () => {
    let cell = beginCell().endCell()
    for (let index = 0; index < 255; index++) cell = beginCell().storeUint(index, 8).storeRef(cell).endCell()
    expect(read(cell)).toBeDefined()
    expect(read(beginCell().storeRef(cell).endCell())).toBeUndefined()
  })
})

describe('createCell and writeBag', () => {
  it('take the bits that are asked for, and leave the bytes as they are', () => {
    const bytes = Uint8Array.of(0xab, 0xff, 0x12)
    const { data, bitLength } = createCell(bytes, 13)
    expect([data, bitLength]).toEqual([Uint8Array.of(0xab, 0b1111_1100), 13])
    expect(bytes).toEqual(Uint8Array.of(0xab, 0xff, 0x12))
  })

  it('write bags that @ton/core and readBag read', () => {
    const leaf = createCell(Uint8Array.of(0xab, 0xff), 13)
    const root = createCell(Uint8Array.of(1, 2, 3), 24, [leaf, createCell(new Uint8Array()), leaf])
    const [oracle] = TonCell.fromBoc(Buffer.from(writeBag(root)))
    expect(oracle?.hash().toString('hex')).toBe(hashOf(root))
    expect(oracle?.refs[0]?.bits.toString()).toBe(
      beginCell()
        .storeUint(0xabff >> 3, 13)
        .endCell()
        .bits.toString(),
    )
    expect(hashOf(readBag(writeBag(root)))).toBe(hashOf(root))
  })

  it('return the bits from any offset', () => {
    const cell = createCell(Uint8Array.of(0b1010_0101, 0b1100_0011, 0b1111_0000))
    expect([...bitsOf(cell, 0, 8), ...bitsOf(cell, 1, 16), ...bitsOf(cell, 8, 8)]).toEqual([
      0b1010_0101, 0b0100_1011, 0b1000_0111, 0b1100_0011,
    ])
  })
})
