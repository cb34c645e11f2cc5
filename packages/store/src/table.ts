import type { Scalar, StoredRecord } from './order.ts'
import {
  type CheckedOwnership,
  type DeclaredOwnership,
  type OnMerge,
  type OwnerColumn,
  type Owners,
  type Ownership,
  type OwnershipDeclaration,
  ownersOf,
} from './ownership.ts'

/** Names of the columns of `R` that can be indexed: those that hold a scalar. */
export type Column<R> = { [K in keyof R]-?: R[K] extends Scalar ? K : never }[keyof R] & string

/** An index: an order in which records are found. */
interface IndexDeclaration<R> {
  /**
   * Columns of the order, the most significant first; the id breaks ties. Readers pass the values of leading columns.
   */
  readonly columns: readonly Column<R>[]
  /**
   * Error code for a second record with equal columns. Records with a null or undefined column are then not in the
   * index, so any number of them may exist.
   */
  readonly unique?: string
  /** Records for which it returns false are not in the index, and need not be unique. */
  readonly where?: (record: R) => boolean
}

/** Indexes by name. Every table can be read by id without one. */
type Indexes<R> = Readonly<Record<string, IndexDeclaration<R>>>

/** A compiled index: the same as its declaration, for records of any table. */
export interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: string | undefined
  /** Whether the index has the record. */
  readonly includes: (record: StoredRecord) => boolean
}

/** Names of the indexes of a table with their columns. */
export type IndexColumns = Readonly<Record<string, readonly string[]>>

/** A declared table of records `R`; made by {@link table}. */
export interface Table<R extends StoredRecord, I extends IndexColumns, O extends Ownership = Ownership> {
  readonly indexes: readonly Index[]
  readonly owners: readonly OwnerColumn[]
  readonly onMerge: O['onMerge']
  readonly remembers: readonly string[]
  readonly awaits: readonly string[]
  /** Carries the types of the table; absent at run time. */
  readonly types?: { readonly record: R; readonly indexes: I; readonly ownership: O }
}

/** Tables by name, as {@link createStore} takes them. */
export type Tables = Readonly<Record<string, Table<StoredRecord, IndexColumns>>>

/** The records of a declared table. */
export type RecordOf<T> = T extends Table<infer R, IndexColumns> ? R : never

/** The index columns of a declared table. */
export type ColumnsOf<T> = T extends Table<StoredRecord, infer I> ? I : never

/** The declared ownership of a table. */
export type OwnershipOf<T> = T extends Table<StoredRecord, IndexColumns, infer O> ? O : never

type DeclaredColumns<I> = {
  readonly [K in keyof I & string]: I[K] extends { readonly columns: infer C extends readonly string[] } ? C : never
}

/**
 * Declares a table, in two calls so that the names of owners, indexes and columns stay literal:
 * `table<Session>()({ ownedBy: { users: 'byUser' }, onMerge: 'drop', indexes: { byUser: { columns: ['userId'] } } })`.
 *
 * @throws TypeError when an index has no columns.
 */
export function table<R extends StoredRecord>() {
  return <
    const O extends 'nobody' | Owners,
    const I extends Indexes<R> = Record<never, never>,
    const M extends OnMerge | undefined = undefined,
    const N extends Readonly<Record<string, 'rule'>> = Record<never, never>,
    const C extends readonly string[] = [],
  >(
    declaration: OwnershipDeclaration<R, O, M, N, C> & CheckedOwnership<R, I, O, C> & { readonly indexes?: I },
  ): Table<R, DeclaredColumns<I>, DeclaredOwnership<O, M, N>> => {
    const { ownedBy, onMerge, remembers, awaits }: OwnershipDeclaration<R, O, M, N, C> = declaration
    const indexes = Object.entries<IndexDeclaration<R>>(declaration.indexes ?? {})
    const compiled = indexes.map(([name, index]) => compile(name, index))
    return {
      indexes: compiled,
      owners: ownersOf(ownedBy, compiled),
      onMerge: onMerge as M,
      remembers: remembers ?? [],
      awaits: awaits ?? [],
    }
  }
}

/** Declares the tables of a store. An owner that is not one of them does not compile. */
export function declareTables<const T extends Tables>(
  tables: T & { readonly [K in keyof T]: { readonly types?: { readonly ownership: { owner: keyof T } } } },
): T {
  return tables
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
