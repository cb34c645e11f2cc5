import type { ChainTransaction } from '@latchkey/chains/chains'
import type { Entity } from '@latchkey/store/entity'
import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** The number of a visitor's visits on one UTC day. Created with the day's first visit. */
export interface VisitsOfDay extends Entity {
  readonly environmentId: string
  readonly visitorId: string
  /** Such as `2026-01-15`. */
  readonly day: string
  readonly count: number
}

/**
 * The facts about a deleted user, session or wallet that the statistics keep. `createdAt` is the hour of its creation;
 * the id is random.
 */
export interface PastActivity extends Entity {
  readonly environmentId: string
  readonly kind: 'session' | 'user' | 'wallet'
  /** Connects the records of one person, and appears nowhere else. Of users and sessions. */
  readonly personKey?: string
  readonly loginMethod?: string
  readonly operatingSystem?: string
  /** The hour of the person's first sign-in. Of sessions. */
  readonly firstSignInAt?: string
  readonly chain?: Schemas['ChainEnum']
  readonly walletName?: string
}

/** A transaction that was sent to a real node, which the service watches until it is in a block. */
export interface SentTransaction extends Entity {
  readonly networkId: number
  readonly hash: string
  /** As it is in its block; absent as long as it waits. */
  readonly transaction?: ChainTransaction
}
