import { concat, readHex, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberLE, numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { ecdsaSecret, isEd25519Signature } from './curves.ts'

const { Point } = ed25519
const order = Point.Fn.ORDER
const message = utf8('Sign in')
const secret = sha256(utf8('curves'))
const publicKey = ed25519.getPublicKey(secret)
const signature = ed25519.sign(message, secret)
const { scalar, point } = ed25519.utils.getExtendedPublicKey(secret)

const hex = (text: string) => readHex(text) ?? expect.fail('not hex')
/** A point of order 8. */
const torsion = Point.fromBytes(hex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'))

/** A signature with any commitment and key, right by the equation with the cofactor when scalar and nonce fit them. */
function forge(
  commitment: Uint8Array,
  key: Uint8Array,
  { nonce, scalar }: { nonce: bigint; scalar: bigint },
): Uint8Array {
  const challenge = bytesToNumberLE(sha512(concat(commitment, key, message))) % order
  return concat(commitment, numberToBytesLE((nonce + challenge * scalar) % order, 32))
}

describe('isEd25519Signature', () => {
  it('accepts a signature of RFC 8032, section 7.1', () => {
    const key = hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
    const signed = hex(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    )
    expect(isEd25519Signature(signed, hex('72'), key)).toBe(true)
    expect(isEd25519Signature(signed, hex('73'), key)).toBe(false)
  })

  it('refuses a signature and a key of any other length', () => {
    expect(isEd25519Signature(signature, message, publicKey)).toBe(true)
    expect(isEd25519Signature(signature.subarray(0, 63), message, publicKey)).toBe(false)
    expect(isEd25519Signature(concat(signature, hex('00')), message, publicKey)).toBe(false)
    expect(isEd25519Signature(signature, message, publicKey.subarray(0, 31))).toBe(false)
    expect(isEd25519Signature(signature, message, concat(publicKey, hex('00')))).toBe(false)
    expect(isEd25519Signature(hex(''), message, hex(''))).toBe(false)
  })

  it('refuses a scalar that is not below the order', () => {
    expect(isEd25519Signature(concat(signature.subarray(0, 32), numberToBytesLE(order, 32)), message, publicKey)).toBe(
      false,
    )
    const scalarAboveOrder = bytesToNumberLE(signature.subarray(32)) + order
    expect(
      isEd25519Signature(concat(signature.subarray(0, 32), numberToBytesLE(scalarAboveOrder, 32)), message, publicKey),
    ).toBe(false)
  })

  it('refuses keys of small order, which make one signature valid for every message', () => {
    const identity = numberToBytesLE(1n, 32)
    let weak = torsion
    for (let index = 0; index < 8; index++, weak = weak.add(torsion)) {
      const signed = concat(identity, numberToBytesLE(0n, 32))
      expect(ed25519.verify(signed, message, weak.toBytes(), { zip215: true }), `${index}`).toBe(true)
      expect(isEd25519Signature(signed, message, weak.toBytes()), `${index}`).toBe(false)
    }
  })

  it('refuses a signature that only the equation with the cofactor accepts, for a key of mixed order', () => {
    const mixed = point.add(torsion).toBytes()
    const signed = forge(Point.BASE.multiply(7n).toBytes(), mixed, { nonce: 7n, scalar })
    expect(ed25519.verify(signed, message, mixed, { zip215: false })).toBe(true)
    expect(isEd25519Signature(signed, message, mixed)).toBe(false)
  })

  it('refuses a commitment of mixed or small order', () => {
    const mixed = forge(Point.BASE.multiply(7n).add(torsion).toBytes(), publicKey, { nonce: 7n, scalar })
    const small = forge(torsion.toBytes(), publicKey, { nonce: 0n, scalar })
    const identity = forge(Point.ZERO.toBytes(), publicKey, { nonce: 0n, scalar })
    for (const signed of [mixed, small, identity]) {
      expect(ed25519.verify(signed, message, publicKey, { zip215: false })).toBe(true)
      expect(isEd25519Signature(signed, message, publicKey)).toBe(false)
    }
    expect(
      isEd25519Signature(
        forge(Point.BASE.multiply(7n).toBytes(), publicKey, { nonce: 7n, scalar }),
        message,
        publicKey,
      ),
    ).toBe(true)
  })

  it('refuses encodings of a point that ZIP-215 accepts and RFC 8032 does not', () => {
    // y of 1 written as 1 + p, and x of 0 with a sign.
    const encodings = [numberToBytesLE(1n + Point.Fp.ORDER, 32), hex(`01${'00'.repeat(30)}80`)]
    for (const encoding of encodings) {
      const asCommitment = forge(encoding, publicKey, { nonce: 0n, scalar })
      expect(ed25519.verify(asCommitment, message, publicKey, { zip215: true })).toBe(true)
      expect(isEd25519Signature(asCommitment, message, publicKey)).toBe(false)
      expect(isEd25519Signature(signature, message, encoding)).toBe(false)
    }
  })
})

describe('ecdsaSecret', () => {
  it('keeps bytes that are a key, and reduces others to a key', () => {
    for (const curve of [secp256k1, p256]) {
      const { ORDER } = curve.Point.Fn
      const bytes = (value: bigint) => numberToBytesBE(value, 32)
      for (const value of [1n, 2n, ORDER - 1n]) expect(ecdsaSecret(curve, bytes(value))).toEqual(bytes(value))
      expect(ecdsaSecret(curve, secret)).toEqual(secret)
      expect(ecdsaSecret(curve, bytes(0n))).toEqual(bytes(ORDER - 1n))
      expect(ecdsaSecret(curve, bytes(ORDER))).toEqual(bytes(1n))
      expect(curve.utils.isValidSecretKey(ecdsaSecret(curve, new Uint8Array(32).fill(255)))).toBe(true)
    }
  })
})
