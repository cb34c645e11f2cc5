import type { Backend, BackendSettings, Store } from './backend.ts'
import { DomainError } from './domain/errors.ts'
import { type Clock, momentOf } from './effects/clock.ts'
import type { Deliver } from './effects/deliver.ts'
import type { Random } from './effects/random.ts'
import { publishChanges } from './events/publish.ts'
import type { createStore } from './store/store.ts'
import type { tables } from './store/tables.ts'

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
  /** Told of every commit, to run what has fallen due. */
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
 * under way, so that its result is there without waiting.
 */
export function transact<T>(world: World, work: (backend: Backend) => T | Promise<T>): T | Promise<T> {
  if (world.queue === undefined) return run(world, work)
  return enqueue(world, world.queue.then(() => run(world, work)))
}

function run<T>(world: World, work: (backend: Backend) => T | Promise<T>): T | Promise<T> {
  const store = world.store.begin()
  const backend = createBackend(world, store)
  let result: T | Promise<T>
  try {
    result = work(backend)
  } catch (error) {
    undo(world, store, error)
    throw error
  }
  if (!(result instanceof Promise)) {
    commit(world, backend)
    return result
  }
  const settled = result.then(
    (value) => {
      commit(world, backend)
      return value
    },
    (error: unknown) => {
      undo(world, store, error)
      throw error
    },
  )
  return enqueue(world, settled)
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

function commit(world: World, backend: Backend) {
  const changes = backend.store.changes()
  if (changes.length === 0) return backend.store.discard()
  try {
    publishChanges(backend, changes)
  } catch (error) {
    backend.store.discard()
    throw error
  }
  backend.store.commit()
  world.onCommit()
}

function createBackend(world: World, store: Store): Backend {
  const { random, baseUrl, cursorKey, settings } = world
  const clock = momentOf(world.clock)
  return { store, clock, random, baseUrl, cursorKey, settings, newId: () => random.uuid(clock.now()) }
}
