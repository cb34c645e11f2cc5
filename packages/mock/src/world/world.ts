import { type Clock, momentOf, type Time } from '@latchkey/base/clock'
import { isPromise } from '@latchkey/base/isPromise'
import { type Answers, Unanswered } from '@latchkey/base/questions'
import type { Random, RandomState } from '@latchkey/base/random'
import type { CodeRuns } from '@latchkey/chains/backend'
import type { ContractDefinitions } from '@latchkey/chains/contractDefinitions'
import { codeRunner } from '@latchkey/chains/ledger/evm/machine/codeRunner'
import { createCodeRuns } from '@latchkey/chains/ledger/evm/machine/codeRuns'
import type { EvmModule } from '@latchkey/chains/ledger/evm/machine/evmModule'
import { noteHistory } from '@latchkey/chains/ledger/history'
import { StateNotKept } from '@latchkey/store/persistence'
import type { createStore } from '@latchkey/store/store'
import { type Transaction, TransactionConflict } from '@latchkey/store/transaction'
import type { BackendSettings, LastingWrite, WorldBackend } from '../domain/shared/backend.ts'
import type { Deliver } from '../effects/deliver.ts'
import { joinRealParts, type RealParts } from '../effects/realParts.ts'
import { publishChanges } from '../events/publish.ts'
import { createOutside } from '../outside/createOutside.ts'
import type { OutboxMessage } from '../store/outsideRecords.ts'
import type { Event } from '../store/records.ts'
import type { tables } from '../store/tables.ts'
import type { BrowserWallets } from './browserWallets.ts'
import type { Courier } from './courier.ts'
import type { ReadMarks } from './readMarks.ts'

/** One mock's state and effects. */
export interface World {
  store: ReturnType<typeof createStore<typeof tables>>
  readonly clock: Clock
  random: Random
  /** Creates the random source of a state to which this world goes back. */
  continueRandom(state: RandomState): Random
  readonly deliver: Deliver
  readonly settings: BackendSettings
  /** How many messages the outbox keeps. */
  readonly outboxLimit: number
  /** How many events each environment keeps. */
  readonly eventLimit: number
  /** Contracts of the simulated chains whose behaviour a test has given. */
  readonly contractDefinitions: ContractDefinitions
  /** The virtual machine that runs the bytecode of the simulated chains. */
  readonly evm?: EvmModule | undefined
  /** The parts of the world outside that are real. */
  readonly realParts: RealParts
  /** Brings messages to real receivers. */
  readonly courier: Courier
  /** The messages that somebody has read. */
  readonly readMarks: ReadMarks
  /** The wallets that stand in pages. */
  readonly browserWallets: BrowserWallets
  baseUrl: string
  /** Key of the HMACs over cursors and download links. */
  readonly cursorKey: Uint8Array
  /** Runs after every commit, to start the jobs that are due. Its error is reported, and the commit stands. */
  onCommit(): void
  /** Runs after every commit with events. */
  onEvents(events: readonly Event[], requestId: string | undefined): void
  /** Run after every change of the state, also by a restore, reset or import. */
  readonly watchers: Set<() => void>
  /** Keeps the state beyond the process. */
  keeper?: Keeper | undefined
  /** Receives unexpected errors. */
  report(cause: unknown): void
  /** The running transaction and those that wait for it. */
  queue: Promise<unknown> | undefined
}

/** Keeps the changes that are not commits of the store. Each call throws {@link StateNotKept} if it cannot. */
interface Keeper {
  /** Keeps a state that was replaced as a whole. */
  keepAll(): void
  /** Keeps a clock that was moved. If it cannot, the clock goes back to where it was last kept. */
  keepClock(): void
  /** Keeps the position of the random source if it has moved, so that it does not give the same value after a restart. */
  keepRandom(): void
}

/** The work of a transaction. */
type Work<T> = (backend: WorldBackend) => T | Promise<T>

/**
 * Runs work as one transaction: all its writes are committed, with the events that follow from them. If it throws, all
 * writes are undone but for those by {@link Backend.outsideUndo}.
 *
 * Transactions follow each other in the order of the calls. Synchronous work runs at once when no other transaction
 * runs, and its result is returned without a promise. If a restore, reset or import has replaced the state when the
 * work ends, the work runs once more on the new state.
 *
 * Work that runs bytecode is undone while a virtual machine runs that, and does not let others run before it is done: it
 * runs again at the same time of the clock, with the same random values.
 *
 * Work that asks a real part of the world outside is undone, with its lasting writes and random values. Others run while
 * the answer is fetched, and then it runs again with the answer.
 */
export function transact<T>(world: World, work: Work<T>): T | Promise<T> {
  const answers = world.realParts.beginAnswers()
  return answers ? runInRounds(world, work, answers) : enter(world, work)
}

