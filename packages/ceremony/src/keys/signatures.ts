import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Curve } from './groups.ts'

type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean
type VerifyHex = (signature: string, message: string, publicKey: string) => boolean

const inHex =
  (verify: Verify): VerifyHex =>
  (signature, message, publicKey) =>
    verify(hexToBytes(signature), hexToBytes(message), hexToBytes(publicKey))

/** Verify a signature as anybody would who knows nothing of shares. All values are hex. */
export const verifiers: Readonly<Record<Curve, VerifyHex>> = {
  // Strict RFC 8032, as chains check it.
  ed25519: inHex((signature, message, publicKey) => ed25519.verify(signature, message, publicKey, { zip215: false })),
  'secp256k1-bip340': inHex(schnorr.verify),
  'secp256k1-ecdsa': inHex((signature, message, publicKey) =>
    secp256k1.verify(signature, message, publicKey, { prehash: false, lowS: true }),
  ),
}
