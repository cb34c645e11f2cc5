import { hexToBytes, bytesToHex } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { p2tr } from '@scure/btc-signer'
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { describe, expect, it } from 'vitest'
import { makeWallet } from '../../test/keys.ts'
import { deriveKey, publicKeyOf } from './derivation.ts'
import { deriveScalar } from './derivedShares.ts'
import { groups } from './groups.ts'
import type { KeySet } from './keySets.ts'
import { interpolate } from './sharing.ts'

const ecdsa = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
const bip340 = makeWallet('secp256k1-bip340', 'TWO_OF_TWO')
const ed25519 = makeWallet('ed25519', 'TWO_OF_TWO')
const { Fn, commit, scalarOf, hexOf } = groups['secp256k1-ecdsa']

const hdKeyOf = ({ groupKey, chainCode = '' }: KeySet) =>
  new HDKey({ publicKey: hexToBytes(groupKey), chainCode: hexToBytes(chainCode) })
const paths = [[0], [44, 60, 0, 0, 0], [86, 0, 0, 0, 7], [0x7fff_ffff, 1]]

describe('a child key', () => {
  it.each(paths)('is that of BIP-32 for the joint extended public key: %j', (...path) => {
    const child = path.reduce((key, number) => key.deriveChild(number), hdKeyOf(ecdsa.keySet))
    expect(publicKeyOf(ecdsa.keySet, { path })).toBe(bytesToHex(child.publicKey as Uint8Array))
  })

  it('is the key of the shares when each is tweaked', () => {
    const path = [44, 60, 0, 0, 0]
    const derived = deriveKey(ecdsa.keySet, { path })
    const shares = ecdsa.parties.map(
      ({ share }, i) => [i + 1, deriveScalar(ecdsa.keySet, derived, scalarOf(share.signingShare))] as const,
    )
    expect(commit(interpolate(Fn, shares))).toBe(publicKeyOf(ecdsa.keySet, { path }))
  })

  it('belongs to the wallet, because the chain code does', () => {
    expect(ecdsa.keySet.chainCode).toMatch(/^[0-9a-f]{64}$/)
    expect(ed25519.keySet.chainCode).toBeUndefined()
  })
})

describe('a taproot key', () => {
  // Both parities of the internal key occur.
  it.each([0, 1, 2, 3, 4, 5])('is the output key of BIP-86 for the internal key at %i', (index) => {
    const path = [86, 0, 0, 0, index]
    const internal = publicKeyOf(bip340.keySet, { path })
    const { tweakedPubkey } = p2tr(hexToBytes(internal))
    expect(publicKeyOf(bip340.keySet, { path, taproot: true })).toBe(bytesToHex(tweakedPubkey))

    const groupSecret = interpolate(
      Fn,
      bip340.parties.map(({ share }, i) => [i + 1, scalarOf(share.signingShare)] as const),
    )
    const secretAt = (taproot: boolean) =>
      hexOf(deriveScalar(bip340.keySet, deriveKey(bip340.keySet, { path, taproot }), groupSecret))
    expect(secretAt(true)).toBe(bytesToHex(taprootTweakPrivKey(hexToBytes(secretAt(false)))))
  })
})

describe('a derivation', () => {
  it('of nothing is the group key', () => {
    expect(publicKeyOf(ecdsa.keySet)).toBe(ecdsa.keySet.groupKey)
    expect(publicKeyOf(bip340.keySet)).toBe(bip340.keySet.groupKey.slice(2))
    expect(publicKeyOf(ed25519.keySet)).toBe(ed25519.keySet.groupKey)
  })

  it.each([
    ['a hardened child', ecdsa, { path: [0x8000_0000] }],
    ['a negative child', ecdsa, { path: [-1] }],
    ['half a child', ecdsa, { path: [0.5] }],
    ['a child on ed25519', ed25519, { path: [0] }],
    ['taproot for ECDSA', ecdsa, { taproot: true }],
    ['taproot on ed25519', ed25519, { taproot: true }],
  ])('is refused for %s', (_, { keySet }, derivation) => {
    expect(() => publicKeyOf(keySet, derivation)).toThrow(expect.objectContaining({ code: 'invalid_plan' }))
  })
})
