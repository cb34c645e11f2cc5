import * as AbiFunction from 'ox/AbiFunction'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { customError, revertWith } from '../abi.ts'
import { accountOf, type Frame } from '../execution.ts'
import type { Steps } from '../steps.ts'

const transferFrom = AbiFunction.from('function transferFrom(address from, address to, uint256 amount) returns (bool)')

export const invalidNonce = customError('error InvalidNonce()')
const signatureExpired = customError('error SignatureExpired(uint256 signatureDeadline)')

/** The contract whose storage has the allowances and the used numbers. */
export const contractOf = ({ execution, self }: Frame) => ({
  account: accountOf(self),
  networkId: execution.networkId,
})

/** @param deadline - In seconds since 1970. @throws {@link Revert} */
export function assertNotExpired({ execution }: Frame, deadline: bigint): void {
  if (execution.block.time > deadline) throw signatureExpired(deadline)
}

interface TokenTransfer {
  readonly token: Hex
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
}

/** Moves tokens that the owner has approved for this contract. Tokens that answer nothing count as moved. */
export function* moveToken({ self }: Frame, { token, from, to, amount }: TokenTransfer): Steps<void> {
  const data = AbiFunction.encodeData(transferFrom, [from, to, amount])
  const result = yield { from: self, to: token, value: 0n, data, isTried: true }
  const isMoved = result.success && (result.data === '0x' || BigInt(result.data.slice(0, 66)) === 1n)
  if (!isMoved) throw revertWith('TRANSFER_FROM_FAILED')
}
