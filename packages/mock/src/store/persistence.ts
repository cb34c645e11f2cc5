import type { StoredRecord } from './order.ts'
import type { StoredChange } from './transaction.ts'

/** A state as JSON data, with what does not change as long as it is kept. */
export interface KeptState {
  /** JSON data that the owner of the state knows. */
  readonly origin: unknown
  /** JSON data that every commit may change, such as the time. */
  readonly effects: unknown
  readonly tables: Readonly<Record<string, readonly StoredRecord[]>>
}

/**
 * Keeps a state, so that it outlives the process. Every call has kept what it was given when it returns, or throws, and
 * then has kept nothing of it.
 */
export interface Persistence {
  /** What was kept; `undefined` when nothing was. */
  load(): KeptState | undefined
  /** Keeps the changes of a commit and the effects together. */
  commit(changes: readonly StoredChange[], effects: unknown): void
  /** Keeps a whole state in place of the one before. */
  replace(state: KeptState): void
}

/** A state could not be kept, so nothing of it has changed. The cause is the error of the {@link Persistence}. */
export class StateNotKept extends Error {
  override readonly name = 'StateNotKept'

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
    super(
      `The state cannot be written: ${reason}. Calls that change something fail with 500 and change nothing, and due ` +
        'jobs wait. Make room where the state is kept, and the mock goes on by itself.',
      { cause },
    )
  }
}

/** The part of an SQL database that {@link keepInSql} needs. */
export interface Sql {
  /** Runs a statement of SQLite. @returns Its rows */
  exec(statement: string, ...values: readonly string[]): Iterable<Record<string, unknown>>
  /** Runs work in a transaction: all of its statements have an effect, or none. */
  atomically(work: () => void): void
}

/** States by name, in one database. */
export interface SqlStates {
  /** The names of the kept states, in alphabetical order. */
  names(): string[]
  /** @param name - Of the state. */
  open(name: string): Persistence
  delete(name: string): void
}

/** How a state is read. */
export interface LoadOptions {
  /** Called after every 10 000 records, with the number of records that were read. */
  readonly onLoad?: (records: number) => void
}

const recordsPerReport = 10_000

/** The table whose rows are no records but the two parts beside them. A long part has several rows. */
const partsTable = ''

/** The longest text of a row. A Durable Object takes 2 MB, and a character has up to 3 bytes. */
const rowCharacters = 500_000

/** Keeps states in SQLite: a row for each record. */
export function keepInSql({ exec, atomically }: Sql, { onLoad }: LoadOptions = {}): SqlStates {
  const run = (statement: string, ...values: readonly string[]) => void [...exec(statement, ...values)]
  run(
    'CREATE TABLE IF NOT EXISTS records (state TEXT, tableName TEXT, id TEXT, json TEXT, ' +
      'PRIMARY KEY (state, tableName, id)) WITHOUT ROWID',
  )
  const putRow = (state: string, table: string, ...columns: readonly [id: string, json: string]) =>
    run('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)', state, table, ...columns)
  // The whole record, so that its keys come back in their order.
  const put = (state: string, table: string, record: StoredRecord) =>
    putRow(state, table, record.id, JSON.stringify(record))
  const putPart = (state: string, id: string, value: unknown) => {
    const json = JSON.stringify(value)
    for (let row = 0; row * rowCharacters < json.length; row++)
      putRow(state, partsTable, `${id} ${row}`, json.slice(row * rowCharacters, (row + 1) * rowCharacters))
  }

  return {
    names: () => [...exec('SELECT DISTINCT state FROM records ORDER BY state')].map(({ state }) => String(state)),
    delete: (name) => run('DELETE FROM records WHERE state = ?', name),
    open: (name) => ({
      load() {
        const parts = new Map<string, string[]>()
        const tables: Record<string, StoredRecord[]> = {}
        let records = 0
        for (const row of exec('SELECT tableName, id, json FROM records WHERE state = ?', name)) {
          records += 1
          if (records % recordsPerReport === 0) onLoad?.(records)
          const [table, id] = [String(row.tableName), String(row.id)]
          const json = String(row.json)
          // Rows of version 0.1.0 lack the id.
          if (table !== partsTable) (tables[table] ??= []).push({ ...(JSON.parse(json) as object), id })
          else {
            const [part = '', place = ''] = id.split(' ')
            const rows = parts.get(part) ?? []
            rows[Number(place)] = json
            parts.set(part, rows)
          }
        }
        if (records === 0) return undefined
        const [origin, effects] = [parts.get('origin'), parts.get('effects')]
        if (!origin || !effects) throw new TypeError('a part of it is missing.')
        return { origin: JSON.parse(origin.join('')), effects: JSON.parse(effects.join('')), tables }
      },
      commit: (changes, effects) =>
        atomically(() => {
          for (const { table, before, after } of changes) {
            if (after) put(name, table, after)
            else if (before)
              run('DELETE FROM records WHERE state = ? AND tableName = ? AND id = ?', name, table, before.id)
          }
          putPart(name, 'effects', effects)
        }),
      replace: ({ origin, effects, tables }) =>
        atomically(() => {
          run('DELETE FROM records WHERE state = ?', name)
          putPart(name, 'origin', origin)
          putPart(name, 'effects', effects)
          for (const [table, records] of Object.entries(tables)) for (const record of records) put(name, table, record)
        }),
    }),
  }
}
