import type { DerivedKey } from './derivation.ts'
import { groups } from './groups.ts'
import type { KeySet } from './keySets.ts'

/** Applies a derivation to a private key, or to a share of one. */
export function deriveScalar(keySet: KeySet, { isNegated, add }: DerivedKey, scalar: bigint): bigint {
  const { Fn } = groups[keySet.curve]
  return Fn.add(isNegated ? Fn.neg(scalar) : scalar, add)
}

/** Applies a derivation to the point of a private key, or of a share of one. */
export function derivePoint(keySet: KeySet, { isNegated, add }: DerivedKey, point: string): string {
  if (!isNegated && add === 0n) return point
  const { Fn, commit, combine } = groups[keySet.curve]
  return combine([
    [point, isNegated ? Fn.neg(Fn.ONE) : Fn.ONE],
    ...(add === 0n ? [] : [[commit(add), Fn.ONE] as const]),
  ])
}
