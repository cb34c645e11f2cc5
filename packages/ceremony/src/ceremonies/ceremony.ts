import type { KeyShare } from '../keys/keySets.ts'
import type { RandomBytes } from '../parties/identity.ts'
import type { Message } from './messages.ts'
import type { Plan } from './plans.ts'

/** The result of a ceremony, for a party. */
export type CeremonyResult =
  | { readonly kind: 'share'; readonly share: KeyShare }
  | {
      readonly kind: 'signature'
      /** Hex of 64 bytes: `r ‖ s` of ECDSA with the low `s`, `R ‖ s` of the others. */
      readonly signature: string
      /** ECDSA only: which of the keys that fit `r` it is, 0 to 3. */
      readonly recovery?: number
      /** The public key it verifies under, as `publicKeyOf` gives it. */
      readonly publicKey: string
    }
  | {
      readonly kind: 'privateKey'
      /** Hex of 32 bytes: the scalar on secp256k1, the seed on ed25519. */
      readonly privateKey: string
      readonly publicKey: string
    }
  /** The party did its part and gets nothing: it dealt triples, left the key set, or sent its share to another one. */
  | { readonly kind: 'done' }

/** The secret state that a party keeps from one step to the next. */
export interface Memory {
  /** Hex of scalars. */
  readonly scalars?: Message
  /** The share that counts once all have acknowledged its key set. */
  readonly newShare?: KeyShare
}

/** The input of a party's step. */
export interface Turn<P extends Plan> {
  readonly plan: P
  /** Its own party id. */
  readonly keygenId: string
  readonly share?: KeyShare | undefined
  /** Hex of the key that a dealer deals. */
  readonly secret?: string | undefined
  readonly memory: Memory
  /** Messages by step and sender, the party's own among them. */
  readonly received: readonly Readonly<Record<string, Message>>[]
  readonly randomBytes: RandomBytes
}

export interface Outcome {
  /** Replaces the memory. */
  readonly memory?: Memory
  /** The message for a recipient of this step. */
  readonly message?: (to: string) => Message
  /** Ends the ceremony for this party. Its messages of this step still go out. */
  readonly result?: CeremonyResult | undefined
}

/** A step of a ceremony. A party runs it when it has all messages of the step before. */
export interface Step<P extends Plan> {
  /** Who sends in this step. */
  from(plan: P): readonly string[]
  /** The recipients. If the sender is one of them, it gets its own message, too. */
  to(plan: P): readonly string[]
  run(turn: Turn<P>): Outcome
}

/** A kind of ceremony. */
export interface Ceremony<P extends Plan> {
  /** Party ids that take part. */
  participants(plan: P): readonly string[]
  /** Throws when the plan does not hold. Party ids are distinct when this is called. */
  assertPlan(plan: P): void
  /** Throws when a party cannot take its part with what it has. */
  assertParty?(plan: P, party: { keygenId: string; share?: KeyShare | undefined; secret?: string | undefined }): void
  steps(plan: P): readonly Step<P>[]
}

/** The list of nobody, for steps that send nothing. */
export const nobody = (): readonly string[] => []
