import type { Mock } from '../createMock.ts'
import { createClock, isoOf, type Time } from '../effects/clock.ts'
import type { CreateDeliver } from '../effects/deliver.ts'

/** The path below which the worlds of a server are. */
export const worldsPath = '/w/'

/** A server's independent copies of its mock, each below `/w/<name>`. */
export interface Worlds {
  /** All worlds, in the order of their creation. */
  list(): WorldSummary[]
  /** The world of this name; `undefined` when there is none. */
  get(name: string): Mock | undefined
  /** The world of this name, which is created if there is none; `undefined` when the server keeps no more worlds. */
  open(name: string): Mock | undefined
  /**
   * Creates a world: a copy of the server's own mock as it is now, or of another world.
   *
   * @throws TypeError for a name that is not 1 to 64 letters, digits, `-` and `_`, that a world has, or when the server
   * has as many worlds as it keeps; for an unknown `from`
   */
  create(name: string, options?: { readonly from?: string }): Mock
  /** Deletes a world. @returns Whether there was one */
  drop(name: string): boolean
}

interface WorldSummary {
  readonly name: string
  /** The base URL of the world. */
  readonly url: string
  /** When it last got a request, by the machine's clock, in ISO 8601. */
  readonly lastUsedAt: string
}

export interface WorldOptions {
  /** How many worlds the server keeps at most. @default 1_000 */
  readonly maximum?: number
  /** After how many minutes without a request a world is deleted when another one is created. @default 60 */
  readonly idleMinutes?: number
}

export const isWorldName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)

/**
 * @throws TypeError for a limit that is no number of its kind
 * @param options.createDeliver - How the worlds send webhooks.
 * @param options.time - By which a world is idle. @default the machine's time
 */
export function createWorlds(
  base: Mock,
  {
    maximum = 1_000,
    idleMinutes = 60,
    createDeliver,
    time = createClock(),
  }: WorldOptions & { readonly createDeliver: CreateDeliver; readonly time?: Pick<Time, 'now'> },
): Worlds {
  if (!Number.isSafeInteger(maximum) || maximum < 0)
    throw new TypeError('Failed to call "startServer()": `worlds.maximum` must be a whole number of 0 or more.')
  if (!(idleMinutes > 0))
    throw new TypeError('Failed to call "startServer()": `worlds.idleMinutes` must be more than 0.')
  const worlds = new Map<string, { readonly mock: Mock; lastUsedAt: number }>()

  const drop = (name: string) => {
    // Its jobs run no more.
    worlds.get(name)?.mock.clock.freeze()
    return worlds.delete(name)
  }
  const dropIdle = () => {
    const limit = time.now() - idleMinutes * 60_000
    for (const [name, { lastUsedAt }] of worlds) if (lastUsedAt < limit) drop(name)
  }

  const isFull = () => {
    dropIdle()
    return worlds.size >= maximum
  }
  const add = (name: string, origin: Mock) => {
    const mock = origin.fork()
    mock.listenAt(`${base.baseUrl}${worldsPath}${name}`, createDeliver)
    worlds.set(name, { mock, lastUsedAt: time.now() })
    return mock
  }
  const get = (name: string) => {
    const world = worlds.get(name)
    if (world) world.lastUsedAt = time.now()
    return world?.mock
  }

  return {
    get,
    open: (name) => get(name) ?? (isFull() ? undefined : add(name, base)),
    list: () =>
      [...worlds].map(([name, { mock, lastUsedAt }]) => ({
        name,
        url: mock.baseUrl,
        lastUsedAt: isoOf(lastUsedAt),
      })),
    create(name, { from } = {}) {
      if (!isWorldName(name)) throw refusal(`a name has 1 to 64 letters, digits, "-" and "_", not "${name}".`)
      if (worlds.has(name)) throw refusal(`there is a world "${name}".`)
      const origin = from === undefined ? base : worlds.get(from)?.mock
      if (!origin) throw refusal(`there is no world "${from}" to copy.`)
      if (isFull()) throw refusal(`the server keeps ${maximum} worlds. Drop one first.`)
      return add(name, origin)
    },
    drop,
  }
}

const refusal = (reason: string) => new TypeError(`Failed to create a world: ${reason}`)
