import type { Backend } from '../../backend.ts'
import type { StoredRecord } from '../../store/order.ts'
import { tables } from '../../store/tables.ts'
import type { Environment, EnvironmentToken } from '../../store/records.ts'
import { revokeEnvironmentToken } from './tokens.ts'

/** What is needed of any table here. Which indexes there are and what they take is known of a named table alone. */
interface AnyTable {
  all(): Iterable<StoredRecord>
  scan(index: never, values: never): Iterable<StoredRecord>
  delete(id: string): unknown
}

/**
 * Deletes an environment with every record that names it in `environmentId`, in whichever table, and the work that waits for
 * one of them. Its tokens are revoked; tokens of its sessions and links into it lead nowhere from then on.
 */
export function deleteEnvironment(backend: Backend, { id: environmentId }: Environment): void {
  const { store } = backend
  const gone = new Set([environmentId])
  for (const token of store.environmentTokens.scan('byEnvironment', [environmentId])) {
    gone.add(token.id)
    revokeEnvironmentToken(backend, token)
  }
  for (const name of tableNames) {
    const table: AnyTable = store[name]
    for (const { id } of recordsOf(table, name, environmentId)) {
      gone.add(id)
      table.delete(id)
    }
  }
  for (const job of store.jobs.scan('byDueAt', [])) if (gone.has(job.subjectId)) store.jobs.delete(job.id)
  // Codes of the pretended providers name the environment that they lead back to.
  for (const code of store.idpCodes.all())
    if (code.redirectUri.includes(`/${environmentId}/`)) store.idpCodes.delete(code.id)
  store.environments.delete(environmentId)
}

const tableNames = Object.keys(tables) as (keyof typeof tables)[]

/** The records of an environment: by an index that begins with it where the table has one, otherwise among all. */
function recordsOf(table: AnyTable, name: keyof typeof tables, environmentId: string): StoredRecord[] {
  const probe: StoredRecord & Pick<EnvironmentToken, 'environmentId'> = { id: '', environmentId }
  // An index that leaves records out, since it is unique or has a condition, does not take a record without its other columns.
  const index = tables[name].indexes.find(({ columns, includes }) => columns[0] === 'environmentId' && includes(probe))
  if (index) return [...table.scan(index.name as never, [environmentId] as never)]
  return [...table.all()].filter((record) => 'environmentId' in record && record.environmentId === environmentId)
}
