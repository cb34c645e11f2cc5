import { createClock, isoOf, type Time } from '@latchkey/base/clock'
import { createWatchers } from '@latchkey/base/watchers'
import { DomainError } from '../../domain/shared/errors.ts'
import type { CreateDeliver } from '../../effects/deliver.ts'
import type { BrowserChain } from '../device/browserWalletOptions.ts'
import type { Mock } from '../mock.ts'
import type { Counts } from '../views/counts.ts'

/** The path below which the worlds of a server are. */
export const worldsPath = '/w/'

/** A server's independent copies of its mock, each below `/w/<name>`. */
export interface Worlds {
  /** All worlds, by name. */
  list(): WorldSummary[]
  /** The world of this name; `undefined` when there is none. */
  get(name: string): Mock | undefined
  /** The world of this name, which is created if there is none; `undefined` when the server keeps no more worlds. */
  open(name: string): Mock | undefined
  /**
   * Creates a world: a copy of the server's own mock as it is now, or of another world.
   *
   * @throws TypeError for a name that is not 1 to 64 letters, digits, `-` and `_`, or that a world has, and for an unknown
   * `from`
   * @throws Error when the server has as many worlds as it keeps; over HTTP it is 429 `too_many_requests`
   */
  create(name: string, options?: { readonly from?: string | undefined }): Mock
  /** Deletes a world. @returns Whether there was one */
  drop(name: string): boolean
  /** Calls a function each time a world was created or dropped. @returns A function that ends it */
  watch(listener: () => void): () => void
  /**
   * Stops the jobs of the worlds, and stops keeping their state, before the server ends. Worlds of a state file stay
   * there.
   */
  close(): void
}

/** The actions of the control interface on worlds, on any host. */
export interface ControlledWorlds {
  list(): readonly WorldSummary[] | Promise<readonly WorldSummary[]>
  create(name: string, options: ControlledWorldOptions): HasBaseUrl | Promise<HasBaseUrl>
  drop(name: string): boolean | Promise<boolean>
  watch: Worlds['watch']
}

type HasBaseUrl = Pick<Mock, 'baseUrl'>

/** How the control interface creates a world. */
export interface ControlledWorldOptions {
  /** The world to copy. @default the server's own mock */
  readonly from?: string | undefined
  /** The chains whose wallets stand in the pages of the world from the start. @default none */
  readonly wallets?: readonly BrowserChain[] | undefined
}

/** A world of a server, as a list shows it. */
export interface WorldSummary {
  readonly name: string
  /** The base URL of the world. */
  readonly url: string
  /** When it last got a request, by the machine's clock, in ISO 8601; null if it is not in the server's memory. */
  readonly lastUsedAt: string | null
  /** How much there is in it; null if it is not in the server's memory. */
  readonly counts: Counts | null
}

/** Where the worlds of a server are kept while nobody uses them. */
export interface WorldShelf {
  has(name: string): boolean
  names(): string[]
  load(name: string): Mock
  /** Copies a mock, and keeps the copy under a name from then on. */
  copy(origin: Mock, name: string): Mock
  delete(name: string): void
}

const noShelf: WorldShelf = {
  has: () => false,
  names: () => [],
  load: (name) => {
    throw new RangeError(`There is no world "${name}".`)
  },
  copy: (origin) => origin.fork(),
  delete: () => undefined,
}

export const defaultWorlds = { maximum: 1_000, idleMinutes: 60 } as const satisfies Required<WorldOptions>

/** How many worlds a server keeps, and for how long. */
export interface WorldOptions {
  /** How many worlds the server keeps at most. @default 1_000 */
  readonly maximum?: number | undefined
  /**
   * The number of minutes without a request after which a world leaves the memory when another one is created. Without
   * a state file it is deleted.
   *
   * @default 60
   */
  readonly idleMinutes?: number | undefined
}

/** The name below `/w/` in a path; `undefined` for a path of the server's own mock. */
export function nameOfWorld(path: string): string | undefined {
  return path.startsWith(worldsPath) ? /^[^/?#]*/.exec(path.slice(worldsPath.length))?.[0] : undefined
}

export const isWorldName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)

