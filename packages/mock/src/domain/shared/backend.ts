import type { Time } from '@latchkey/base/clock'
import type { AskedQuestion } from '@latchkey/base/questions'
import type { Random } from '@latchkey/base/random'
import type { ChainBackend } from '@latchkey/chains/backend'
import type { KeyPair } from '@latchkey/crypto/developmentKeys'
import type { Reader, TransactionTables } from '@latchkey/store/store'
import type { ReceiverRules } from '../../effects/deliver.ts'
import type { Outside } from '../../effects/outside.ts'
import type { Event } from '../../store/records.ts'
import type { OutsideTables, ServiceTables } from '../../store/tables.ts'
import type { IssuedNames } from './issuedNames.ts'

/** The service's tables in one transaction. Rules use {@link Backend.attempt} to undo a part. */
export type Store = TransactionTables<ServiceTables>
/** Reads the service's committed state, or that of a transaction. */
export type ReadStore = Reader<ServiceTables>

/** The tables of the simulated world outside, in one transaction. */
type OutsideStore = TransactionTables<OutsideTables>
/** Reads the state of the simulated world outside. */
export type OutsideReadStore = Reader<OutsideTables>

/**
 * The context of domain functions: one transaction, and the world's effects. It lives as long as one request or job.
 */
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
  /** Id of the end user who makes the call; set once the session is checked, or at the commit for one who signs in. */
  actorUserId?: string | undefined
  /** The id of the request, or of the room at the relay, that the transaction belongs to. */
  requestId?: string | undefined
  /** The events of the transaction, from its commit on. */
  readonly published: Event[]
  /** The questions to real parts of the world outside, so far. */
  readonly asked: readonly AskedQuestion[]
  /**
   * Makes a write that stays when the request fails, such as a counted wrong code. A failure undoes all other writes.
   *
   * The write runs at once in the running transaction, where the rest of the request sees it. If an
   * {@link Backend.attempt} around it fails, it runs again in the same transaction. If the transaction fails, it runs
   * again in a separate transaction, at the same time of the clock, with its events and for the same user; several
   * writes run in the order of their calls. If a restore, reset or import replaces the state before the transaction
   * ends, nothing of the first run stays: the work itself runs again, and calls this again. So each write counts once
   * in the state that is committed.
   *
   * - The write is synchronous: its type refuses one that returns a promise.
   * - It reads what it changes from the store that it receives, and keeps ids rather than records: in the second run
   *   all other writes of the request are undone, so that a record may be an earlier version, or be missing.
   * - Ids and random values that it draws differ between the runs. It returns nothing, so that no reply can show them.
   *
   * An error in the first run fails the request like any other error. An error in the separate transaction is reported,
   * and the request fails with its first error. If the state cannot be written, the request fails with that, and none of
   * its writes stays.
   */
  outsideUndo(write: LastingWrite): void
  /**
   * Runs a part of the request whose writes are undone when it throws, but for those by {@link Backend.outsideUndo}.
   * The writes before it stay, and the caller gets the error.
   *
   * @throws TypeError when the function returns a promise; its writes until then are undone.
   */
  attempt<T>(work: () => T): T
}

/** A write by {@link Backend.outsideUndo}. */
export type LastingWrite = (backend: LastingBackend) => undefined

/** The context of a {@link LastingWrite}: the tables that a failed request may change, and no others. */
export type LastingBackend = Pick<Backend, 'clock' | 'newId'> & {
  /** An exchange keeps its own changes although the request fails. */
  readonly outside: Pick<Outside, 'exchanges'>
  readonly store: Pick<
    Store,
    | 'jobs'
    | 'mfaAttempts'
    | 'passkeyChallenges'
    | 'pendingMerges'
    | 'policyViolations'
    | 'rooms'
    | 'screeningChecks'
    | 'sessions'
    | 'verifications'
    | 'wrongCodes'
  >
}

/** The context of the simulated world outside: its own tables, in the same transaction. */
export type OutsideBackend = Pick<Backend, 'baseUrl' | 'cursorKey'> &
  Omit<ChainBackend, 'store'> & { readonly store: OutsideStore }

/** The tables of the service and of the simulated world, for pages and the control object. */
export type WorldBackend = Backend & OutsideBackend

export interface BackendSettings {
  /** Where webhooks may be sent to. */
  readonly receivers: ReceiverRules
  /** Algorithm that new environments sign tokens with. @default 'RS256' */
  readonly signing: 'RS256' | 'ES256' | 'EdDSA'
  /** The key that all environments sign with, until it is replaced. @default a key for each environment */
  readonly signingKey?: KeyPair | undefined
  /** `iss` of tokens, with `{environmentId}` in place of the environment's id. @default from the base URL */
  readonly issuer?: string | undefined
  /** Every one-time code of sandboxes. @default random codes */
  readonly sandboxCode?: string | undefined
  /** Whether environments sign with the published keys as long as there are some. @default true */
  readonly hasPublishedKeys: boolean
  /** The names of a deployment that spells the interface differently. @default the document's */
  readonly issuedNames?: IssuedNames | undefined
}
