import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'

/** A point of ed25519 in its one encoding, of the order that a key made from a secret has; `undefined` for other bytes. */
function readPoint(bytes: Uint8Array) {
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    return !point.isSmallOrder() && point.isTorsionFree() ? point : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether an ed25519 signature is right by the strictest reading of RFC 8032, section 5.1.7: canonical encodings only, and
 * both the key and the commitment of prime order, where verifiers with and without the cofactor agree.
 *
 * @param signature - 64 bytes; any other length is wrong.
 * @param publicKey - 32 bytes; any other length is wrong.
 */
export function isEd25519Signature(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false
  if (!readPoint(publicKey) || !readPoint(signature.subarray(0, 32))) return false
  return ed25519.verify(signature, message, publicKey, { zip215: false })
}

/**
 * The scalar that 32 secret bytes stand for on a curve of ECDSA. Bytes that are a key stay as they are, and the few that are
 * not (zero, and what is not below the order) are reduced to one.
 */
export function ecdsaSecret(curve: ECDSA, secret: Uint8Array): Uint8Array {
  const { Fn } = curve.Point
  return Fn.toBytes(1n + ((bytesToNumberBE(secret) + Fn.ORDER - 2n) % (Fn.ORDER - 1n)))
}
