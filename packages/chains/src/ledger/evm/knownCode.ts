import { readHex, toHex } from '@latchkey/base/bytes'
/** Code that libraries send along with a call. No bytecode runs here, so it is recognised by its hash. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { method, methodsOf } from './abi.ts'
import { multicall3Code, nativeCode } from './code.ts'
import type { Code, Frame } from './execution.ts'
import { Revert } from './revert.ts'
import type { Steps } from './steps.ts'

const query = AbiFunction.from('function query(address target, bytes data)')

/** Calls a contract, and returns what that returns as it is. */
const staticCall: Code = {
  *run({ self, data }): Steps<Hex> {
    if (!data.startsWith(AbiFunction.getSelector(query))) throw new Revert('0x')
    const [to, inner] = argumentsOf(data)
    const result = yield { from: self, to, value: 0n, data: inner, isTried: true }
    if (!result.success) throw new Revert(result.data)
    return result.data
  },
}

function argumentsOf(data: Hex): readonly [to: Hex, data: Hex] {
  try {
    return AbiFunction.decodeData(query, data, { checksumAddress: false })
  } catch {
    throw new Revert('0x')
  }
}

/** Tells the balance of an account. */
const balanceReader = nativeCode(
  methodsOf(
    method('function getBalance(address account) view returns (uint256)', ({ execution }: Frame, [account]) =>
      execution.balanceOf(account),
    ),
  ),
)

/** The code of contracts, by its Keccak-256. */
const runtime: Readonly<Record<string, Code>> = {
  '6c80e2b919e27fcfc12345c36a7019c57db87992461fb87ca50b31362bf93031': staticCall,
}

/** The code that deploys contracts, by its Keccak-256. */
const creation: Readonly<Record<string, Code>> = {
  '0388a0d41a63e5bbe5b1005f52975ef622c77817a483f36849c5447365555071': multicall3Code,
  '6c32d5d1e24d13e7c12b01757d0c16a37fa45c7b30ecdc8a4f86c5e4c6c40fb4': balanceReader,
}

const hashOf = (bytecode: Hex): string => toHex(keccak_256(readHex(bytecode) ?? new Uint8Array()))

/** The contract with this bytecode; `undefined` for one that nobody knows. */
export const codeOfBytecode = (bytecode: Hex): Code | undefined => runtime[hashOf(bytecode)]

/** The contract that this bytecode deploys; `undefined` for one that nobody knows. */
export const codeDeployedBy = (bytecode: Hex): Code | undefined => creation[hashOf(bytecode)]
