import type { IdMap } from './idMap.ts'
import { ColumnProbe, valuesOf, type Scalar, type StoredRecord } from './order.ts'
import type { OrderedSet } from './orderedSet.ts'
import type { RunGroup } from './runGroups.ts'
import type { Index, IndexColumns } from './table.ts'

/** The records of one table: by id, and once per index in the order of the table's declaration. */
export interface TableState {
  readonly byId: IdMap
  readonly indexes: readonly OrderedSet<StoredRecord>[]
}

type ValuesOf<R, C extends readonly string[]> = { [K in keyof C]: C[K] extends keyof R ? R[C[K]] : never }

/** The first values of a tuple, from none to all of them. */
type Prefix<V extends readonly unknown[]> = V extends readonly [infer First, ...infer Rest]
  ? readonly [] | readonly [First, ...Prefix<Rest>]
  : readonly []

type Remaining<C extends readonly string[], G extends readonly unknown[]> = G extends readonly [
  unknown,
  ...infer GivenRest,
]
  ? C extends readonly [string, ...infer Rest extends readonly string[]]
    ? Remaining<Rest, GivenRest>
    : never
  : C[number]

/** The position after which a keyset page starts: the columns without a value, and the id. A whole record fits. */
type KeysetPosition<R extends StoredRecord, C extends readonly string[], G extends readonly unknown[]> = Pick<
  R,
  (Remaining<C, G> | 'id') & keyof R
>

/** Values of the leading columns of an index. */
export type Given<R, C extends readonly string[]> = Prefix<ValuesOf<R, C>>

/** `descending` reads from the end of the range backwards. @default false */
export interface ScanOptions {
  readonly descending?: boolean
}

/** Both in records; `offset` counts from 0, and a negative one counts as 0. */
export interface PageOptions extends ScanOptions {
  readonly offset: number
  readonly limit: number
}

/** `limit` is in records; without `after` the page starts with the first record of the range. */
export interface AfterOptions<P> extends ScanOptions {
  readonly after?: P | undefined
  readonly limit: number
}

/** Read access to a table. Values are those of the leading columns of an index and match exactly. */
export interface ReadableTable<R extends StoredRecord, I extends IndexColumns> {
  /** Number of records. */
  readonly size: number
  /** The record with this id. */
  get(id: string): R | undefined
  /** Whether there is a record with this id. */
  has(id: string): boolean
  /** The record with these values in all columns; the one with the lowest id when there are more. */
  find<K extends keyof I & string>(index: K, values: Readonly<ValuesOf<R, I[K]>>): R | undefined
  /** Number of records with these values in the leading columns; `[]` counts the whole index. */
  count<K extends keyof I & string>(index: K, values: Given<R, I[K]>): number
  /** At most `limit` records from position `offset`. */
  page<K extends keyof I & string>(index: K, values: Given<R, I[K]>, options: PageOptions): R[]
  /** At most `limit` records after `after`, which need not exist any more; without it from the start. */
  after<K extends keyof I & string, const G extends Given<R, I[K]>>(
    index: K,
    values: G,
    options: AfterOptions<KeysetPosition<R, I[K], G>>,
  ): R[]
  /** The present records in order. Writes while the caller reads do not change them. */
  scan<K extends keyof I & string>(index: K, values: Given<R, I[K]>, options?: ScanOptions): Iterable<R>
  /**
   * The present records in order, in arrays of a few dozen neighbours. An array stays the same one until one of its
   * records changes, so that a `WeakMap` can cache what is derived from it.
   */
  runs<K extends keyof I & string>(index: K, values: Given<R, I[K]>): Iterable<readonly R[]>
  /** The arrays of `runs`, in groups of a few hundred records. */
  groups<K extends keyof I & string>(index: K, values: Given<R, I[K]>): readonly RunGroup<R>[]
  /** All present records, in the order of their ids. */
  all(): Iterable<R>
}

/** Ranges up to this size are read at once, larger ones while the caller walks them. */
const readAtOnce = 64

const none: readonly StoredRecord[] = Object.freeze([])

interface Range {
  readonly set: OrderedSet<StoredRecord>
  readonly start: number
  readonly end: number
}

/** {@link ReadableTable} for records of any table; the store adds the types. */
export class TableReader {
  readonly name: string
  protected readonly declared: readonly Index[]
  readonly #current: () => TableState

  /** @param current - Returns the state to read, or throws when it may not be read any more. */
  constructor(name: string, declared: readonly Index[], current: () => TableState) {
    this.name = name
    this.declared = declared
    this.#current = current
  }

  get size(): number {
    return this.#current().byId.size
  }

