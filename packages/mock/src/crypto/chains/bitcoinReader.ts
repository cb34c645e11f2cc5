import { concatBytes } from '@noble/hashes/utils.js'
import { sized, type Transaction, type TransactionInput } from './bitcoinTransaction.ts'

/**
 * Reads bytes from the front. A read beyond the end or of a malformed value returns zeros, and marks the reader as
 * failed.
 */
function createReader(bytes: Uint8Array) {
  let at = 0
  let isSound = true

  const take = (length: number): Uint8Array => {
    isSound &&= length <= bytes.length - at
    if (!isSound) return new Uint8Array(Math.min(length, 32))
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (length: number) => take(length).reduceRight((sum, byte) => sum * 256 + byte, 0)
  /** A compact size in its shortest form. A count that exceeds the remaining bytes is an error. */
  const size = (): number => {
    const [mark = 0] = take(1)
    if (mark < 0xfd) return mark
    const value = number({ 0xfd: 2, 0xfe: 4 }[mark] ?? 8)
    isSound &&= value >= ({ 0xfd: 0xfd, 0xfe: 0x1_0000 }[mark] ?? 0x1_0000_0000)
    return isSound ? value : 0
  }
  const list = <T>(item: () => T): T[] => {
    const items: T[] = []
    let left = size()
    while (left > 0) {
      items.push(item())
      left = isSound ? left - 1 : 0
    }
    return items
  }
  return {
    take,
    number,
    list,
    sizedBytes: () => take(size()),
    startsWith: (...expected: number[]) => expected.every((byte, i) => bytes[at + i] === byte),
    hasMore: () => isSound && at < bytes.length,
    /** Whether every read succeeded and no bytes remain. */
    isExact: () => isSound && at === bytes.length,
  }
}

type Reader = ReturnType<typeof createReader>

const readInput = (reader: Reader): Omit<TransactionInput, 'witness'> => ({
  transactionId: reader.take(32),
  outputIndex: reader.number(4),
  scriptSig: reader.sizedBytes(),
  sequence: reader.number(4),
})

const readOutput = (reader: Reader): Uint8Array => concatBytes(reader.take(8), sized(reader.sizedBytes()))

/** Reads the items of a witness (BIP-141) in canonical form; `undefined` for other bytes. */
export function readWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const reader = createReader(bytes)
  const items = reader.list(reader.sizedBytes)
  return reader.isExact() ? items : undefined
}

/** Reads a transaction (BIP-144) in canonical form; `undefined` for other bytes. */
export function readTransaction(bytes: Uint8Array): Transaction | undefined {
  const reader = createReader(bytes)
  const version = reader.number(4)
  const isSegwit = reader.startsWith(0, 1)
  if (isSegwit) reader.take(2)
  const spent = reader.list(() => readInput(reader))
  const outputs = reader.list(() => readOutput(reader))
  const inputs = spent.map((input) => ({ ...input, witness: isSegwit ? reader.list(reader.sizedBytes) : [] }))
  const lockTime = reader.number(4)
  const isWithoutNeed = isSegwit && inputs.every(({ witness }) => witness.length === 0)
  return reader.isExact() && inputs.length > 0 && !isWithoutNeed ? { version, inputs, outputs, lockTime } : undefined
}

/** The stack that a push-only script leaves, its pushes minimal (BIP-62); `undefined` for other scripts. */
export function readPushes(script: Uint8Array): readonly Uint8Array[] | undefined {
  const reader = createReader(script)
  const items: Uint8Array[] = []
  while (reader.hasMore()) {
    const item = readPush(reader)
    if (!item) return undefined
    items.push(item)
  }
  return reader.isExact() ? items : undefined
}

/** Data whose pushes have opcodes of their own: the numbers 1 to 16, and -1. */
const isSmallNumber = ([first = 0, ...others]: Uint8Array) =>
  others.length === 0 && ((first >= 1 && first <= 16) || first === 0x81)

const maximumPushLength = 520

function readPush(reader: Reader): Uint8Array | undefined {
  const opcode = reader.number(1)
  const lengthBytes = { 0x4c: 1, 0x4d: 2 }[opcode] ?? 0
  if (opcode > 0x4b && lengthBytes === 0) return undefined
  const length = lengthBytes === 0 ? opcode : reader.number(lengthBytes)
  if (length > maximumPushLength || (lengthBytes === 1 && length <= 0x4b) || (lengthBytes === 2 && length <= 0xff))
    return undefined
  const item = reader.take(length)
  return length === 0 || !isSmallNumber(item) ? item : undefined
}
