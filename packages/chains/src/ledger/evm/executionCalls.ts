import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { Revert } from './revert.ts'

const batch = AbiParameters.from('(address target, uint256 value, bytes data)[] calls')

/** The calls in the calldata of an execution (ERC-7579): one, packed without lengths, or a list. */
export function decodeCalls(
  calldata: Hex,
  isBatch: boolean,
): readonly { readonly target: Hex; readonly value: bigint; readonly data: Hex }[] {
  if (isBatch) {
    try {
      return AbiParameters.decode(batch, calldata, { checksumAddress: false })[0]
    } catch {
      throw new Revert('0x')
    }
  }
  const digits = calldata.slice(2)
  if (digits.length < 104) throw new Revert('0x')
  const target: Hex = `0x${digits.slice(0, 40)}`
  return [{ target, value: BigInt(`0x${digits.slice(40, 104)}`), data: `0x${digits.slice(104)}` }]
}
