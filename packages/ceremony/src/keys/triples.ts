import type { RandomBytes } from '../parties/identity.ts'
import type { ScalarField } from './group.ts'
import { secp256k1Group as secp256k1 } from './secp256k1Group.ts'
import { sum } from './sharing.ts'

/**
 * Multiplication triples of Beaver (1991): shares of numbers `a`, `b` and `c` with `c = a · b`. With a triple, parties
 * that hold shares of two numbers compute shares of their product, and learn nothing of the numbers.
 */
export interface TripleShare {
  readonly a: bigint
  readonly b: bigint
  readonly c: bigint
}

/** Random numbers, as many as asked for, that sum to one. */
function split(total: bigint, count: number, randomBytes: RandomBytes): bigint[] {
  const parts = Array.from({ length: count - 1 }, () => secp256k1.randomScalar(randomBytes))
  return [...parts, secp256k1.Fn.sub(total, sum(secp256k1.Fn, parts))]
}

/** Deals a triple: a share for each of `count` parties. */
export function dealTriple(count: number, randomBytes: RandomBytes): TripleShare[] {
  const [a, b] = [secp256k1.randomScalar(randomBytes), secp256k1.randomScalar(randomBytes)]
  const [as, bs] = [split(a, count, randomBytes), split(b, count, randomBytes)]
  const cs = split(secp256k1.Fn.mul(a, b), count, randomBytes)
  return as.map((share, i) => ({ a: share, b: bs[i] ?? 0n, c: cs[i] ?? 0n }))
}

interface OpenedSums {
  /** The sum of all parties' `x − a`, which they open to each other. */
  readonly d: bigint
  /** The sum of all parties' `y − b`. */
  readonly e: bigint
}

/** A party's share of the product of two shared numbers `x` and `y`, without `d · e`, which one party adds. */
export function multiplyShares(Fn: ScalarField, { a, b, c }: TripleShare, { d, e }: OpenedSums): bigint {
  return sum(Fn, [c, Fn.mul(d, b), Fn.mul(e, a)])
}
