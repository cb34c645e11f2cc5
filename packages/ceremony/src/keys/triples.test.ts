import { expect, it } from 'vitest'
import { seededBytes } from '../../test/seededBytes.ts'
import { secp256k1Group } from './secp256k1Group.ts'
import { sum } from './sharing.ts'
import { dealTriple, multiplyShares } from './triples.ts'

const { Fn } = secp256k1Group
const triples = (count: number) => dealTriple(count, seededBytes('triples'))

it.each([2, 3, 5])('deals shares of two numbers and of their product: to %i parties', (count) => {
  const shares = triples(count)
  expect(shares).toHaveLength(count)
  const [a, b, c] = (['a', 'b', 'c'] as const).map((name) =>
    sum(
      Fn,
      shares.map((share) => share[name]),
    ),
  )
  expect(Fn.mul(a!, b!)).toBe(c)
  expect(new Set(shares.flatMap((share) => [share.a, share.b, share.c])).size).toBe(3 * count)
})

it('multiplies two shared numbers', () => {
  const shares = triples(3)
  const [x, y] = [
    [1n, 2n, 3n],
    [4n, 5n, 6n],
  ]
  const d = sum(
    Fn,
    shares.map(({ a }, i) => Fn.sub(x![i]!, a)),
  )
  const e = sum(
    Fn,
    shares.map(({ b }, i) => Fn.sub(y![i]!, b)),
  )
  const product = sum(Fn, [...shares.map((share) => multiplyShares(Fn, share, { d, e })), Fn.mul(d, e)])
  expect(product).toBe(6n * 15n)
})
