import { type ClockState, createClock, startStopwatch } from '@latchkey/base/clock'
import { createPlatformRandom, type RandomState } from '@latchkey/base/random'
import { type KeptState, type Persistence, StateNotKept } from '@latchkey/store/persistence'
import { withOwnTokens } from './ownTokens.ts'
import type { Defaults } from './seedDefaults.ts'
import type { World } from './world.ts'

/** Goes up when kept records change their shape: a release reads only the states of its own version. */
const version = 1

/** The state that commits change besides the tables. */
interface Effects {
  readonly random: RandomState
  readonly clock: ClockState
  /** Where the world was served, which its tokens name. Absent in states of earlier releases. */
  readonly baseUrl?: string
}

/** The part of a kept state that never changes. */
export interface Origin {
  readonly version: typeof version
  readonly seed: string
  readonly defaults: Defaults
  /** The state that a reset goes back to. */
  readonly beginning: {
    readonly now: number
    readonly random: RandomState
    readonly clock: ClockState
    readonly tables: KeptState['tables']
  }
}

/**
 * A copy of a kept state, whose reset goes back to the state as it is now.
 *
 * @param input.shareTokens - Whether the API tokens of the state are also valid for the copy. Otherwise it gets its own
 * tokens.
 */
export function copyState(state: KeptState, { shareTokens }: { readonly shareTokens: boolean }): KeptState {
  const { random, clock } = state.effects as Effects
  const { beginning, ...rest } = state.origin as Origin
  const now = createClock({ states: { beginning: beginning.clock, present: clock } }).now()
  const original = { tables: state.tables, defaults: rest.defaults }
  const { tables, defaults } = shareTokens ? original : withOwnTokens(original, createPlatformRandom())
  const origin: Origin = { ...rest, defaults, beginning: { now, random, clock, tables } }
  return { origin, effects: state.effects, tables }
}

/** Where the world of a kept state was served last; `undefined` if the state does not say. */
export const keptUrlOf = ({ effects }: KeptState): string | undefined => (effects as Effects).baseUrl

/** A state that was kept, read and checked. */
export interface LoadedState {
  readonly origin: Origin
  readonly effects: Effects
  readonly tables: KeptState['tables']
}

/**
 * Reads the state that was kept.
 *
 * @param seed - The seed that the caller wants; `undefined` for that of the state.
 * @returns `undefined` when nothing was kept
 * @throws TypeError for a state of another version or seed
 */
export function loadState(persistence: Persistence, seed: string | undefined): LoadedState | undefined {
  const state = persistence.load()
  if (!state) return undefined
  const { origin, effects, tables } = state as LoadedState
  if (!isObject(origin) || !isObject(effects)) throw new TypeError('Failed to load the state: a part of it is missing.')
  if (origin.version !== version)
    throw new TypeError(
      `Failed to load the state: it has version ${origin.version}, and this release reads version ${version}.`,
    )
  if (seed !== undefined && seed !== origin.seed)
    throw new TypeError(
      `Failed to load the state: it was made with the seed ${JSON.stringify(origin.seed)}, not ${JSON.stringify(seed)}.`,
    )
  return { origin, effects, tables }
}

/**
 * Keeps every later commit of a world. A commit that cannot be kept is reported, and fails with {@link StateNotKept}.
 *
 * @param begun - The origin of a loaded state, or the input for the origin of a new world, which is first kept as a
 * whole.
 * @throws {@link StateNotKept}
 */
export function keepWorld(
  world: World,
  persistence: Persistence,
  begun: Origin | Pick<Origin, 'seed' | 'defaults'>,
): void {
  const { clock, random, store } = world
  const origin: Origin =
    'beginning' in begun
      ? begun
      : {
          ...begun,
          version,
          beginning: {
            now: clock.now(),
            random: random.state(),
            clock: clock.beginning(),
            tables: store.export().tables,
          },
        }
  const present = (): Effects => ({ random: world.random.state(), clock: clock.state(), baseUrl: world.baseUrl })
  let storedEffects = present()
  const keep = (write: (effects: Effects) => void) => {
    const effects = present()
    try {
      write(effects)
    } catch (cause) {
      const error = new StateNotKept(cause)
      world.report(error)
      throw error
    }
    storedEffects = effects
  }
  const keepEffects = () => keep((effects) => persistence.commit([], effects))
  const keepAll = () => keep((effects) => persistence.replace({ origin, effects, tables: store.export().tables }))
  if (begun !== origin) keepAll()
  store.keepWith((changes) => keep((effects) => persistence.commit(changes, effects)))
  world.keeper = {
    keepAll,
    keepClock() {
      try {
        keepEffects()
      } catch (error) {
        clock.restore(storedEffects.clock)
        throw error
      }
    },
    keepRandom() {
      const position = world.random.state()
      if (position.some((part, index) => part !== storedEffects.random[index])) keepEffects()
    },
  }
}

/** How often the same failure is reported, in milliseconds of real time. */
const reportEveryMs = 60_000

/**
 * Passes errors on, and {@link StateNotKept} at most once a minute: on a full disk each request and job fails with it.
 */
export function reportNowAndThen(report: World['report']): World['report'] {
  const elapsed = startStopwatch()
  let reportedAt = Number.NEGATIVE_INFINITY
  return (cause) => {
    const isRepeated = cause instanceof StateNotKept && elapsed() - reportedAt < reportEveryMs
    if (isRepeated) return
    if (cause instanceof StateNotKept) reportedAt = elapsed()
    report(cause)
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
