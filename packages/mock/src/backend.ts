import type { Time } from './effects/clock.ts'
import type { Outside } from './effects/outside.ts'
import type { Random } from './effects/random.ts'
import type { Reader, Transaction } from './store/store.ts'
import type { OutsideTables, ServiceTables } from './store/tables.ts'

/** What is the world's to do with a transaction. Parts of it are undone by {@link Backend.attempt}. */
type Controls = 'attempt' | 'changes' | 'commit' | 'discard'

/** The service's tables in one transaction. */
export type Store = Omit<Transaction<ServiceTables>, Controls>
/** The service's committed state, or a transaction's, for those who only read. */
export type ReadStore = Reader<ServiceTables>

/** The tables of the pretended world outside, in one transaction. */
type OutsideStore = Omit<Transaction<OutsideTables>, Controls>
/** The same for those who only read. */
export type OutsideReadStore = Reader<OutsideTables>

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
  /**
   * Writes what stays although the request fails, such as a counted wrong code: whatever is thrown undoes every other write.
   *
   * The write runs at once in the running transaction, where the rest of the request sees it. If an {@link Backend.attempt}
   * around it fails, it runs again in the same transaction. If the transaction fails, it runs again in a transaction of its
   * own, at that moment, with the events that follow from it and for the same user; several writes run in the order of their
   * calls. If the state is replaced before the transaction ends, by a restore, reset or import, nothing of the first run
   * stays: the work itself runs again, and calls this again. So each write counts once in the state that is committed.
   *
   * - The write is synchronous: its type refuses one that returns a promise.
   * - It reads what it changes from the store that it is given, and remembers ids rather than records: in the second run all
   *   other writes of the request are undone, so that a record may be an earlier version, or be missing.
   * - What it draws (ids, random values) differs between the runs. It returns nothing, so that no reply can show what was drawn.
   *
   * What the write throws at once fails the request like any other error. What it throws in a transaction of its own is
   * reported, and the request fails as it did.
   */
  outsideUndo(write: LastingWrite): void
  /**
   * Runs a part of the request that stands or falls alone: when it throws, its writes are undone but for those by
   * {@link Backend.outsideUndo}, the writes before it stay, and the error goes on to the caller.
   *
   * @throws TypeError when the function returns a promise; what it wrote until then is undone.
   */
  attempt<T>(work: () => T): T
}

/** A write by {@link Backend.outsideUndo}. */
export type LastingWrite = (backend: LastingBackend) => undefined

/** What a {@link LastingWrite} works with: the tables that a failed request may change, and no others. */
export type LastingBackend = Pick<Backend, 'clock' | 'newId'> & {
  readonly store: Pick<
    Store,
    | 'mfaAttempts'
    | 'passkeyChallenges'
    | 'pendingMerges'
    | 'screeningChecks'
    | 'sessions'
    | 'verifications'
    | 'wrongCodes'
  >
}

/** What the pretended world outside works with: its own tables, in the same transaction. */
export type OutsideBackend = Pick<Backend, 'clock' | 'random' | 'newId' | 'baseUrl' | 'cursorKey'> & {
  readonly store: OutsideStore
}

/** Both sides, for pages and for what tests set. */
export type WorldBackend = Backend & OutsideBackend

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
