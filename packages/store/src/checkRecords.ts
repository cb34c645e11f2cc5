import { instantOf } from '@latchkey/base/clock'
import { eachInSteps, type Steps } from '@latchkey/base/steps'
import type { StoredRecord } from './order.ts'
import type { Tables } from './table.ts'

/**
 * Checks that the records to which others refer exist, and that indexed columns have valid values. So a state that was
 * damaged or written by hand is refused as a whole, instead of failing later.
 *
 * @throws TypeError that names the first record that does not fit
 */
export function* checkRecords(tables: Tables, records: ReadonlyMap<string, readonly StoredRecord[]>): Steps<void> {
  const ids = new Map<string, ReadonlySet<string>>()
  const idsOf = (table: string) => {
    const idsInTable = ids.get(table) ?? new Set((records.get(table) ?? []).map(({ id }) => id))
    ids.set(table, idsInTable)
    return idsInTable
  }
  for (const [name, rows] of records) {
    const { owners = [], indexes = [], awaits = [] } = tables[name] ?? {}
    const columns = [...new Set(indexes.flatMap((index) => index.columns))].map(columnNamed)
    const ownerColumns = [...new Set(owners.map(({ column }) => column))].filter((column) => !awaits.includes(column))
    yield* eachInSteps(rows, (row, position) => {
      for (const column of columns) {
        const reason = problemOf((row as Row)[column.name], column)
        if (reason !== undefined) throw refusal({ name, position, column: column.name }, reason)
      }
      for (const column of ownerColumns) {
        const id = (row as Row)[column]
        if (id === undefined || id === null) continue
        const ownerTables = owners.filter((owner) => owner.column === column).map(({ table }) => table)
        if (!ownerTables.some((table) => idsOf(table).has(id as string)))
          throw refusal({ name, position, column }, `there is no such record in ${ownerTables.join(', ')}.`)
      }
    })
  }
}

type Row = StoredRecord & Readonly<Record<string, unknown>>

interface Cell {
  readonly name: string
  readonly position: number
  readonly column: string
}

/** A column that an index sorts by. */
interface SortedColumn {
  readonly name: string
  readonly isInstant: boolean
  /** The type of the values of the records before. */
  type?: string
}

const columnNamed = (name: string): SortedColumn => ({ name, isInstant: /[a-z]At$/.test(name) })

/**
 * Finds the fault of an indexed column's value: it is not a text, a number or a boolean, or has another type than in
 * other records.
 */
function problemOf(value: unknown, column: SortedColumn): string | undefined {
  if (value === undefined || value === null) return undefined
  const type = typeof value
  if (type === 'object') return 'it is neither a text, a number, nor true or false.'
  column.type ??= type
  if (type !== column.type) return `it is a ${type}, and others are a ${column.type}.`
  const isBroken = column.isInstant && type === 'string' && Number.isNaN(instantOf(value as string))
  return isBroken ? 'it is not an instant.' : undefined
}

const refusal = ({ name, position, column }: Cell, reason: string) =>
  new TypeError(`Failed to call "import()": record ${position} of "${name}" has a wrong "${column}": ${reason}`)
