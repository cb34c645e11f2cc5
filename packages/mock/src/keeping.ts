import type { Defaults } from './control/seedDefaults.ts'
import { type ClockState, createClock } from './effects/clock.ts'
import type { RandomState } from './effects/random.ts'
import type { KeptState, Persistence } from './store/persistence.ts'
import type { World } from './world.ts'

/** Goes up when kept records change their shape: a release reads the states of its own version alone. */
const version = 1

/** What changes with commits, beside the tables. */
interface Effects {
  readonly random: RandomState
  readonly clock: ClockState
}

/** What stays as it is for as long as a state is kept. */
export interface Origin {
  readonly version: typeof version
  readonly seed: string
  readonly defaults: Defaults
  /** Where a reset leads. */
  readonly beginning: {
    readonly now: number
    readonly random: RandomState
    readonly clock: ClockState
    readonly tables: KeptState['tables']
  }
}

/** A copy of a kept state that begins there: a reset leads to what the state is at present. */
export function copyState({ origin, effects, tables }: KeptState): KeptState {
  const { random, clock } = effects as Effects
  const { beginning, ...rest } = origin as Origin
  const now = createClock({ states: { beginning: beginning.clock, present: clock } }).now()
  return { origin: { ...rest, beginning: { now, random, clock, tables } } satisfies Origin, effects, tables }
}

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
 * Keeps every later commit of a world.
 *
 * @param begun - The origin of a state that was loaded; for a world that begins here, what its origin needs. Such a world
 * is kept as a whole first.
 * @throws Error of the persistence
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
  const effects = (): Effects => ({ random: world.random.state(), clock: clock.state() })
  const keepAll = () => persistence.replace({ origin, effects: effects(), tables: store.export().tables })
  if (begun !== origin) keepAll()
  store.keepWith((changes) => persistence.commit(changes, effects()))
  world.keeper = { keepEffects: () => persistence.commit([], effects()), keepAll }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
