import { concat, equalBytes } from '@latchkey/base/bytes'
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberBE, bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'

/** A point of ed25519 in canonical encoding and not of small order; `undefined` for other bytes. */
function readPoint(bytes: Uint8Array) {
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    return point.isSmallOrder() ? undefined : point
  } catch {
    return undefined
  }
}

/**
 * Whether an ed25519 signature is valid by the strictest reading of RFC 8032, section 5.1.7, as the nodes of the chains
 * apply it: canonical encodings only, key and commitment not of small order, and the equation without the cofactor.
 *
 * @param signature - 64 bytes; any other length is invalid.
 * @param publicKey - 32 bytes; any other length is invalid.
 */
export function isEd25519Signature(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false
  const { BASE, Fn } = ed25519.Point
  const key = readPoint(publicKey)
  const scalar = bytesToNumberLE(signature.subarray(32))
  if (!key || scalar >= Fn.ORDER) return false
  const commitment = signature.subarray(0, 32)
  const challenge = bytesToNumberLE(sha512(concat(commitment, publicKey, message))) % Fn.ORDER
  // Compared as bytes, so that only the canonical encoding of a commitment is accepted.
  const expected = BASE.multiplyUnsafe(scalar).subtract(key.multiplyUnsafe(challenge))
  return !expected.isSmallOrder() && equalBytes(expected.toBytes(), commitment)
}

/**
 * The scalar of 32 secret bytes on an ECDSA curve. Valid keys stay as they are; zero, and values not below the order,
 * are reduced to a valid key.
 */
export function ecdsaSecret(curve: ECDSA, secret: Uint8Array): Uint8Array {
  const { Fn } = curve.Point
  return Fn.toBytes(1n + ((bytesToNumberBE(secret) + Fn.ORDER - 2n) % (Fn.ORDER - 1n)))
}
