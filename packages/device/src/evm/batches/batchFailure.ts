/** Why the call of an account has failed that makes a batch. This loads `ox`, so import it lazily. */
import * as AbiError from 'ox/AbiError'
import type { Fail } from '../codes.ts'
import type { Hex } from '../types.ts'

/** Simple7702 accounts wrap the error of the call that has failed (account-abstraction 0.8). */
const executeError = AbiError.from('error ExecuteError(uint256 index, bytes data)')
const errorWithReason = AbiError.from('error Error(string reason)')

const isOf = (error: AbiError.AbiError, data: Hex) => data.startsWith(AbiError.getSelector(error))

/**
 * Says which call of a batch has failed, and why, where the account tells it.
 *
 * @param error - A node's error, whose `data` is that of the revert.
 * @returns An error with the same code and data. The error itself if it is another one.
 */
export function batchFailure(error: unknown, fail: Fail): unknown {
  const { code, data } = Object(error) as { code?: unknown; data?: unknown }
  if (typeof code !== 'number' || typeof data !== 'string' || !isOf(executeError, data as Hex)) return error
  try {
    const [index, inner] = AbiError.decode(executeError, data as Hex)
    const reason = isOf(errorWithReason, inner)
      ? String(AbiError.decode(errorWithReason, inner))
      : `custom error ${inner.slice(0, 10)}`
    return Object.assign(fail(code, `execution reverted: ${reason} (call ${index + 1n} of the batch)`), { data })
  } catch {
    // Data that is cut off says no more.
    return error
  }
}
