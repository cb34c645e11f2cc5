import { defined } from '@latchkey/base/defined'
import type { StoredRecord } from './order.ts'
import type { ColumnsOf, RecordOf, Table, Tables, IndexColumns } from './table.ts'
import type { TableState } from './tableReader.ts'
import { TableWriter, type WritableTable } from './tableWriter.ts'

/** A change of one record: inserted (no `before`), replaced, or deleted (no `after`). */
export type Change<T extends Tables> = {
  [K in keyof T & string]: { readonly table: K; readonly before?: RecordOf<T[K]>; readonly after?: RecordOf<T[K]> }
}[keyof T & string]

/** The tables of a running transaction: reads see its own writes, nobody else does. */
export type Writes<T extends Tables> = {
  readonly [K in keyof T & string]: WritableTable<RecordOf<T[K]>, ColumnsOf<T[K]>>
} & {
  /**
   * The changes so far, one per record in the order of the first write to it. An insert that was deleted again is left
   * out.
   */
  changes(): Change<T>[]
  /**
   * Runs a part of the transaction whose writes are undone when the function throws. The writes before it stay, and the
   * caller gets the error. Attempts can be nested.
   *
   * @throws TypeError when the function returns a promise; its writes until then are undone.
   */
  attempt<V>(run: () => V): V
  /**
   * Begins an attempt that the caller ends, for parts that are no function of their own. Attempts inside it have to end
   * before it does.
   */
  savepoint(): Savepoint
  /**
   * Begins a copy of the transaction as it is now, in the same time for any number of records. What either writes from
   * now on, the other does not see. Nothing commits a copy: its writes are what `changes()` says.
   */
  branch(): Writes<T>
}

/** An attempt under way. It is ended once. */
export interface Savepoint {
  /** Keeps its writes, unless the attempt around it undoes them. */
  keep(): void
  undo(): void
}

/** A transaction that its caller ends, made by `store.begin()`. */
export type Transaction<T extends Tables> = Writes<T> & {
  /**
   * Makes the writes the state of the store and returns them.
   *
   * @throws TransactionConflict when the store has changed since `begin()`; the writes are lost then. A transaction
   * without writes never conflicts.
   * @throws TypeError when the transaction is over.
   */
  commit(): Change<T>[]
  /** Discards the writes; does nothing when the transaction is over. */
  discard(): void
}

/** The tables of a transaction, without the methods that end or undo it, which are for whoever has begun it. */
export type TransactionTables<T extends Tables> = Omit<
  Transaction<T>,
  'attempt' | 'savepoint' | 'branch' | 'changes' | 'commit' | 'discard'
>

/** The store has changed between `begin()` and `commit()`. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict'

  constructor() {
    super('Failed to call "commit()": the store has changed since "begin()"; run the transaction again.')
  }
}

/** A change of any table. */
export interface StoredChange {
  readonly table: string
  readonly before?: StoredRecord
  readonly after?: StoredRecord
}

/** One write to the table with this number. */
interface Write {
  readonly position: number
  readonly before?: StoredRecord
  readonly after?: StoredRecord
}

/** One state per table, in the order of the declaration. */
export type State = readonly TableState[]

/** The tables of a store, numbered in the order of their declaration. */
export type DeclaredTables = readonly (readonly [name: string, table: Table<StoredRecord, IndexColumns>])[]

/** The change of one record so far. */
interface Changed {
  readonly table: string
  readonly before: StoredRecord | undefined
  after: StoredRecord | undefined
}

/** The writes of one transaction. A table is opened at its first use, since most requests use few tables. */
export class Session {
  readonly #tables: DeclaredTables
  readonly #base: State
  readonly #writers: TableWriter[] = []
  readonly #changed = new Map<string, Changed>()
  /** The writes of the attempts under way, oldest first. */
  #writes: Write[] | undefined
  #ended: string | undefined

  constructor(tables: DeclaredTables, base: State) {
    this.#tables = tables
    this.#base = base
  }

  /** Whether the transaction is over. */
  get ended(): boolean {
    return this.#ended !== undefined
  }

  /** Ends the transaction: further calls are refused with a message that says how it ended. */
  end(how: 'committed' | 'discarded'): void {
    this.#ended ??= how
  }

  /** @throws TypeError when the transaction is over. */
  assertOpen(): void {
    if (this.#ended) throw new TypeError(`Failed to use a transaction: it was ${this.#ended}; begin a new one.`)
  }

  /** The writer of the table with this number. */
  table(position: number): TableWriter {
    return (this.#writers[position] ??= this.#open(position))
  }

  changes(): StoredChange[] {
    this.assertOpen()
    const changes: StoredChange[] = []
    for (const { table, before, after } of this.#changed.values()) {
      if (before === after) continue
      changes.push({ table, ...defined({ before, after }) })
    }
    return changes
  }

  attempt<V>(run: () => V): V {
    const point = this.savepoint()
    try {
      const result = run()
      if (isThenable(result)) throw new TypeError('Failed to call "attempt()": the function returned a promise.')
      point.keep()
      return result
    } catch (error) {
      point.undo()
      throw error
    }
  }

  savepoint(): Savepoint {
    this.assertOpen()
    const outer = this.#writes
    const writes = (this.#writes = [] as Write[])
    return {
      keep: () => {
        for (const write of writes) outer?.push(write)
        this.#writes = outer
      },
      undo: () => {
        for (const { position, before, after } of [...writes].reverse()) {
          if (before) this.table(position).put(before)
          else if (after) this.table(position).delete(after.id)
        }
        this.#writes = outer
      },
    }
  }

  /** A session on the present state, in which both write apart. */
  branch(): Session {
    this.assertOpen()
    return new Session(
      this.#tables,
      this.#base.map((state, position) => this.#writers[position]?.share() ?? state),
    )
  }

  /** The base with all writes. */
  state(): State {
    return this.#base.map((state, position) => this.#writers[position]?.state ?? state)
  }

  #open(position: number): TableWriter {
    const [name, table] = this.#tables[position]!
    return new TableWriter({
      name,
      declared: table.indexes,
      state: this.#base[position]!,
      assertOpen: () => this.assertOpen(),
      onChange: (before, after) => this.#note(position, { table: name, before, after }),
    })
  }

  #note(position: number, changed: Changed): void {
    const { before, after } = changed
    this.#writes?.push({ position, ...defined({ before, after }) })
    const key = `${position}:${(after ?? before)?.id}`
    const change = this.#changed.get(key)
    if (change) change.after = after
    else this.#changed.set(key, changed)
  }
}

/** Whether a value is a promise, which synchronous functions must not return. */
export function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
