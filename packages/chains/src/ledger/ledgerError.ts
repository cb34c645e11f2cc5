const sentences = {
  insufficient_funds: "The account does not have enough of the network's currency.",
  insufficient_balance: 'The transfer amount exceeds the balance.',
  insufficient_allowance: 'The transfer amount exceeds the allowance.',
} as const

/** A movement that the ledger refuses. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
  readonly reason: keyof typeof sentences

  constructor(reason: keyof typeof sentences) {
    super(sentences[reason])
    this.reason = reason
  }
}
