import { RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { sha256x2 } from '@scure/btc-signer/utils.js'

/**
 * A transaction as the library reads it. Numbers are unsigned but the version, amounts are in satoshi, and the ids of
 * transactions are in the order in which explorers show them.
 */
export type RawTransaction = ReturnType<typeof RawTx.decode>

/** Writes a transaction. Marker, flag and witnesses appear only if there is a witness (BIP-144). */
export function writeTransaction(transaction: RawTransaction): Uint8Array {
  const segwitFlag = transaction.witnesses?.some(({ length }) => length > 0) ?? false
  return RawTx.encode({ ...transaction, segwitFlag })
}

/** The id of the transaction, in the order in which explorers show it. */
export const transactionIdOf = (transaction: RawTransaction): Uint8Array =>
  sha256x2(RawTx.encode({ ...transaction, segwitFlag: false })).toReversed()

/**
 * The legacy digest (before segregated witness) that the single input signs; it covers all inputs and outputs. The
 * library computes it only for its own signatures.
 */
export function legacyDigest(transaction: RawTransaction, scriptCode: Uint8Array): Uint8Array {
  const inputs = transaction.inputs.map((input) => ({ ...input, finalScriptSig: scriptCode }))
  const bytes = RawTx.encode({ ...transaction, inputs, segwitFlag: false })
  return sha256x2(bytes, Uint8Array.of(SigHash.ALL, 0, 0, 0))
}

/**
 * The digest that the single input of a transaction signs with witness version 0 (BIP-143), for an output without value.
 */
export function segwitDigest(transaction: RawTransaction, scriptCode: Uint8Array): Uint8Array {
  return signable(transaction).preimageWitnessV0(0, scriptCode, SigHash.ALL, 0n)
}

/**
 * The digest that the single input of a transaction signs with an output key (BIP-341), for an output without value.
 *
 * @param hashType - `SigHash.ALL`, or `SigHash.DEFAULT` for a signature without a hash type, which covers the same.
 */
export function taprootDigest(transaction: RawTransaction, script: Uint8Array, hashType: SigHash): Uint8Array {
  return signable(transaction).preimageWitnessV1(0, [script], hashType, [0n])
}

function signable({ version, lockTime, inputs, outputs }: RawTransaction): Transaction {
  const transaction = new Transaction({ version, lockTime, allowUnknownOutputs: true })
  for (const { txid, index, sequence } of inputs) transaction.addInput({ txid, index, sequence })
  for (const output of outputs) transaction.addOutput(output)
  return transaction
}