interface WorldsInput extends WorldOptions {
  /** How the worlds send webhooks. */
  readonly createDeliver: CreateDeliver
  /** Called with each world that comes into the memory. */
  readonly onOpen?: (name: string, mock: Mock) => void
  /** @default nowhere: idle worlds are deleted */
  readonly shelf?: WorldShelf | undefined
  /** By which a world is idle. @default the machine's time */
  readonly time?: Pick<Time, 'now'>
}

/** @throws TypeError for a limit that is no number of its kind */
export function createWorlds(
  base: Mock,
  {
    maximum = defaultWorlds.maximum,
    idleMinutes = defaultWorlds.idleMinutes,
    createDeliver,
    onOpen,
    shelf = noShelf,
    time = createClock(),
  }: WorldsInput,
): Worlds {
  if (!Number.isSafeInteger(maximum) || maximum < 0)
    throw new TypeError('Failed to call "startServer()": `worlds.maximum` must be a whole number of 0 or more.')
  if (!(idleMinutes > 0))
    throw new TypeError('Failed to call "startServer()": `worlds.idleMinutes` must be more than 0.')
  const { watch, tell } = createWatchers<[]>((cause) => console.error(cause))
  const inMemory = new Map<string, { readonly mock: Mock; lastUsedAt: number }>()

  const put = (name: string, mock: Mock) => {
    mock.listenAt(`${base.baseUrl}${worldsPath}${name}`, createDeliver)
    inMemory.set(name, { mock, lastUsedAt: time.now() })
    onOpen?.(name, mock)
    return mock
  }
  const remove = (name: string) => {
    inMemory.get(name)?.mock.close()
    if (inMemory.delete(name)) tell()
  }
  const removeIdle = () => {
    const limit = time.now() - idleMinutes * 60_000
    for (const [name, { lastUsedAt }] of inMemory) if (lastUsedAt < limit) remove(name)
  }
  const names = () => [...new Set([...shelf.names(), ...inMemory.keys()])].sort()
  const has = (name: string) => inMemory.has(name) || shelf.has(name)
  const isFull = () => {
    removeIdle()
    return names().length >= maximum
  }
  const get = (name: string) => {
    const world = inMemory.get(name)
    if (!world) return shelf.has(name) ? put(name, shelf.load(name)) : undefined
    world.lastUsedAt = time.now()
    return world.mock
  }
  const add = (name: string, origin: Mock) => {
    const mock = put(name, shelf.copy(origin, name))
    tell()
    return mock
  }

  return {
    get,
    open: (name) => get(name) ?? (isFull() ? undefined : add(name, base)),
    list: () =>
      names().map((name) => {
        const world = inMemory.get(name)
        return {
          name,
          url: `${base.baseUrl}${worldsPath}${name}`,
          lastUsedAt: world ? isoOf(world.lastUsedAt) : null,
          counts: world ? world.mock.counts() : null,
        }
      }),
    create(name, { from } = {}) {
      assertNewName(name, has)
      const origin = from === undefined ? base : get(from)
      if (!origin) throw worldRefusals.unknown(from)
      if (isFull()) throw worldRefusals.tooMany(maximum)
      return add(name, origin)
    },
    drop(name) {
      const isThere = has(name)
      shelf.delete(name)
      remove(name)
      if (isThere) tell()
      return isThere
    },
    watch,
    close: () => [...inMemory.keys()].forEach(remove),
  }
}

/** @throws TypeError for a name that a new world cannot have */
export function assertNewName(name: string, has: (name: string) => boolean): void {
  if (!isWorldName(name)) throw refusal(`a name has 1 to 64 letters, digits, "-" and "_", not "${name}".`)
  if (has(name)) throw refusal(`there is a world "${name}".`)
}

/** Why a world with a right name is not created. */
export const worldRefusals = {
  unknown: (from = '') => refusal(`there is no world "${from}" to copy.`),
  walletsElsewhere: (name: string) =>
    refusal(
      `"wallets" is for worlds of a server. This world is in an object of its own: create them there, by POST ${worldsPath}${name}/__mock/v1/wallets/browser.`,
    ),
  tooMany: (maximum: number) =>
    new DomainError('tooManyRequests', {
      message: `Failed to create a world: the server keeps ${maximum === 1 ? 'one world' : `${maximum} worlds`}. Drop one, or start it with room for more.`,
    }),
} as const

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to create a world: ${reason}`)
}
