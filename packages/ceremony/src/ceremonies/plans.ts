import type { Derivation } from '../keys/derivation.ts'
import type { Curve } from '../keys/group.ts'
import type { KeySet } from '../keys/keySets.ts'
import type { Scheme } from '../keys/schemes.ts'

/** The parties make a key together. Nobody ever has it. Secp256k1 only. */
export interface KeygenPlan {
  readonly kind: 'keygen'
  readonly roomId: string
  readonly curve: Exclude<Curve, 'ed25519'>
  readonly scheme: Scheme
  /** Party ids, in the order of their indices. */
  readonly parties: readonly string[]
  /** Any text. It is bound into the chain code. */
  readonly walletId: string
  /** The party of the new shares for which they count first. It has to be the one that never loses what it wrote. */
  readonly coordinator: string
}

/** One party deals a key that it has (an import) or makes (ed25519, where an exported key has to be a seed). */
export interface DealPlan {
  readonly kind: 'deal'
  readonly roomId: string
  readonly curve: Curve
  readonly scheme: Scheme
  /** Party ids, in the order of their indices. */
  readonly parties: readonly string[]
  /** The party of them that deals. */
  readonly dealer: string
  /** Any text. It is bound into the chain code. */
  readonly walletId: string
  /** The party of the new shares for which they count first. It has to be the one that never loses what it wrote. */
  readonly coordinator: string
}

/** Parties of a key set sign a message. */
export interface SignPlan extends Derivation {
  readonly kind: 'sign'
  readonly roomId: string
  readonly keySet: KeySet
  /** As many party ids as the threshold. */
  readonly signers: readonly string[]
  /** The signer that puts the signature together. The others learn it when it has been verified. */
  readonly coordinator: string
  /** Hex. ECDSA takes a digest of 32 bytes, the others take any length. */
  readonly message: string
  /** Party id of the dealer of triples, which is no signer. ECDSA only. */
  readonly dealer?: string | undefined
}

/** The parties of a key set renew their shares. The key stays, the shares before are of no use with the new ones. */
export interface RefreshPlan {
  readonly kind: 'refresh'
  readonly roomId: string
  readonly keySet: KeySet
  /** Parties of the key set that do not take part and have no share afterwards. Absent where all take part. */
  readonly absent?: readonly string[]
  /** The party of the new shares for which they count first. It has to be the one that never loses what it wrote. */
  readonly coordinator: string
}

/** Parties of a key set deal the key to a new set of parties. */
export interface ResharePlan {
  readonly kind: 'reshare'
  readonly roomId: string
  readonly keySet: KeySet
  /** Parties of the key set, as many as its threshold. */
  readonly holders: readonly string[]
  readonly scheme: Scheme
  /** Party ids of the new set, in the order of their indices. A holder may be among them. */
  readonly parties: readonly string[]
  /** The party of the new shares for which they count first. It has to be the one that never loses what it wrote. */
  readonly coordinator: string
}

/** Parties of a key set give one of them the private key. */
export interface ExportPlan extends Derivation {
  readonly kind: 'export'
  readonly roomId: string
  readonly keySet: KeySet
  /** Parties of the key set, as many as its threshold, the recipient among them or not. */
  readonly holders: readonly string[]
  /** The party of the key set that learns the private key. */
  readonly recipient: string
}

/** The plans whose ceremonies make new shares. */
export type MakingPlan = KeygenPlan | DealPlan | RefreshPlan | ResharePlan

/** The plan that everybody in a room knows and agrees on. Each sealed message names its digest. */
export type Plan = MakingPlan | SignPlan | ExportPlan

export type PlanKind = Plan['kind']
