import { toBase58 } from '@latchkey/base/bytes'
import { Transaction } from '@mysten/sui/transactions'

export const suiReceiver = `0x${'ab'.repeat(32)}`

/** Pays 5 000 000 MIST from the coin of the gas. */
export function suiPayment(sender?: string): Transaction {
  const transaction = new Transaction()
  if (sender !== undefined) transaction.setSender(sender)
  const [coin] = transaction.splitCoins(transaction.gas, [5_000_000n])
  if (coin) transaction.transferObjects([coin], suiReceiver)
  return transaction
}

/** A transaction with all that a node would find out otherwise. */
export function complete(transaction: Transaction): Transaction {
  transaction.setGasPrice(1000)
  transaction.setGasBudget(2_000_000)
  const digest = toBase58(new Uint8Array(32).fill(1))
  transaction.setGasPayment([{ objectId: `0x${'01'.repeat(32)}`, version: '7', digest }])
  return transaction
}
