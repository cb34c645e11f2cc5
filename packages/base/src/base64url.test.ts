import { describe, expect, it } from 'vitest'
import { decodeBase64url, encodeBase64url, encodeTextBase64url } from './base64url.ts'

describe('base64url', () => {
  // RFC 4648, section 10, without its padding.
  it.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('writes %j as %j', (text, encoded) => {
    expect(encodeTextBase64url(text)).toBe(encoded)
    expect(encodeBase64url(new TextEncoder().encode(text))).toBe(encoded)
  })

  it('has a different letter for each six bits', () => {
    expect(encodeBase64url(Uint8Array.of(0xfb, 0xff, 0xbf))).toBe('-_-_')
    expect(decodeBase64url('-_-_')).toEqual(Uint8Array.of(0xfb, 0xff, 0xbf))
  })

  it.each(['plain?>~', '\0\x7f', 'Zoë', '中文 and more', '👩‍🚀'])('writes the bytes of %j in UTF-8', (text) => {
    const bytes = new TextEncoder().encode(text)
    expect(encodeTextBase64url(text)).toBe(Buffer.from(bytes).toString('base64url'))
    expect(decodeBase64url(encodeTextBase64url(text))).toEqual(bytes)
  })

  it.each(['Zg==', 'Zh', 'Z', 'Zm9v\n', 'Zm+v', '%m9v', 'Zm9%'])('does not read %j', (text) => {
    expect(decodeBase64url(text)).toBeUndefined()
  })
})
