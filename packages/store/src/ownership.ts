/** How a merge of users treats the records of the user who is deleted. */
export type OnMerge =
  /** They become the records of the user who stays. */
  | 'move'
  /** They are deleted with the user. */
  | 'drop'
  /** A rule in `domain/flows/accounts/userMerge.ts` decides for each of them. */
  | 'rule'

/** Owners' tables, each with names of indexes. */
export type Owners = Readonly<Record<string, string | readonly string[]>>

/** The owners of a table's records, and the fate of the records when an owner is deleted or merged. */
export interface OwnershipDeclaration<R, O, M, N, C> {
  /**
   * The tables of the owners, each with the indexes that find an owner's records. The first column of such an index is
   * the owner's id, and the index has every record with a value in it. A record is deleted with any of its owners.
   */
  readonly ownedBy: O
  /** How a merge of users treats the records. Required for tables that `users` own, and only for these. */
  readonly onMerge?: M | undefined
  /**
   * Owners whose deletion needs more than a delete of the record: `domain/flows/users/deletion.ts` has a rule for it.
   */
  readonly onDelete?: N & { readonly [K in keyof N]: K extends keyof O ? 'rule' : never }
  /** Columns that intentionally name or describe other records, also after these are deleted. */
  readonly remembers?: C & readonly (keyof R)[]
  /** Columns with the id of an owner that may come later than the record. */
  readonly awaits?: readonly (keyof R & string)[]
}

/** Columns that can hold the id of another record. */
type IdColumn<R> = { [K in keyof R]-?: R[K] extends string | null | undefined ? K : never }[keyof R]

type NullableColumn<R> = { [K in keyof R]-?: undefined extends R[K] ? K : null extends R[K] ? K : never }[keyof R]

/** The column that an index begins with. */
type FirstColumn<X> = X extends { readonly columns: readonly [infer First, ...unknown[]] } ? First : never

/** Whether an index has every record that has a value in the first column. */
type IsComplete<R, X> = X extends { readonly where: unknown }
  ? false
  : X extends { readonly unique: string; readonly columns: readonly [unknown, ...infer Rest] }
    ? [Rest[number] & NullableColumn<R>] extends [never]
      ? true
      : false
    : true

/** Names of the indexes that find the records of an owner. */
type OwnerIndex<R, I> = {
  [K in keyof I]: IsComplete<R, I[K]> extends true ? (FirstColumn<I[K]> extends IdColumn<R> ? K : never) : never
}[keyof I]

type Single<V> = V extends readonly (infer E)[] ? E : V

/** The columns that a declaration covers: those with a user's id, and those that remember an owner. */
type ColumnsInHand<I, O, C> =
  | (O extends { readonly users: infer Names } ? FirstColumn<I[Single<Names> & keyof I]> : never)
  | (C extends readonly (infer Name)[] ? Name : never)

/**
 * Further conditions of a declaration: each owner has indexes that find its records, a record with a `userId` declares
 * what happens to it without the user, and a table that users own declares what a merge does.
 */
export type CheckedOwnership<R, I, O, C> = {
  readonly ownedBy: O extends 'nobody'
    ? unknown
    : { readonly [K in keyof O]: OwnerIndex<R, I> | readonly OwnerIndex<R, I>[] }
} & ('userId' extends Exclude<keyof R, ColumnsInHand<I, O, C>>
  ? { readonly ownedBy: { readonly users: OwnerIndex<R, I> } }
  : unknown) &
  (O extends { readonly users: unknown } ? { readonly onMerge: OnMerge } : { readonly onMerge?: undefined })

/** One column that holds the id of an owner. */
export interface OwnerColumn {
  /** The owner's table. */
  readonly table: string
  readonly column: string
  /** Starts with the column, and has every record with a value in it. */
  readonly index: string
}

/** The parts of the declared ownership that types need. */
export interface Ownership {
  /** The owners' tables. */
  readonly owner: string
  /** Owners' tables whose deletion has a rule. */
  readonly deletionRule: string
  readonly onMerge: OnMerge | undefined
}

export interface DeclaredOwnership<O, M extends OnMerge | undefined, N> {
  readonly owner: O extends string ? never : string extends keyof O ? never : keyof O & string
  readonly deletionRule: keyof N & string
  readonly onMerge: M
}

/** The columns that hold owners' ids. */
export function ownersOf(
  ownedBy: 'nobody' | Owners,
  indexes: readonly { readonly name: string; readonly columns: readonly string[] }[],
): OwnerColumn[] {
  if (ownedBy === 'nobody') return []
  return Object.entries(ownedBy).flatMap(([ownerTable, names]) =>
    indexes
      .filter(({ name }) => [names].flat().includes(name))
      .map(({ name, columns: [column = ''] }) => ({ table: ownerTable, column, index: name })),
  )
}
