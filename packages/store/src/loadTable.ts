import { eachInSteps, sortInSteps, type Steps } from '@latchkey/base/steps'
import { IdMap } from './idMap.ts'
import { byColumns, haveEqual, recordProbe, type StoredRecord } from './order.ts'
import { OrderedSet } from './orderedSet.ts'
import { type Index, UniqueViolation } from './table.ts'
import type { TableState } from './tableReader.ts'

/**
 * Builds the state of a table from all its records at once, several times faster than by inserting them one by one:
 * each index is sorted and built as a whole. It freezes the records.
 *
 * @param records - Records with unique ids.
 * @throws UniqueViolation when two records have equal columns in a unique index
 */
export function* loadTable(
  name: string,
  declared: readonly Index[],
  records: readonly StoredRecord[],
): Steps<TableState> {
  const sortedById = yield* sortInSteps(records, byColumns(['id']))
  const indexes: OrderedSet<StoredRecord>[] = []
  for (const index of declared) {
    // The sort is stable, so records with equal columns stay in the order of their ids.
    const sorted = yield* sortInSteps(sortedById.filter(index.includes), byColumns(index.columns))
    assertUnique(name, index, sorted)
    yield
    indexes.push(OrderedSet.ofSorted(recordProbe(index.columns), sorted))
    yield
  }
  yield* eachInSteps(sortedById, Object.freeze)
  return { byId: IdMap.ofSorted(sortedById), indexes }
}

function assertUnique(
  table: string,
  { name: index, columns, unique: code }: Index,
  sorted: readonly StoredRecord[],
): void {
  if (code === undefined) return
  const isRepeated = sorted.some((record, i) => i > 0 && haveEqual(columns, sorted[i - 1] as StoredRecord, record))
  if (isRepeated) throw new UniqueViolation({ code, table, index })
}
