import type { Time } from '@latchkey/base/clock'
import type { Random } from '@latchkey/base/random'
import type { Reader, Savepoint, TransactionTables } from '@latchkey/store/store'
import type { ContractDefinitions } from './contractDefinitions.ts'
import type { chainTables } from './tables.ts'

type ChainTables = typeof chainTables

/** Reads the committed state of the chains, or that of a transaction. */
export type ChainReadStore = Reader<ChainTables>

/** The context of the chains' functions: their tables in one transaction, the time and randomness. */
export interface ChainBackend {
  readonly store: TransactionTables<ChainTables>
  /** Stands still for the length of the transaction. */
  readonly clock: Time
  readonly random: Random
  /** A new id: a version 7 UUID of the present instant. */
  readonly newId: () => string
  /** Runs a part whose writes are undone when it throws. */
  attempt<T>(work: () => T): T
  /** Begins a part whose writes the caller keeps or undoes. */
  savepoint(): Savepoint
  /** Contracts whose behaviour a test has defined. */
  readonly contractDefinitions: ContractDefinitions
}
