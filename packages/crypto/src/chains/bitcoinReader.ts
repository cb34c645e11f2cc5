import { equalBytes } from '@latchkey/base/bytes'
import { MAX_SCRIPT_BYTE_LENGTH, RawTx, RawWitness, Script, type ScriptType } from '@scure/btc-signer'
import type { RawTransaction } from './bitcoinTransaction.ts'

/** Reads the items of a witness (BIP-141) in canonical form; `undefined` for other bytes. */
export function readWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  return unlessMalformed(() => RawWitness.decode(bytes))
}

/** Reads a transaction (BIP-144) in canonical form; `undefined` for other bytes. */
export function readTransaction(bytes: Uint8Array): RawTransaction | undefined {
  const transaction = unlessMalformed(() => RawTx.decode(bytes))
  return transaction && transaction.inputs.length > 0 ? transaction : undefined
}

/** Reads a script whose pushes are in their shortest form, since the library reads the longer ones as well. */
export function readScript(script: Uint8Array): ScriptType | undefined {
  const items = unlessMalformed(() => Script.decode(script))
  return items && equalBytes(Script.encode(items), script) ? items : undefined
}

/** The stack that a push-only script leaves, its pushes minimal (BIP-62); `undefined` for other scripts. */
export function readPushes(script: Uint8Array): readonly Uint8Array[] | undefined {
  const items = readScript(script)?.map((item) => (item === 0 ? new Uint8Array() : item))
  return items?.every(isPush) ? items : undefined
}

const isPush = (item: ScriptType[number]): item is Uint8Array =>
  item instanceof Uint8Array && item.length <= MAX_SCRIPT_BYTE_LENGTH && !isSmallNumber(item)

/** Data whose pushes have opcodes of their own: the numbers 1 to 16, and -1. */
const isSmallNumber = ([first = 0, ...others]: Uint8Array) =>
  others.length === 0 && ((first >= 1 && first <= 16) || first === 0x81)

function unlessMalformed<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
