import type { Hex } from '../types.ts'

/** A part of a batch that a chain has taken: a transaction, or a user operation. */
export interface Sent {
  /** Of a user operation: where it went. */
  readonly entryPoint?: Hex
  readonly hash: Hex
  readonly nonce: bigint
}

/** The parts that were sent, in order. Not all where a later call of several transactions was refused. */
export interface SentCalls {
  readonly sent: readonly [Sent, ...Sent[]]
  readonly isComplete: boolean
}

/** A batch that was sent. */
export interface SentBatch extends SentCalls {
  readonly id: string
  readonly account: Hex
  readonly chainId: number
  readonly isAtomic: boolean
}
