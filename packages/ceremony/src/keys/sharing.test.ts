import { secp256k1_FROST } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { seededBytes } from '../../test/seededBytes.ts'
import { groups } from './groups.ts'
import { assertDealt, commitmentsTo, interpolate, randomPolynomials, shareAt } from './sharing.ts'

const group = groups['secp256k1-ecdsa']
const { Fn } = group
const randomBytes = seededBytes('sharing')
const secret = 0x1234n
const threshold = 3
const polynomial = randomPolynomials(group, threshold, randomBytes)(secret)
const shares = [1, 2, 3, 4, 5].map((index) => [index, shareAt(Fn, polynomial, index)] as const)
const at = (...indices: number[]) => indices.map((index) => shares[index - 1] as (typeof shares)[number])

describe('shares of a secret', () => {
  it('make the secret from any three of five, and from all', () => {
    const threes = shares.flatMap((a, i) =>
      shares.slice(i + 1).flatMap((b, j) => shares.slice(i + j + 2).map((c) => [a, b, c])),
    )
    expect(threes).toHaveLength(10)
    expect([...threes, shares].map((some) => interpolate(Fn, some))).toEqual(Array(11).fill(secret))
  })

  it('make something else from two of five', () => {
    expect(interpolate(Fn, at(1, 2))).not.toBe(secret)
  })

  it('are those that the library computes', () => {
    const some = at(1, 3, 5).map(([index, share]) => ({
      identifier: secp256k1_FROST.Identifier.fromNumber(index),
      signingShare: hexToBytes(group.hexOf(share)),
    }))
    const combined = secp256k1_FROST.combineSecret(some, { min: 3, max: 5 })
    expect(Fn.fromBytes(combined)).toBe(secret)
  })
})

describe('a dealt share', () => {
  const commitments = commitmentsTo(group, polynomial)
  const dealing = { dealer: 'dealer', share: at(2)[0]?.[1] ?? 0n, index: 2, commitments, threshold }
  const wrong = expect.objectContaining({ code: 'dealing_invalid', parties: ['dealer'] })

  it('agrees with the commitments to the polynomial', () => {
    expect(() => assertDealt(group, dealing)).not.toThrow()
  })

  it.each([
    ['is another number', { share: dealing.share + 1n }],
    ['is zero', { share: 0n }],
    ['is that of another party', { index: 3 }],
    ['has a commitment too few', { commitments: commitments.slice(1) }],
    ['has a commitment too many', { commitments: [...commitments, ...commitments.slice(0, 1)] }],
    ['has commitments in another order', { commitments: commitments.toReversed() }],
  ])('is refused when it %s', (_, change) => {
    expect(() => assertDealt(group, { ...dealing, ...change })).toThrow(wrong)
  })

  it('is refused when its polynomial would need more parties, though it fits its commitments', () => {
    const steeper = randomPolynomials(group, threshold + 1, randomBytes)(secret)
    const fitting = { ...dealing, share: shareAt(Fn, steeper, 2), commitments: commitmentsTo(group, steeper) }
    expect(() => assertDealt(group, { ...fitting, threshold: threshold + 1 })).not.toThrow()
    expect(() => assertDealt(group, fitting)).toThrow(wrong)
  })

  it('of zero agrees with commitments that leave out the first, and is not taken for another sharing', () => {
    const zero = randomPolynomials(group, threshold, randomBytes)(0n)
    const ofZero = { ...dealing, share: shareAt(Fn, zero, 2), commitments: commitmentsTo(group, zero) }
    expect(ofZero.commitments).toHaveLength(2)
    expect(() => assertDealt(group, ofZero, 1)).not.toThrow()
    expect(() => assertDealt(group, dealing, 1)).toThrow(wrong)
  })
})