/** Runs work as often as it asks new questions. */
function runInRounds<T>(world: World, work: Work<T>, answers: Answers): T | Promise<T> {
  try {
    const result = enter(world, work, answers)
    return isPromise(result) ? result.catch(next) : result
  } catch (error) {
    return next(error)
  }

  function next(error: unknown): Promise<T> {
    if (!(error instanceof Unanswered)) throw error
    return answers.fetch().then(() => runInRounds(world, work, answers))
  }
}

/** Runs work when it is its turn. */
function enter<T>(world: World, work: Work<T>, answers?: Answers): T | Promise<T> {
  const result =
    world.queue === undefined ? run(world, work, { answers }) : world.queue.then(() => run(world, work, { answers }))
  return isPromise(result) ? enqueue(world, result) : result
}

function run<T>(world: World, work: Work<T>, earlier: Earlier = {}): T | Promise<T> {
  const transaction = begin(world, earlier)
  let result: T | Promise<T>
  let isChanged: boolean
  try {
    result = work(transaction.backend)
    if (isPromise(result)) return settle(world, transaction, { work, promise: result })
    isChanged = commit(world, transaction)
  } catch (error) {
    if (transaction.held?.runs.isOpen) return runCode(world, work, transaction)
    return fail(world, transaction, error)
  }
  if (isChanged) notifyOfCommit(world, transaction.backend)
  return result
}

/** Undoes work that waits for bytecode, runs that, and does the work again. */
async function runCode<T>(world: World, work: Work<T>, transaction: Running): Promise<T> {
  const { held, version, answers } = transaction
  discard(transaction)
  await held?.runs.fetch()
  // The machine has drawn ids, which the work draws again.
  goBack(world, transaction)
  if (world.store.version !== version) held?.runs.clear()
  return run(world, work, { answers, held })
}

async function settle<T>(
  world: World,
  transaction: Running,
  { work, promise }: { readonly work: Work<T>; readonly promise: Promise<T> },
): Promise<T> {
  let result: T
  let isChanged: boolean
  try {
    result = await promise
    isChanged = commit(world, transaction)
  } catch (error) {
    const isReplaced = world.store.version !== transaction.version
    const isRepeated = error instanceof TransactionConflict || (isReplaced && transaction.lastingWrites.length > 0)
    if (isRepeated) {
      transaction.store.discard()
      return run(world, work, { answers: transaction.answers })
    }
    if (transaction.held?.runs.isOpen) return runCode(world, work, transaction)
    return fail(world, transaction, error)
  }
  if (isChanged) notifyOfCommit(world, transaction.backend)
  return result
}

/** A transaction whose work runs. */
interface Running {
  readonly store: Transaction<typeof tables>
  readonly backend: WorldBackend
  /** The writes outside undo, in the order of their calls. */
  readonly lastingWrites: readonly LastingWrite[]
  /** Version of the state that the work reads. */
  readonly version: number
  /** The answers of the real parts of the world outside, where there are some. */
  readonly answers?: Answers | undefined
  /** The random source before the work, where the work may run again or the state is kept. */
  readonly randomBefore?: RandomState | undefined
  /** Where there is a virtual machine. */
  readonly held?: Held | undefined
}

/** The same for each time that work runs because of its bytecode. */
interface Held {
  readonly runs: CodeRuns
  readonly clock: Time
}

/** The results of the times that work ran before. */
type Earlier = Pick<Running, 'answers' | 'held'>

function begin(world: World, { answers, held: again }: Earlier): Running {
  const { random, baseUrl, cursorKey, settings, outboxLimit, contractDefinitions, evm } = world
  const store = world.store.begin()
  const clock = again?.clock ?? momentOf(world.clock)
  const held = again ?? (evm && { runs: createCodeRuns(codeRunner(evm)), clock })
  held?.runs.begin()
  const effects = {
    store,
    clock,
    random,
    baseUrl,
    cursorKey,
    contractDefinitions,
    newId: () => random.uuid(clock.now()),
    savepoint: () => store.savepoint(),
    branch: () => branchOf(store.branch()),
    codeRuns: held?.runs,
  }
  const lastingWrites: LastingWrite[] = []
  const simulated = createOutside({ ...effects, attempt: (part) => store.attempt(part) }, outboxLimit)
  const backend: WorldBackend = {
    ...effects,
    published: [],
    settings,
    asked: answers?.asked ?? [],
    outside: answers ? joinRealParts(world.realParts, simulated, { answers, clock }) : simulated,
    outsideUndo(write) {
      write(backend)
      lastingWrites.push(write)
    },
    attempt(part) {
      const before = lastingWrites.length
      try {
        return store.attempt(part)
      } catch (error) {
        for (const write of lastingWrites.slice(before)) write(backend)
        throw error
      }
    },
  }
  const randomBefore = answers || held || world.keeper ? random.state() : undefined
  return { store, backend, lastingWrites, version: world.store.version, answers, randomBefore, held }
}

