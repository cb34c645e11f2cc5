import { describe, expect, it } from 'vitest'
import { wrongPoints } from '../../test/points.ts'
import { seededBytes } from '../../test/seededBytes.ts'
import type { Curve } from './group.ts'
import { groups } from './groups.ts'

const curves = Object.keys(groups) as Curve[]

describe.each(curves)('the group of %s', (curve) => {
  const { Fn, combine, commit, hexOf, randomScalar, scalarOf } = groups[curve]
  const [one, two] = [commit(1n), commit(2n)]

  it('adds up points times factors', () => {
    expect(
      combine([
        [one, 3n],
        [two, 5n],
      ]),
    ).toBe(commit(13n))
    expect(
      combine([
        [one, 0n],
        [two, 1n],
      ]),
    ).toBe(two)
  })

  it.each(wrongPoints[curve === 'ed25519' ? 'ed25519' : 'secp256k1'])('takes no point that is %s', (_, point) => {
    expect(() => combine([[point, 1n]])).toThrow()
    expect(() =>
      combine([
        [one, 1n],
        [point, 8n],
      ]),
    ).toThrow()
  })

  it('has no identity as a sum, and no commitment to zero', () => {
    expect(() =>
      combine([
        [two, 1n],
        [one, Fn.neg(2n)],
      ]),
    ).toThrow('a sum of points is the identity')
    expect(() => commit(0n)).toThrow()
  })

  it('reads back the scalars that it writes, and none that is not below the order', () => {
    const randomBytes = seededBytes(curve)
    const scalars = [0n, 1n, Fn.ORDER - 1n, ...Array.from({ length: 20 }, () => randomScalar(randomBytes))]
    expect(scalars.map((scalar) => scalarOf(hexOf(scalar)))).toEqual(scalars)
    expect(new Set(scalars).size).toBe(scalars.length)
    const order = hexOf(Fn.ORDER - 1n).replace(curve === 'ed25519' ? /^../ : /..$/, (byte) =>
      (Number.parseInt(byte, 16) + 1).toString(16),
    )
    expect(() => scalarOf(order)).toThrow()
  })
})
