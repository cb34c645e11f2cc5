import type { BackendSettings } from './backend.ts'
import { isProvider, type ProviderName, providerCatalogue } from './domain/providers/providerCatalogue.ts'
import { toEpoch } from './effects/clock.ts'
import { answerTimeoutMs, type Deliver } from './effects/deliver.ts'
import type { UnknownFields } from './http/validators.ts'
import { assertKeys, didYouMean } from './nearest.ts'

export interface MockOptions {
  /** Seeds ids, codes and keys: the same seed and the same calls give the same bytes. @default 'latchkey' */
  seed?: string
  /** Where the clock stands at the start, as an ISO 8601 instant, epoch milliseconds or a `Date`. @default the machine's time */
  now?: string | number | Date
  /** Whether time stands still until it is advanced. @default true when `now` is given, false otherwise */
  frozen?: boolean
  /** Origin under which the service answers, without a path. @default 'https://api.latchkey.test' */
  baseUrl?: string
  /** What people can sign in with in the sandbox, each with pretended settings. @default ['emailOnly'], codes by e-mail */
  providers?: readonly ProviderName[]
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
  /**
   * How webhooks leave. One of your own keeps its own time and looks at addresses itself.
   *
   * @default the machine's `fetch`, in the loopback server sockets that look at addresses; within `deliveryTimeoutMs`
   */
  deliver?: Deliver
  /** How many exchanges the journal keeps, the latest ones. @default 1_000 */
  journalLimit?: number
  /** How many messages the outbox keeps, e-mails and text messages together, the latest ones. @default 10_000 */
  outboxLimit?: number
  /** Told of faults of the mock's own. @default `console.error` */
  onError?: (cause: unknown) => void
}

/** The options with their defaults filled in. */
type Resolved = Omit<Required<MockOptions>, 'now' | 'frozen' | 'deliver' | 'onError'> & {
  /** Epoch milliseconds. */
  readonly now: number | undefined
  readonly frozen: boolean | undefined
}

/** A record, so that an option without its name here does not compile. */
const names = Object.keys({
  seed: 0,
  now: 0,
  frozen: 0,
  baseUrl: 0,
  providers: 0,
  strict: 0,
  unknownFields: 0,
  rateLimits: 0,
  signing: 0,
  allowPrivateWebhooks: 0,
  deliveryTimeoutMs: 0,
  deliver: 0,
  journalLimit: 0,
  outboxLimit: 0,
  onError: 0,
} satisfies Record<keyof MockOptions, 0>)

const algorithms: readonly string[] = ['RS256', 'ES256', 'EdDSA'] satisfies BackendSettings['signing'][]

/** Reads what `createMock` was given. @throws TypeError that names the option */
export function readOptions(options: MockOptions): Resolved {
  assertKeys('createMock()', 'option', options, names)
  const { now, signing = 'RS256', providers = ['emailOnly'], unknownFields = 'refuse' } = options
  const { journalLimit = 1_000, outboxLimit = 10_000 } = options
  const instant = now === undefined ? undefined : toEpoch(now)
  if (Number.isNaN(instant)) throw refusal('`now` is not an instant between 1970 and 9900.')
  if (unknownFields !== 'refuse' && unknownFields !== 'ignore')
    throw refusal('`unknownFields` is neither "refuse" nor "ignore".')
  if (!algorithms.includes(signing))
    throw refusal(`\`signing\` is not an algorithm: "${signing}".${didYouMean(signing, algorithms)}`)
  for (const [name, limit] of Object.entries({ journalLimit, outboxLimit }))
    if (!Number.isSafeInteger(limit) || limit < 0) throw refusal(`\`${name}\` is not a whole number from 0 on.`)
  for (const provider of providers)
    if (!isProvider(provider))
      throw refusal(`there is no provider "${provider}".${didYouMean(provider, providerCatalogue.keys())}`)
  return {
    seed: options.seed ?? 'latchkey',
    now: instant,
    frozen: options.frozen,
    baseUrl: readOrigin('createMock()', options.baseUrl ?? 'https://api.latchkey.test'),
    providers,
    strict: options.strict ?? true,
    unknownFields,
    rateLimits: options.rateLimits ?? false,
    signing,
    allowPrivateWebhooks: options.allowPrivateWebhooks ?? false,
    deliveryTimeoutMs: options.deliveryTimeoutMs ?? answerTimeoutMs,
    journalLimit,
    outboxLimit,
  }
}

/** The origin that a base URL names. @throws TypeError for what is no web origin, such as a URL with the path `/api/v0` */
export function readOrigin(call: string, baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`Failed to call "${call}": \`baseUrl\` is not an http or https URL.`)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new TypeError(
      `Failed to call "${call}": \`baseUrl\` is an origin without a path, since the paths begin with /api/v0. Did you mean "${url.origin}"?`,
    )
  return url.origin
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "createMock()": ${reason}`)
}
