import type { EvmTransaction } from '../../codecs/evmTransactions.ts'
import type { WaitingTransaction } from '../../records.ts'
import { readTransaction } from './transactionChecks.ts'

/** The fields of a transaction that JSON has as texts, since they are whole numbers of any size. */
const amounts: ReadonlySet<string> = new Set(['nonce', 'value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas'])

/** Writes a transaction that nobody has signed, for as long as it waits. Clients cannot send this form. */
export const writeUnsigned = (transaction: EvmTransaction): string =>
  JSON.stringify(transaction, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** Reads a transaction that waits for a block. */
export function readWaiting({ raw }: Pick<WaitingTransaction, 'raw'>): EvmTransaction {
  if (!raw.startsWith('{')) return readTransaction(raw)
  return JSON.parse(raw, (name, value: unknown) =>
    amounts.has(name) ? BigInt(String(value)) : value,
  ) as EvmTransaction
}
