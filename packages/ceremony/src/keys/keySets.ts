import { assert, orFail } from '../errors.ts'
import { digestOf } from './canonical.ts'
import type { Curve, Group } from './group.ts'
import { schemes, type Scheme, type SchemeSize } from './schemes.ts'

/** A party of a key set. */
export interface Holder {
  readonly keygenId: string
  /** Counts from 1. The party's share is the value of the polynomial at this index. */
  readonly index: number
  /** Hex of the base point times the party's signing share. */
  readonly verifyingShare: string
}

/** The public facts of a key that is held in shares. */
export interface KeySet {
  readonly curve: Curve
  readonly scheme: Scheme
  /** Counts from 1. A refresh or reshare makes the next one, and shares of different ones do not sign together. */
  readonly generation: number
  /** Hex of the public key that the shares make: compressed 33 bytes, or 32 bytes on ed25519. */
  readonly groupKey: string
  /** Hex of the 32 bytes that BIP-32 derives children with. On secp256k1 only. */
  readonly chainCode?: string | undefined
  readonly parties: readonly Holder[]
}

/** One party's share of a key. Whoever has as many as the threshold has the key. */
export interface KeyShare {
  readonly keySet: KeySet
  readonly keygenId: string
  /** Hex of the share of the private key. */
  readonly signingShare: string
  /** Hex of the shares of both halves of the 32-byte seed. On ed25519 only, whose exported key is a seed. */
  readonly seedShares?: readonly string[]
}

export function sizeOf(keySet: KeySet): SchemeSize {
  return schemes[keySet.scheme]
}

/** Index of a party. @throws {@link CeremonyError} `not_a_party` */
export function holderOf(keySet: KeySet, keygenId: string): Holder {
  const holder = keySet.parties.find((party) => party.keygenId === keygenId)
  assert(holder, 'not_a_party')
  return holder
}

/**
 * The chain code of a new key: bound to the key and the wallet, so that everybody computes the same.
 *
 * @param walletId - Any text.
 */
export function chainCodeOf(curve: Curve, groupKey: string, walletId: string): string | undefined {
  return curve === 'ed25519' ? undefined : digestOf('chain code', { groupKey, walletId })
}

/** Hashes a new key set for the acknowledgements of its parties. */
export function digestOfKeySet(keySet: KeySet): string {
  return digestOf('key set', keySet)
}

/** Shares that fit the verifying share of their own key set. */
const validShares = /* @__PURE__ */ new WeakSet<KeyShare>()

/** @throws {@link CeremonyError} `share_invalid` */
function assertValidShare(group: Group, share: KeyShare): void {
  if (validShares.has(share)) return
  const { keySet, keygenId, signingShare } = share
  const actual = orFail('share_invalid', () => group.commit(group.scalarOf(signingShare)))
  assert(actual === holderOf(keySet, keygenId).verifyingShare, 'share_invalid')
  validShares.add(share)
}

/**
 * Checks that a party may use its share in a ceremony with the key set.
 *
 * @throws {@link CeremonyError} `share_missing`, `share_outdated`, `wrong_key_set`, `share_invalid`, `not_a_party`
 */
export function assertShareOf(
  group: Group,
  { keySet, keygenId }: Pick<KeyShare, 'keySet' | 'keygenId'>,
  share: KeyShare | undefined,
): asserts share is KeyShare {
  assert(share, 'share_missing')
  const isOtherGeneration = share.keySet.groupKey === keySet.groupKey && share.keySet.generation !== keySet.generation
  assert(!isOtherGeneration, 'share_outdated')
  assert(digestOfKeySet(share.keySet) === digestOfKeySet(keySet), 'wrong_key_set')
  assert(share.keygenId === keygenId, 'not_a_party')
  assertValidShare(group, share)
}
