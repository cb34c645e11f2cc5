import { closeSync, openSync, readSync } from 'node:fs'
import { keepInSql, type LoadOptions, type Sql, type SqlStates } from '@latchkey/store/persistence'
import { serverOptionRules } from './serverOptionRules.ts'

/** The states of a file, which is open only for this process. */
interface StateDatabase extends SqlStates {
  close(): void
}

export interface DatabaseOptions extends LoadOptions {
  /**
   * When a commit is on the disk. `'normal'` survives a crash of the process. `'full'` also survives a power cut, and
   * makes commits slower.
   *
   * @default that of `startServer`
   */
  readonly sync?: 'normal' | 'full' | undefined
}

/**
 * Opens or creates a file of SQLite, which only one process may have open.
 *
 * @throws TypeError for a file that is not one, that another process has open, or on a Node without SQLite
 */
export function openDatabase(
  file: string,
  { sync = serverOptionRules.stateSync.default, onLoad }: DatabaseOptions = {},
): StateDatabase {
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined
  if (!sqlite)
    throw new TypeError(
      `A state file needs Node 22.13 or later, which has SQLite. This is Node ${process.versions.node}.`,
    )
  let database: InstanceType<typeof sqlite.DatabaseSync> | undefined
  try {
    prepareFile(file)
    database = new sqlite.DatabaseSync(file)
    // One process writes the file. Another one is told so at once.
    const opened = database
    const pragma = (text: string) => opened.prepare(`PRAGMA ${text}`).all()
    pragma('locking_mode = EXCLUSIVE')
    assertStateFile(opened)
    // Of a new file. In smaller pages most events do not fit beside others, and each takes one of its own.
    pragma('page_size = 8192')
    pragma('journal_mode = WAL')
    pragma(`synchronous = ${sync}`)
    const close = () => {
      if (opened.isOpen) opened.close()
    }
    return { ...keepInSql(sqlOf(opened), { onLoad }), close }
  } catch (error) {
    database?.close()
    throw new TypeError(`The state file ${file} ${problemOf(error as Error)}`, { cause: error })
  }
}

/** The first bytes of a database of SQLite. */
const magic = 'SQLite format 3\0'

/**
 * Creates a missing file only for its owner, since it has keys and tokens in it; SQLite gives its other files the same
 * mode. A file of a few bytes is refused here: SQLite would take it for an empty one, and begin anew.
 */
function prepareFile(file: string): void {
  const descriptor = openSync(file, 'a+', 0o600)
  try {
    const start = Buffer.alloc(magic.length)
    const length = readSync(descriptor, start, 0, start.length, 0)
    if (length > 0 && start.toString('latin1') !== magic) throw new Error('file is not a database')
  } finally {
    closeSync(descriptor)
  }
}

/** Looks at a file before anything is written to it: another program's database stays as it is. */
function assertStateFile(database: InstanceType<(typeof import('node:sqlite'))['DatabaseSync']>): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (tables.some(({ name }) => name !== 'records')) throw new Error('not a database of states')
  if (tables.length > 0) database.prepare('SELECT state, tableName, id, json FROM records LIMIT 0').all()
}

function problemOf({ message }: Error): string {
  if (/locked|busy/.test(message)) return 'is open in another process.'
  if (/not a database|no such column/.test(message)) return 'is not a state file.'
  return `cannot be opened: ${message}.`
}

function sqlOf(database: InstanceType<(typeof import('node:sqlite'))['DatabaseSync']>): Sql {
  const statements = new Map<string, ReturnType<typeof database.prepare>>()
  const prepared = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement
  }
  // A full disk makes SQLite roll back by itself. ROLLBACK fails then, and would hide why the work failed.
  const rollBack = () => {
    try {
      database.exec('ROLLBACK')
    } catch {
      // No transaction is open any more.
    }
  }
  return {
    // The rows of a whole state would not fit beside its records.
    exec: (text, ...values) =>
      text.startsWith('SELECT') ? prepared(text).iterate(...values) : prepared(text).all(...values),
    atomically(work) {
      database.exec('BEGIN IMMEDIATE')
      try {
        work()
        database.exec('COMMIT')
      } catch (error) {
        rollBack()
        throw error
      }
    },
  }
}
