import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { groups } from './groups.ts'

/**
 * Seeds of ed25519 (RFC 8032, section 5.1.5). Wallets exchange private keys as seeds, and a seed cannot be computed
 * from the scalar that signs. So a key that can be exported is dealt twice: the scalar, and the seed.
 */

/** The seed as two numbers of 16 bytes, since the 32 bytes do not fit the field of scalars. */
export function halvesOfSeed(seed: string): readonly [bigint, bigint] {
  return [BigInt(`0x${seed.slice(0, 32)}`), BigInt(`0x${seed.slice(32)}`)]
}

/** @throws Error when a number is no half of a seed. */
export function seedOfHalves(halves: readonly bigint[]): string {
  const seed = halves.map((half) => half.toString(16).padStart(32, '0')).join('')
  if (seed.length !== 64) throw new Error('these are not the halves of a seed')
  return seed
}

/** Hex of the private key that signs for a seed. */
export function scalarOfSeed(seed: string): string {
  const { Fn, hexOf } = groups.ed25519
  return hexOf(Fn.create(ed25519.utils.getExtendedPublicKey(hexToBytes(seed)).scalar))
}

/** Hex of the public key of a seed. */
export function publicKeyOfSeed(seed: string): string {
  return bytesToHex(ed25519.getPublicKey(hexToBytes(seed)))
}
