import { CeremonyError, assert, orFail } from '../errors.ts'
import type { RandomBytes } from '../parties/identity.ts'
import type { Group, ScalarField } from './group.ts'

/** Secret sharing of Shamir (1979), and Feldman's commitments (1987), which let a recipient check a share. */

/** The factor of a party's share when the secret is put together from the shares of these indices. */
export function lagrange(Fn: ScalarField, index: number, indices: readonly number[]): bigint {
  const x = BigInt(index)
  return indices
    .filter((other) => other !== index)
    .map(BigInt)
    .reduce((product, other) => Fn.mul(product, Fn.div(other, Fn.sub(other, x))), Fn.ONE)
}

/** Puts a secret together from the shares of exactly as many parties as the threshold, or more. */
export function interpolate(Fn: ScalarField, shares: readonly (readonly [index: number, share: bigint])[]): bigint {
  const indices = shares.map(([index]) => index)
  return sum(
    Fn,
    shares.map(([index, share]) => Fn.mul(lagrange(Fn, index, indices), share)),
  )
}

export function sum(Fn: ScalarField, scalars: readonly bigint[]): bigint {
  return scalars.reduce((total, scalar) => Fn.add(total, scalar), Fn.ZERO)
}

/** Polynomials whose value at 0 is a secret. Their coefficients begin with the secret. */
export function randomPolynomials(
  group: Group,
  threshold: number,
  randomBytes: RandomBytes,
): (secret: bigint) => readonly bigint[] {
  return (secret) => [secret, ...Array.from({ length: threshold - 1 }, () => group.randomScalar(randomBytes))]
}

/** The value of a polynomial at a party's index: the party's share. */
export function shareAt(Fn: ScalarField, coefficients: readonly bigint[], index: number): bigint {
  return coefficients.reduceRight((value, coefficient) => Fn.add(Fn.mul(value, BigInt(index)), coefficient), Fn.ZERO)
}

/** Commitments to the coefficients of a polynomial. Those of a sharing of zero leave out the first, the identity. */
export function commitmentsTo(group: Group, coefficients: readonly bigint[]): string[] {
  return (coefficients[0] === 0n ? coefficients.slice(1) : coefficients).map((scalar) => group.commit(scalar))
}

/** Lists the commitments with their factors for an index. `first` is 1 for a sharing of zero. */
export function committedTerms(
  Fn: ScalarField,
  { commitments, index }: { commitments: readonly string[]; index: number },
  first: 0 | 1 = 0,
): (readonly [point: string, factor: bigint])[] {
  return commitments.map((point, power) => [point, Fn.pow(BigInt(index), BigInt(power + first))])
}

/**
 * Checks a dealt share against the dealer's commitments.
 *
 * @throws {@link CeremonyError} `dealing_invalid`
 */
export function assertDealt(
  group: Group,
  dealing: { dealer: string; share: bigint; index: number; commitments: readonly string[]; threshold: number },
  first: 0 | 1 = 0,
): void {
  const { dealer, share, commitments, threshold } = dealing
  assert(commitments.length === threshold - first, 'dealing_invalid', { parties: [dealer] })
  const expected = orFail(
    'dealing_invalid',
    () => group.combine(committedTerms(group.Fn, dealing, first)),
    () => [dealer],
  )
  const actual = orFail(
    'dealing_invalid',
    () => group.commit(share),
    () => [dealer],
  )
  if (actual !== expected) throw new CeremonyError('dealing_invalid', { parties: [dealer] })
}
