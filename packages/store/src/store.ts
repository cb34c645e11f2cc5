import { finish, type Steps } from '@latchkey/base/steps'
import { checkRecords } from './checkRecords.ts'
import { loadTable } from './loadTable.ts'
import { readExport } from './readExport.ts'
import type { ColumnsOf, RecordOf, Tables } from './table.ts'
import { TableReader, type ReadableTable, type TableState } from './tableReader.ts'
import {
  isThenable,
  Session,
  TransactionConflict,
  type Change,
  type DeclaredTables,
  type State,
  type StoredChange,
  type Transaction,
  type Writes,
} from './transaction.ts'

export type { Change, Savepoint, StoredChange, Transaction, TransactionTables } from './transaction.ts'

declare const schemaOf: unique symbol

/** A state of a store. Later changes of the store do not affect it. */
export interface Snapshot<T extends Tables> {
  readonly [schemaOf]: T
}

/** Read access to all tables. */
export type Reader<T extends Tables> = {
  readonly [K in keyof T & string]: ReadableTable<RecordOf<T[K]>, ColumnsOf<T[K]>>
}

/** All records as plain data, sorted by id in each table, so equal stores export equal text. */
interface StoreExport<T extends Tables> {
  readonly version: 1
  readonly tables: { readonly [K in keyof T & string]: RecordOf<T[K]>[] }
}

/** An in-memory database of frozen records. */
export interface Store<T extends Tables> {
  /** Changes with each commit that wrote something, each restore and each import. */
  readonly version: number
  /** The committed state, always the newest one. */
  readonly reader: Reader<T>
  /**
   * Runs a function in a transaction: its writes become visible together when it returns, or never when it throws.
   *
   * @throws TypeError when called inside of another `transaction()`, or when the function returns a promise (use
   * `begin()` then); nothing is written.
   */
  transaction<V>(run: (tx: Writes<T>) => V): V
  /**
   * Starts a transaction for asynchronous work; the caller ends it. Several may be open, the first commit wins.
   *
   * @throws TypeError when called inside of `transaction()`.
   */
  begin(): Transaction<T>
  /**
   * Calls a function with the changes of each commit before they are visible. If it throws, the commit fails with its
   * error, and nothing has changed. Restores, imports and forks do not call it. `undefined`
   * ends it.
   */
  keepWith(keep: ((changes: readonly StoredChange[]) => void) | undefined): void
  /** Takes a snapshot of the committed state, in the same time for any number of records. */
  snapshot(): Snapshot<T>
  /**
   * The names of the tables that were written since a snapshot, in the same time for any number of records.
   *
   * @throws TypeError when the snapshot is not one of this store or its forks.
   */
  tablesSince(snapshot: Snapshot<T>): string[]
  /**
   * Makes a snapshot the committed state; open transactions conflict from then on.
   *
   * @throws TypeError when the snapshot is not one of this store or its forks, or inside of `transaction()`.
   */
  restore(snapshot: Snapshot<T>): void
  /** Creates an independent store with the committed state, in the same time for any number of records. */
  fork(): Store<T>
  /** Returns all records as plain data. */
  export(): StoreExport<T>
  /**
   * Replaces all records by exported ones; tables that are not in the data are empty then.
   *
   * @throws TypeError when the data is not an export of these tables; nothing has changed then.
   * @throws UniqueViolation when two records have equal columns in a unique index; nothing has changed then.
   */
  import(data: unknown): void
  /** Reads what `import()` takes, in steps. @returns The snapshot to restore */
  read(data: unknown): Steps<Snapshot<T>>
}

/** Names of the methods of transactions. */
const reserved = new Set(['attempt', 'branch', 'changes', 'commit', 'discard', 'savepoint'])

/**
 * Creates an empty store.
 *
 * @param tables - Declarations by table name, each made by `table()`.
 * @throws TypeError when a table has the name of a method of transactions, or is called `__proto__`.
 */
export function createStore<const T extends Tables>(tables: T): Store<T> {
  const layout = layouts.get(tables) ?? createLayout(Object.entries(tables))
  layouts.set(tables, layout)
  const { empty, ...shared } = layout
  return storeOf<T>({ ...shared, states: new WeakMap() }, copyOf(empty))
}

/** The part that all stores of the same declarations share. */
interface Layout {
  readonly tables: DeclaredTables
  /** Has a getter for each table, which opens it in the session of the transaction. */
  readonly prototype: object
  readonly empty: State
}

/** A suite creates a store for each of its tests. */
const layouts = new WeakMap<Tables, Layout>()

/** The part that a store shares with its forks. */
interface Schema extends Omit<Layout, 'empty'> {
  readonly states: WeakMap<object, State>
}

const sessionKey = Symbol('session')

interface Facade {
  readonly [sessionKey]: Session
}

