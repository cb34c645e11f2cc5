/** Why a party refuses to go on: a sentence per code. Sentences never carry keys, shares or messages. */
const sentences = {
  invalid_identity: 'A party id is the base58 of an X25519 public key of 32 bytes that is not of small order.',
  invalid_plan: 'The plan of the ceremony does not hold.',
  not_a_party: 'The plan of the ceremony does not name this party.',
  duplicate_party: 'The plan of the ceremony names a party twice.',
  wrong_party_count: 'The number of parties is not the one that the scheme needs.',
  plan_mismatch: 'The sender follows another plan: another message, key set, generation or set of parties.',
  share_missing: 'This party needs its key share to take part.',
  share_invalid: 'The key share does not belong to its verifying share.',
  share_outdated: 'The key share is of another generation than the key set of the plan.',
  wrong_key_set: 'The key share is of another key set than the plan.',
  box_unreadable: 'The box does not open. It was changed, or sealed for another room, step or party.',
  box_unexpected: 'No box of this party is awaited in this step.',
  box_replayed: 'A box of this party and step was taken before.',
  message_malformed: 'The message in the box lacks a value, or has one of another form.',
  dealing_invalid: 'A dealt share does not agree with the commitments that were dealt with it.',
  acknowledgement_mismatch: 'The parties did not arrive at the same key set.',
  signature_invalid: 'The parts do not make a valid signature.',
  state_used: 'This state was used before. Go on from the state that it became.',
  ceremony_finished: 'The ceremony is over for this party.',
  invalid_private_key_format: 'The private key is not of the format.',
} as const

/** A code of {@link CeremonyError}. */
export type CeremonyErrorCode = keyof typeof sentences

/** The details of a {@link CeremonyError} besides its code. */
interface CeremonyErrorOptions {
  /** Adds a clause to the sentence of the code. It must not carry a secret. */
  readonly detail?: string
  /** Party ids whose messages were wrong, where that can be told. */
  readonly parties?: readonly string[] | undefined
  readonly cause?: unknown
}

/** The one error that a ceremony throws. The state that was stepped stays as it was. */
export class CeremonyError extends Error {
  override readonly name = 'CeremonyError'
  readonly code: CeremonyErrorCode
  /** Party ids whose messages were wrong. Empty where that cannot be told. */
  readonly parties: readonly string[]

  constructor(code: CeremonyErrorCode, { detail, parties = [], cause }: CeremonyErrorOptions = {}) {
    super(detail ? `${sentences[code]} ${detail}` : sentences[code], { cause })
    this.code = code
    this.parties = parties
  }
}

/** Throws unless the condition holds. @throws {@link CeremonyError} the code */
export function assert(condition: unknown, code: CeremonyErrorCode, options?: CeremonyErrorOptions): asserts condition {
  if (!condition) throw new CeremonyError(code, options)
}

/**
 * Runs what throws errors of a library, and throws those as a code.
 *
 * @param parties - Who was wrong, asked for only when it fails.
 * @throws {@link CeremonyError} the code
 */
export function orFail<T>(code: CeremonyErrorCode, run: () => T, parties?: () => readonly string[]): T {
  try {
    return run()
  } catch (cause) {
    if (cause instanceof CeremonyError) throw cause
    throw new CeremonyError(code, { cause, parties: parties?.() })
  }
}
