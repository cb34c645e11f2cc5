import type { Probe } from './orderedSet.ts'

/** What a column that sorts can hold. */
export type Scalar = string | number | boolean | null | undefined

/** What every record of every table has. */
export interface StoredRecord {
  readonly id: string
}

/** A record of any table, seen as its columns. */
type Row = Readonly<Record<string, Scalar>> & StoredRecord

type Order = -1 | 0 | 1

/**
 * Total order of scalars: null and undefined are equal and come first; strings compare by code unit, false comes
 * before true; different types are ordered by the name of the type, and NaN comes before the other numbers.
 */
export function compareScalars(left: Scalar, right: Scalar): Order {
  if (typeof left === 'string' && typeof right === 'string') return left === right ? 0 : left < right ? -1 : 1
  return left === right ? 0 : compareUnlike(left, right)
}

function compareUnlike(left: Scalar, right: Scalar): Order {
  const leftRank = rankOf(left)
  const rightRank = rankOf(right)
  if (leftRank !== rightRank) return leftRank < rightRank ? -1 : 1
  if (left === null || left === undefined || right === null || right === undefined) return 0
  if (left < right) return -1
  if (left > right) return 1
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1
  return 1
}

const ranks = ['undefined', 'boolean', 'number', 'string']

function rankOf(value: Scalar): number {
  return value === null ? 0 : ranks.indexOf(typeof value)
}

/** Finds records by the values of the leading columns and, when given, by id after all of them. */
export class ColumnProbe implements Probe<StoredRecord> {
  readonly #columns: readonly string[]
  readonly #values: readonly Scalar[]
  readonly #id: string | undefined

  constructor(columns: readonly string[], values: readonly Scalar[], id?: string) {
    this.#columns = columns
    this.#values = values
    this.#id = id
  }

  compare(record: StoredRecord, known: number): number {
    const columns = this.#columns
    const values = this.#values
    const length = values.length
    for (let i = known; i < length; i++) {
      const order = compareScalars((record as Row)[columns[i]!], values[i])
      if (order !== 0) return order * (i + 1)
    }
    return this.#id === undefined || known > length ? 0 : compareScalars(record.id, this.#id) * (length + 1)
  }
}

/** Makes the probes for an order of records by these columns, then by id. */
export function recordProbe(columns: readonly string[]): (record: StoredRecord) => Probe<StoredRecord> {
  return (record) => new ColumnProbe(columns, valuesOf(record, columns), record.id)
}

/** The values a record has in these columns. */
export function valuesOf(record: StoredRecord, columns: readonly string[]): Scalar[] {
  return columns.map((column) => (record as Row)[column])
}
