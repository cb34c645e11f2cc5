import type { CurvePoint, CurvePointCons } from '@noble/curves/abstract/curve.js'
import { getMinHashLength, mapHashToField } from '@noble/curves/abstract/modular.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { RandomBytes } from '../parties/identity.ts'
import { createCache } from './cache.ts'

/** A curve, and the kind of signature that the key is for. */
export type Curve = 'ed25519' | 'secp256k1-bip340' | 'secp256k1-ecdsa'

/** The field of a curve's scalars, as far as this package needs it. */
export type ScalarField = CurvePointCons<CurvePoint<bigint, never>>['Fn']

/** A group of prime order. Scalars are bigints, points and what is sent are hex. */
export interface Group {
  readonly Fn: ScalarField
  /** A scalar between 1 and the order. */
  randomScalar(randomBytes: RandomBytes): bigint
  /** @throws Error when the hex is not that of a scalar below the order. */
  scalarOf(hex: string): bigint
  hexOf(scalar: bigint): string
  /** The base point times a secret scalar, in constant time. */
  commit(scalar: bigint): string
  /**
   * The sum of public points, each times a public factor.
   *
   * @throws Error when a point or the sum is the identity, or a point is not of the group (small order, off the curve).
   */
  combine(terms: readonly (readonly [point: string, factor: bigint])[]): string
}

/** The methods of both kinds of points beyond `CurvePoint`. */
interface Element<P extends CurvePoint<bigint, P>> extends CurvePoint<bigint, P> {
  toBytes(): Uint8Array
}

export function createGroup<P extends Element<P>>(Point: CurvePointCons<P>): Group {
  const { Fn } = Point

  /** Points that were checked last. They are public. */
  const points = createCache<P>(256)

  /** DeserializeElement of RFC 9591, section 3.1. */
  const pointOf = (hex: string): P =>
    points.getOrCreate(hex, () => {
      const point = Point.fromBytes(hexToBytes(hex))
      point.assertValidity()
      if (point.is0() || !point.isTorsionFree()) throw new Error('a point is not of the group')
      return point
    })

  return {
    Fn,
    randomScalar: (randomBytes) =>
      Fn.fromBytes(mapHashToField(randomBytes(getMinHashLength(Fn.ORDER)), Fn.ORDER, Fn.isLE)),
    scalarOf: (hex) => Fn.fromBytes(hexToBytes(hex)),
    hexOf: (scalar) => bytesToHex(Fn.toBytes(scalar)),
    commit: (scalar) => bytesToHex(Point.BASE.multiply(scalar).toBytes()),
    combine(terms) {
      const sum = terms.reduce((sum, [point, factor]) => sum.add(pointOf(point).multiplyUnsafe(factor)), Point.ZERO)
      if (sum.is0()) throw new Error('a sum of points is the identity')
      return bytesToHex(sum.toBytes())
    },
  }
}
