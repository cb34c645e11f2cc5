import { didYouMean } from '@latchkey/base/nearest'
import { type OperationId, operationTable } from '@latchkey/types'
import { operationIds } from './operationIds.ts'

/** A step at the relay of embedded wallets. */
export type RelayStep = 'relay.join' | 'relay.messages'

/** A request beside the operations: a step at the relay, or one to the JSON-RPC of a chain. */
export type SideStep = RelayStep | 'chains.rpc'

/** The target of a fault: an operation, a request beside them, or all of these. */
export type FaultTarget = OperationId | SideStep | '*'

const sidePaths: Readonly<Record<SideStep, string>> = {
  'relay.join': '/__mock/relay/rooms/{roomId}/join',
  'relay.messages': '/__mock/relay/rooms/{roomId}/messages',
  'chains.rpc': '/__mock/chains/{family}/{network}',
}

const sideSteps = Object.keys(sidePaths) as SideStep[]

/** Everything that a fault can be set for, but `*`. */
export const faultTargets = [...operationIds, ...sideSteps] as const

/** A target of faults, with its URL. */
interface DescribedTarget {
  readonly operation: Exclude<FaultTarget, '*'>
  readonly method: string
  readonly path: string
  /** The statuses of its documented errors. */
  readonly statuses: readonly number[]
}

/** All operations and the requests beside them, as a list to choose from. */
export function describeFaultTargets(): DescribedTarget[] {
  const operations = operationIds.map((operation) => {
    const { method, path, errors } = operationTable[operation]
    return { operation, method, path, statuses: Object.keys(errors).map(Number) }
  })
  const steps = sideSteps.map((operation) => ({
    operation,
    method: 'POST',
    path: sidePaths[operation],
    statuses: [],
  }))
  return [...operations, ...steps]
}

/** Refuses an id that is not a target of faults. @throws TypeError with the nearest id */
export function assertFaultTarget(call: string, id: string): asserts id is FaultTarget {
  if (id === '*' || (faultTargets as readonly string[]).includes(id)) return
  throw new TypeError(`Failed to call "${call}": there is no operation "${id}".${didYouMean(id, faultTargets)}`)
}
