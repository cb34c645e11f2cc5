import { ColumnProbe, haveEqual, valuesOf, type StoredRecord } from './order.ts'
import { createOwner } from './owner.ts'
import { UniqueViolation, type Index, type IndexColumns } from './table.ts'
import { TableReader, type ReadableTable, type TableState } from './tableReader.ts'

/** Read and write access to a table. Records are frozen shallowly when they are written. */
export interface WritableTable<R extends StoredRecord, I extends IndexColumns> extends ReadableTable<R, I> {
  /**
   * Adds a record, or replaces the one with its id, and returns it.
   *
   * @throws UniqueViolation when a unique index has another record with equal columns; nothing has changed then.
   */
  put(record: R): R
  /**
   * Adds a record and returns it.
   *
   * @throws TypeError when there is a record with its id.
   * @throws UniqueViolation as `put` does.
   */
  insert(record: R): R
  /** Removes the record with this id and returns it; undefined when there is none. */
  delete(id: string): R | undefined
}

/** {@link WritableTable} for records of any table, with the transaction's state of the table. */
export class TableWriter extends TableReader {
  readonly #onChange: (before: StoredRecord | undefined, after: StoredRecord | undefined) => void
  readonly #work: { state: TableState; owner: number; assertOpen: () => void }

  /**
   * @param assertOpen - Throws when the transaction is over.
   * @param onChange - Called for each write, in order.
   */
  constructor(options: {
    name: string
    declared: readonly Index[]
    state: TableState
    assertOpen: () => void
    onChange: (before: StoredRecord | undefined, after: StoredRecord | undefined) => void
  }) {
    const work = { state: options.state, owner: createOwner(), assertOpen: options.assertOpen }
    super(options.name, options.declared, () => {
      work.assertOpen()
      return work.state
    })
    this.#work = work
    this.#onChange = options.onChange
  }

  /** The table with all writes so far; final once the transaction is over. */
  get state(): TableState {
    return this.#work.state
  }

  /** The table with all writes so far, which later writes do not change. */
  share(): TableState {
    this.keepNodes()
    return this.#work.state
  }

  put(record: StoredRecord): StoredRecord {
    assertId(record, 'put', this.name)
    this.#write(this.get(record.id), record)
    return record
  }

  insert(record: StoredRecord): StoredRecord {
    assertId(record, 'insert', this.name)
    if (this.has(record.id)) {
      throw new TypeError(
        `Failed to call "insert()" on "${this.name}": a record with this id exists; use "put()" to replace it.`,
      )
    }
    this.#write(undefined, record)
    return record
  }

  delete(id: string): StoredRecord | undefined {
    const before = this.get(id)
    if (before) this.#write(before, undefined)
    return before
  }

  /** Sets a new owner, so that later writes copy the nodes that a lazy reader still walks through. */
  protected override keepNodes(): void {
    this.#work.owner = createOwner()
  }

  #write(before: StoredRecord | undefined, after: StoredRecord | undefined): void {
    if (before === after) return
    const included = this.declared.map((index) => after !== undefined && index.includes(after))
    const stays = this.declared.map(
      (index, i) => included[i] && before && after && index.includes(before) && haveEqual(index.columns, before, after),
    )
    // Everything that can throw comes first, so that a refused write changes nothing. A record that keeps its place in
    // an index needs no check there.
    for (const [i, index] of this.declared.entries())
      if (after && included[i] && !stays[i]) this.#assertUnique(index, i, after)
    if (after) Object.freeze(after)
    const { state, owner } = this.#work
    const indexes = state.indexes.map((set, i) => {
      const left = before && !stays[i] ? set.remove(before, owner) : set
      return after && included[i] ? left.put(after, owner) : left
    })
    if (after) this.#work.state = { byId: state.byId.put(after, owner), indexes }
    else if (before) this.#work.state = { byId: state.byId.remove(before, owner), indexes }
    this.#onChange(before, after)
  }

  #assertUnique(index: Index, position: number, record: StoredRecord): void {
    if (index.unique === undefined) return
    const probe = new ColumnProbe(index.columns, valuesOf(record, index.columns))
    const other = this.#work.state.indexes[position]!.get(probe)
    if (other && other.id !== record.id) {
      throw new UniqueViolation({ code: index.unique, table: this.name, index: index.name })
    }
  }
}

function assertId(record: StoredRecord, call: string, table: string): void {
  if (typeof record?.id !== 'string') {
    throw new TypeError(`Failed to call "${call}()" on "${table}": the record needs a string as its id.`)
  }
}
