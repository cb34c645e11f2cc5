import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  concat,
  equalBytes,
  isWellFormed,
  readBase58,
  readBase64,
  readHex,
  toBase58,
  toBase64,
  toHex,
  uleb128,
  utf8,
} from './bytes.ts'

const bytes = fc.uint8Array({ maxLength: 64 })

describe('isWellFormed', () => {
  it('distinguishes lone surrogates from pairs and from their replacement character', () => {
    for (const text of ['', 'abc', '\u{1f511}', '\ufffd', '\ud83d\udd11\ud83d\udd11'])
      expect(isWellFormed(text), text).toBe(true)
    for (const text of ['\ud800', 'a\udc00b', '\udd11\ud83d', '\ud83d\ud83d\udd11'])
      expect(isWellFormed(text), JSON.stringify(text)).toBe(false)
  })
})

describe('readHex', () => {
  it('reads what toHex writes, in either case and with 0x or without', () => {
    fc.assert(
      fc.property(bytes, (bytes) => {
        const text = toHex(bytes)
        for (const spelling of [text, text.toUpperCase(), `0x${text}`]) expect(readHex(spelling)).toEqual(bytes)
      }),
    )
  })

  it.each(['0', '0x0', '0X00', 'zz', '00 ', ' 00', '0x0x00', '00\n', '0-1', '٠٠'])('refuses %j as hex', (text) => {
    expect(readHex(text)).toBeUndefined()
  })
})

describe('readBase64', () => {
  it('reads what toBase64 writes', () => {
    fc.assert(fc.property(bytes, (bytes) => void expect(readBase64(toBase64(bytes))).toEqual(bytes)))
    expect(toBase64(Uint8Array.of(0xfb, 0xff, 0))).toBe('+/8A')
  })

  it('accepts only one spelling of the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const read = readBase64(text)
        if (read) expect(toBase64(read)).toBe(text)
      }),
    )
  })

  it.each(['AA', 'AB==', 'AA=', 'AA===', 'AAB=', '-_8A', ' AAAA', 'AAAA\n', 'A', '===='])(
    'refuses %j as base64',
    (text) => {
      expect(readBase64(text)).toBeUndefined()
    },
  )
})

describe('readBase58', () => {
  it('reads what toBase58 writes, including leading zeros', () => {
    fc.assert(fc.property(bytes, (bytes) => void expect(readBase58(toBase58(bytes))).toEqual(bytes)))
    expect(readBase58('11')).toEqual(Uint8Array.of(0, 0))
  })

  it.each(['0', 'O', 'I', 'l', '2 ', '2\n', 'é'])('refuses %j as base58', (text) => {
    expect(readBase58(text)).toBeUndefined()
  })
})

describe('uleb128', () => {
  it.each([
    [0, '00'],
    [127, '7f'],
    [128, '8001'],
    [624_485, 'e58e26'],
    [2 ** 31, '8080808008'],
    [2 ** 32 - 1, 'ffffffff0f'],
  ])('writes %i', (value, text) => {
    expect(toHex(uleb128(value))).toBe(text)
  })
})

describe('concat and equalBytes', () => {
  it('join bytes in order', () => {
    expect(concat(utf8('a'), new Uint8Array(), utf8('ŝ'))).toEqual(Uint8Array.of(0x61, 0xc5, 0x9d))
    expect(concat()).toEqual(new Uint8Array())
  })

  it('distinguish other bytes and other lengths', () => {
    expect(equalBytes(utf8('abc'), utf8('abc'))).toBe(true)
    for (const other of ['abd', 'ab', 'abcd', '']) expect(equalBytes(utf8('abc'), utf8(other)), other).toBe(false)
  })
})
