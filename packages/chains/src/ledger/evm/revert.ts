import type { Hex } from '../../codecs/evmTransactions.ts'

/** A call that a contract has undone. */
export class Revert extends Error {
  override readonly name = 'Revert'
  /** The data that the contract returns. */
  readonly data: Hex

  /** @param reason - As a sentence; absent for a revert without one. */
  constructor(data: Hex, reason?: string) {
    super(reason ?? '')
    this.data = data
  }
}
