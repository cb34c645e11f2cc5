import { expect, it } from 'vitest'
import { makeWallet } from '../../test/keys.ts'
import { derivePoint, deriveScalar } from './derivedShares.ts'
import { groups } from './groups.ts'

const { keySet } = makeWallet('secp256k1-bip340', 'TWO_OF_TWO')
const { commit } = groups[keySet.curve]

it.each([
  ['the group key itself', false, 0n],
  ['a child', false, 5n],
  ['a negated key', true, 0n],
  ['a negated key with a tweak', true, 7n],
])('derives the point of a share as the share: %s', (_, isNegated, add) => {
  const derived = { point: keySet.groupKey, isNegated, add }
  const share = 11n
  expect(derivePoint(keySet, derived, commit(share))).toBe(commit(deriveScalar(keySet, derived, share)))
})

it('derives a share by its sign and the tweak', () => {
  const { Fn } = groups[keySet.curve]
  expect(deriveScalar(keySet, { point: '', isNegated: false, add: 5n }, 11n)).toBe(16n)
  expect(deriveScalar(keySet, { point: '', isNegated: true, add: 7n }, 11n)).toBe(Fn.ORDER - 4n)
})
