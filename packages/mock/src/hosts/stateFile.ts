import { type Persistence, StateNotKept } from '@latchkey/store/persistence'
import type { WorldShelf } from '../control/http/worlds.ts'
import type { RealPart } from '../effects/realParts.ts'
import { createWaitingMock, type Mock, type MockOptions, realPartsOf } from '../mock/createMock.ts'
import { keptUrlOf } from '../world/keeping.ts'
import { openDatabase, type DatabaseOptions } from './nodeSqlite.ts'

/** A server's mock and worlds, kept in a file. */
export interface StateFile {
  readonly mock: Mock
  readonly shelf: WorldShelf
  /** Where the state was served before; `undefined` for a new file. */
  readonly servedAt: string | undefined
  /** Ends the mock, and frees the file. */
  close(): void
}

/** The name of the server's own mock, which no world has. */
const ownName = ''

interface StateFileOptions extends DatabaseOptions {
  /** The data of a new file. @default a new mock */
  readonly draft?: Mock | undefined
}

/**
 * Goes on from a state file, or creates it.
 *
 * @param options - Of the mock and its worlds. The seed of a file counts if they have none.
 * @throws TypeError for a file that cannot be read, or was made by another version or with another seed
 */
export function openStateFile(
  file: string,
  options: MockOptions,
  { draft, ...databaseOptions }: StateFileOptions,
): StateFile {
  const database = openDatabase(file, databaseOptions)
  let servedAt: string | undefined
  const openStates = (name: string): Persistence => {
    const states = database.open(name)
    return {
      ...states,
      load() {
        const state = states.load()
        if (name === ownName && state) servedAt = keptUrlOf(state)
        return state
      },
    }
  }
  const open = (name: string, realParts?: readonly RealPart[]) => {
    try {
      return createWaitingMock({ ...options, persistence: openStates(name) }, realParts)
    } catch (error) {
      throw damageOf(file, error as Error)
    }
  }
  let mock: Mock
  try {
    mock = draft?.fork({ persistence: database.open(ownName) }) ?? open(ownName)
  } catch (error) {
    database.close()
    throw error
  }
  // A world that comes back has the real parts that it had in this process, or those of the server's own mock.
  const realParts = new Map<string, ReturnType<typeof realPartsOf>>()
  const remember = (name: string, world: Mock) => {
    realParts.set(name, realPartsOf(world))
    return world
  }
  const names = new Set(database.names().filter((name) => name !== ownName))
  return {
    mock,
    servedAt,
    shelf: {
      has: (name) => names.has(name),
      names: () => [...names],
      load: (name) => remember(name, open(name, (realParts.get(name) ?? realPartsOf(mock))?.list())),
      copy(origin, name) {
        const copy = origin.fork({ persistence: database.open(name) })
        names.add(name)
        return remember(name, copy)
      },
      delete(name) {
        try {
          database.delete(name)
        } catch (cause) {
          const error = new StateNotKept(cause)
          options.onError?.(error)
          throw error
        }
        names.delete(name)
        realParts.delete(name)
      },
    },
    close() {
      mock.close()
      database.close()
    },
  }
}

/**
 * Other versions and seeds have their own refusals. Any other failure while a state is read means that the file is
 * damaged.
 */
function damageOf(file: string, error: Error): Error {
  if (/^Failed to load the state: it (has|was)|"createMock\(\)"/.test(error.message)) return error
  const reason = error.message
    .split('\n')[0]
    ?.replace(/^Failed to [^:]*: /, '')
    .replace(/\.?$/, '.')
  return new TypeError(`The state file ${file} is damaged: ${reason}`, { cause: error })
}
