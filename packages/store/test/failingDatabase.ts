import { DatabaseSync } from 'node:sqlite'
import { keepInSql, type KeptState, type Persistence } from '../src/persistence.ts'

/** A state in SQLite, in which writes can be made to fail. */
export interface FailingDatabase {
  readonly persistence: Persistence
  /** How many rows were written or deleted. */
  readonly writes: number
  /** Lets the next writes fail: `times` of them, after `after` that succeed. */
  fail(times: number, after?: number): void
  /** How often a write has failed. */
  readonly failures: number
  /** The state as a process would find it. */
  load(): KeptState
}

/** @param state - What it has at first. @default nothing */
export function createFailingDatabase(state?: KeptState): FailingDatabase {
  const database = new DatabaseSync(':memory:')
  let [writes, failures, first, left] = [0, 0, Number.POSITIVE_INFINITY, 0]
  const persistence = keepInSql({
    exec(statement, ...values) {
      if (/^(INSERT|DELETE)/.test(statement)) {
        writes += 1
        if (writes > first && left > 0) {
          left -= 1
          failures += 1
          throw new Error('database or disk is full')
        }
      }
      return database.prepare(statement).all(...values)
    },
    atomically(work) {
      database.exec('BEGIN')
      try {
        work()
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
  }).open('')
  if (state) persistence.replace(state)
  writes = 0
  return {
    persistence,
    get writes() {
      return writes
    },
    get failures() {
      return failures
    },
    fail(times, after = 0) {
      first = writes + after
      left = times
    },
    load() {
      const stored = persistence.load()
      if (!stored) throw new Error('Nothing was kept.')
      return stored
    },
  }
}
