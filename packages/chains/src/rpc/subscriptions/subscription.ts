import type { ChainBackend } from '../../backend.ts'
import type { Network } from '../../ledger/blocks.ts'
import type { ChainChange } from './chainWatch.ts'

/** A subscription of one client to a chain. */
export interface Subscription {
  /** Whether the passing of time can cause a notification. */
  readonly isTimed?: boolean
  /** Whether its event can have happened before it, so that it is asked at once. */
  readonly isOfPast?: boolean
  /** Whether it ends, because it has told everything. */
  isOver?(): boolean
  /**
   * The results of the notifications after a change, in their order.
   *
   * @param change - Absent when only time has passed, and right after the subscription.
   */
  resultsOf(backend: ChainBackend, change: ChainChange | undefined): readonly unknown[]
}

/** A method that subscribes. */
export interface SubscribingMethod {
  /** The method of its notifications. */
  readonly notification: string
  /** @throws {@link RpcError} for parameters that cannot be read */
  subscribe(backend: ChainBackend, params: readonly unknown[]): Subscription
}

/** How a chain takes subscriptions. */
export interface SubscriptionMethods {
  readonly network: Network
  readonly subscribing: Readonly<Record<string, SubscribingMethod>>
  /** Methods that end a subscription, each with the method that began it. */
  readonly ending: Readonly<Record<string, string>>
  /** The id of a client's n-th subscription. */
  idOf(position: number): string | number
  /** The refusal of an id without a subscription. */
  readonly unknownId: { readonly code: number; readonly message: string }
}
