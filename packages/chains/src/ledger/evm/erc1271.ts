/** How contracts say whether they accept a signature (ERC-1271). */
import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from '../../codecs/evmTransactions.ts'

/** The answers of `isValidSignature`. */
export const erc1271Answers = { valid: '0x1626ba7e', invalid: '0xffffffff' } as const

const isValidSignature = AbiFunction.from(
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
)

/** The data of the question to a contract. */
export const signatureQuestion = (digest: Hex, signature: Hex): Hex =>
  AbiFunction.encodeData(isValidSignature, [digest, signature])
