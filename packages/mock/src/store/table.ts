import type { Scalar, StoredRecord } from './order.ts'

/** Names of the columns of `R` that can be indexed: those that hold a scalar. */
export type Column<R> = { [K in keyof R]-?: R[K] extends Scalar ? K : never }[keyof R] & string

/** How records of a table are found in order. */
interface IndexDeclaration<R> {
  /** Columns that sort, the first one first; ties are broken by id. Readers give the values of leading columns. */
  readonly columns: readonly Column<R>[]
  /**
   * Error code for a second record with equal columns. Records with a null or undefined column are then not in the
   * index, so any number of them may exist.
   */
  readonly unique?: string
  /** Keeps records out of the index, and out of its uniqueness, for which it returns false. */
  readonly where?: (record: R) => boolean
}

/** The indexes of a table by name. Every table can be read by id without one. */
export interface TableDeclaration<R extends StoredRecord> {
  readonly indexes?: Readonly<Record<string, IndexDeclaration<R>>>
}

/** A compiled index: the same as its declaration, for records of any table. */
export interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: string
  /** Whether the record belongs into the index. */
  readonly includes: (record: StoredRecord) => boolean
}

/** Names of the indexes of a table with their columns. */
export type IndexColumns = Readonly<Record<string, readonly string[]>>

/** A declared table of records `R`; made by {@link table}. */
export interface Table<R extends StoredRecord, I extends IndexColumns> {
  readonly indexes: readonly Index[]
  /** Carries the types of the table; never there at run time. */
  readonly types?: { readonly record: R; readonly indexes: I }
}

/** Tables by name, as {@link createStore} takes them. */
export type Tables = Readonly<Record<string, Table<StoredRecord, IndexColumns>>>

/** The records of a declared table. */
export type RecordOf<T> = T extends Table<infer R, IndexColumns> ? R : never

/** The index columns of a declared table. */
export type ColumnsOf<T> = T extends Table<StoredRecord, infer I> ? I : never

type DeclaredColumns<D> = D extends { readonly indexes: infer I extends Record<string, { columns: readonly string[] }> }
  ? { readonly [K in keyof I & string]: I[K]['columns'] }
  : Record<never, never>

/**
 * Declares a table, in two calls so that index names and columns stay literal:
 * `table<User>()({ indexes: { byEmail: { columns: ['environmentId', 'email'] } } })`.
 *
 * @throws TypeError when an index has no columns.
 */
export function table<R extends StoredRecord>() {
  return <const D extends TableDeclaration<R>>(declaration: D): Table<R, DeclaredColumns<D>> => ({
    indexes: Object.entries(declaration.indexes ?? {}).map(([name, index]) => compile<R>(name, index)),
  })
}

function compile<R extends StoredRecord>(name: string, { columns, unique, where }: IndexDeclaration<R>): Index {
  if (columns.length === 0) throw new TypeError(`Failed to declare the index "${name}": it needs at least one column.`)
  const isComplete = (record: R): boolean =>
    columns.every((column) => record[column] !== undefined && record[column] !== null)
  return {
    name,
    columns,
    unique,
    includes: (record) => (unique === undefined || isComplete(record as R)) && (where?.(record as R) ?? true),
  }
}

/** A second record with the columns of another one in a unique index. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  /** The code that the index declares in `unique`. */
  readonly code: string
  readonly table: string
  readonly index: string

  constructor({ code, table: tableName, index }: { code: string; table: string; index: string }) {
    super(`Failed to put a record into "${tableName}": another record has the same columns in "${index}".`)
    this.code = code
    this.table = tableName
    this.index = index
  }
}
