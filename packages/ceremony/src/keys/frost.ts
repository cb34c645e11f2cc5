import type { FROST } from '@noble/curves/abstract/frost.js'
import { ed25519_FROST } from '@noble/curves/ed25519.js'
import { schnorr_FROST, secp256k1_FROST } from '@noble/curves/secp256k1.js'
import type { RandomBytes } from '../parties/identity.ts'
import type { Curve } from './group.ts'

/** The FROST of RFC 9591 of each curve, from the library. Keys of ECDSA are only made by it. */
export const frosts: Readonly<Record<Curve, FROST>> = {
  ed25519: ed25519_FROST,
  'secp256k1-bip340': schnorr_FROST,
  'secp256k1-ecdsa': secp256k1_FROST,
}

/** The caller's chance in the form that the library takes. */
export function chanceFrom(randomBytes: RandomBytes): (length?: number) => Uint8Array<ArrayBuffer> {
  return (length = 32) => Uint8Array.from(randomBytes(length))
}
