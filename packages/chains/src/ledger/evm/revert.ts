import type { Hex } from '../../codecs/evmTransactions.ts'

/** A call that a contract has undone. */
export class Revert extends Error {
  override readonly name: string = 'Revert'
  /** The data that the contract returns. */
  readonly data: Hex

  /** @param reason - As a sentence; absent for a revert without one. */
  constructor(data: Hex, reason?: string) {
    super(reason ?? '')
    this.data = data
  }
}

/** Bytecode that could not go on, such as one without gas: it returns no data. */
export class Halt extends Revert {
  override readonly name = 'Halt'

  constructor(reason: string) {
    super('0x', reason)
  }
}
