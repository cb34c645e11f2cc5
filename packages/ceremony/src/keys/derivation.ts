import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { assert } from '../errors.ts'
import { createCache } from './cache.ts'
import type { KeySet } from './keySets.ts'

/** Which key of a key set is meant. */
export interface Derivation {
  /** BIP-32 child numbers below the group key, none of them hardened. Without them, the group key itself. */
  readonly path?: readonly number[]
  /** Tweaks the key for a taproot output without scripts, as BIP-86 asks. BIP-340 only. @default false */
  readonly taproot?: boolean
}

/**
 * How a key comes from the group key: `±key + add`, both of them public. Because the factors of Lagrange sum to one, a
 * party that does the same to its share has a share of the derived key.
 */
export interface DerivedKey {
  /** Hex of the derived public key, of the group key's form. */
  readonly point: string
  readonly isNegated: boolean
  readonly add: bigint
}

const { Point } = secp256k1
const { Fn } = Point
const hardened = 0x8000_0000

/** Keys that were derived last. Nothing in it is secret. */
const derivedKeys = /* @__PURE__ */ createCache<DerivedKey>(256)

/** Adds up the public tweaks of BIP-32's CKDpub. @see https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki */
function deriveChild(keySet: KeySet, path: readonly number[]): { point: typeof Point.BASE; tweak: bigint } {
  let point = Point.fromHex(keySet.groupKey)
  let chainCode: Uint8Array = hexToBytes(keySet.chainCode ?? '')
  let tweak = 0n
  for (const child of path) {
    const number = Uint8Array.of(child >>> 24, child >>> 16, child >>> 8, child)
    const hash = hmac(sha512, chainCode, concatBytes(point.toBytes(true), number))
    const add = Fn.fromBytes(hash.subarray(0, 32))
    point = point.add(Point.BASE.multiplyUnsafe(add))
    tweak = Fn.add(tweak, add)
    chainCode = hash.subarray(32)
  }
  return { point, tweak }
}

/** The output key of BIP-341 for an internal key without scripts. */
function tweakForTaproot(internal: typeof Point.BASE, tweak: bigint): DerivedKey {
  const isNegated = internal.toAffine().y % 2n === 1n
  const even = isNegated ? internal.negate() : internal
  const add = Fn.fromBytes(schnorr.utils.taggedHash('TapTweak', schnorr.utils.pointToBytes(even)))
  const output = even.add(Point.BASE.multiplyUnsafe(add))
  return { point: output.toHex(true), isNegated, add: Fn.add(isNegated ? Fn.neg(tweak) : tweak, add) }
}

/** @throws {@link CeremonyError} `invalid_plan` when the curve has no such derivation, or a child is hardened. */
export function assertDerivation({ curve, chainCode }: KeySet, { path = [], taproot = false }: Derivation): void {
  assert(!taproot || curve === 'secp256k1-bip340', 'invalid_plan', { detail: 'Taproot keys are of BIP-340.' })
  assert(path.length === 0 || chainCode, 'invalid_plan', { detail: 'A key of this curve has no children.' })
  const areChildren = path.every((child) => Number.isInteger(child) && child >= 0 && child < hardened)
  assert(areChildren, 'invalid_plan', { detail: 'A hardened child has no public derivation.' })
}

/**
 * Derives a key of a key set from what is public.
 *
 * @throws {@link CeremonyError} `invalid_plan` when the curve has no such derivation, or a child number is hardened.
 */
export function deriveKey(keySet: KeySet, derivation: Derivation): DerivedKey {
  assertDerivation(keySet, derivation)
  const { path = [], taproot = false } = derivation
  if (path.length === 0 && !taproot) return { point: keySet.groupKey, isNegated: false, add: 0n }
  const name = JSON.stringify([keySet.groupKey, keySet.chainCode, path, taproot])
  return derivedKeys.getOrCreate(name, () => {
    const { point, tweak } = deriveChild(keySet, path)
    return taproot ? tweakForTaproot(point, tweak) : { point: point.toHex(true), isNegated: false, add: tweak }
  })
}

/**
 * The public key that signatures of a derivation verify under.
 *
 * @returns Hex: 32 bytes on ed25519, 32 bytes (x only) for BIP-340, 33 bytes (compressed) for ECDSA.
 * @throws {@link CeremonyError} `invalid_plan`
 */
export function publicKeyOf(keySet: KeySet, derivation: Derivation = {}): string {
  const { point } = deriveKey(keySet, derivation)
  return keySet.curve === 'secp256k1-bip340' ? point.slice(2) : point
}