  get(id: string): StoredRecord | undefined {
    return this.#current().byId.get(id)
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  find(index: string, values: readonly Scalar[]): StoredRecord | undefined {
    const { set, columns } = this.#index(index, values, 'find')
    if (values.length !== columns.length) {
      throw failed('find', this.name, `"${index}" needs a value for each of its columns`)
    }
    return set.get(new ColumnProbe(columns, values))
  }

  count(index: string, values: readonly Scalar[]): number {
    const { start, end } = this.#range(index, values, 'count')
    return end - start
  }

  page(index: string, values: readonly Scalar[], options: PageOptions): StoredRecord[] {
    const { set, start, end } = this.#range(index, values, 'page')
    const { limit, descending = false } = options
    // A negative offset must not reach into the records before the range.
    const offset = Math.max(0, options.offset)
    const range = descending ? { start, end: end - offset } : { start: start + offset, end }
    return sliceRange(set, range, { limit, descending })
  }

  after(index: string, values: readonly Scalar[], options: AfterOptions<StoredRecord>): StoredRecord[] {
    const { after, limit, descending = false } = options
    const { set, start, end } = this.#range(index, values, 'after')
    if (after === undefined) return sliceRange(set, { start, end }, { limit, descending })
    const { columns } = this.#index(index, values, 'after')
    const probe = new ColumnProbe(columns, [...values, ...valuesOf(after, columns.slice(values.length))], after.id)
    const from = descending ? set.rank(probe) : set.rankPast(probe)
    return sliceRange(set, descending ? { start, end: from } : { start: from, end }, { limit, descending })
  }

  scan(index: string, values: readonly Scalar[], { descending = false }: ScanOptions = {}): Iterable<StoredRecord> {
    const { set, columns } = this.#index(index, values, 'scan')
    if (set.size === 0) return none
    if (values.length > 0) {
      const few = set.matchesInLeaf(new ColumnProbe(columns, values))
      if (few) return descending ? few.reverse() : few
    }
    const { start, end } = rangeOf(set, columns, values)
    if (start === end) return none
    // Reading a few records at once is faster, and a transaction can go on changing its nodes in place.
    if (end - start <= readAtOnce) {
      const records = set.slice(start, end)
      return descending ? records.reverse() : records
    }
    this.keepNodes()
    return { [Symbol.iterator]: () => set.iterate(start, end, descending) }
  }

  runs(index: string, values: readonly Scalar[]): readonly (readonly StoredRecord[])[] {
    const { set, start, end } = this.#range(index, values, 'runs')
    this.keepNodes()
    return set.runs(start, end)
  }

  groups(index: string, values: readonly Scalar[]): readonly RunGroup<StoredRecord>[] {
    const { set, start, end } = this.#range(index, values, 'groups')
    this.keepNodes()
    return set.groups(start, end)
  }

  all(): Iterable<StoredRecord> {
    this.keepNodes()
    const { byId } = this.#current()
    return { [Symbol.iterator]: () => byId.values() }
  }

  /** Called before records are returned that the caller reads later. */
  protected keepNodes(): void {}

  #index(name: string, values: readonly Scalar[], call: string) {
    const { indexes } = this.#current()
    const position = this.declared.findIndex((index) => index.name === name)
    const set = indexes[position]
    const columns = this.declared[position]?.columns
    if (!set || !columns) throw failed(call, this.name, `it has no index "${name}"`)
    if (values.length > columns.length) {
      throw failed(call, this.name, `"${name}" has ${columns.length} columns, not ${values.length}`)
    }
    return { set, columns }
  }

  #range(name: string, values: readonly Scalar[], call: string): Range {
    const { set, columns } = this.#index(name, values, call)
    const { start, end } = rangeOf(set, columns, values)
    return { set, start, end }
  }
}

/** The positions of the records with these values in the leading columns. */
function rangeOf(
  set: OrderedSet<StoredRecord>,
  columns: readonly string[],
  values: readonly Scalar[],
): { start: number; end: number } {
  return values.length === 0 || set.size === 0
    ? { start: 0, end: set.size }
    : set.range(new ColumnProbe(columns, values))
}

const failed = (call: string, table: string, reason: string) =>
  new TypeError(`Failed to call "${call}()" on "${table}": ${reason}.`)

/** At most `limit` records of a range, from its end backwards when `descending`. */
function sliceRange(
  set: OrderedSet<StoredRecord>,
  { start, end }: { start: number; end: number },
  { limit, descending }: { limit: number; descending: boolean },
): StoredRecord[] {
  if (descending) return set.slice(Math.max(start, end - limit), end).reverse()
  return set.slice(start, Math.min(end, start + limit))
}
