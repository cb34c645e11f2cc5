import type { OperationId } from '@latchkey/types'
import type { Mock } from '../mock/createMock.ts'

/** A call that the app makes in the run without failures. */
export interface SweptCall {
  readonly operation: OperationId
  /** Which call of the operation it is, from 1 on. */
  readonly occurrence: number
  /** The operation and, from the second call on, its number: `profile.get (2)`. */
  readonly name: string
  /** The status that it gets without a failure. */
  readonly status: number
  /** Whether its reply has a body. */
  readonly hasBody: boolean
  /** The user whose session makes it, or who signs in by it. */
  readonly userId?: string | undefined
  /** Of its URL. @default the sandbox */
  readonly environmentId: string
  /** Whether another call begins before it has its reply, so that the two can end in the other order. */
  readonly isOvertaken: boolean
  /** The same for two calls that are the same: the request, and the number of writes before it. */
  readonly key: string
}

/** Names a call in the order of the calls of its operation. */
export function nameOfCall(operation: OperationId, occurrence: number): string {
  return occurrence === 1 ? operation : `${operation} (${occurrence})`
}

/**
 * How a call fails: `state` is a true failure, which later calls see as well; `refusal` is a documented reply, and
 * `network` is what happens on the way.
 */
export type FailureKind = 'state' | 'refusal' | 'network'

/** Makes a failure, right before the call. */
export type MakeFailure = (mock: Mock) => unknown

/** The header of the calls by which a sweep makes failures, which are no calls of the app. */
export const sweepHeader = 'x-latchkey-sweep'
