import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hmacSha256, isSameText, keyOfSeed } from './hmac.ts'

describe('HMAC-SHA256', () => {
  // RFC 4231, test cases 1 and 2.
  it('is that of the RFC, for keys in bytes and in text', () => {
    expect(hmacSha256(new Uint8Array(20).fill(0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
    expect(hmacSha256('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('takes key and text in UTF-8', () => {
    expect(hmacSha256('Schlüssel', 'Grüße')).toBe(createHmac('sha256', 'Schlüssel').update('Grüße').digest('hex'))
  })
})

describe('two texts', () => {
  it.each([
    ['abc', 'abc', true],
    ['', '', true],
    ['abc', 'abd', false],
    ['abc', 'bbc', false],
    ['abc', 'ab', false],
    ['ab', 'abc', false],
    // The differences of the characters must not cancel each other.
    ['ab', 'ba', false],
  ])('"%s" and "%s" are the same: %s', (left, right, isSame) => {
    expect(isSameText(left, right)).toBe(isSame)
  })
})

it('each seed has a key of its own', () => {
  expect(keyOfSeed('a')).toEqual(new Uint8Array(createHash('sha256').update('cursors and links of a').digest()))
  expect(keyOfSeed('b')).not.toEqual(keyOfSeed('a'))
})
