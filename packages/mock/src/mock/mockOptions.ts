import { readBaseUrl } from '@latchkey/base/baseUrl'
import { toEpoch } from '@latchkey/base/clock'
import { hostNameOf } from '@latchkey/base/hostName'
import { isIssuer } from '@latchkey/base/issuer'
import { assertKeys, didYouMean } from '@latchkey/base/nearest'
import { randomSeed } from '@latchkey/base/random'
import type { KeyPair } from '@latchkey/crypto/developmentKeys'
import { type PrivateJwk, readPrivateJwk } from '@latchkey/crypto/ownKey'
import type { Persistence } from '@latchkey/store/persistence'
import { isProvider, type ProviderName, providerCatalogue } from '../domain/providers/providerCatalogue.ts'
import type { BackendSettings } from '../domain/shared/backend.ts'
import { answerTimeoutMs, type Deliver, type ReceiverRules } from '../effects/deliver.ts'
import type { RealPart } from '../effects/realParts.ts'
import { smsPart } from '../effects/smsReceiver.ts'
import { smtpPart } from '../effects/smtpReceiver.ts'
import type { UnknownFields } from '../http/validators.ts'
import { readSocketLimits, type SocketLimits } from '../pages/sockets/limits.ts'
import type { MockNames } from '../spelling/mockNames.ts'
import { serverOptionNames } from './serverOptionNames.ts'

export interface MockOptions {
  /**
   * Seeds ids, codes and keys: the same seed and the same calls give the same bytes. Signing keys of the fifth and later
   * environments, and those that replace others, are random.
   * @default 'latchkey'
   */
  seed?: string | undefined
  /**
   * Where ids, codes, secrets and signing keys come from. With `'platform'` nobody can predict them: for a mock that others
   * can reach. It then takes no `seed`, and the signing keys are new ones instead of those that are published.
   *
   * @default 'seed'
   */
  randomness?: 'seed' | 'platform' | undefined
  /**
   * Time of the clock at the start: an ISO 8601 instant, epoch milliseconds or a `Date`.
   *
   * @default the machine's time
   */
  now?: string | number | Date | undefined
  /** Whether the clock stands still until it is advanced. @default true when `now` is given, false otherwise */
  frozen?: boolean | undefined
  /** Where the service answers: an origin, and a path such as `/w/ada` if it is not the root. @default 'https://api.latchkey.test' */
  baseUrl?: string | undefined
  /**
   * Sign-in providers that are enabled in the sandbox, with made-up settings.
   *
   * @default ['emailOnly'], codes by e-mail
   */
  providers?: readonly ProviderName[] | undefined
  /** Whether replies are checked against the OpenAPI document, so that a bug of the mock fails loudly. @default true */
  strict?: boolean | undefined
  /**
   * How fields of a request that the interface does not have are treated: `'refuse'` answers 400, `'ignore'` leaves
   * them out, at every depth, and names them in the journal. With `'ignore'`, an app that was built for a newer
   * interface runs.
   *
   * @default 'refuse'
   */
  unknownFields?: UnknownFields | undefined
  /** Whether the interface's rate limits are enforced. @default false */
  rateLimits?: boolean | undefined
  /**
   * The one-time code of every e-mail and text message in sandboxes: six digits. A person or a tool without a program
   * types it. Live environments keep random codes.
   *
   * @default random codes
   */
  code?: string | undefined
  /** Algorithm that environments sign tokens with. @default 'RS256' */
  signing?: BackendSettings['signing'] | undefined
  /**
   * A private key as a JWK, with which all environments sign tokens: RSA, P-256 or Ed25519. Their id is its `kid`, or else
   * its RFC 7638 thumbprint. A verifier with a fixed JWK set then accepts the tokens of each run.
   *
   * @default a key for each environment
   */
  signingKey?: PrivateJwk | undefined
  /**
   * `iss` of tokens: `https://login.example.com`, or `login.example.com/{environmentId}` with the environment's id.
   *
   * @default the host of `baseUrl`, and its port if it has one, a slash and the environment's id
   */
  issuer?: string | undefined
  /** Whether webhooks may be sent to names of private networks. @default false */
  allowPrivateWebhooks?: boolean | undefined
  /**
   * Hosts that webhooks may be sent to wherever they are, by http and on any port, too: `['app']` for
   * `http://app:3000/hooks`, as containers name each other.
   */
  webhookHosts?: readonly string[] | undefined
  /**
   * How long the receiver of a webhook may take to answer, in milliseconds of real time: waiting does not advance the
   * mock's clock.
   *
   * @default 10_000
   */
  deliveryTimeoutMs?: number | undefined
  /**
   * Sends webhooks. A custom function has its own timeout and checks addresses itself. If it throws, the attempt has
   * failed, and `onError` gets the error.
   *
   * @default the machine's `fetch` within `deliveryTimeoutMs`; the loopback server also checks addresses
   */
  deliver?: Deliver | undefined
  /**
   * How many exchanges the journal keeps: the latest ones. It keeps 64 kB of a body and 16 MB in all, and the journals of a
   * process keep 128 MB together.
   *
   * @default 1_000
   */
  journalLimit?: number | undefined
  /** How many messages the outbox keeps, e-mails and text messages together: the latest ones. @default 10_000 */
  outboxLimit?: number | undefined
  /**
   * How many events each environment keeps: the latest ones. Webhook messages keep their own data, and usage for billing
   * counts the users of kept events.
   *
   * @default 100_000
   */
  eventLimit?: number | undefined
  /** The limits of the chains' WebSockets: those that are left out keep their defaults. */
  socketLimits?: Partial<SocketLimits> | undefined
  /**
   * Keeps the state, so that it outlives the process. A mock goes on from the state that was kept there.
   *
   * @default none
   */
  persistence?: Persistence | undefined
  /**
   * Called with the instant at which the next job is due, on the mock's clock in epoch milliseconds, and with `undefined`
   * when no job waits for the time. The host then calls `clock.settle()` at that instant: the mock runs no job by itself.
   *
   * @default a timer of the platform
   */
  schedule?: ((dueAt: number | undefined) => void) | undefined
  /**
   * How the deployment that the mock stands for spells the interface: what `readNames` of `@latchkey/mock/names` makes of
   * a names file.
   *
   * @default the document's names
   */
  names?: MockNames | undefined
  /**
   * Sends each e-mail to a real mailbox as well: `smtp://127.0.0.1:1025`, or `smtps:` for TLS from the start. Needs
   * nodemailer. Credentials in the URL are sent, and never shown. `?from=no-reply@example.com` sets the sender.
   *
   * @default none: e-mails are in the outbox alone
   */
  smtp?: string | URL | undefined
  /** Posts each text message to this URL as JSON as well. @default none: text messages are in the outbox alone */
  sms?: string | URL | undefined
  /** Receives unexpected errors of the mock. @default `console.error` */
  onError?: ((cause: unknown) => void) | undefined
}

