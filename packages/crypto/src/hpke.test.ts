import { toHex, utf8 } from '@latchkey/base/bytes'
import { p256 } from '@noble/curves/nist.js'
import { describe, expect, it } from 'vitest'
import { openBundle, sealBundle } from './hpke.ts'

const secretKey = p256.utils.randomSecretKey(new Uint8Array(48).fill(7))
const publicKey = toHex(p256.getPublicKey(secretKey, true))
const sealed = { plaintext: utf8('a key'), info: 'a purpose', randomness: new Uint8Array(32).fill(9) }

describe('a sealed bundle', () => {
  it('opens with its key and purpose, and is the same for the same randomness', async () => {
    const bundle = await sealBundle(publicKey, sealed)
    expect(bundle).toBe(await sealBundle(publicKey, sealed))
    expect(await openBundle(secretKey, { bundle, info: sealed.info })).toEqual(sealed.plaintext)
  })

  it('stays closed for another key, another purpose, and after a change', async () => {
    const bundle = await sealBundle(publicKey, sealed)
    const { info } = sealed
    const other = p256.utils.randomSecretKey(new Uint8Array(48).fill(8))
    await expect(openBundle(other, { bundle, info })).rejects.toThrow()
    await expect(openBundle(secretKey, { bundle, info: 'another purpose' })).rejects.toThrow()
    const last = bundle.endsWith('A') ? 'Q' : 'A'
    await expect(openBundle(secretKey, { bundle: bundle.slice(0, -1) + last, info })).rejects.toThrow()
    await expect(openBundle(secretKey, { bundle: '', info })).rejects.toThrow()
  })
})
