/** Why an instruction fails: a name of the runtime, or a number of the program. */
export type InstructionError = string | { readonly Custom: number }

/** Why a transaction fails, as nodes write it in JSON. */
export type TransactionError =
  | string
  | { readonly InstructionError: readonly [index: number, error: InstructionError] }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } }
  | { readonly DuplicateInstruction: number }

/** An instruction that fails, and its transaction with it. */
export class InstructionFault extends Error {
  override readonly name = 'InstructionFault'
  readonly error: InstructionError
  /** The line that the program writes into the log. */
  readonly log?: string | undefined

  constructor(error: InstructionError | number, log?: string) {
    super('The instruction fails.')
    this.error = typeof error === 'number' ? { Custom: error } : error
    this.log = log
  }
}

const instructionSentences: Readonly<Record<string, string>> = {
  ComputationalBudgetExceeded: 'Computational budget exceeded',
  ExternalAccountLamportSpend: 'instruction spent from the balance of an account it does not own',
  IllegalOwner: 'Provided owner is not allowed',
  IncorrectAuthority: 'Incorrect authority provided',
  IncorrectProgramId: 'incorrect program id for instruction',
  InsufficientFunds: 'insufficient funds for instruction',
  InvalidAccountData: 'invalid account data for instruction',
  InvalidAccountOwner: 'Invalid account owner',
  InvalidArgument: 'invalid program argument',
  InvalidInstructionData: 'invalid instruction data',
  InvalidSeeds: 'Provided seeds do not result in a valid address',
  AccountAlreadyInitialized: 'instruction requires an uninitialized account',
  Immutable: 'Account is immutable',
  MissingRequiredSignature: 'missing required signature for instruction',
  NotEnoughAccountKeys: 'insufficient account keys for instruction',
  ReadonlyDataModified: 'instruction modified data of a read-only account',
  ReadonlyLamportChange: 'instruction changed the balance of a read-only account',
  UninitializedAccount: 'instruction requires an initialized account',
}

const transactionSentences: Readonly<Record<string, string>> = {
  AccountLoadedTwice: 'Account loaded twice',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AddressLookupTableNotFound: 'Transaction loads an address table account that doesn’t exist',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  SignatureFailure: 'Transaction did not pass signature verification',
}

/** The sentence of a node about an instruction's error. */
export function describeInstructionError(error: InstructionError): string {
  if (typeof error !== 'string') return `custom program error: 0x${error.Custom.toString(16)}`
  return instructionSentences[error] ?? error
}

/** The sentence of a node about a transaction's error. */
export function describeError(error: TransactionError): string {
  if (typeof error === 'string') return transactionSentences[error] ?? error
  if ('DuplicateInstruction' in error)
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`
  if ('InsufficientFundsForRent' in error)
    return `Transaction results in an account (${error.InsufficientFundsForRent.account_index}) with insufficient funds for rent`
  const [index, instructionError] = error.InstructionError
  return `Error processing Instruction ${index}: ${describeInstructionError(instructionError)}`
}
