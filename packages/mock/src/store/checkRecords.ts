import { instantOf } from '../effects/clock.ts'
import type { StoredRecord } from './order.ts'
import type { Tables } from './table.ts'

/**
 * Checks what records refer to, and the columns by which they are found: so that a state that was damaged or written by
 * hand is refused as a whole, instead of failing later on.
 *
 * @throws TypeError that names the first record that does not fit
 */
export function checkRecords(tables: Tables, records: ReadonlyMap<string, readonly StoredRecord[]>): void {
  const ids = new Map<string, ReadonlySet<string>>()
  const idsOf = (table: string) => {
    const known = ids.get(table) ?? new Set((records.get(table) ?? []).map(({ id }) => id))
    ids.set(table, known)
    return known
  }
  for (const [name, rows] of records) {
    const { owners = [], indexes = [], awaits = [] } = tables[name] ?? {}
    const columns = new Set(indexes.flatMap((index) => index.columns))
    const ownerColumns = [...new Set(owners.map(({ column }) => column))].filter((column) => !awaits.includes(column))
    const types = new Map<string, string>()
    for (const [position, row] of rows.entries()) {
      for (const column of columns) checkScalar({ name, position, row: row as Row, column }, types)
      for (const column of ownerColumns) {
        const id = (row as Row)[column]
        if (id === undefined || id === null) continue
        const ownerTables = owners.filter((owner) => owner.column === column).map(({ table }) => table)
        if (!ownerTables.some((table) => idsOf(table).has(id as string)))
          throw refusal({ name, position, column }, `there is no such record in ${ownerTables.join(', ')}.`)
      }
    }
  }
}

type Row = StoredRecord & Readonly<Record<string, unknown>>

interface Cell {
  readonly name: string
  readonly position: number
  readonly column: string
}

/** A column that an index sorts by has a text, a number or true and false, the same in all records. */
function checkScalar({ row, ...cell }: Cell & { readonly row: Row }, types: Map<string, string>): void {
  const value = row[cell.column]
  if (value === undefined || value === null) return
  const type = typeof value
  if (type === 'object') throw refusal(cell, 'it is neither a text, a number, nor true or false.')
  const first = types.get(cell.column)
  if (first === undefined) types.set(cell.column, type)
  else if (first !== type) throw refusal(cell, `it is a ${type}, and others are a ${first}.`)
  const isInstant = type === 'string' && /[a-z]At$/.test(cell.column)
  if (isInstant && Number.isNaN(instantOf(value as string))) throw refusal(cell, 'it is not an instant.')
}

const refusal = ({ name, position, column }: Cell, reason: string) =>
  new TypeError(`Failed to call "import()": record ${position} of "${name}" has a wrong "${column}": ${reason}`)
