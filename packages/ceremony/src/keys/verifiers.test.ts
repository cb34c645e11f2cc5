import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { verifiers } from './verifiers.ts'

it('accepts no key of small order on ed25519, under which anybody signs anything', () => {
  const identity = `01${'00'.repeat(31)}`
  expect(verifiers.ed25519(identity + '00'.repeat(32), 'ab', identity)).toBe(false)
})

it('accepts only the lower of the two s that fit, as chains do', () => {
  const secret = hexToBytes('11'.repeat(32))
  const message = 'ab'.repeat(32)
  const publicKey = bytesToHex(secp256k1.getPublicKey(secret))
  const low = secp256k1.Signature.fromBytes(secp256k1.sign(hexToBytes(message), secret, { prehash: false }))
  const high = new secp256k1.Signature(low.r, secp256k1.Point.Fn.neg(low.s))
  expect(verifiers['secp256k1-ecdsa'](bytesToHex(low.toBytes()), message, publicKey)).toBe(true)
  expect(verifiers['secp256k1-ecdsa'](bytesToHex(high.toBytes()), message, publicKey)).toBe(false)
})
