import type { EvmModule } from '@latchkey/chains/ledger/evm/machine/evmModule'
import type { SocketLimits } from '@latchkey/chains/rpc/sockets/limits'
import type { PrivateJwk } from '@latchkey/crypto/ownKey'
import type { Persistence } from '@latchkey/store/persistence'
import type { ProviderName } from '../domain/providers/providerCatalogue.ts'
import type { BackendSettings } from '../domain/shared/backend.ts'
import type { Deliver } from '../effects/deliver.ts'
import type { RandomFaults } from '../http/randomFaults.ts'
import type { UnknownFields } from '../http/validators.ts'
import type { MockNames } from '../spelling/mockNames.ts'

/** The options of a mock. */
export interface MockOptions {
  /**
   * Seeds ids, codes and keys: the same seed and the same calls give the same bytes. Signing keys of the fifth and later
   * environments, and those that replace others, are random.
   * @default 'latchkey'
   */
  seed?: string | undefined
  /**
   * Where ids, codes, secrets and signing keys come from. With `'platform'` nobody can predict them: use it for a mock
   * that strangers can reach. The mock then takes no `seed`, and uses none of the published signing keys.
   *
   * @default 'seed'
   */
  randomness?: 'seed' | 'platform' | undefined
  /**
   * Time of the clock at the start: an ISO 8601 instant with its zone, epoch milliseconds or a `Date`. A date alone is
   * its midnight in UTC.
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
   * How to treat request fields that the interface does not have. `'refuse'` answers 400. `'ignore'` leaves them out
   * at every depth and names them in the journal, for apps of a newer interface.
   *
   * @default 'refuse'
   */
  unknownFields?: UnknownFields | undefined
  /**
   * Calls that fail by chance, for soak tests and demos, the same ones for the same seed: `{ rate: 0.1 }`.
   *
   * @default none
   */
  chaos?: RandomFaults | undefined
  /** Whether the interface's rate limits are enforced. @default false */
  rateLimits?: boolean | undefined
  /**
   * The one-time code of every e-mail and text message in sandboxes: six digits, for people and for tools that cannot
   * read the outbox. Live environments keep random codes.
   *
   * @default random codes
   */
  code?: string | undefined
  /** Algorithm that environments sign tokens with. @default 'RS256' */
  signing?: BackendSettings['signing'] | undefined
  /**
   * The private key with which all environments sign tokens, as a JWK: RSA, P-256 or Ed25519. The `kid` of the tokens
   * is that of the JWK, or else its thumbprint (RFC 7638). A verifier with a fixed JWK set then accepts the tokens.
   *
   * @default a key for each environment
   */
  signingKey?: PrivateJwk | undefined
  /**
   * The issuer (`iss`) of tokens, such as `https://login.example.com`. `{environmentId}` in it stands for the
   * environment's id.
   *
   * @default the host and port of `baseUrl`, a slash and the environment's id
   */
  issuer?: string | undefined
  /** Whether webhooks may be sent to names of private networks. @default false */
  allowPrivateWebhooks?: boolean | undefined
  /**
   * Hosts to which webhooks may also be sent, in any network, by http and on any port: `['app']` for
   * `http://app:3000/hooks`, if `app` is the name of a container.
   *
   * @default []
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
   * How many exchanges the journal keeps: the latest ones. It keeps at most 64 kB of a body and 16 MB in all; the
   * journals of a process keep at most 128 MB together.
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
  /** The limits of the chains' WebSockets: those that are left out keep their defaults. @default those of `SocketLimits` */
  socketLimits?: Partial<SocketLimits> | undefined
  /**
   * Where the state is kept, so that it outlives the process. The mock goes on from the state that it finds there.
   *
   * @default none
   */
  persistence?: Persistence | undefined
  /**
   * Called with the time of the next job, in epoch milliseconds of the mock's clock, or `undefined` when no job waits.
   * The host then calls `clock.settle()` at that instant: the mock runs no job by itself.
   *
   * @default a timer of the platform
   */
  schedule?: ((dueAt: number | undefined) => void) | undefined
  /**
   * How the deployment that the mock replaces spells the interface: the result of `readNames` of `@latchkey/mock/names`
   * for a names file.
   *
   * @default the document's names
   */
  names?: MockNames | undefined
  /**
   * Sends each e-mail to a real mailbox as well: `smtp://127.0.0.1:1025`, or `smtps:` for TLS. Needs nodemailer.
   * Credentials in the URL are never shown. `?from=no-reply@example.com` sets the sender.
   *
   * @default none: e-mails are only in the outbox
   */
  smtp?: string | URL | undefined
  /** Posts each text message to this URL as JSON as well. @default none: text messages are only in the outbox */
  sms?: string | URL | undefined
  /**
   * The module `@ethereumjs/evm` (`import * as evm from '@ethereumjs/evm'`), with which the simulated EVM chains run
   * bytecode: a test deploys contracts of its own. The mock does not bring the module.
   *
   * @default none: only the contracts that the ledger knows run
   */
  evm?: EvmModule | undefined
  /** Receives unexpected errors of the mock. @default `console.error` */
  onError?: ((cause: unknown) => void) | undefined
}
