import { AsyncLocalStorage } from 'node:async_hooks'
import { TableWriter } from '@latchkey/store/tableWriter'
import { Session } from '@latchkey/store/transaction'

/** A write that throws. */
export interface WriteFailure {
  /** The number of the write, from 1. */
  readonly at: number
  readonly error: Error
}

/** The writes of one request or job, each commit as the last one of its transaction. */
interface WriteCount {
  writes: number
  readonly failure: WriteFailure | undefined
  hasFailed: boolean
}

/**
 * The count of the present request: requests that run at the same time are counted apart. All that a mock remembers is
 * in tables, also its events, jobs and outbox, so that each write goes through a `TableWriter`.
 */
const present = new AsyncLocalStorage<WriteCount>()

for (const method of ['put', 'insert', 'delete'] as const) countCallsOf(TableWriter.prototype, method)
// A commit with changes takes the new state of the session just before the store shows it.
countCallsOf(Session.prototype, 'state')

function countCallsOf(prototype: object, method: string): void {
  const original = Reflect.get(prototype, method) as (...values: unknown[]) => unknown
  const value = function (this: unknown, ...values: unknown[]) {
    countWrite(present.getStore())
    return original.apply(this, values)
  }
  Object.defineProperty(prototype, method, { value })
}

function countWrite(count: WriteCount | undefined): void {
  if (!count) return
  count.writes += 1
  if (count.writes !== count.failure?.at) return
  count.hasFailed = true
  throw count.failure.error
}

/** The result of work whose writes were counted. */
export interface CountedWork<T> {
  readonly result: T
  readonly writes: number
  /** Whether the write was reached that had to throw. */
  readonly hasFailed: boolean
}

/** Counts the writes and commits of some work. */
export async function countWrites<T>(work: () => Promise<T>, failure?: WriteFailure): Promise<CountedWork<T>> {
  const count: WriteCount = { writes: 0, failure, hasFailed: false }
  const result = await present.run(count, work)
  return { result, writes: count.writes, hasFailed: count.hasFailed }
}
