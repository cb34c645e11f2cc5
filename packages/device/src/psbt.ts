/** Signatures of a wallet in a PSBT (BIP-174). This loads `@scure/btc-signer`, so import it lazily. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { SigHash, Transaction } from '@scure/btc-signer'

/** There is nothing that the wallet can sign. The message is the PSBT that it needs, as the end of a sentence. */
export class UnsignablePsbt extends Error {}

/** The input that a wallet signs next. */
interface NextInput {
  readonly transaction: Transaction
  readonly index: number
  readonly isTaproot: boolean
  readonly hashType: number
  /** 32 bytes. */
  readonly digest: Uint8Array
}

interface SpentOutput {
  readonly script: Uint8Array
  readonly amount: bigint
}

const isEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])

/** The script that pays to a witness program, of which only those of one key are signed for. */
const programOf = (script: Uint8Array) => script.subarray(2)

/**
 * The script that pays to a wallet's key.
 *
 * @param publicKey - 33 bytes for P2WPKH (BIP-141), the 32 bytes of the output key for P2TR (BIP-341).
 */
export function scriptOfKey(publicKey: Uint8Array): Uint8Array {
  return publicKey.length === 32
    ? concatBytes(Uint8Array.of(0x51, 0x20), publicKey)
    : concatBytes(Uint8Array.of(0x00, 0x14), ripemd160(sha256(publicKey)))
}

/**
 * The first input that spends from a script and has no signature yet. All inputs and outputs are signed for, and no
 * script path is used.
 *
 * @param script - P2WPKH or P2TR.
 * @throws {@link UnsignablePsbt}
 */
export function nextInput(psbt: Uint8Array, script: Uint8Array): NextInput {
  let transaction: Transaction
  try {
    transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true, allowUnknownOutputs: true })
  } catch {
    throw new UnsignablePsbt('a PSBT of BIP-174.')
  }
  const outputs = Array.from({ length: transaction.inputsLength }, (_, i) => spentOutput(transaction, i))
  const ownInputs = outputs.flatMap((output, i) => (output && isEqual(output.script, script) ? [i] : []))
  if (ownInputs.length === 0) throw new UnsignablePsbt('a PSBT that spends from this wallet.')
  const index = ownInputs.find((i) => !isSigned(transaction, i))
  if (index === undefined) throw new UnsignablePsbt('a PSBT with an input of this wallet that is not signed yet.')
  const isTaproot = programOf(script).length === 32
  const hashType = transaction.getInput(index).sighashType ?? (isTaproot ? SigHash.DEFAULT : SigHash.ALL)
  const isWhole = hashType === SigHash.ALL || (isTaproot && hashType === SigHash.DEFAULT)
  if (!isWhole) throw new UnsignablePsbt('a PSBT that asks for signatures over all inputs and outputs (SIGHASH_ALL).')
  const input = { transaction, index, isTaproot, hashType }
  if (!isTaproot) {
    const scriptCode = concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), programOf(script), Uint8Array.of(0x88, 0xac))
    const amount = outputs[index]?.amount ?? 0n
    return { ...input, digest: transaction.preimageWitnessV0(index, scriptCode, hashType, amount) }
  }
  const spent = outputs.filter((output) => output !== undefined)
  if (spent.length < outputs.length)
    throw new UnsignablePsbt('a PSBT with the outputs of all inputs, since a Taproot signature needs them.')
  const scripts = spent.map((output) => output.script)
  const amounts = spent.map(({ amount }) => amount)
  return { ...input, digest: transaction.preimageWitnessV1(index, scripts, hashType, amounts) }
}

/** The number of inputs that spend from a script and have no signature yet. */
export function countUnsigned(psbt: Uint8Array, script: Uint8Array): number {
  const { transaction } = nextInput(psbt, script)
  const indexes = Array.from({ length: transaction.inputsLength }, (_, i) => i)
  const isOwn = (i: number) => isEqual(spentOutput(transaction, i)?.script ?? new Uint8Array(), script)
  return indexes.filter((i) => isOwn(i) && !isSigned(transaction, i)).length
}

/**
 * Puts the signature of the next input into a PSBT.
 *
 * @param signed - The key, and `r ‖ s` in 64 bytes.
 * @returns The PSBT with it, which is not finalized.
 * @throws {@link UnsignablePsbt}
 */
export function addSignature(
  psbt: Uint8Array,
  signed: { readonly publicKey: Uint8Array; readonly signature: Uint8Array },
): Uint8Array {
  const { publicKey, signature } = signed
  const { transaction, index, isTaproot, hashType } = nextInput(psbt, scriptOfKey(publicKey))
  const mark = hashType === SigHash.DEFAULT ? new Uint8Array() : Uint8Array.of(hashType)
  if (isTaproot) transaction.updateInput(index, { tapKeySig: concatBytes(signature, mark) }, true)
  else {
    const der = secp256k1.Signature.fromBytes(signature, 'compact').toBytes('der')
    transaction.updateInput(index, { partialSig: [[publicKey, concatBytes(der, mark)]] }, true)
  }
  return transaction.toPSBT()
}

/** Signs an input. @param next.psbt - The PSBT so far. @returns `r ‖ s` in 64 bytes */
type SignInput = (next: { readonly psbt: Uint8Array; readonly digest: Uint8Array }) => Promise<Uint8Array>

/**
 * Puts the signatures of all inputs of a key into a PSBT, one after the other.
 *
 * @returns The PSBT with them, which is not finalized.
 * @throws {@link UnsignablePsbt}, and what `sign` throws
 */
export async function signInputs(psbt: Uint8Array, publicKey: Uint8Array, sign: SignInput): Promise<Uint8Array> {
  const script = scriptOfKey(publicKey)
  let signed = psbt
  for (let left = countUnsigned(psbt, script); left > 0; left--) {
    const signature = await sign({ psbt: signed, digest: nextInput(signed, script).digest })
    signed = addSignature(signed, { publicKey, signature })
  }
  return signed
}

/** The output that an input spends, if the PSBT has it. */
function spentOutput(transaction: Transaction, index: number): SpentOutput | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: outputIndex = 0 } = transaction.getInput(index)
  return witnessUtxo ?? nonWitnessUtxo?.outputs[outputIndex]
}

function isSigned(transaction: Transaction, index: number): boolean {
  const { partialSig = [], tapKeySig, finalScriptWitness } = transaction.getInput(index)
  return partialSig.length > 0 || tapKeySig !== undefined || finalScriptWitness !== undefined
}
