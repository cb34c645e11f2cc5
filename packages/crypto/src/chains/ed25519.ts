import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { isEd25519Signature } from './curves.ts'

const { Fp, Fn } = ed25519.Point
/** The y coordinate of two of the points of order 8; the other two have its negative. */
const orderEight = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n
/** The y coordinates of the eight points of small order. */
const smallOrder: ReadonlySet<bigint> = new Set([0n, 1n, Fp.ORDER - 1n, orderEight, Fp.ORDER - orderEight])

/** Whether 32 bytes, if they encode a point at all, are canonical and not of small order. */
function isStrictEncoding(bytes: Uint8Array): boolean {
  // The highest bit is the sign of x; x is 0 only in points of small order.
  const y = BigInt.asUintN(255, bytesToNumberLE(bytes))
  return y < Fp.ORDER && !smallOrder.has(y)
}

/**
 * The same as {@link isEd25519Signature}, several times faster where the platform has ed25519.
 *
 * Web Crypto also uses the equation without the cofactor (Web Cryptography Level 2, Ed25519). Platforms differ in
 * whether they refuse non-canonical encodings and points of small order, so this function checks both itself.
 */
export async function verifyEd25519(
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (signature.length !== 64 || publicKey.length !== 32) return false
  if (
    !isStrictEncoding(publicKey) ||
    !isStrictEncoding(signature.subarray(0, 32)) ||
    bytesToNumberLE(signature.subarray(32)) >= Fn.ORDER
  )
    return false
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, message)
  } catch {
    // The platform has no ed25519, or throws for an invalid key.
    return isEd25519Signature(signature, message, publicKey)
  }
}

/** A key of ed25519. */
export interface Ed25519Key {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs bytes as they are. @returns 64 bytes */
  sign(bytes: Uint8Array): Uint8Array
}

/** The key that 32 secret bytes stand for (RFC 8032). */
export function createEd25519Key(secret: Uint8Array): Ed25519Key {
  return { publicKey: ed25519.getPublicKey(secret), sign: (bytes) => ed25519.sign(bytes, secret) }
}
