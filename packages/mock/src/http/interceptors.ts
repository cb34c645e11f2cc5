import type { FaultTarget } from '@latchkey/contract/faultTargets'
import { rereadable, type ServiceRequest } from './serviceRequest.ts'

/** A call that has come, and that nothing has been done for yet. */
export interface InterceptedCall {
  /** As in the journal and in `x-request-id`. A request beside the operations has one as well: `step_0001`. */
  readonly requestId: string
  /** The operation, or `relay.join`, `relay.messages` or `chains.rpc` for a request beside them. */
  readonly operation: Exclude<FaultTarget, '*'>
  readonly request: ServiceRequest
  /** The status of its reply, once it has one; 0 for a connection that broke. It comes after the function has ended. */
  readonly answered: Promise<number>
}

/** A call that the functions have been told of. */
export interface AnnouncedCall {
  /** Can be read again after the functions. */
  readonly request: ServiceRequest
  /** Rejects when a function does. */
  readonly ready: Promise<void>
  /** Says how it was answered. */
  end(status: number): void
}

/**
 * Calls a function before each call of an operation, of the relay and of a chain's JSON-RPC, and waits for it. The call then finds what the function has
 * changed: the user is deleted, or the session has ended, between two calls of an app.
 *
 * @returns A function that ends it
 * @example
 * mock.intercept(async ({ operation }) => {
 *   if (operation === 'profile.update') await mock.people.delete(ada.id)
 * })
 */
export type Intercept = (listener: (call: InterceptedCall) => unknown) => () => void

export interface Interceptors {
  readonly add: Intercept
  clear(): void
  /** Calls the functions, one after another; `undefined` if there are none. */
  announce(call: NewCall): AnnouncedCall | undefined
}

interface NewCall extends Pick<InterceptedCall, 'operation' | 'request'> {
  /** @default one for a request beside the operations */
  readonly requestId?: string
}

export function createInterceptors(): Interceptors {
  const listeners = new Set<(call: InterceptedCall) => unknown>()
  let steps = 0
  async function callEach(call: InterceptedCall): Promise<void> {
    for (const listener of listeners) await listener(call)
  }
  return {
    add(listener) {
      // A function of its own, so that one that is added twice is called twice, and ended once each.
      const added = (call: InterceptedCall) => listener(call)
      listeners.add(added)
      return () => void listeners.delete(added)
    },
    clear: () => listeners.clear(),
    announce({ operation, request: once, requestId = `step_${String((steps += 1)).padStart(4, '0')}` }) {
      if (listeners.size === 0) return undefined
      let end: (status: number) => void = () => undefined
      const answered = new Promise<number>((resolve) => (end = resolve))
      const request = rereadable(once)
      return { request, ready: callEach({ requestId, operation, request, answered }), end }
    },
  }
}
