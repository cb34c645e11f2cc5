import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberBE, bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concat, equalBytes } from '../bytes.ts'

/** A point of ed25519 in its one encoding, and not of the few that fit any message; `undefined` for other bytes. */
function readPoint(bytes: Uint8Array) {
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    return point.isSmallOrder() ? undefined : point
  } catch {
    return undefined
  }
}

/**
 * Whether an ed25519 signature is right by the strictest reading of RFC 8032, section 5.1.7: canonical encodings only, key and
 * commitment of no small order, and the equation without the cofactor, as the chains' own nodes have it.
 *
 * @param signature - 64 bytes; any other length is wrong.
 * @param publicKey - 32 bytes; any other length is wrong.
 */
export function isEd25519Signature(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false
  const { BASE, Fn } = ed25519.Point
  const key = readPoint(publicKey)
  const scalar = bytesToNumberLE(signature.subarray(32))
  if (!key || scalar >= Fn.ORDER) return false
  const commitment = signature.subarray(0, 32)
  const challenge = bytesToNumberLE(sha512(concat(commitment, publicKey, message))) % Fn.ORDER
  // Compared as bytes, so that a commitment counts in its one encoding only.
  const expected = BASE.multiplyUnsafe(scalar).subtract(key.multiplyUnsafe(challenge))
  return !expected.isSmallOrder() && equalBytes(expected.toBytes(), commitment)
}

/**
 * The scalar that 32 secret bytes stand for on a curve of ECDSA. Bytes that are a key stay as they are, and the few that are
 * not (zero, and what is not below the order) are reduced to one.
 */
export function ecdsaSecret(curve: ECDSA, secret: Uint8Array): Uint8Array {
  const { Fn } = curve.Point
  return Fn.toBytes(1n + ((bytesToNumberBE(secret) + Fn.ORDER - 2n) % (Fn.ORDER - 1n)))
}
