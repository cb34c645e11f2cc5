import type { Hex } from '../../codecs/evmTransactions.ts'

/** The block in which code runs, as far as code can ask about it. */
export interface BlockContext {
  readonly number: number
  readonly parentHash: Hex
  /** Seconds since the Unix epoch. */
  readonly time: bigint
  /** Wei per unit of gas. */
  readonly baseFee: bigint
  readonly gasLimit: bigint
  /** The account that receives the tips. */
  readonly coinbase: Hex
  /** A random value, 32 bytes; absent for zeros. */
  readonly randao?: Hex
}

/** A balance of a token, or an allowance where there is a spender. */
export interface TouchedPlace {
  readonly token: Hex
  readonly owner: Hex
  readonly spender?: Hex
}
