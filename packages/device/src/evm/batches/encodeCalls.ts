/** The calls of a batch as one call of an account. This loads `ox`, so import it lazily. */
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from '../types.ts'
import type { BatchCall } from './readBatch.ts'

const executeBatch = AbiFunction.from('function executeBatch((address target, uint256 value, bytes data)[] calls)')
const execute = AbiFunction.from('function execute(bytes32 mode, bytes executionCalldata)')
const supportsExecutionMode = AbiFunction.from('function supportsExecutionMode(bytes32 mode) returns (bool)')
const callList = AbiParameters.from('(address target, uint256 value, bytes data)[] calls')

/** The mode of ERC-7579 in which all calls of a batch succeed or none does. */
const batchMode: Hex = `0x01${'0'.repeat(62)}`

/** Asks the code of an account whether it takes batches as ERC-7579 has them. */
export const modeQuestion: Hex = AbiFunction.encodeData(supportsExecutionMode, [batchMode])

/**
 * Writes the calls as accounts take them.
 *
 * @param hasModes - Whether the account has the functions of ERC-7579. Others have `executeBatch`, as the reference
 * accounts of ERC-4337 do.
 */
export function encodeCalls(calls: readonly BatchCall[], hasModes: boolean): Hex {
  const list = calls.map(({ to, value, data }) => ({ target: to as Hex, value, data }))
  if (!hasModes) return AbiFunction.encodeData(executeBatch, [list])
  return AbiFunction.encodeData(execute, [batchMode, AbiParameters.encode(callList, [list])])
}
