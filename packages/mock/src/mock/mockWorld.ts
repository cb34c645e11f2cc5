import { createClock } from '@latchkey/base/clock'
import { createPlatformRandom, createRandom, type RandomState } from '@latchkey/base/random'
import { createWatchers } from '@latchkey/base/watchers'
import { keyOfSeed } from '@latchkey/crypto/hmac'
import { createStore } from '@latchkey/store/store'
import type { EventWatchers } from '../control/objects/eventsControl.ts'
import type { SnapshotState } from '../control/objects/stateControl.ts'
import { createRoutedDeliver, type Receivers } from '../control/objects/webhookControl.ts'
import { createCheckedDeliver, createFetchDeliver, type Deliver } from '../effects/deliver.ts'
import { createRealParts, type RealPart } from '../effects/realParts.ts'
import { tables } from '../store/tables.ts'
import { createBrowserWalletList } from '../world/browserWallets.ts'
import { type Courier, createCourier } from '../world/courier.ts'
import { createJobRunner, type JobRunner } from '../world/jobs.ts'
import { type LoadedState, reportNowAndThen } from '../world/keeping.ts'
import { createReadMarks } from '../world/readMarks.ts'
import type { Defaults } from '../world/seedDefaults.ts'
import { notifyWatchers, type World } from '../world/world.ts'
import { writeLetter } from '../world/writeLetter.ts'
import type { ReadOptions } from './readOptions.ts'

/** The state that a mock goes on from, in place of an empty store. */
export interface Beginning {
  readonly store: World['store']
  readonly random: RandomState
  readonly defaults: Defaults
  readonly contractDefinitions?: World['contractDefinitions']
  /** The real parts of the world outside. @default none */
  readonly realParts?: readonly RealPart[]
  /** The deliveries of messages to real receivers. @default none */
  readonly endedDeliveries?: ReturnType<Courier['ended']>
  /** @default a clock as the options say */
  readonly clock?: World['clock']
  /** Of a state that was kept. */
  readonly origin?: LoadedState['origin']
  /** Where a reset leads. @default here */
  readonly firstState?: SnapshotState
}

/** A state that was kept. */
export function beginningOf({ origin, effects, tables: records }: LoadedState): Beginning {
  const { defaults, beginning } = origin
  const store = createStore(tables)
  store.import({ version: 1, tables: beginning.tables })
  const firstState = { store: store.snapshot(), random: beginning.random, now: beginning.now }
  store.import({ version: 1, tables: records })
  const clock = createClock({ states: { beginning: beginning.clock, present: effects.clock } })
  return { store, random: effects.random, defaults, clock, origin, firstState }
}

/** A world, and what reaches it from outside of the rules. */
interface MockWorld {
  readonly world: World
  readonly jobs: JobRunner
  readonly receivers: Receivers
  readonly eventWatchers: EventWatchers
  /** Sends webhooks another way from now on. */
  sendBy(deliver: Deliver): void
}

export function createMockWorld(read: ReadOptions, beginning?: Beginning): MockWorld {
  const { seed, randomness, now, frozen, signing, receivers: receiverRules, deliveryTimeoutMs } = read
  const randomOf = (start: string | RandomState) => {
    if (randomness === 'seed') return createRandom(start)
    return createPlatformRandom(typeof start === 'string' ? undefined : start)
  }
  const report = reportNowAndThen(read.onError ?? ((cause) => console.error(cause)))
  const receivers: Receivers = new Map()
  let network = read.deliver ?? createFetchDeliver(deliveryTimeoutMs)
  const deliver = createCheckedDeliver((request) => network(request), report)
  const world: World = {
    store: beginning?.store ?? createStore(tables),
    clock: beginning?.clock ?? createClock({ now, frozen }),
    random: randomOf(beginning?.random ?? seed),
    continueRandom: randomOf,
    deliver: createRoutedDeliver(receivers, deliver, deliveryTimeoutMs),
    settings: {
      receivers: receiverRules,
      signing,
      signingKey: read.signingKey,
      issuer: read.issuer,
      hasPublishedKeys: randomness === 'seed',
      sandboxCode: read.code,
      issuedNames: read.names?.issued,
    },
    outboxLimit: read.outboxLimit,
    eventLimit: read.eventLimit,
    contractDefinitions: new Map(beginning?.contractDefinitions),
    evm: read.evm,
    realParts: createRealParts(beginning?.realParts ?? read.realParts, () => notifyWatchers(world)),
    courier: createCourier({
      receiverOf: (channel) => world.realParts.receiverOf(channel),
      write: (message) => writeLetter(world, message),
      changed: () => notifyWatchers(world),
      noteUse: (name, use) => world.realParts.note(name, use),
      report,
      limit: read.outboxLimit,
      ended: beginning?.endedDeliveries,
    }),
    readMarks: createReadMarks(() => notifyWatchers(world)),
    browserWallets: createBrowserWalletList(),
    baseUrl: read.baseUrl,
    cursorKey: keyOfSeed(seed),
    onCommit: () => jobs.wake(),
    onEvents: (events, requestId) => eventWatchers.tell(events, requestId),
    watchers: new Set(),
    report,
    queue: undefined,
  }
  const eventWatchers: EventWatchers = createWatchers(world.report)
  const jobs = createJobRunner(world, read.schedule)
  return {
    world,
    jobs,
    receivers,
    eventWatchers,
    sendBy(deliver) {
      network = deliver
    },
  }
}