function createLayout(tables: DeclaredTables): Layout {
  for (const [name] of tables) {
    if (reserved.has(name) || name === '__proto__') {
      throw new TypeError(`Failed to call "createStore()": "${name}" cannot be the name of a table.`)
    }
  }
  const prototype: object = Object.create(null)
  for (const [position, [name]] of tables.entries()) {
    const get = function (this: Facade) {
      return this[sessionKey].table(position)
    }
    Object.defineProperty(prototype, name, { get, enumerable: true })
  }
  return { tables, prototype, empty: tables.map(([name, table]) => finish(loadTable(name, table.indexes, []))) }
}

/** The same state, whose tables do not take the look-ups of the other's. */
function copyOf(state: State): State {
  return state.map(({ byId, indexes }) => ({ byId: byId.copy(), indexes }))
}

function facade(schema: Schema, session: Session, methods: object): object {
  const members = {
    [sessionKey]: session,
    changes: () => session.changes(),
    attempt: <V>(run: () => V) => session.attempt(run),
    savepoint: () => session.savepoint(),
    branch: () => facade(schema, session.branch(), {}),
    ...methods,
  }
  return Object.assign(Object.create(schema.prototype), members)
}

function readerOf(tables: DeclaredTables, current: () => State): object {
  const reader: object = Object.create(null)
  for (const [position, [name, table]] of tables.entries()) {
    const value = new TableReader(name, table.indexes, () => current()[position]!)
    Object.defineProperty(reader, name, { value, enumerable: true })
  }
  return reader
}

/** @throws TypeError when the snapshot is not one of a store with this schema */
function stateOf({ states }: Schema, call: string, snapshot: object): State {
  const state = states.get(snapshot)
  if (!state) throw new TypeError(`Failed to call "${call}()": the snapshot is not one of this store or its forks.`)
  return state
}

/** The records of all tables, by table name. */
function exportOf(tables: DeclaredTables, state: State): object {
  return Object.fromEntries(tables.map(([name], position) => [name, [...state[position]!.byId.values()]]))
}

/** @throws TypeError for data that is not an export of these tables, UniqueViolation for records that are equal */
function* importedState(tables: DeclaredTables, data: unknown): Steps<State> {
  const names = tables.map(([name]) => name)
  const records = yield* readExport(data, names)
  yield* checkRecords(Object.fromEntries(tables), records)
  const state: TableState[] = []
  for (const [name, table] of tables) state.push(yield* loadTable(name, table.indexes, records.get(name) ?? []))
  return state
}

function storeOf<T extends Tables>(schema: Schema, initial: State): Store<T> {
  let committed = initial
  let version = 0
  let running = false
  let keep: ((changes: readonly StoredChange[]) => void) | undefined

  const replace = (state: State): void => {
    committed = state
    version += 1
  }

  const snapshotOf = (state: State): Snapshot<T> => {
    const snapshot = Object.freeze({})
    schema.states.set(snapshot, state)
    return snapshot as Snapshot<T>
  }

  const assertNotRunning = (call: string): void => {
    if (running) throw new TypeError(`Failed to call "${call}()": a transaction of this store is running.`)
  }

  const commit = (session: Session, base: number): Change<T>[] => {
    const changes = session.changes()
    session.end(changes.length > 0 && version !== base ? 'discarded' : 'committed')
    if (changes.length > 0) {
      if (version !== base) throw new TransactionConflict()
      keep?.(changes)
      replace(session.state())
    }
    return changes as Change<T>[]
  }

  const begin = (): Transaction<T> => {
    assertNotRunning('begin')
    const session = new Session(schema.tables, committed)
    const base = version
    const methods = { commit: () => commit(session, base), discard: () => session.end('discarded') }
    return facade(schema, session, methods) as Transaction<T>
  }

  const transaction = <V>(run: (tx: Writes<T>) => V): V => {
    assertNotRunning('transaction')
    const session = new Session(schema.tables, committed)
    running = true
    try {
      const result = run(facade(schema, session, {}) as Writes<T>)
      if (isThenable(result)) {
        throw new TypeError(
          'Failed to call "transaction()": the function returned a promise; use "begin()" for asynchronous work.',
        )
      }
      commit(session, version)
      return result
    } finally {
      session.end('discarded')
      running = false
    }
  }

  return {
    get version() {
      return version
    },
    reader: readerOf(schema.tables, () => committed) as Reader<T>,
    transaction,
    begin,
    keepWith(next) {
      keep = next
    },
    snapshot: () => snapshotOf(committed),
    tablesSince(snapshot) {
      const state = stateOf(schema, 'tablesSince', snapshot)
      return schema.tables.flatMap(([name], position) => (committed[position] === state[position] ? [] : [name]))
    },
    restore(snapshot) {
      assertNotRunning('restore')
      replace(stateOf(schema, 'restore', snapshot))
    },
    fork: () => storeOf<T>(schema, copyOf(committed)),
    export: () => ({ version: 1, tables: exportOf(schema.tables, committed) as StoreExport<T>['tables'] }),
    import(data) {
      assertNotRunning('import')
      replace(finish(importedState(schema.tables, data)))
    },
    *read(data) {
      return snapshotOf(yield* importedState(schema.tables, data))
    },
  }
}
