import type { OperationId } from '@latchkey/types'
import type { ServiceRequest } from './serviceRequest.ts'

/** A call of an operation that has come, and that nothing has been done for yet. */
export interface InterceptedCall {
  /** As in the journal and in `x-request-id`. */
  readonly requestId: string
  readonly operation: OperationId
  readonly request: ServiceRequest
}

/**
 * Calls a function before each call of an operation, and waits for it. The call then finds what the function has
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
  readonly size: number
  /** Calls the functions, one after another. */
  run(call: InterceptedCall): Promise<void>
}

export function createInterceptors(): Interceptors {
  const listeners = new Set<(call: InterceptedCall) => unknown>()
  return {
    add(listener) {
      // A function of its own, so that one that is added twice is called twice, and ended once each.
      const added = (call: InterceptedCall) => listener(call)
      listeners.add(added)
      return () => void listeners.delete(added)
    },
    clear: () => listeners.clear(),
    get size() {
      return listeners.size
    },
    async run(call) {
      for (const listener of listeners) await listener(call)
    },
  }
}