type WithoutDefault =
  | 'code'
  | 'signingKey'
  | 'issuer'
  | 'now'
  | 'frozen'
  | 'deliver'
  | 'persistence'
  | 'schedule'
  | 'names'
  | 'smtp'
  | 'sms'
  | 'onError'
  | 'allowPrivateWebhooks'
  | 'webhookHosts'

/** The options with their defaults filled in. */
export type ReadOptions = {
  [Name in Exclude<keyof MockOptions, WithoutDefault | 'socketLimits'>]-?: Exclude<MockOptions[Name], undefined>
} & {
  readonly socketLimits: SocketLimits
  /** Epoch milliseconds. */
  readonly now: number | undefined
  readonly frozen: boolean | undefined
  readonly signingKey: KeyPair | undefined
  /** Where webhooks may be sent to. */
  readonly receivers: ReceiverRules
  /** The receivers of messages. */
  readonly realParts: readonly RealPart[]
}

/** A record, so that an option that is missing here does not compile. */
export const mockOptionNames: readonly string[] = Object.keys({
  seed: 0,
  randomness: 0,
  now: 0,
  frozen: 0,
  baseUrl: 0,
  providers: 0,
  strict: 0,
  unknownFields: 0,
  rateLimits: 0,
  code: 0,
  signing: 0,
  signingKey: 0,
  issuer: 0,
  allowPrivateWebhooks: 0,
  webhookHosts: 0,
  deliveryTimeoutMs: 0,
  deliver: 0,
  journalLimit: 0,
  outboxLimit: 0,
  eventLimit: 0,
  socketLimits: 0,
  persistence: 0,
  schedule: 0,
  names: 0,
  smtp: 0,
  sms: 0,
  onError: 0,
} satisfies Record<keyof MockOptions, 0>)

const algorithms: readonly string[] = ['RS256', 'ES256', 'EdDSA'] satisfies BackendSettings['signing'][]

