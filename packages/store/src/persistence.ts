import { jsonPieces } from '@latchkey/base/jsonPieces'
import { JsonReader } from '@latchkey/base/jsonReader'
import type { StoredRecord } from './order.ts'
import type { StoredChange } from './transaction.ts'

/** A kept state as JSON data. */
export interface KeptState {
  /** JSON data that the owner of the state knows. */
  readonly origin: unknown
  /** JSON data that every commit may change, such as the time. */
  readonly effects: unknown
  readonly tables: Readonly<Record<string, readonly StoredRecord[]>>
}

/**
 * Keeps a state, so that it outlives the process. A call that returns has kept everything that it was given; a call
 * that throws has kept nothing of it.
 */
export interface Persistence {
  /** The kept state; `undefined` when there is none. */
  load(): KeptState | undefined
  /** Keeps the changes of a commit and the effects together. */
  commit(changes: readonly StoredChange[], effects: unknown): void
  /** Keeps a whole state in place of the one before. */
  replace(state: KeptState): void
}

/** The sentence for the caller of a change that could not be kept. The cause is for the log. */
export const stateNotKeptText =
  'The state cannot be written, so nothing has changed. Make room where the mock keeps it, and call again; its log has the cause.'

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
  readonly onLoad?: ((records: number) => void) | undefined
}

const recordsPerReport = 10_000

/** The table whose rows are no records but the two parts beside them. A long part has several rows. */
const partsTable = ''

/** The longest text of a row. A Durable Object takes 2 MB, and a character has up to 3 bytes. */
const rowCharacters = 500_000

/** One step to each name. `DISTINCT` would read all rows. */
const selectNames =
  'WITH names (state) AS (SELECT min(state) FROM records UNION ALL ' +
  'SELECT (SELECT min(state) FROM records WHERE state > names.state) FROM names WHERE state IS NOT NULL) ' +
  'SELECT state FROM names WHERE state IS NOT NULL'

/**
 * The record of a row. Rows of version 0.1.0 lack the id.
 *
 * @throws TypeError for JSON of another kind, as in a file that is damaged
 */
function readRecord(json: string, { table, id }: { readonly table: string; readonly id: string }): StoredRecord {
  const record = JSON.parse(json) as Partial<StoredRecord> | null
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new TypeError(`the record "${id}" of "${table}" is not an object.`)
  return record.id === id ? (record as StoredRecord) : { ...record, id }
}

/** The levels of an origin down to the records of the state where a reset leads, which can be the whole state. */
const originLevels = 4

/** Cuts a text into the texts of rows, and no character into halves. */
function* textsOfRows(pieces: Iterable<string>): Generator<string, void, undefined> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    while (text.length >= rowCharacters) {
      const end = isHighSurrogate(text.charCodeAt(rowCharacters - 1)) ? rowCharacters - 1 : rowCharacters
      yield text.slice(0, end)
      text = text.slice(end)
    }
  }
  if (text !== '') yield text
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff

function readPart(texts: readonly string[]): unknown {
  const reader = new JsonReader(originLevels)
  // A row that is missing in the middle is skipped.
  texts.forEach((text) => reader.write(text))
  return reader.end()
}

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
  const putPart = (state: string, id: string, json: Iterable<string>) => {
    let row = 0
    for (const text of textsOfRows(json)) putRow(state, partsTable, `${id} ${row++}`, text)
  }

  return {
    names: () => [...exec(selectNames)].map(({ state }) => String(state)),
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
          if (table !== partsTable) (tables[table] ??= []).push(readRecord(json, { table, id }))
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
        return { origin: readPart(origin), effects: readPart(effects), tables }
      },
      commit: (changes, effects) =>
        atomically(() => {
          for (const { table, before, after } of changes) {
            if (after) put(name, table, after)
            else if (before)
              run('DELETE FROM records WHERE state = ? AND tableName = ? AND id = ?', name, table, before.id)
          }
          putPart(name, 'effects', [JSON.stringify(effects)])
        }),
      replace: ({ origin, effects, tables }) =>
        atomically(() => {
          run('DELETE FROM records WHERE state = ?', name)
          putPart(name, 'origin', jsonPieces(origin, originLevels))
          putPart(name, 'effects', [JSON.stringify(effects)])
          for (const [table, records] of Object.entries(tables)) for (const record of records) put(name, table, record)
        }),
    }),
  }
}
