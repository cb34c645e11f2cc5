import type { components } from '@latchkey/types'
import type { Entity } from './records.ts'

type Schemas = components['schemas']

/** How often a visitor came on one UTC day. Made with the day's first visit. */
export interface VisitsOfDay extends Entity {
  readonly environmentId: string
  readonly visitorId: string
  /** Such as `2026-01-15`. */
  readonly day: string
  readonly count: number
}

/**
 * What is left in the numbers of a user, a sign-in or a wallet that was deleted. `createdAt` is the hour it was made in; the
 * id is random.
 */
export interface PastActivity extends Entity {
  readonly environmentId: string
  readonly kind: 'session' | 'user' | 'wallet'
  /** Holds together what was one person's, and is known nowhere else. Of users and sessions. */
  readonly personKey?: string
  readonly loginMethod?: string
  readonly operatingSystem?: string
  /** The hour of the person's first sign-in. Of sessions. */
  readonly firstSignInAt?: string
  readonly chain?: Schemas['ChainEnum']
  readonly walletName?: string
}
