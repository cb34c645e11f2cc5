import { equalBytes, toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { readBitcoinAddress } from '@latchkey/crypto/chains/bitcoinAddress'
import { scriptOf } from '@latchkey/crypto/chains/bitcoinScripts'
import { ecdsaSecret } from '@latchkey/crypto/chains/curves'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, OutScript, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import type { AskedBitcoinOutput, AskedBitcoinTransaction } from '../person.ts'
import type { BitcoinAddress } from './bitcoinAccount.ts'

/** Why a PSBT is not signed. The message is a sentence. */
export class RefusedPsbt extends Error {}

/** The inputs that an address signs. */
export interface InputsToSign {
  readonly address: BitcoinAddress
  readonly indexes: readonly number[]
  /** The parts that signatures cover. @default as the PSBT says of each input */
  readonly hashType?: number | undefined
}

interface SignedPsbt {
  /** The PSBT with the signatures, which is not finalized. */
  readonly psbt: Uint8Array
  /** As the person reads it. */
  readonly asked: AskedBitcoinTransaction
}

interface Output {
  readonly script: Uint8Array
  readonly amount: bigint
}

const hashTypes = Object.values(SigHash).filter((value) => typeof value === 'number')

/** @throws {@link RefusedPsbt} */
function readTransaction(psbt: Uint8Array): Transaction {
  try {
    // Rows and scripts that the wallet does not know are for others.
    return Transaction.fromPSBT(psbt, { allowUnknownInputs: true, allowUnknownOutputs: true, unknown: 'ignore' })
  } catch {
    throw new RefusedPsbt('The bytes are not a PSBT (BIP-174).')
  }
}

/** The output that an input spends, if the PSBT has it. */
function spentOutput(transaction: Transaction, index: number): Output | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: outputIndex = 0 } = transaction.getInput(index)
  return witnessUtxo ?? nonWitnessUtxo?.outputs[outputIndex]
}

function scriptOfAddress({ address }: BitcoinAddress): Uint8Array {
  const lock = readBitcoinAddress(address)
  return lock && lock !== 'unknown' ? scriptOf(lock) : new Uint8Array()
}

function isOf(address: BitcoinAddress, output: Output | undefined): boolean {
  return output !== undefined && equalBytes(output.script, scriptOfAddress(address))
}

/** The inputs that spend from some addresses and are not finalized. @throws {@link RefusedPsbt} */
export function ownInputs(psbt: Uint8Array, addresses: readonly BitcoinAddress[]): readonly InputsToSign[] {
  const transaction = readTransaction(psbt)
  const open = Array.from({ length: transaction.inputsLength }, (_, index) => index).filter(
    (index) => !isFinal(transaction, index),
  )
  const own = addresses.map((address) => ({
    address,
    indexes: open.filter((index) => isOf(address, spentOutput(transaction, index))),
  }))
  return own.filter(({ indexes }) => indexes.length > 0)
}

function isFinal(transaction: Transaction, index: number): boolean {
  const { finalScriptSig, finalScriptWitness } = transaction.getInput(index)
  return finalScriptSig !== undefined || finalScriptWitness !== undefined
}

/** The fields that the keys of an address add to an input, without which it cannot be signed. */
function fieldsOf({ kind, publicKey }: BitcoinAddress) {
  if (kind === 'p2tr') return { tapInternalKey: publicKey }
  return kind === 'p2sh-p2wpkh' ? { redeemScript: p2wpkh(publicKey).script } : {}
}

/**
 * Signs inputs of a PSBT.
 *
 * @throws {@link RefusedPsbt} for other bytes, for inputs of foreign keys, and for those that cannot be signed
 */
export function signPsbt(psbt: Uint8Array, inputs: readonly InputsToSign[]): SignedPsbt {
  const transaction = readTransaction(psbt)
  for (const { address, indexes, hashType } of inputs)
    for (const index of indexes) {
      if (!Number.isSafeInteger(index) || index < 0 || index >= transaction.inputsLength)
        throw new RefusedPsbt(`The PSBT has no input ${String(index)}.`)
      if (!isOf(address, spentOutput(transaction, index)))
        throw new RefusedPsbt(`Input ${index} does not spend from ${address.address}.`)
      if (isFinal(transaction, index)) throw new RefusedPsbt(`Input ${index} is final already.`)
      signInput(transaction, { address, index, hashType })
    }
  const signed = new Set(inputs.flatMap(({ indexes }) => indexes))
  if (signed.size === 0) throw new RefusedPsbt('The PSBT has no input that the wallet could sign.')
  return { psbt: transaction.toPSBT(), asked: askedOf(transaction, signed) }
}

interface InputToSign {
  readonly address: BitcoinAddress
  readonly index: number
  readonly hashType: number | undefined
}

/** @throws {@link RefusedPsbt} */
function signInput(transaction: Transaction, { address, index, hashType }: InputToSign): void {
  try {
    transaction.updateInput(index, { ...fieldsOf(address), ...defined({ sighashType: hashType }) }, true)
    const secretKey = ecdsaSecret(secp256k1, address.secret)
    // Without chance, as everything that the seed of a mock determines.
    transaction.signIdx(secretKey, index, hashTypes, new Uint8Array(32))
  } catch (error) {
    throw new RefusedPsbt(`Input ${index} cannot be signed: ${(error as Error).message}`, { cause: error })
  }
}

function askedOf(transaction: Transaction, signed: ReadonlySet<number>): AskedBitcoinTransaction {
  const spent = Array.from({ length: transaction.inputsLength }, (_, index) => spentOutput(transaction, index))
  const inputs = spent.map((output, index) => {
    const { txid = new Uint8Array(), index: outputIndex } = transaction.getInput(index)
    const described = output && askedOutput(output)
    return { outpoint: `${toHex(txid)}:${outputIndex}`, ...described, isSigned: signed.has(index) }
  })
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    return askedOutput({ script, amount })
  })
  const fee = spent.includes(undefined) ? undefined : transaction.fee.toString()
  return { inputs, outputs, ...defined({ fee }) }
}

function askedOutput({ script, amount }: Output): AskedBitcoinOutput {
  return { ...defined({ address: addressOf(script) }), amount: amount.toString() }
}

function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address().encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}
