import { concatBytes } from '@noble/hashes/utils.js'
import { RawWitness } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { readPushes, readTransaction, readWitness } from './bitcoinReader.ts'
import { type RawTransaction, writeTransaction } from './bitcoinTransaction.ts'

const bytes = (length: number, value = 0x11) => new Uint8Array(length).fill(value)
const input = { txid: bytes(32), index: 3, finalScriptSig: bytes(5), sequence: 0xffff_fffe }
const transaction = (...witnesses: Uint8Array[][]): RawTransaction => ({
  version: 2,
  segwitFlag: witnesses.some(({ length }) => length > 0),
  inputs: witnesses.map(() => input),
  outputs: [2, 300].map((length) => ({ amount: 0n, script: bytes(length) })),
  witnesses: witnesses.some(({ length }) => length > 0) ? witnesses : undefined,
  lockTime: 0xffff_ffff,
})

describe('readTransaction', () => {
  const samples = [
    transaction([]),
    transaction([bytes(71), bytes(33)]),
    transaction([], [bytes(0), bytes(70_000)]),
    transaction([bytes(253)], []),
  ]

  it('reads back a written transaction', () => {
    for (const sample of samples) expect(readTransaction(writeTransaction(sample))).toEqual(sample)
  })

  it('refuses a truncated transaction, and bytes after a whole one', () => {
    const written = writeTransaction(transaction([bytes(71), bytes(33)]))
    for (let length = 0; length < written.length; length++)
      expect(readTransaction(written.subarray(0, length))).toBeUndefined()
    expect(readTransaction(concatBytes(written, bytes(1)))).toBeUndefined()
  })

  it('refuses a witness marker without witnesses, and a transaction without inputs', () => {
    const written = writeTransaction(transaction([]))
    const marked = concatBytes(
      written.subarray(0, 4),
      Uint8Array.of(0, 1),
      written.subarray(4, -4),
      Uint8Array.of(0),
      written.subarray(-4),
    )
    expect(readTransaction(marked)).toBeUndefined()
    expect(readTransaction(writeTransaction(transaction()))).toBeUndefined()
  })
})

describe('readWitness', () => {
  it('reads back a written witness', () => {
    for (const items of [
      [],
      [bytes(0)],
      [bytes(252), bytes(253), bytes(65_535), bytes(65_536)],
      Array.from({ length: 300 }, () => bytes(1)),
    ]) {
      expect(readWitness(RawWitness.encode(items))).toEqual(items)
    }
  })

  it('refuses counts that are not minimal, or that exceed the remaining bytes', () => {
    const sizes = [
      [0xfd, 0x01, 0x00],
      [0xfd, 0xfc, 0x00],
      [0xfe, 0x01, 0, 0, 0],
      [0xfe, 0xff, 0xff, 0, 0],
      [0xff, 1, 0, 0, 0, 0, 0, 0, 0],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0xfe, 0xff, 0xff, 0xff, 0xff],
      [0xfd],
      [0x02],
    ]
    expect(readWitness(Uint8Array.of(1, 1, 7))).toEqual([Uint8Array.of(7)])
    for (const size of sizes) {
      expect(readWitness(Uint8Array.of(...size, 1, 7))).toBeUndefined()
      expect(readWitness(Uint8Array.of(1, ...size, 7))).toBeUndefined()
    }
    expect(readWitness(bytes(0))).toBeUndefined()
  })
})

describe('readPushes', () => {
  const push = (opcode: readonly number[], length: number) => concatBytes(Uint8Array.from(opcode), bytes(length, 0x7f))

  it('reads each push in its shortest form', () => {
    const script = concatBytes(
      push([0x00], 0),
      push([0x4b], 75),
      push([0x4c, 76], 76),
      push([0x4c, 255], 255),
      push([0x4d, 0, 1], 256),
      push([0x4d, 8, 2], 520),
    )
    expect(readPushes(script)?.map(({ length }) => length)).toEqual([0, 75, 76, 255, 256, 520])
    expect(readPushes(bytes(0))).toEqual([])
  })

  it('refuses longer forms, larger items, truncated pushes, and other opcodes', () => {
    const others = [
      push([0x4c, 75], 75),
      push([0x4c, 0], 0),
      push([0x4d, 255, 0], 255),
      push([0x4d, 9, 2], 521),
      push([0x4e, 1, 0, 0, 0], 1),
      push([0x05], 4),
      push([0x4c], 0),
      push([0x4d, 1], 0),
    ]
    for (const script of others) expect(readPushes(script)).toBeUndefined()
    for (const number of [1, 16, 0x81]) expect(readPushes(Uint8Array.of(1, number))).toBeUndefined()
    expect(readPushes(Uint8Array.of(1, 17))).toEqual([Uint8Array.of(17)])
    for (const opcode of [0x4f, 0x50, 0x51, 0x60, 0x61, 0xac, 0xff])
      expect(readPushes(Uint8Array.of(opcode))).toBeUndefined()
  })
})
