/** The prefund: the most that an operation may cost, taken before its call. The rest is given back. */
import { moveNative } from '../accounts.ts'
import { accountOf, type Frame } from './execution.ts'
import { versionAt } from './handledOperation.ts'
import { gasLimitOf, paymasterOf, type UserOperation } from './userOperations.ts'

/** The most that an operation can cost, and who pays for it. */
function prefundOf({ self }: Frame, operation: UserOperation) {
  const amount = gasLimitOf(operation, versionAt(self)) * operation.maxFeePerGas
  return { payer: paymasterOf(operation) ?? operation.sender, amount }
}

/**
 * Takes the prefund before the call, so that the call cannot spend it. No list of transfers has it: an operation that
 * has run gets it back and pays its cost.
 *
 * @returns Whether the payer has as much
 */
export function takePrefund(frame: Frame, operation: UserOperation): boolean {
  const { execution, self } = frame
  const { payer, amount } = prefundOf(frame, operation)
  if (execution.balanceOf(payer) < amount) return false
  moveNative(execution.backend, execution.networkId, { from: accountOf(payer), to: accountOf(self), amount })
  return true
}

/** Gives the prefund back. @returns Its payer and amount */
export function returnPrefund(frame: Frame, operation: UserOperation): ReturnType<typeof prefundOf> {
  const { execution, self } = frame
  const prefund = prefundOf(frame, operation)
  const [from, to] = [accountOf(self), accountOf(prefund.payer)]
  moveNative(execution.backend, execution.networkId, { from, to, amount: prefund.amount })
  return prefund
}
