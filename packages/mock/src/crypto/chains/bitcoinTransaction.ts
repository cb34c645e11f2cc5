import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hash256 } from './bitcoinAddress.ts'

/** A reference to an output of an earlier transaction, with the data that satisfies its script. */
export interface TransactionInput {
  /** 32 bytes in hashing order; explorers show them reversed. */
  readonly transactionId: Uint8Array
  readonly outputIndex: number
  readonly scriptSig: Uint8Array
  readonly sequence: number
  readonly witness: readonly Uint8Array[]
}

/** A transaction; its numbers are unsigned. */
export interface Transaction {
  readonly version: number
  readonly inputs: readonly TransactionInput[]
  /** Outputs as they are written: value in 8 bytes, then the script with its length. */
  readonly outputs: readonly Uint8Array[]
  readonly lockTime: number
}

/** The signature hash type that covers all inputs and outputs. */
export const sighashAll = 0x01

const nothing = new Uint8Array()

/** Four bytes, the lowest first. */
export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** A number: one byte below 253, otherwise a marker of the size and then 2 or 4 bytes. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value)
  return value <= 0xffff
    ? Uint8Array.of(0xfd, value & 0xff, value >> 8)
    : concatBytes(Uint8Array.of(0xfe), uint32(value))
}

/** Bytes, preceded by their length. */
export const sized = (bytes: Uint8Array): Uint8Array => concatBytes(compactSize(bytes.length), bytes)

/** An output without value, as message signing uses it. */
export const emptyOutput = (script: Uint8Array): Uint8Array => concatBytes(new Uint8Array(8), sized(script))

const outpoint = ({ transactionId, outputIndex }: TransactionInput) => concatBytes(transactionId, uint32(outputIndex))

const writeInput = (input: TransactionInput) =>
  concatBytes(outpoint(input), sized(input.scriptSig), uint32(input.sequence))

/** Writes the number of witness items, then the items (BIP-141). */
export const writeWitness = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(compactSize(items.length), ...items.map(sized))

/**
 * Writes a transaction. Marker, flag and witnesses appear only if there is a witness (BIP-144), and never with
 * `hashed`.
 */
export function writeTransaction(
  { version, inputs, outputs, lockTime }: Transaction,
  form: 'full' | 'hashed',
): Uint8Array {
  const isSegwit = form === 'full' && inputs.some(({ witness }) => witness.length > 0)
  return concatBytes(
    uint32(version),
    isSegwit ? Uint8Array.of(0, 1) : nothing,
    compactSize(inputs.length),
    ...inputs.map(writeInput),
    compactSize(outputs.length),
    ...outputs,
    ...(isSegwit ? inputs.map(({ witness }) => writeWitness(witness)) : []),
    uint32(lockTime),
  )
}

/** The id of the transaction, in hashing order. */
export const transactionIdOf = (transaction: Transaction): Uint8Array =>
  hash256(writeTransaction(transaction, 'hashed'))

/** The legacy digest (before segregated witness) that the single input signs; it covers all inputs and outputs. */
export function legacyDigest(transaction: Transaction, scriptCode: Uint8Array): Uint8Array {
  const inputs = transaction.inputs.map((input) => ({ ...input, scriptSig: scriptCode }))
  return hash256(concatBytes(writeTransaction({ ...transaction, inputs }, 'hashed'), uint32(sighashAll)))
}

/**
 * The digest that the one input of a transaction signs with witness version 0 (BIP-143), for an output without value.
 */
export function segwitDigest({ version, inputs, outputs, lockTime }: Transaction, scriptCode: Uint8Array): Uint8Array {
  const points = concatBytes(...inputs.map(outpoint))
  const sequences = concatBytes(...inputs.map(({ sequence }) => uint32(sequence)))
  const preimage = [
    uint32(version),
    hash256(points),
    hash256(sequences),
    points,
    sized(scriptCode),
    new Uint8Array(8),
    sequences,
    hash256(concatBytes(...outputs)),
    uint32(lockTime),
    uint32(sighashAll),
  ]
  return hash256(concatBytes(...preimage))
}

/**
 * The digest that the single input of a transaction signs with an output key (BIP-341), for an output without value.
 *
 * @param hashType - {@link sighashAll}, or 0 for a signature without a hash type, which covers the same.
 */
export function taprootDigest(
  { version, inputs, outputs, lockTime }: Transaction,
  script: Uint8Array,
  hashType: number,
): Uint8Array {
  const epochAndType = Uint8Array.of(0, hashType)
  const spendTypeAndIndex = new Uint8Array(5)
  const hashes = [
    concatBytes(...inputs.map(outpoint)),
    new Uint8Array(8),
    sized(script),
    concatBytes(...inputs.map(({ sequence }) => uint32(sequence))),
    concatBytes(...outputs),
  ].map((part) => sha256(part))
  return schnorr.utils.taggedHash(
    'TapSighash',
    epochAndType,
    uint32(version),
    uint32(lockTime),
    ...hashes,
    spendTypeAndIndex,
  )
}
