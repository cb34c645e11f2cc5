import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr } from '@noble/curves/secp256k1.js'
import type { Curve } from './group.ts'
import { inHex, verifyEcdsa, type VerifyHex } from './signatures.ts'

export const verifiers: Readonly<Record<Curve, VerifyHex>> = {
  // Strict RFC 8032, as chains check it.
  ed25519: inHex((signature, message, publicKey) => ed25519.verify(signature, message, publicKey, { zip215: false })),
  'secp256k1-bip340': inHex(schnorr.verify),
  'secp256k1-ecdsa': verifyEcdsa,
}
