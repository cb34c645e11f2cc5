import { readBaseUrl } from '@latchkey/base/baseUrl'
import { defined } from '@latchkey/base/defined'
import { mswHandlers } from '../carriers/msw.ts'
import { mswSocketHandler } from '../carriers/mswSockets.ts'
import { createScriptFetch } from '../carriers/scriptFetch.ts'
import { createControl } from '../control/control.ts'
import { createServedWallets } from '../control/device/servedWallets.ts'
import { createChainCallers } from '../control/http/createChainCallers.ts'
import { createLocalControl } from '../control/http/localControl.ts'
import type { Mock } from '../control/mock.ts'
import { isListedOrigin } from '../domain/sites/origins.ts'
import { assertPlatform } from '../effects/platform.ts'
import type { RealPart, RealParts } from '../effects/realParts.ts'
import { createAnswer } from '../http/answer.ts'
import { createFaults } from '../http/faults.ts'
import { createInterceptors } from '../http/interceptors.ts'
import { createJournal } from '../http/journal.ts'
import { currentObserve } from '../http/observer.ts'
import { createOverrides } from '../http/overrides.ts'
import { createRateLimits } from '../http/rateLimits.ts'
import { spoil, type WireReply } from '../http/respond.ts'
import { asController, type ServiceRequest } from '../http/serviceRequest.ts'
import { createSockets } from '../http/sockets.ts'
import { walletPagesPath } from '../world/browserWallets.ts'
import { keepWorld, loadState } from '../world/keeping.ts'
import { defaultIds, seedDefaults } from '../world/seedDefaults.ts'
import { shareWaits, waitsOf } from '../world/waits.ts'
import { keepRandomIfPossible } from '../world/world.ts'
import type { MockOptions } from './mockOptions.ts'
import { type Beginning, beginningOf, createMockWorld } from './mockWorld.ts'
import { readOptions } from './readOptions.ts'

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
 *
 * @param realParts - The real parts of the world outside, which no state has. @default those of the options
 */
export function createWaitingMock(options: MockOptions, realParts?: readonly RealPart[]): Mock {
  assertPlatform()
  const { persistence, seed, randomness } = Object(options) as MockOptions
  if (randomness === 'platform' && seed !== undefined)
    throw new TypeError('Failed to call "createMock()": with `randomness: "platform"` it takes no `seed`.')
  const state = persistence && loadState(persistence, seed)
  if (!state) return build(options)
  return build({ ...options, seed: state.origin.seed }, { ...beginningOf(state), ...defined({ realParts }) })
}

type Serve = (request: ServiceRequest) => Promise<WireReply> | undefined

/** Spoils the replies that a fault spoils, last of all: half of a reply is half of the one that is sent. */
const spoiled =
  (serve: Serve): Serve =>
  (request) =>
    serve(request)?.then(spoil)

const realPartsByMock = new WeakMap<Mock, RealParts>()

/** The parts of a mock's world outside that are real. They outlive the mock, for one that goes on from its state. */
export const realPartsOf = (mock: Mock): Pick<RealParts, 'list'> | undefined => realPartsByMock.get(mock)

function build(options: MockOptions, beginning?: Beginning): Mock {
  const read = readOptions(options)
  const { world, jobs, receivers, eventWatchers, sendBy } = createMockWorld(read, beginning)
  const defaults = beginning?.defaults ?? seedDefaults(world, read)
  const faults = createFaults(world.report, read.chaos)
  const interceptors = createInterceptors()
  const journal = createJournal(read.journalLimit, world.report)
  const overrides = createOverrides(world.report)
  const rateLimits = createRateLimits(world.clock, read.rateLimits)
  const { strict, unknownFields, persistence, names } = read
  const chainCallerOf = createChainCallers(() => mock, world)
  const answer = createAnswer({
    world,
    chainCallerOf,
    faults,
    interceptors,
    journal,
    overrides,
    rateLimits,
    strict,
    unknownFields,
    observe: currentObserve(),
  })
  const serve = spoiled(answer)
  const sockets = createSockets({ world, journal, chainCallerOf, limits: read.socketLimits })
  const control = createControl({
    world,
    jobs,
    faults,
    interceptors,
    journal,
    overrides,
    rateLimits,
    receivers,
    eventWatchers,
    sandboxId: defaultIds.sandbox,
    defaults,
    serve,
    sockets,
    firstState: beginning?.firstState,
  })
  if (persistence) keepWorld(world, persistence, beginning?.origin ?? { seed: read.seed, defaults })
  const spelled = names ? spoiled(names.wrap(answer, () => world.baseUrl)) : serve
  const mock: Mock = {
    ...control,
    serve: spelled,
    serveDocumented: serve,
    browserWallets: createServedWallets(world),
    openSocket: sockets.open,
    noteRefusedSocket(request, { status, text }) {
      const { error } = Object(JSON.parse(text ?? 'null')) as { readonly error?: unknown }
      sockets.refuse(request, { status, error: String(error) })
    },
    handlers: (msw) => [...mswHandlers(mock, msw), ...(msw.ws ? [mswSocketHandler(mock, msw.ws)] : [])],
    defaults,
    get baseUrl() {
      return world.baseUrl
    },
    listenAt(url, createDeliver) {
      world.baseUrl = readBaseUrl('listenAt()', url)
      if (createDeliver && !read.deliver)
        sendBy(createDeliver({ timeoutMs: read.deliveryTimeoutMs, ...read.receivers }))
      jobs.wake()
    },
    close() {
      waitsOf(world).close()
      sockets.close()
      world.browserWallets.clear()
      world.realParts.release()
      jobs.stop()
      world.courier.close()
      keepRandomIfPossible(world)
      world.store.keepWith(undefined)
      world.keeper = undefined
    },
    spellPath: (path) => names?.issued.spellPath(path) ?? path,
    isSdkPath(path) {
      const [pathname = ''] = path.split('?', 1)
      if (pathname.startsWith(walletPagesPath)) return true
      const documented = names ? names.issued.readPath(pathname) : pathname
      return documented?.startsWith('/api/v0/sdk/') ?? false
    },
    listsOrigin: (origin) => isListedOrigin({ store: world.store.reader }, origin),
    fork: ({ persistence } = {}) => {
      const { clock, baseUrl, contractDefinitions, courier, realParts } = world
      const chaos = faults.begun ?? options.chaos
      const present = { now: clock.now(), frozen: !clock.running, baseUrl, chaos }
      const copy = {
        store: world.store.fork(),
        random: world.random.state(),
        defaults,
        contractDefinitions,
        // They are shared: a real node has no forks.
        realParts: realParts.list(),
        endedDeliveries: courier.ended(),
      }
      return build({ ...options, persistence, schedule: undefined, ...present }, copy)
    },
    fetch: createScriptFetch(
      (request) => spelled(request.url.includes('/__mock/chains/') ? asController(request) : request),
      () => world.baseUrl,
    ),
    fetchControl: createScriptFetch(
      createLocalControl(() => mock),
      () => world.baseUrl,
    ),
  }
  realPartsByMock.set(mock, world.realParts)
  shareWaits(world, mock)
  return mock
}
