import { mswHandlers } from '../carriers/msw.ts'
import { createScriptFetch } from '../carriers/scriptFetch.ts'
import { createControl, type MockSnapshot } from '../control/control.ts'
import { createLocalControl } from '../control/http/localControl.ts'
import type { Mock } from '../control/mock.ts'
import type { EventWatchers } from '../control/objects/eventsControl.ts'
import { createRoutedDeliver, type Receivers } from '../control/objects/webhookControl.ts'
import { keyOfSeed } from '../crypto/hmac.ts'
import { isListedOrigin } from '../domain/sites/origins.ts'
import { createClock } from '../effects/clock.ts'
import { createCheckedDeliver, createFetchDeliver } from '../effects/deliver.ts'
import { assertPlatform } from '../effects/platform.ts'
import { createPlatformRandom, createRandom, type RandomState } from '../effects/random.ts'
import { createAnswer } from '../http/answer.ts'
import { createFaults } from '../http/faults.ts'
import { createJournal } from '../http/journal.ts'
import { createOverrides } from '../http/overrides.ts'
import { createRateLimits } from '../http/rateLimits.ts'
import { readBaseUrl } from '../shared/baseUrl.ts'
import { createWatchers } from '../shared/watchers.ts'
import { createStore } from '../store/store.ts'
import { tables } from '../store/tables.ts'
import { createJobRunner } from '../world/jobs.ts'
import { keepWorld, type LoadedState, loadState, reportNowAndThen } from '../world/keeping.ts'
import { type Defaults, defaultIds, seedDefaults } from '../world/seedDefaults.ts'
import { keepRandomIfPossible, type World } from '../world/world.ts'
import { type MockOptions, readOptions } from './mockOptions.ts'

export type { MockOptions } from './mockOptions.ts'
export type { Mock } from '../control/mock.ts'

/**
 * Creates a service with its own state, clock and randomness.
 *
 * @throws TypeError when an option is unknown or cannot be read, or the platform lacks Web Crypto, text encoding or
 * fetch.
 * @example
 * const mock = createMock({ seed: 'profile page' })
 * const { token } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
 */
export function createMock(options: MockOptions = {}): Mock {
  const mock = createWaitingMock(options)
  mock.listenAt(mock.baseUrl)
  return mock
}

/**
 * Creates a mock for a host that calls `listenAt`. Until then it runs none of the jobs that it goes on from, since they
 * would not yet use the host's way to send webhooks.
 */
export function createWaitingMock(options: MockOptions): Mock {
  assertPlatform()
  const { persistence, seed, randomness } = options
  if (randomness === 'platform' && seed !== undefined)
    throw new TypeError('Failed to call "createMock()": with `randomness: "platform"` it takes no `seed`.')
  const state = persistence && loadState(persistence, seed)
  return state ? build({ ...options, seed: state.origin.seed }, beginningOf(state)) : build(options)
}

/** What a mock goes on from, in place of an empty store. */
interface Beginning {
  readonly store: World['store']
  readonly random: RandomState
  readonly defaults: Defaults
  readonly contractDefinitions?: World['contractDefinitions']
  /** @default a clock as the options say */
  readonly clock?: World['clock']
  /** Of a state that was kept. */
  readonly origin?: LoadedState['origin']
  /** Where a reset leads. @default here */
  readonly firstState?: MockSnapshot
}

function beginningOf({ origin, effects, tables: records }: LoadedState): Beginning {
  const { defaults, beginning } = origin
  const store = createStore(tables)
  store.import({ version: 1, tables: beginning.tables })
  const firstState = { store: store.snapshot(), random: beginning.random, now: beginning.now }
  store.import({ version: 1, tables: records })
  const clock = createClock({ states: { beginning: beginning.clock, present: effects.clock } })
  return { store, random: effects.random, defaults, clock, origin, firstState }
}

function build(options: MockOptions, beginning?: Beginning): Mock {
  const {
    seed,
    randomness,
    now,
    frozen,
    baseUrl,
    providers,
    strict,
    unknownFields,
    rateLimits,
    signing,
    allowPrivateWebhooks,
    deliveryTimeoutMs,
    journalLimit,
    outboxLimit,
  } = readOptions(options)
  const clock = beginning?.clock ?? createClock({ now, frozen })
  const randomOf = (start: string | RandomState) =>
    randomness === 'seed' ? createRandom(start) : createPlatformRandom(typeof start === 'string' ? undefined : start)
  const report = reportNowAndThen(options.onError ?? ((cause) => console.error(cause)))
  const receivers: Receivers = new Map()
  let network = options.deliver ?? createFetchDeliver(deliveryTimeoutMs)
  const world: World = {
    store: beginning?.store ?? createStore(tables),
    clock,
    random: randomOf(beginning?.random ?? seed),
    continueRandom: randomOf,
    deliver: createRoutedDeliver(
      receivers,
      createCheckedDeliver((request) => network(request), report),
      deliveryTimeoutMs,
    ),
    settings: { allowPrivateWebhooks, signing, hasPublishedKeys: randomness === 'seed' },
    outboxLimit,
    contractDefinitions: new Map(beginning?.contractDefinitions),
    baseUrl,
    cursorKey: keyOfSeed(seed),
    onCommit: () => jobs.wake(),
    onEvents: (events, requestId) => eventWatchers.tell(events, requestId),
    watchers: new Set(),
    report,
    queue: undefined,
  }
  const eventWatchers: EventWatchers = createWatchers(world.report)
  const jobs = createJobRunner(world, options.schedule)
  const defaults = beginning?.defaults ?? seedDefaults(world, { seed, providers })
  const [faults, journal, overrides, limits] = [
    createFaults(world.report),
    createJournal(journalLimit, world.report),
    createOverrides(world.report),
    createRateLimits(clock, rateLimits),
  ]
  const serve = createAnswer({ world, faults, journal, overrides, rateLimits: limits, strict, unknownFields })
  const control = createControl({
    world,
    jobs,
    faults,
    journal,
    overrides,
    rateLimits: limits,
    receivers,
    eventWatchers,
    sandboxId: defaultIds.sandbox,
    defaults,
    serve,
    firstState: beginning?.firstState,
  })
  if (options.persistence) keepWorld(world, options.persistence, beginning?.origin ?? { seed, defaults })
  const mock: Mock = {
    ...control,
    serve,
    handlers: (msw) => mswHandlers(mock, msw),
    defaults,
    get baseUrl() {
      return world.baseUrl
    },
    listenAt(url, createDeliver) {
      world.baseUrl = readBaseUrl('listenAt()', url)
      if (createDeliver && !options.deliver)
        network = createDeliver({ timeoutMs: deliveryTimeoutMs, allowPrivate: allowPrivateWebhooks })
      jobs.wake()
    },
    close() {
      jobs.stop()
      keepRandomIfPossible(world)
      world.store.keepWith(undefined)
      world.keeper = undefined
    },
    listsOrigin: (origin) => isListedOrigin({ store: world.store.reader }, origin),
    fork: ({ persistence } = {}) =>
      build(
        {
          ...options,
          persistence,
          schedule: undefined,
          now: clock.now(),
          frozen: !clock.running,
          baseUrl: world.baseUrl,
        },
        {
          store: world.store.fork(),
          random: world.random.state(),
          defaults,
          contractDefinitions: world.contractDefinitions,
        },
      ),
    fetch: createScriptFetch(serve, () => world.baseUrl),
    fetchControl: createScriptFetch(
      createLocalControl(() => mock),
      () => world.baseUrl,
    ),
  }
  return mock
}
