import { toHex } from '@latchkey/base/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { EvmTransaction, Hex } from '../../codecs/evmTransactions.ts'

/** Stands for the parts of a signature that nobody has made. */
const noSignature: Hex = `0x${'0'.repeat(64)}`

/** A transaction without a signature. Its hash follows from its sender and its fields. */
export function unsignedTransaction(fields: Omit<EvmTransaction, 'hash' | 'r' | 's' | 'yParity'>): EvmTransaction {
  const transaction = { ...fields, r: noSignature, s: noSignature, yParity: 0 }
  const text = JSON.stringify(transaction, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each))
  return { ...transaction, hash: `0x${toHex(keccak_256(utf8ToBytes(text)))}` }
}
