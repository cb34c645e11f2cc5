import { secp256k1 } from '@noble/curves/secp256k1.js'

const { Signature } = secp256k1

/**
 * Whether 64 bytes, r and s, are a signature of a digest with s in the lower half of the order.
 *
 * @param publicKey - As in SEC 1, compressed or not.
 */
export function isCompactSignature(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64) return false
  return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true, format: 'compact' })
}

/**
 * Whether bytes in strict DER (BIP-66) are a signature of a digest with s in the lower half of the order.
 *
 * @param publicKey - As in SEC 1, compressed or not.
 */
export function isDerSignature(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true, format: 'der' })
}

/** Signs a digest deterministically (RFC 6979), with s in the lower half of the order. */
export function signDigest(
  digest: Uint8Array,
  secretKey: Uint8Array,
  format: 'compact' | 'der' | 'recovered',
): Uint8Array {
  return secp256k1.sign(digest, secretKey, { prehash: false, lowS: true, format })
}

/** A signature from which its public key can be recovered. */
interface RecoverableSignature {
  /** 64 bytes, r and s. */
  readonly signature: Uint8Array
  /** 0 to 3: which of the points with the signature's r was meant. */
  readonly recovery: number
}

/**
 * The public key whose signature of a digest this is (SEC 1, section 4.1.6).
 *
 * @param options.isCompressed - Whether the key is wanted in 33 bytes rather than in 65. Default: true.
 * @returns `undefined` when there is no such key, or s is in the upper half of the order.
 */
export function recoverPublicKey(
  { signature, recovery }: RecoverableSignature,
  digest: Uint8Array,
  { isCompressed = true } = {},
): Uint8Array | undefined {
  try {
    const parsed = Signature.fromBytes(signature, 'compact').addRecoveryBit(recovery)
    return parsed.hasHighS() ? undefined : parsed.recoverPublicKey(digest).toBytes(isCompressed)
  } catch {
    return undefined
  }
}
