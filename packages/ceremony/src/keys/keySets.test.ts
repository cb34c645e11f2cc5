import { describe, expect, it } from 'vitest'
import { makeWallet, partiesAt } from '../../test/keys.ts'
import { digestOf } from './canonical.ts'
import { groups } from './groups.ts'
import { assertShareOf, chainCodeOf, digestOfKeySet, holderOf, type KeyShare } from './keySets.ts'

const wallet = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
const { keySet } = wallet
const [share, otherShare] = partiesAt(wallet, [1, 2]).map((party) => party.share) as [KeyShare, KeyShare]
const { keygenId } = share
const refusalOf = (wrong: KeyShare | undefined) => () =>
  assertShareOf(groups[keySet.curve], { keySet, keygenId }, wrong)
const withCode = (code: string) => expect.objectContaining({ code })

describe('assertShareOf', () => {
  it('accepts the share of the party, and again', () => {
    expect(refusalOf(share)).not.toThrow()
    expect(refusalOf(share)).not.toThrow()
  })

  it.each<[string, KeyShare | undefined, string]>([
    ['none', undefined, 'share_missing'],
    ['one of the generation before', { ...share, keySet: { ...keySet, generation: 0 } }, 'share_outdated'],
    ['one of another key', { ...share, keySet: { ...keySet, groupKey: 'ab', generation: 0 } }, 'wrong_key_set'],
    ['one of another scheme', { ...share, keySet: { ...keySet, scheme: 'TWO_OF_THREE' } }, 'wrong_key_set'],
    ['that of another party', otherShare, 'not_a_party'],
    ['another number', { ...share, signingShare: '11'.repeat(32) }, 'share_invalid'],
    ['no number', { ...share, signingShare: 'zz' }, 'share_invalid'],
  ])('refuses %s', (_, wrong, code) => {
    expect(refusalOf(wrong)).toThrow(withCode(code))
  })
})

it('finds the holder of a share, and nobody else', () => {
  expect(holderOf(keySet, otherShare.keygenId)).toBe(keySet.parties[1])
  expect(() => holderOf(keySet, 'nobody')).toThrow(withCode('not_a_party'))
})

it('gives keys of each wallet another chain code, and none on ed25519', () => {
  const chainCode = chainCodeOf('secp256k1-bip340', 'ab', 'wallet')
  expect(chainCode).toBe(digestOf('chain code', { groupKey: 'ab', walletId: 'wallet' }))
  expect(chainCodeOf('secp256k1-bip340', 'ab', 'other')).not.toBe(chainCode)
  expect(chainCodeOf('secp256k1-bip340', 'cd', 'wallet')).not.toBe(chainCode)
  expect(chainCodeOf('ed25519', 'ab', 'wallet')).toBeUndefined()
})

it('hashes a key set for no other purpose', () => {
  expect(digestOfKeySet(keySet)).toBe(digestOf('key set', keySet))
})
