import { isObject } from '@latchkey/base/isObject'
import { eachInSteps, type Steps } from '@latchkey/base/steps'
import type { StoredRecord } from './order.ts'

const importError = (reason: string) => new TypeError(`Failed to call "import()": ${reason}`)

/**
 * Checks the shape of exported data and copies its records, so that the caller's records do not change.
 *
 * @param names - Names of the existing tables.
 * @returns Records by table name.
 * @throws TypeError for another version, an unknown table, and a record without id or with a repeated id
 */
export function* readExport(data: unknown, names: readonly string[]): Steps<Map<string, StoredRecord[]>> {
  if (!isObject(data)) throw importError('the data is not an object.')
  if (data.version !== 1) throw importError('the data has no "version" 1.')
  if (!isObject(data.tables)) throw importError('"tables" is not an object.')
  const records = new Map<string, StoredRecord[]>()
  for (const [name, rows] of Object.entries(data.tables)) {
    if (!names.includes(name)) throw importError(`there is no table "${name}".`)
    if (!Array.isArray(rows)) throw importError(`"${name}" is not a list of records.`)
    records.set(name, yield* readRows(name, rows))
  }
  return records
}

function* readRows(name: string, rows: readonly unknown[]): Steps<StoredRecord[]> {
  const ids = new Set<string>()
  const records: StoredRecord[] = []
  yield* eachInSteps(rows, (row, position) => {
    if (!isObject(row) || typeof row.id !== 'string') {
      throw importError(`record ${position} of "${name}" is not an object with a string as its id.`)
    }
    if (ids.has(row.id)) throw importError(`record ${position} of "${name}" has the id of an earlier record.`)
    ids.add(row.id)
    records.push({ ...row, id: row.id })
  })
  return records
}
