import { describeError, type TransactionError } from '../../ledger/solana/solanaFaults.ts'

/** The sentence about an error of a transaction that a node has sent; of an unknown one its JSON. */
export function describeNodeError(error: unknown): string {
  const names = typeof error === 'object' && error !== null ? Object.keys(error) : []
  const isNamed = ['InstructionError', 'InsufficientFundsForRent', 'DuplicateInstruction'].includes(names[0] ?? '')
  return typeof error === 'string' || isNamed ? describeError(error as TransactionError) : JSON.stringify(error)
}
