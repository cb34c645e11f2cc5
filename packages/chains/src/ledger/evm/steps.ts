import type { Hex } from '../../codecs/evmTransactions.ts'

/** A call of one account by another one. Addresses are in lower case. */
export interface EvmCall {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** A call that a contract makes while it answers one. */
export interface InnerCall extends EvmCall {
  /** A failure undoes only this call, and the contract goes on. Otherwise it is thrown into the contract. */
  readonly isTried?: boolean
}

/** The outcome of a call. */
export interface CallResult {
  readonly success: boolean
  /** The data that it returns or reverts with. */
  readonly data: Hex
}

/**
 * The steps of a contract that calls others: it yields each call, and goes on with the outcome. So calls can nest as
 * deep as Ethereum allows, without filling the stack of JavaScript.
 */
export type Steps<T> = Generator<InnerCall, T, CallResult>
