/** What a key signs for a PSBT or a message of Bitcoin. This loads the curve secp256k1, so import it lazily. */
import type { Transaction } from '@scure/btc-signer'
import { concat, equalBytes } from '../bytes.ts'
import { readBitcoinAddress, scriptOf } from './bitcoinAddress.ts'
import { segwitDigest, taprootDigest } from './bitcoinTransaction.ts'
import { toSign } from './bip322.ts'

const sighashDefault = 0
const sighashAll = 1

/** A transaction has nothing that the wallet can sign. The message is the PSBT that it needs, as the end of a sentence. */
export class UnsignablePsbt extends Error {}

/**
 * The digest that a wallet signs next in a PSBT (BIP-174): that of the first input which spends from its address and
 * has no signature yet. All inputs and outputs are signed for, and no script path is used.
 *
 * @param address - P2WPKH or P2TR, on the main network.
 * @throws {@link UnsignablePsbt}
 */
export async function digestOfPsbt(psbt: Uint8Array, address: string): Promise<Uint8Array> {
  const { Transaction } = await import('@scure/btc-signer')
  const { script, program } = lockOf(address)
  let transaction: Transaction
  try {
    transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true, allowUnknownOutputs: true })
  } catch {
    throw new UnsignablePsbt('a PSBT of BIP-174.')
  }
  const outputs = Array.from({ length: transaction.inputsLength }, (_, i) => spentOutput(transaction, i))
  const own = outputs.flatMap((output, i) => (output && equalBytes(output.script, script) ? [i] : []))
  if (own.length === 0) throw new UnsignablePsbt('a PSBT that spends from this wallet.')
  const index = own.find((i) => !isSigned(transaction, i))
  if (index === undefined) throw new UnsignablePsbt('a PSBT with an input of this wallet that is not signed yet.')
  const isTaproot = program.length === 32
  const hashType = transaction.getInput(index).sighashType ?? (isTaproot ? sighashDefault : sighashAll)
  const isWhole = hashType === sighashAll || (isTaproot && hashType === sighashDefault)
  if (!isWhole) throw new UnsignablePsbt('a PSBT that asks for signatures over all inputs and outputs (SIGHASH_ALL).')
  if (!isTaproot) {
    const scriptCode = concat(Uint8Array.of(0x76, 0xa9, 0x14), program, Uint8Array.of(0x88, 0xac))
    return transaction.preimageWitnessV0(index, scriptCode, hashType, outputs[index]?.amount ?? 0n)
  }
  const spent = outputs.filter((output) => output !== undefined)
  if (spent.length < outputs.length)
    throw new UnsignablePsbt('a PSBT with the outputs of all inputs, since a Taproot signature needs them.')
  return transaction.preimageWitnessV1(
    index,
    spent.map((output) => output.script),
    hashType,
    spent.map((output) => output.amount),
  )
}

/** The digest of a message (BIP-322, simple). */
export function digestOfBip322(message: string, address: string): Uint8Array {
  const { lock, script, program } = lockOf(address)
  const transaction = toSign({ lock, message }, {})
  if (lock.kind === 'p2tr') return taprootDigest(transaction, script, sighashDefault)
  const scriptCode = concat(Uint8Array.of(0x76, 0xa9, 0x14), program, Uint8Array.of(0x88, 0xac))
  return segwitDigest(transaction, scriptCode)
}

function lockOf(address: string) {
  const lock = readBitcoinAddress(address)
  if (!lock || lock === 'unknown') throw new TypeError('This is not a Bitcoin address.')
  return { lock, script: scriptOf(lock), program: lock.program }
}

/** The output that an input spends, if the PSBT has it. */
function spentOutput(transaction: Transaction, index: number): { script: Uint8Array; amount: bigint } | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: outputIndex = 0 } = transaction.getInput(index)
  return witnessUtxo ?? nonWitnessUtxo?.outputs[outputIndex]
}

function isSigned(transaction: Transaction, index: number): boolean {
  const { partialSig = [], tapKeySig, finalScriptWitness } = transaction.getInput(index)
  return partialSig.length > 0 || tapKeySig !== undefined || finalScriptWitness !== undefined
}
