import type { Time } from './effects/clock.ts'
import type { Outside } from './effects/outside.ts'
import type { Random } from './effects/random.ts'
import type { Reader, Transaction } from './store/store.ts'
import type { tables } from './store/tables.ts'

export type Store = Transaction<typeof tables>
/** The committed state, or a transaction's, for those who only read. */
export type ReadStore = Reader<typeof tables>

/** What domain functions work with: one transaction, and the world's effects. Lives as long as one request or job. */
export interface Backend {
  readonly store: Store
  /** Stands still for the length of the transaction. */
  readonly clock: Time
  readonly random: Random
  /** A new id: a version 7 UUID of the present instant. */
  readonly newId: () => string
  /** Origin of the service, without a final slash. */
  readonly baseUrl: string
  /** Key of the HMACs over cursors and download links. */
  readonly cursorKey: Uint8Array
  readonly settings: BackendSettings
  /** The world outside of the service. */
  readonly outside: Outside
  /** Id of the end user who makes the call; set once the call's session is known. */
  actorUserId?: string
}

/** What the pretended world outside works with: the same transaction, and itself not. */
export type OutsideBackend = Pick<Backend, 'store' | 'clock' | 'random' | 'newId' | 'baseUrl' | 'cursorKey'>

export interface BackendSettings {
  /** Whether webhooks may go to private addresses. @default false */
  readonly allowPrivateWebhooks: boolean
  /** What new environments sign tokens with. @default 'RS256' */
  readonly signing: 'RS256' | 'ES256' | 'EdDSA'
}

/** Id and creation instant of a new record. */
export function newRecord({ newId, clock }: Pick<Backend, 'newId' | 'clock'>): { id: string; createdAt: string } {
  return { id: newId(), createdAt: clock.iso() }
}
