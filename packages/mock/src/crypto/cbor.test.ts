import { describe, expect, it } from 'vitest'
import { toHex } from './bytes.ts'
import { type CborValue, encodeCbor } from './cbor.ts'

// RFC 8949, appendix A.
const vectors: [CborValue, string][] = [
  [0, '00'],
  [1, '01'],
  [10, '0a'],
  [23, '17'],
  [24, '1818'],
  [25, '1819'],
  [100, '1864'],
  [1000, '1903e8'],
  [1_000_000, '1a000f4240'],
  [-1, '20'],
  [-10, '29'],
  [-100, '3863'],
  [-1000, '3903e7'],
  [new Uint8Array(), '40'],
  [Uint8Array.of(1, 2, 3, 4), '4401020304'],
  ['', '60'],
  ['a', '6161'],
  ['IETF', '6449455446'],
  ['ü', '62c3bc'],
  ['水', '63e6b0b4'],
  [new Map(), 'a0'],
  [
    new Map([
      [1, 2],
      [3, 4],
    ]),
    'a201020304',
  ],
  [
    new Map([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
      ['d', 'D'],
      ['e', 'E'],
    ]),
    'a56161614161626142616361436164614461656145',
  ],
]

describe('encodeCbor', () => {
  it.each(vectors)('writes %o as the RFC does', (value, hex) => {
    expect(toHex(encodeCbor(value))).toBe(hex)
  })

  it('writes lengths of one, two and four bytes', () => {
    expect(toHex(encodeCbor(new Uint8Array(255)).subarray(0, 2))).toBe('58ff')
    expect(toHex(encodeCbor(new Uint8Array(256)).subarray(0, 3))).toBe('590100')
    expect(toHex(encodeCbor('x'.repeat(65_536)).subarray(0, 5))).toBe('7a00010000')
    expect(toHex(encodeCbor(4_294_967_295))).toBe('1affffffff')
  })

  it('refuses numbers that are not whole or too large', () => {
    for (const value of [0.5, Number.NaN, 2 ** 32, -(2 ** 33)]) expect(() => encodeCbor(value)).toThrow(RangeError)
  })
})
