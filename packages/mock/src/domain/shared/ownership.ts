import type { StoredRecord } from '@latchkey/store/order'
import type { OwnershipOf, RecordOf } from '@latchkey/store/table'
import type { User } from '../../store/records.ts'
import { tables } from '../../store/tables.ts'
import type { Backend, Store } from './backend.ts'

export type TableName = keyof typeof tables

type Declared<T extends TableName> = OwnershipOf<(typeof tables)[T]>

/** The tables whose records a table's records own. */
type OwnedBy<T extends TableName> = { [K in TableName]: T extends Declared<K>['owner'] ? K : never }[TableName]

/** A record that owns others, by its table and id. */
interface OwnerRef {
  readonly table: TableName
  readonly id: string
}

/**
 * The rule for each record whose owner is deleted, for exactly the tables and owners that declare `onDelete: 'rule'`.
 */
export type DeletionRules = {
  readonly [T in TableName as Declared<T>['deletionRule'] extends never ? never : T]: {
    readonly [O in Declared<T>['deletionRule']]: (backend: Backend, record: RecordOf<(typeof tables)[T]>) => void
  }
}

/** The rule for each record of a merged user, for exactly the tables that declare `onMerge: 'rule'`. */
export type MergeRules = {
  readonly [T in TableName as Declared<T>['onMerge'] extends 'rule' ? T : never]: (
    backend: Backend,
    record: RecordOf<(typeof tables)[T]>,
    user: User,
  ) => void
}

/** The tables that a deletion reaches: the table itself, those that its records own, and so on. */
type Reached<T extends TableName> = T extends TableName ? T | Reached<OwnedBy<T>> : never

/** The tables whose deletion reaches no rule. */
type PlainTable = { [T in TableName]: Reached<T> & keyof DeletionRules extends never ? T : never }[TableName]

/** The methods of any table that are used here. The types of its indexes are only known for a specific table. */
interface AnyTable {
  count(index: string, values: readonly [string]): number
  scan(index: string, values: readonly [string]): Iterable<StoredRecord>
  put(record: StoredRecord): unknown
  delete(id: string): unknown
}

type AnyRules = Readonly<Record<string, Readonly<Record<string, (backend: Backend, record: never) => void>>>>

const tableNames = Object.keys(tables) as TableName[]

/** The columns and indexes in which records name their owners. */
const owned = tableNames.flatMap((name) =>
  tables[name].owners.map(({ table: owner, column, index }) => ({ name, owner, column, index })),
)

const moved = owned.filter(({ name, owner }) => owner === 'users' && tables[name].onMerge === 'move')

const ownedBy = new Map(tableNames.map((owner) => [owner, owned.filter((each) => each.owner === owner)]))

/**
 * Deletes a record with everything that it owns, directly or indirectly. It does not compile for a table whose deletion
 * needs a rule.
 */
export function deleteWithOwned(backend: Backend, table: PlainTable, id: string): void {
  deleteAll(backend, { table, id }, {})
}

/** Deletes a record of any table with everything that it owns, directly or indirectly. */
export function deleteByRules(backend: Backend, owner: OwnerRef, rules: DeletionRules): void {
  deleteAll(backend, owner, rules)
}

/**
 * Gives a user another user's records, as the tables declare: runs the rules in their order, then moves the records of
 * the tables that declare `onMerge: 'move'`. The caller then deletes the other user with the rest.
 */
export function mergeOwned(backend: Backend, { user, other }: { user: User; other: User }, rules: MergeRules): void {
  const { store } = backend
  const ofUsers = ownedBy.get('users') ?? []
  for (const [ruled, rule] of Object.entries(rules)) {
    for (const { name, index } of ofUsers.filter((each) => each.name === ruled))
      for (const record of anyTable(store, name).scan(index, [other.id])) rule(backend, record as never, user)
  }
  for (const { name, column, index } of moved) {
    const table = anyTable(store, name)
    for (const record of table.scan(index, [other.id])) table.put({ ...record, [column]: user.id })
  }
}

/** Whether a user has records that a merge moves. */
export function hasMovableRecords({ store }: Pick<Backend, 'store'>, userId: string): boolean {
  return moved.some(({ name, index }) => anyTable(store, name).count(index, [userId]) > 0)
}

function deleteAll(backend: Backend, { table, id }: OwnerRef, rules: AnyRules): void {
  for (const { name, index } of ownedBy.get(table) ?? []) {
    const rule = rules[name]?.[table]
    for (const record of anyTable(backend.store, name).scan(index, [id])) {
      if (rule) rule(backend, record as never)
      else deleteAll(backend, { table: name, id: record.id }, rules)
    }
  }
  anyTable(backend.store, table).delete(id)
}

/** Any table, including those of the simulated world outside, whose records are deleted with their owner. */
function anyTable(store: Store, name: TableName): AnyTable {
  return (store as Store & Readonly<Record<TableName, AnyTable>>)[name]
}
