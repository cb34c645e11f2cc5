import { describe, expect, it } from 'vitest'
import { decodeBase32, encodeBase32 } from './base32.ts'

/** RFC 4648, section 10, without the padding. */
const vectors = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('base32', () => {
  it.each(Object.entries(vectors))('writes and reads "%s" as "%s"', (text, encoded) => {
    expect(encodeBase32(bytesOf(text))).toBe(encoded)
    expect(decodeBase32(encoded)).toEqual(bytesOf(text))
  })

  it('decodes what it encodes, for every byte and length', () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    for (let length = 0; length <= 256; length += 7)
      expect(decodeBase32(encodeBase32(all.subarray(0, length)))).toEqual(all.slice(0, length))
  })

  it.each(['mzxw6', 'MZXW6===', 'MZXW0', 'MZ XQ', 'M', 'MZX', 'MZ', 'MZXR'])(
    'refuses "%s", which it would not write itself',
    (text) => {
      expect(decodeBase32(text)).toBeUndefined()
    },
  )
})
