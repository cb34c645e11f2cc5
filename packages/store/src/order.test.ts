import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareScalars, type Scalar } from './order.ts'

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.constantFrom(null, undefined, true, false, '', 'a', 'B', Number.NaN, 0, -0),
  fc.string({ maxLength: 2 }),
  fc.double(),
)

describe('compareScalars', () => {
  it('puts null and undefined first, then false and true, numbers, and strings by code unit', () => {
    const sorted = [null, false, true, Number.NaN, -1, 0, 2, 10, '', 'B', 'a', 'é', '\u{10000}', '\uffff']
    expect([...sorted].reverse().sort(compareScalars)).toEqual(sorted)
    expect(compareScalars(null, undefined)).toBe(0)
  })

  it('is a total order: antisymmetric and transitive', () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, (a, b, c) => {
        expect(compareScalars(a, b) + compareScalars(b, a)).toBe(0)
        if (compareScalars(a, b) <= 0 && compareScalars(b, c) <= 0) expect(compareScalars(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 1000 },
    )
  })
})
