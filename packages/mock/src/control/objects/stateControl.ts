import { type Clock, type ClockState, letOthersRun, toEpoch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { jsonPieces } from '@latchkey/base/jsonPieces'
import type { RandomState } from '@latchkey/base/random'
import { readJsonStream } from '@latchkey/base/readJsonStream'
import { finish, finishInTurns, type Steps } from '@latchkey/base/steps'
import type { Snapshot } from '@latchkey/store/store'
import { UniqueViolation } from '@latchkey/store/table'
import { streamOf } from '../../http/bodyStream.ts'
import type { tables } from '../../store/tables.ts'
import type { JobRunner } from '../../world/jobs.ts'
import { notifyWatchers, type World } from '../../world/world.ts'
import { stateLevels, withTextLimit } from './stateText.ts'

declare const opaque: unique symbol

/** A state that `restore` goes back to. Only the mock reads what is in it. */
export interface MockSnapshot {
  readonly [opaque]: true
}

/** The contents of a snapshot, whose type is kept apart: declarations of the package would have all tables otherwise. */
export interface SnapshotState {
  readonly store: Snapshot<typeof tables>
  readonly random: RandomState
  readonly now: number
  /** Whether the clock ran. Absent in a first state, after which the clock goes back to its own beginning. */
  readonly isRunning?: boolean
}

type ReadableSnapshot = MockSnapshot & SnapshotState

/** The whole state as JSON data. */
export interface MockExport {
  readonly version: 1
  /** Whether the clock runs, and how far from the machine's. Absent in exports of earlier releases. */
  readonly clock?: ClockState
  /** Epoch milliseconds. */
  readonly now: number
  readonly random: RandomState
  readonly tables: Readonly<Record<string, unknown>>
}

/** Saves, restores and exports the state as a whole. */
export interface StateControl {
  /** Saves the present state. It takes the same time for any number of records. */
  snapshot(): MockSnapshot
  /** Goes back to a snapshot, with its randomness and its clock, which stands still or runs as it did then. */
  restore(snapshot: MockSnapshot): void
  /**
   * Goes back to the first state, and clears faults, overrides, receivers and journal. A clock that was frozen at the
   * start is frozen at its first instant again. A clock that was running at the start runs with the machine's time
   * again, so that tokens made now are valid now.
   */
  reset(): void
  /**
   * The whole state as JSON data. It contains signing keys and token hashes: use it in tests, do not publish it.
   *
   * The data can have any size. But a string of V8 has at most half a billion characters, which is about 450 000 users.
   * For a larger state `JSON.stringify` throws a RangeError: write it with `exportStream()`.
   */
  export(): MockExport
  /** Replaces the state by an exported one. @throws TypeError for other data; nothing has changed then. */
  import(data: unknown): void
  /** The text of `export()` in UTF-8, of any length. It has the state at the time of the call. */
  exportStream(): ReadableStream<Uint8Array>
  /**
   * Replaces the state by an exported one, when all of it is read. Until then, requests are answered with the old one.
   *
   * @param stream - What `exportStream()` has written, or the text of an `export()`.
   * @throws TypeError for other data, and if the stream breaks off; nothing has changed then.
   */
  importStream(stream: ReadableStream<Uint8Array>): Promise<void>
}

/** A world whose state is replaced, and the jobs that may be due in the new one. */
interface Replaceable {
  readonly world: World
  readonly jobs: Pick<JobRunner, 'wake'>
}

interface StateOptions extends Replaceable {
  /** Where a reset leads. @default the present state */
  readonly firstState: SnapshotState | undefined
  /** Clears what is no part of the state, at a reset. */
  clearRest(): void
}

export function createStateControl({
  world,
  jobs,
  firstState = takeSnapshot(world),
  clearRest,
}: StateOptions): StateControl {
  const replace = (change: () => void) => replaceState({ world, jobs }, change)
  function* importState(data: unknown): Steps<void> {
    const state = readExport(data)
    const records = yield* readRecords(world, state)
    replace(() => {
      world.store.restore(records)
      world.random = world.continueRandom(state.random)
      continueClock(world.clock, { now: state.now, clockState: state.clock })
    })
  }
  return {
    snapshot: () => takeSnapshot(world) as ReadableSnapshot,
    restore(target) {
      replace(() => goTo(world, target as ReadableSnapshot))
    },
    reset() {
      replace(() => {
        goTo(world, firstState)
        world.clock.reset()
      })
      clearRest()
    },
    export: () => withTextLimit(exportState(world)),
    import: (data) => finish(importState(data)),
    exportStream: () => streamOf(jsonPieces(exportState(world), stateLevels)),
    importStream: async (stream) => finishInTurns(importState(await readState(stream)), letOthersRun),
  }
}

function exportState({ store, random, clock }: World): MockExport {
  return {
    version: 1,
    now: clock.now(),
    clock: exportedClock(clock),
    random: random.state(),
    tables: store.export().tables,
  }
}

async function readState(stream: ReadableStream<Uint8Array>): Promise<unknown> {
  try {
    return await readJsonStream(stream, stateLevels)
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'the stream broke off'
    throw new TypeError(`Failed to call "importStream()": ${reason}.`, { cause })
  }
}

/** Replaces the state as a whole. If the new one cannot be kept, the old one stays. */
export function replaceState({ world, jobs }: Replaceable, replace: () => void): void {
  const { store, clock, random, keeper } = world
  const before = { state: store.snapshot(), clock: clock.state() }
  replace()
  try {
    keeper?.keepAll()
  } catch (error) {
    store.restore(before.state)
    world.random = random
    clock.restore(before.clock)
    throw error
  }
  jobs.wake()
  notifyWatchers(world)
}

function takeSnapshot({ store, random, clock }: World): SnapshotState {
  return { store: store.snapshot(), random: random.state(), now: clock.now(), isRunning: clock.running }
}

function goTo(world: World, { store, random, now, isRunning }: SnapshotState): void {
  world.store.restore(store)
  world.random = world.continueRandom(random)
  if (isRunning === true) world.clock.resume()
  if (isRunning === false) world.clock.freeze()
  world.clock.set(now)
}

/** A state to import. The store reads its tables. */
interface ImportedState extends Omit<MockExport, 'tables'> {
  readonly tables: unknown
}

/** @throws TypeError for other data */
function readExport(data: unknown): ImportedState {
  const { version, now, clock, random, tables } = (
    typeof data === 'object' && data !== null ? data : {}
  ) as Partial<MockExport>
  const isTime = typeof now === 'number' && !Number.isNaN(toEpoch(now)) && (clock === undefined || isClock(clock))
  if (version !== undefined && version !== 1)
    throw new TypeError('Failed to call "import()": version must be 1, as in a state that was exported.')
  if (version !== 1 || !isTime || !isRandomState(random))
    throw new TypeError('Failed to call "import()": the data is not a result of `export()`.')
  return { version, now, random, tables, ...defined({ clock }) }
}

function* readRecords({ store }: World, { version, tables }: ImportedState): Steps<SnapshotState['store']> {
  try {
    return yield* store.read({ version, tables })
  } catch (cause) {
    if (!(cause instanceof UniqueViolation)) throw cause
    const { table, index } = cause
    throw new TypeError(`Failed to call "import()": two records of "${table}" are equal in "${index}".`, { cause })
  }
}

/** Of a clock that stands still, the distance would be that of the export, and differ each time. */
function exportedClock(clock: Clock): ClockState {
  const { offset, stopped } = clock.state()
  return stopped === undefined ? { offset } : { offset: 0, stopped }
}

function isClock(clock: unknown): boolean {
  const { offset, stopped = 0 } = Object(clock) as Partial<ClockState>
  return Number.isFinite(offset) && Number.isFinite(stopped)
}

/**
 * Goes on with the clock of a state. One that stood still stands at that time, and so does a clock that stands still
 * itself. A running one keeps its distance from the machine's time: at the time of the export, new tokens would be
 * expired.
 */
function continueClock(
  clock: Clock,
  { now, clockState }: { readonly now: number; readonly clockState: ClockState | undefined },
): void {
  if (clockState?.stopped !== undefined) clock.freeze()
  if (clock.running) clock.set(clock.now() - clock.state().offset + (clockState?.offset ?? 0))
  else clock.set(now)
}

function isRandomState(value: unknown): value is RandomState {
  return Array.isArray(value) && value.length === 6 && value.every(Number.isInteger)
}
