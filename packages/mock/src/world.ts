import type { Backend, BackendSettings, Store } from './backend.ts'
import { DomainError } from './domain/shared/errors.ts'
import { type Clock, momentOf } from './effects/clock.ts'
import type { Deliver } from './effects/deliver.ts'
import type { Random } from './effects/random.ts'
import { publishChanges } from './events/publish.ts'
import { createOutside } from './outside/createOutside.ts'
import type { createStore } from './store/store.ts'
import type { tables } from './store/tables.ts'
import { TransactionConflict } from './store/transaction.ts'
import { isPromise } from './isPromise.ts'

/** One mock's insides: its state and its effects. */
export interface World {
  store: ReturnType<typeof createStore<typeof tables>>
  readonly clock: Clock
  random: Random
  readonly deliver: Deliver
  readonly settings: BackendSettings
  baseUrl: string
  /** Key of the HMACs over cursors and download links. */
  readonly cursorKey: Uint8Array
  /** Told of every commit, to run what has fallen due. What it throws is reported: the commit stands. */
  onCommit(): void
  /** Told of faults of our own: what was thrown, unexpectedly. */
  report(cause: unknown): void
  /** Transactions that wait for one that is under way. */
  queue: Promise<unknown> | undefined
}

/**
 * Runs work as one transaction: all of what it wrote is kept, with the events that follow from it, or none.
 *
 * Transactions follow each other in the order they were asked for. Work without a `Promise` runs at once when none is
 * under way, so that its result is there without waiting. Work that finds at its end that the state was replaced, by a
 * restore, reset or import, is done once more on the new one.
 */
export function transact<T>(world: World, work: (backend: Backend) => T | Promise<T>): T | Promise<T> {
  const result = world.queue === undefined ? run(world, work) : world.queue.then(() => run(world, work))
  return isPromise(result) ? enqueue(world, result) : result
}

function run<T>(world: World, work: (backend: Backend) => T | Promise<T>): T | Promise<T> {
  const store = world.store.begin()
  const backend = createBackend(world, store)
  let result: T | Promise<T>
  let changed: boolean
  try {
    result = work(backend)
    if (isPromise(result)) return settle(world, work, backend, result)
    publish(backend)
    changed = commit(store)
  } catch (error) {
    undo(world, store, error)
    throw error
  }
  if (changed) tellOfCommit(world)
  return result
}

async function settle<T>(
  world: World,
  work: (backend: Backend) => T | Promise<T>,
  backend: Backend,
  promise: Promise<T>,
): Promise<T> {
  let result: T
  let changed: boolean
  try {
    result = await promise
    publish(backend)
    changed = commit(backend.store)
  } catch (error) {
    undo(world, backend.store, error)
    if (error instanceof TransactionConflict) return run(world, work)
    throw error
  }
  if (changed) tellOfCommit(world)
  return result
}

/** Takes back what failed work has written, and writes what its failure says stays. */
function undo(world: World, store: Store, error: unknown): void {
  store.discard()
  if (error instanceof DomainError && error.details.leave) void run(world, error.details.leave)
}

function enqueue<T>(world: World, promise: Promise<T>): Promise<T> {
  const tail: Promise<unknown> = promise.then(done, done)
  world.queue = tail
  return promise

  function done() {
    if (world.queue === tail) world.queue = undefined
  }
}

function publish(backend: Backend) {
  const changes = backend.store.changes()
  if (changes.length > 0) publishChanges(backend, changes)
}

/** @returns Whether anything was changed by it. */
function commit(store: Store): boolean {
  return store.commit().length > 0
}

/** What is kept stays so, and its caller has the result, whatever those who are told of it come to. */
function tellOfCommit(world: World): void {
  try {
    world.onCommit()
  } catch (error) {
    world.report(error)
  }
}

function createBackend(world: World, store: Store): Backend {
  const { random, baseUrl, cursorKey, settings } = world
  const clock = momentOf(world.clock)
  const effects = { store, clock, random, baseUrl, cursorKey, newId: () => random.uuid(clock.now()) }
  return { ...effects, settings, outside: createOutside(effects) }
}