function branchOf(store: ReturnType<Running['store']['branch']>): ReturnType<WorldBackend['branch']> {
  return {
    store,
    attempt: (part) => store.attempt(part),
    savepoint: () => store.savepoint(),
    branch: () => branchOf(store.branch()),
    changes: () => store.changes(),
  }
}

/**
 * Writes the events and the history of the ledger, and ends the transaction.
 *
 * @returns Whether it changed anything.
 * @throws {@link Unanswered} when the work has caught that of a question or of bytecode, and gone on without the answer
 */
function commit(world: World, { store, backend, answers, randomBefore, held }: Running): boolean {
  if (answers?.isOpen || held?.runs.isOpen) throw new Unanswered()
  const changes = store.changes()
  if (changes.length > 0) {
    noteHistory({ store }, changes)
    publishChanges(backend, { changes, eventLimit: world.eventLimit })
  }
  const isChanged = store.commit().length > 0
  if (!isChanged) keepDrawnValues(world, randomBefore)
  world.courier.take(sentIn(changes))
  return isChanged
}

/**
 * Keeps the position of the random source after work that has changed nothing else. Work that has drawn values, such as
 * a challenge, fails if they cannot be kept. Other work is a read, which is answered on a full disk as well: what moved
 * the source was a job or a write that failed before.
 */
function keepDrawnValues(world: World, before: RandomState | undefined): void {
  if (!world.keeper) return
  const position = world.random.state()
  const hasDrawn = before?.some((part, index) => part !== position[index])
  if (hasDrawn) world.keeper.keepRandom()
  else keepRandomIfPossible(world)
}

/** The messages that a commit has added to the outbox. */
const sentIn = (changes: ReturnType<Running['store']['changes']>): OutboxMessage[] =>
  changes.flatMap((change) => (change.table === 'outbox' && !change.before && change.after ? [change.after] : []))

/** Ends failed work. It leaves no trace if it only waits for answers. @throws the error, or {@link Unanswered} */
function fail(world: World, transaction: Running, error: unknown): never {
  if (!transaction.answers?.isOpen) {
    undo(world, transaction, error)
    throw error
  }
  discard(transaction)
  goBack(world, transaction)
  throw new Unanswered()
}

/** Ends work that will run again. */
function discard({ store, backend }: Running): void {
  store.discard()
  backend.published.length = 0
}

/** Lets work draw the same random values again. */
function goBack(world: World, { randomBefore }: Running): void {
  if (randomBefore) world.random = world.continueRandom(randomBefore)
}

/**
 * Undoes the writes of failed work, and repeats its lasting writes in a separate transaction. If the work could not be
 * kept, none of its writes stays.
 *
 * @throws {@link StateNotKept} when the lasting writes cannot be kept: a wrong code that is not counted must not be
 * answered as one
 */
function undo(world: World, { store, backend, lastingWrites }: Running, failure: unknown): void {
  store.discard()
  backend.published.length = 0
  if (failure instanceof StateNotKept) return
  if (lastingWrites.length === 0) return keepRandomIfPossible(world)
  let lasting: readonly Event[] = []
  try {
    run(world, (again) => {
      again.actorUserId = backend.actorUserId
      again.requestId = backend.requestId
      lasting = again.published
      for (const write of lastingWrites) write(again)
    })
    backend.published.push(...lasting)
  } catch (error) {
    if (error instanceof StateNotKept) throw error
    world.report(error)
  }
}

/**
 * Keeps the position of the random source, and ignores a failure: the refused request has changed nothing, so it is
 * answered as usual.
 */
export function keepRandomIfPossible({ keeper }: World): void {
  try {
    keeper?.keepRandom()
  } catch {
    // The keeper has reported it.
  }
}

function enqueue<T>(world: World, promise: Promise<T>): Promise<T> {
  const tail: Promise<unknown> = promise.then(done, done)
  world.queue = tail
  return promise

  function done() {
    if (world.queue === tail) world.queue = undefined
  }
}

/** A failing subscriber never undoes a commit: its error is reported. */
function notifyOfCommit(world: World, { published, requestId }: WorldBackend): void {
  try {
    if (published.length > 0) world.onEvents(published, requestId)
    world.onCommit()
  } catch (error) {
    world.report(error)
  }
  notifyWatchers(world)
}

/** Calls the watchers of the state. A watcher may remove itself during the call. */
export function notifyWatchers({ watchers, report }: World): void {
  for (const watcher of watchers) {
    try {
      watcher()
    } catch (error) {
      report(error)
    }
  }
}
