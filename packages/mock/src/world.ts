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
 * What work comes to that has written all it will, while a part of its result is still being made from that. The events are
 * written meanwhile; if the part fails, nothing is kept.
 */
export class Written<T> {
  readonly result: Promise<T>

  constructor(result: Promise<T>) {
    this.result = result
    // The events may fail first, and then nobody waits for it.
    result.catch(() => undefined)
  }
}

/** What a transaction's work may give. */
type Outcome<T> = T | Written<T> | Promise<T | Written<T>>

/**
 * Runs work as one transaction: all of what it wrote is kept, with the events that follow from it, or none.
 *
 * Transactions follow each other in the order they were asked for. Work without a `Promise` runs at once when none is
 * under way, so that its result is there without waiting.
 */
export function transact<T>(world: World, work: (backend: Backend) => Outcome<T>): T | Promise<T> {
  if (world.queue === undefined) return run(world, work)
  return enqueue(world, world.queue.then(() => run(world, work)))
}

function run<T>(world: World, work: (backend: Backend) => Outcome<T>): T | Promise<T> {
  const store = world.store.begin()
  const backend = createBackend(world, store)
  let outcome: Outcome<T>
  try {
    outcome = work(backend)
    if (!(outcome instanceof Promise || outcome instanceof Written)) {
      publish(backend)
      commit(world, store)
      return outcome
    }
  } catch (error) {
    undo(world, store, error)
    throw error
  }
  return enqueue(world, settle(world, backend, outcome))
}

async function settle<T>(world: World, backend: Backend, outcome: Written<T> | Promise<T | Written<T>>): Promise<T> {
  try {
    const value = outcome instanceof Promise ? await outcome : outcome
    publish(backend)
    const result = value instanceof Written ? await value.result : value
    commit(world, backend.store)
    return result
  } catch (error) {
    undo(world, backend.store, error)
    throw error
  }
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

function commit(world: World, store: Store) {
  const changes = store.commit()
  if (changes.length > 0) world.onCommit()
}

function createBackend(world: World, store: Store): Backend {
  const { random, baseUrl, cursorKey, settings } = world
  const clock = momentOf(world.clock)
  return { store, clock, random, baseUrl, cursorKey, settings, newId: () => random.uuid(clock.now()) }
}
