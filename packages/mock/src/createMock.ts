import type { BackendSettings } from './backend.ts'
import { type Control, createControl } from './control/control.ts'
import { createFaults } from './control/faults.ts'
import { createJournal } from './control/journal.ts'
import { createOverrides } from './control/overrides.ts'
import { type Defaults, defaultIds, seedDefaults } from './control/seedDefaults.ts'
import { createRoutedDeliver, type Receivers } from './control/webhookControl.ts'
import { keyOfSeed } from './crypto/hmac.ts'
import { isListedOrigin } from './domain/origins.ts'
import { createClock, toEpoch } from './effects/clock.ts'
import { answerTimeoutMs, createFetchDeliver, type Deliver } from './effects/deliver.ts'
import { createRandom, type RandomState } from './effects/random.ts'
import { type Msw, mswHandlers } from './hosts/msw.ts'
import { toServiceRequest } from './hosts/scriptRequest.ts'
import { createAnswer } from './http/answer.ts'
import { createRateLimits } from './http/rateLimits.ts'
import { toResponse, type WireReply } from './http/respond.ts'
import type { ServiceRequest } from './http/serviceRequest.ts'
import type { UnknownFields } from './http/validators.ts'
import { createJobRunner } from './jobs.ts'
import { createStore } from './store/store.ts'
import { tables } from './store/tables.ts'
import type { World } from './world.ts'

export interface MockOptions {
  /** Seeds ids, codes and keys: the same seed and the same calls give the same bytes. @default 'latchkey' */
  seed?: string
  /** Where the clock stands at the start, as an ISO 8601 instant, epoch milliseconds or a `Date`. @default the machine's time */
  now?: string | number | Date
  /** Whether time stands still until it is advanced. @default true when `now` is given, false otherwise */
  frozen?: boolean
  /** Origin under which the service answers. @default 'https://api.latchkey.test' */
  baseUrl?: string
  /** Whether replies are checked against the document too, so that a fault of the mock's own fails loudly. @default true */
  strict?: boolean
  /**
   * What becomes of fields of a request that the interface does not have: `'refuse'` answers 400, `'ignore'` leaves them
   * out, at every depth, and names them in the journal. Ignoring lets an app run that was built for a newer interface.
   *
   * @default 'refuse'
   */
  unknownFields?: UnknownFields
  /** Whether the interface's rate limits count. @default false */
  rateLimits?: boolean
  /** What environments sign tokens with. @default 'RS256' */
  signing?: BackendSettings['signing']
  /** Whether webhooks may go to names of private networks, by https. @default false */
  allowPrivateWebhooks?: boolean
  /**
   * How long the receiver of a webhook may take to answer, in milliseconds of the machine's time: while it is waited
   * for, the clock of the mock stands as it did.
   *
   * @default 10_000
   */
  deliveryTimeoutMs?: number
  /** How webhooks leave; one of your own keeps its own time. @default the machine's `fetch`, within `deliveryTimeoutMs` */
  deliver?: Deliver
  /** Told of faults of the mock's own. @default `console.error` */
  onError?: (cause: unknown) => void
}

/** The service, in memory, and the means to steer it. */
export interface Mock extends Control {
  /** Answers a request as the service would. Rejects with a `TypeError` where a fault pretends a broken connection. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>
  /**
   * Serves a request, for hosts that carry it themselves; `undefined` for URLs that are not its own.
   *
   * @returns What goes over the wire; status 0 is a connection that broke.
   */
  serve(request: ServiceRequest): Promise<WireReply> | undefined
  /**
   * The service as request handlers of the app's own copy of msw, 2.12 or later and 3.
   *
   * @example
   * import { http, HttpResponse } from 'msw'
   * const server = setupServer(...mock.handlers({ http, HttpResponse }))
   */
  handlers<Handler>(msw: Msw<Handler>): Handler[]
  readonly baseUrl: string
  /** Moves the service to another origin, such as the one a server listens at. */
  listenAt(baseUrl: string): void
  /** Whether any environment lists an origin that this one fits, for hosts that keep pages of other origins out. */
  listsOrigin(origin: string): boolean
  /** The organization, project, environments, admin and tokens that every mock begins with. */
  readonly defaults: Defaults
  /** Another mock that begins where this one stands; from then on they share nothing. */
  fork(): Mock
}

/**
 * Creates a service with its own state, clock and randomness.
 *
 * @throws TypeError when an option cannot be read.
 * @example
 * const mock = createMock({ seed: 'profile page' })
 * const { token } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
 */
export function createMock(options: MockOptions = {}): Mock {
  return build(options)
}

interface Beginning {
  readonly store: World['store']
  readonly random: RandomState
  readonly defaults: Defaults
}

function build(options: MockOptions, beginning?: Beginning): Mock {
  const {
    seed = 'latchkey',
    frozen,
    strict = true,
    unknownFields = 'refuse',
    rateLimits = false,
    baseUrl = 'https://api.latchkey.test',
    deliveryTimeoutMs = answerTimeoutMs,
  } = options
  const now = options.now === undefined ? undefined : toEpoch(options.now)
  if (Number.isNaN(now))
    throw new TypeError('Failed to call "createMock()": `now` is not an instant between 1970 and 9900.')
  if (unknownFields !== 'refuse' && unknownFields !== 'ignore')
    throw new TypeError('Failed to call "createMock()": `unknownFields` is neither "refuse" nor "ignore".')
  if (!URL.canParse(baseUrl)) throw new TypeError('Failed to call "createMock()": `baseUrl` is not a URL.')
  const clock = createClock({ now, frozen })
  const receivers: Receivers = new Map()
  const world: World = {
    store: beginning?.store ?? createStore(tables),
    clock,
    random: createRandom(beginning?.random ?? seed),
    deliver: createRoutedDeliver(
      receivers,
      options.deliver ?? createFetchDeliver(deliveryTimeoutMs),
      deliveryTimeoutMs,
    ),
    settings: { allowPrivateWebhooks: options.allowPrivateWebhooks ?? false, signing: options.signing ?? 'RS256' },
    baseUrl: new URL(baseUrl).origin,
    cursorKey: keyOfSeed(seed),
    onCommit: () => jobs.wake(),
    report: options.onError ?? ((cause) => console.error(cause)),
    queue: undefined,
  }
  const jobs = createJobRunner(world)
  const defaults = beginning?.defaults ?? seedDefaults(world)
  const [faults, journal, overrides, limits] = [
    createFaults(),
    createJournal(),
    createOverrides(),
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
    sandboxId: defaultIds.sandbox,
  })
  return {
    ...control,
    serve,
    handlers: (msw) => mswHandlers({ serve, clock, baseUrl: world.baseUrl }, msw),
    defaults,
    get baseUrl() {
      return world.baseUrl
    },
    listenAt(url) {
      world.baseUrl = new URL(url).origin
    },
    listsOrigin: (origin) => isListedOrigin({ store: world.store.reader }, origin),
    fork: () =>
      build(
        { ...options, now: clock.now(), frozen: !clock.running, baseUrl: world.baseUrl },
        { store: world.store.fork(), random: world.random.state(), defaults },
      ),
    async fetch(input, init) {
      const request = toServiceRequest(input, init)
      const reply = await serve(request)
      if (!reply)
        throw new TypeError(`Failed to fetch ${new URL(request.url).origin}: this mock answers for ${world.baseUrl}.`)
      if (reply.status === 0) throw new TypeError('Failed to fetch: the connection broke, as a fault asked for.')
      return toResponse(reply)
    },
  }
}
