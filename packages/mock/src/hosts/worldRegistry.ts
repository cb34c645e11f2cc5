import { createWatchers } from '@latchkey/base/watchers'
import type { KeptState, Sql } from '@latchkey/store/persistence'
import { assertNewName, type ControlledWorlds, worldRefusals, worldsPath } from '../control/http/worlds.ts'
import type { RemoteWorld } from './remoteWorld.ts'

interface RegistryInput {
  /** The database with the names of the worlds. */
  readonly sql: Sql
  /** How many worlds there may be. */
  readonly maximum: number
  /** The base URL and the state of the mock that worlds are copies of. */
  readonly own: { readonly baseUrl: string; copy(): KeptState }
  worldOf(name: string): RemoteWorld
}

/** The worlds of a Worker. Each world is in its own object, and this list is in the object of the Worker's own mock. */
export function createWorldRegistry({ sql, maximum, own, worldOf }: RegistryInput): ControlledWorlds {
  const query = (statement: string, ...values: string[]) => [...sql.exec(statement, ...values)]
  query('CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY) WITHOUT ROWID')
  const names = () => query('SELECT name FROM worlds ORDER BY name').map(({ name }) => String(name))
  const has = (name: string) => query('SELECT 1 FROM worlds WHERE name = ?', name).length > 0
  const remove = (name: string) => void query('DELETE FROM worlds WHERE name = ?', name)
  const urlOf = (name: string) => own.baseUrl + worldsPath + name
  const { watch, tell } = createWatchers<[]>((cause) => console.error(cause))
  return {
    list: () => names().map((name) => ({ name, url: urlOf(name), lastUsedAt: null, counts: null })),
    async create(name, { from, wallets }) {
      assertNewName(name, has)
      if (wallets !== undefined) throw worldRefusals.walletsElsewhere(name)
      if (from !== undefined && !has(from)) throw worldRefusals.unknown(from)
      if (names().length >= maximum) throw worldRefusals.tooMany(maximum)
      // Before anything is awaited, so that another call does not create it, too.
      query('INSERT INTO worlds VALUES (?)', name)
      try {
        await worldOf(name).begin(from === undefined ? own.copy() : await worldOf(from).copy())
      } catch (error) {
        remove(name)
        throw error
      }
      tell()
      return { baseUrl: urlOf(name) }
    },
    async drop(name) {
      if (!has(name)) return false
      await worldOf(name).drop()
      remove(name)
      tell()
      return true
    },
    watch,
  }
}
