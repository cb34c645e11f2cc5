import type { Probe } from './orderedSet.ts'

/** The type of an indexed column. */
export type Scalar = string | number | boolean | null | undefined

/** The common part of all records. */
export interface StoredRecord {
  readonly id: string
}

/** A record of any table as its columns. */
type Row = Readonly<Record<string, Scalar>> & StoredRecord

type Order = -1 | 0 | 1

/**
 * Total order of scalars: null and undefined are equal and come first; strings compare by code unit, false comes
 * before true; different types are ordered by the name of the type, and NaN comes before the other numbers.
 */
export function compareScalars(left: Scalar, right: Scalar): Order {
  if (left === right) return 0
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : 1
  return compareUnlike(left, right)
}

function compareUnlike(left: Scalar, right: Scalar): Order {
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : -1
  if (right === null || right === undefined) return 1
  if (typeof left !== typeof right) return typeof left < typeof right ? -1 : 1
  if (left < right) return -1
  if (left > right) return 1
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1
  return 1
}

/** Finds records by the values of the leading columns and, if present, by the id after them. */
export class ColumnProbe implements Probe<StoredRecord> {
  readonly #columns: readonly string[]
  readonly #values: readonly Scalar[]
  readonly #id: string | undefined

  constructor(columns: readonly string[], values: readonly Scalar[], id?: string) {
    this.#columns = columns
    this.#values = values
    this.#id = id
  }

  compare(record: StoredRecord, equalCount: number): number {
    const columns = this.#columns
    const values = this.#values
    const length = values.length
    for (let i = equalCount; i < length; i++) {
      const order = compareScalars((record as Row)[columns[i]!], values[i])
      if (order !== 0) return order * (i + 1)
    }
    return this.#id === undefined || equalCount > length ? 0 : compareScalars(record.id, this.#id) * (length + 1)
  }
}

/** Finds one record in an order of records by these columns, then by id. */
class RecordProbe implements Probe<StoredRecord> {
  readonly #columns: readonly string[]
  readonly #record: StoredRecord

  constructor(columns: readonly string[], record: StoredRecord) {
    this.#columns = columns
    this.#record = record
  }

  compare(record: StoredRecord, equalCount: number): number {
    const columns = this.#columns
    const length = columns.length
    for (let i = equalCount; i < length; i++) {
      const column = columns[i]!
      const order = compareScalars((record as Row)[column], (this.#record as Row)[column])
      if (order !== 0) return order * (i + 1)
    }
    return equalCount > length ? 0 : compareScalars(record.id, this.#record.id) * (length + 1)
  }
}

/** Creates the probes for an order of records by these columns, then by id. */
export function recordProbe(columns: readonly string[]): (record: StoredRecord) => Probe<StoredRecord> {
  return (record) => new RecordProbe(columns, record)
}

/** A function for `sort` that compares records by these columns. */
export function byColumns(columns: readonly string[]): (left: StoredRecord, right: StoredRecord) => Order {
  return (left, right) => {
    for (const column of columns) {
      const order = compareScalars((left as Row)[column], (right as Row)[column])
      if (order !== 0) return order
    }
    return 0
  }
}

/** The values of a record in these columns. */
export function valuesOf(record: StoredRecord, columns: readonly string[]): Scalar[] {
  return columns.map((column) => (record as Row)[column])
}

/** Whether two records have equal values in these columns. */
export function haveEqual(columns: readonly string[], left: StoredRecord, right: StoredRecord): boolean {
  for (const column of columns) if (compareScalars((left as Row)[column], (right as Row)[column]) !== 0) return false
  return true
}
