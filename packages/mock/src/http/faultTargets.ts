import type { OperationId } from '@latchkey/types'
import { didYouMean } from '../nearest.ts'
import { operationIds } from './operationIds.ts'

/** A step at the relay of embedded wallets. */
export type RelayStep = 'relay.join' | 'relay.messages'

/** What can fail: an operation, a step at the relay, or all of them. */
export type FaultTarget = OperationId | RelayStep | '*'

const relaySteps = Object.keys({ 'relay.join': true, 'relay.messages': true } satisfies Record<
  RelayStep,
  true
>) as RelayStep[]

/** Everything that a fault can be set for, but `*`. */
export const faultTargets = [...operationIds, ...relaySteps] as const

/** Refuses what no fault can be set for. @throws TypeError with the nearest id */
export function assertFaultTarget(call: string, id: string): asserts id is FaultTarget {
  if (id === '*' || (faultTargets as readonly string[]).includes(id)) return
  throw new TypeError(`Failed to call "${call}": there is no operation "${id}".${didYouMean(id, faultTargets)}`)
}
