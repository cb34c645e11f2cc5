import type { InterceptedCall } from '../http/interceptors.ts'
import type { DescribedCall, MakeFailure } from './sweptCall.ts'

/** A failure that is made by changing the state, so that each later call meets it, too. */
export interface StateFailure {
  readonly name: string
  /**
   * How to make it before a call; `undefined` where it cannot concern the call. A sweep tries it on a copy, and keeps
   * it only if the reply is then another one.
   */
  makeFor(call: DescribedCall, request: InterceptedCall['request']): MakeFailure | undefined
}