function readReceiverHosts(hosts: readonly string[] = []): ReadonlySet<string> {
  return new Set(
    hosts.map((host) => {
      const name = hostNameOf(host)
      if (name !== undefined) return name
      throw new TypeError(
        `Failed to call "createMock()": \`webhookHosts\` takes names or addresses without a port, not "${host}".`,
      )
    }),
  )
}

/** Checks the options of `createMock`. @throws TypeError that names the option */
export function readOptions(options: MockOptions): ReadOptions {
  if (Object(options) !== options) throw refusal('it takes an object, such as { baseUrl: "https://api.example.com" }.')
  const ofServer = serverOptionNames.find((name) => name in options && !mockOptionNames.includes(name))
  if (ofServer !== undefined)
    throw refusal(`there is no option "${ofServer}". A server takes it: startServer({}, { ${ofServer} }).`)
  assertKeys(options, mockOptionNames, { call: 'createMock()', what: 'option' })
  const { seed, randomness = 'seed' } = options
  const signingKey = options.signingKey === undefined ? undefined : readKey(options.signingKey)
  const {
    now,
    signing = signingKey?.algorithm ?? 'RS256',
    providers = ['emailOnly'],
    unknownFields = 'refuse',
  } = options
  const { journalLimit = 1_000, outboxLimit = 10_000, eventLimit = 100_000 } = options
  const instant = now === undefined ? undefined : toEpoch(now)
  if (Number.isNaN(instant)) throw refusal('`now` must be an instant between 1970 and 9900.')
  if (randomness !== 'seed' && randomness !== 'platform') throw refusal('`randomness` must be "seed" or "platform".')
  if (unknownFields !== 'refuse' && unknownFields !== 'ignore')
    throw refusal('`unknownFields` must be "refuse" or "ignore".')
  if (options.code !== undefined && (typeof options.code !== 'string' || !/^\d{6}$/.test(options.code)))
    throw refusal('`code` must be a text of six digits, such as "424242".')
  if (!algorithms.includes(signing))
    throw refusal(`\`signing\` must be ${algorithms.join(', ')}, not "${signing}".${didYouMean(signing, algorithms)}`)
  if (signingKey && signing !== signingKey.algorithm)
    throw refusal(
      `\`signing\` is ${signing}, and the signing key is one for ${signingKey.algorithm}: leave \`signing\` out.`,
    )
  if (options.issuer !== undefined && !isIssuer(options.issuer))
    throw refusal(
      '`issuer` takes a URL or a host, without a query or credentials, such as "https://login.example.com".',
    )
  if (options.names !== undefined && typeof options.names?.wrap !== 'function')
    throw refusal('`names` takes what readNames() of @latchkey/mock/names returns.')
  for (const [name, limit] of Object.entries({ journalLimit, outboxLimit, eventLimit }))
    if (!Number.isSafeInteger(limit) || limit < 0) throw refusal(`\`${name}\` must be a whole number of 0 or more.`)
  for (const provider of providers)
    if (!isProvider(provider))
      throw refusal(`there is no provider "${provider}".${didYouMean(provider, providerCatalogue.keys())}`)
  return {
    seed: seed ?? (randomness === 'seed' ? 'latchkey' : randomSeed()),
    randomness,
    now: instant,
    frozen: options.frozen,
    baseUrl: readBaseUrl('createMock()', options.baseUrl ?? 'https://api.latchkey.test'),
    providers,
    strict: options.strict ?? true,
    unknownFields,
    rateLimits: options.rateLimits ?? false,
    signing,
    signingKey,
    receivers: { allowPrivate: options.allowPrivateWebhooks ?? false, hosts: readReceiverHosts(options.webhookHosts) },
    deliveryTimeoutMs: options.deliveryTimeoutMs ?? answerTimeoutMs,
    journalLimit,
    outboxLimit,
    eventLimit,
    socketLimits: readLimits(options.socketLimits),
    realParts: [
      ...(options.smtp === undefined ? [] : [smtpPart(options.smtp)]),
      ...(options.sms === undefined ? [] : [smsPart(options.sms)]),
    ],
  }
}

function readKey(jwk: PrivateJwk): KeyPair {
  try {
    return readPrivateJwk(jwk)
  } catch (error) {
    throw refusal(`\`signingKey\` cannot sign: ${(error as Error).message}`)
  }
}

function readLimits(limits: Partial<SocketLimits> = {}): SocketLimits {
  try {
    return readSocketLimits(limits)
  } catch (error) {
    throw refusal(`\`socketLimits\` ${(error as Error).message}`)
  }
}

function refusal(reason: string): TypeError {
  return new TypeError(`Failed to call "createMock()": ${reason}`)
}
