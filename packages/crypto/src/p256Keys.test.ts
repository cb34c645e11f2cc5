import { createSign, generateKeyPairSync } from 'node:crypto'
import { toHex } from '@latchkey/base/bytes'
import { p256 } from '@noble/curves/nist.js'
import { describe, expect, it } from 'vitest'
import { isSignedByP256, readP256Key } from './p256Keys.ts'

// The other hand is OpenSSL.
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const uncompressed = `04${Buffer.from(x, 'base64url').toString('hex')}${Buffer.from(y, 'base64url').toString('hex')}`
const compressed = toHex(p256.Point.fromHex(uncompressed).toBytes(true))

const text = 'Sign in to app.example.com, Ääda'
const sign = (dsaEncoding: 'der' | 'ieee-p1363') =>
  createSign('sha256').update(text).sign({ key: privateKey, dsaEncoding }).toString('hex')

describe('a P-256 key', () => {
  it.each([
    ['compressed', compressed],
    ['not compressed', uncompressed],
    ['in upper case', uncompressed.toUpperCase()],
  ])('is read where it is %s', async (_, key) => {
    expect(await readP256Key(key)).toBe(compressed)
  })

  it.each([
    ['no hex', 'key'],
    ['nothing', ''],
    ['a point that is not on the curve', `${uncompressed.slice(0, -2)}${uncompressed.endsWith('00') ? '01' : '00'}`],
    ['too short', compressed.slice(0, -2)],
  ])('is not %s', async (_, key) => {
    expect(await readP256Key(key)).toBeUndefined()
  })
})

describe('a signature with a P-256 key', () => {
  it.each(['der', 'ieee-p1363'] as const)('is accepted in the encoding %s', async (encoding) => {
    expect(await isSignedByP256(compressed, { text, signature: sign(encoding) })).toBe(true)
    expect(await isSignedByP256(uncompressed, { text, signature: sign(encoding) })).toBe(true)
  })

  it('is accepted with either of the two values of s', async () => {
    const { r, s } = p256.Signature.fromHex(sign('ieee-p1363'), 'compact')
    for (const each of [s, p256.Point.Fn.ORDER - s]) {
      const signature = toHex(new p256.Signature(r, each).toBytes('compact'))
      expect(await isSignedByP256(compressed, { text, signature })).toBe(true)
    }
  })

  it('is refused in 64 bytes where only DER is accepted', async () => {
    expect(await isSignedByP256(compressed, { text, signature: sign('der'), format: 'der' })).toBe(true)
    expect(await isSignedByP256(compressed, { text, signature: sign('ieee-p1363'), format: 'der' })).toBe(false)
  })

  it.each(
    Object.entries({
      'over another text': { text: 'another text' },
      'of another key': { key: `02${'11'.repeat(32)}` },
      'with a key that is no hex': { key: 'key' },
      'with no key': { key: '' },
      'with a point that is not on the curve': { key: `04${'11'.repeat(64)}` },
      'that is no hex': { signature: 'signature' },
      'of no bytes': { signature: '' },
      'of 64 zeros': { signature: '00'.repeat(64) },
      'that has been cut': { signature: sign('der').slice(0, -2) },
    }),
  )('is refused %s', async (_, changes) => {
    const { key, ...signed } = { key: compressed, text, signature: sign('der'), ...changes }
    expect(await isSignedByP256(key, signed)).toBe(false)
  })
})
