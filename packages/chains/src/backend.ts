import type { Time } from '@latchkey/base/clock'
import type { Random } from '@latchkey/base/random'
import type { Reader, Savepoint, StoredChange, TransactionTables } from '@latchkey/store/store'
import type { ContractDefinitions } from './contractDefinitions.ts'
import type { CodeResult, CodeRun } from './ledger/evm/machine/codeRun.ts'
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
  /** Begins a copy of the transaction as it is now. What either writes from now on, the other does not see. */
  branch(): ChainBranch
  /** Runs bytecode; absent where nobody has brought a virtual machine. */
  readonly codeRuns?: CodeRuns | undefined
  /** Contracts whose behaviour a test has defined. */
  readonly contractDefinitions: ContractDefinitions
}

/** A copy of a transaction. Its writes go nowhere by themselves. */
export interface ChainBranch extends Pick<ChainBackend, 'store' | 'attempt' | 'savepoint' | 'branch'> {
  /** Its own writes. */
  changes(): readonly StoredChange[]
}

/**
 * The runs of bytecode in a piece of work. A virtual machine is asynchronous and the ledger is not, so a run throws
 * {@link Unanswered} at first. It is then done on a branch of the ledger, the work is undone and done again, and this
 * time the run has its outcome at once.
 */
export interface CodeRuns {
  /** The work begins, from the same state as before. */
  begin(): void
  /** Whether a run waits for {@link fetch}, also if the work has caught what it threw. */
  readonly isOpen: boolean
  /** Does the run that waits. */
  fetch(): Promise<void>
  /** Forgets all runs, since the state is another one. */
  clear(): void
  /** @throws {@link Unanswered} when it is still to be done */
  run(backend: ChainBackend, request: CodeRun): CodeResult
}
