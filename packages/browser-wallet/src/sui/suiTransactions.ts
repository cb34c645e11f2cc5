import type { AskedSuiTransaction } from '../person.ts'

/** A transaction on Sui that a page has sent. */
export interface SuiTransaction {
  /** As the person reads it. */
  readonly asked: AskedSuiTransaction
  /** In BCS. */
  readonly bytes: Uint8Array
}

/** Why a transaction is not signed. The message is a sentence. */
export class RefusedSuiTransaction extends Error {
  /**
   * `malformed`: the text is no transaction. `incomplete`: a node would have to complete it. `unsupported`: what reads
   * transactions is not there.
   */
  readonly reason: 'incomplete' | 'malformed' | 'unsupported'

  constructor(reason: RefusedSuiTransaction['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Reads a transaction in JSON.
 *
 * @param signer - The address that sends a transaction which names no sender.
 * @throws {@link RefusedSuiTransaction}
 */
export type ReadSuiTransaction = (json: string, signer: string) => Promise<SuiTransaction>
