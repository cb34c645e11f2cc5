import type { InterceptedCall } from '../http/interceptors.ts'
import type { Mock } from '../mock/createMock.ts'
import type { CallName } from './callNames.ts'

/** A call that the app makes in the run without failures, or a request to a browser wallet. */
export interface SweptCall extends CallName {
  /** The target of its faults; absent for a request to a browser wallet. */
  readonly operation: InterceptedCall['operation'] | undefined
  /** The target and, from its second call on, the number: `profile.get (2)`. */
  readonly name: string
  /** The status that it gets without a failure; 0 for a request to a browser wallet. */
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

/** The facts of a call that failures of the state need. */
export type DescribedCall = Pick<SweptCall, 'target' | 'operation' | 'userId' | 'environmentId'>

/** Names a call in the order of the calls of its target. */
export function nameOfCall({ target, occurrence }: CallName): string {
  return occurrence === 1 ? target : `${target} (${occurrence})`
}

/**
 * How a call fails: `state` is a true failure, which later calls see as well; `person` is a request that the person at a
 * browser wallet refuses, `refusal` is a documented reply, and `network` is what happens on the way.
 */
export type FailureKind = 'state' | 'person' | 'refusal' | 'network'

/** Makes a failure, right before the call. */
export type MakeFailure = (mock: Mock) => unknown

/** The header of the calls by which a sweep makes failures, which are no calls of the app. */
export const sweepHeader = 'x-latchkey-sweep'
