import { didYouMean } from '@latchkey/base/nearest'
import { type OperationId, operationTable } from '@latchkey/types'
import { operationIds } from './operationIds.ts'

/** A step at the relay of embedded wallets. */
export type RelayStep = 'relay.join' | 'relay.messages'

/** The target of a fault: an operation, a step at the relay, or all of them. */
export type FaultTarget = OperationId | RelayStep | '*'

const relaySteps = Object.keys({ 'relay.join': true, 'relay.messages': true } satisfies Record<
  RelayStep,
  true
>) as RelayStep[]

/** Everything that a fault can be set for, but `*`. */
export const faultTargets = [...operationIds, ...relaySteps] as const

/** A target of faults, with its URL. */
interface DescribedTarget {
  readonly operation: Exclude<FaultTarget, '*'>
  readonly method: string
  readonly path: string
  /** The statuses of its documented errors. */
  readonly statuses: readonly number[]
}

/** All operations and steps at the relay, as a list to choose from. */
export function describeFaultTargets(): DescribedTarget[] {
  const operations = operationIds.map((operation) => {
    const { method, path, errors } = operationTable[operation]
    return { operation, method, path, statuses: Object.keys(errors).map(Number) }
  })
  const steps = relaySteps.map((operation) => ({
    operation,
    method: 'POST',
    path: `/__mock/relay/rooms/{roomId}/${operation.slice('relay.'.length)}`,
    statuses: [],
  }))
  return [...operations, ...steps]
}

/** Refuses an id that is not a target of faults. @throws TypeError with the nearest id */
export function assertFaultTarget(call: string, id: string): asserts id is FaultTarget {
  if (id === '*' || (faultTargets as readonly string[]).includes(id)) return
  throw new TypeError(`Failed to call "${call}": there is no operation "${id}".${didYouMean(id, faultTargets)}`)
}
