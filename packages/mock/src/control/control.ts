import type { Scenario } from '@latchkey/contract/generated/scenario'
import { codeAt } from '../domain/secondFactor/totpDevices.ts'
import { userOfEmail } from '../domain/users/usersByIdentifier.ts'
import type { Faults } from '../http/faults.ts'
import type { Intercept, Interceptors } from '../http/interceptors.ts'
import type { Journal } from '../http/journal.ts'
import type { Overrides, SetOverride } from '../http/overrides.ts'
import type { RateLimits } from '../http/rateLimits.ts'
import type { MockSockets } from '../http/sockets.ts'
import { refuseNextFile } from '../outside/files.ts'
import type { JobRunner } from '../world/jobs.ts'
import { defaultIds, type Defaults } from '../world/seedDefaults.ts'
import { transact, type World } from '../world/world.ts'
import { type Authenticator, createAuthenticator } from './device/authenticator.ts'
import type { CreateBrowserWallet } from './device/browserWalletOptions.ts'
import { createBrowserWallets } from './device/browserWallets.ts'
import { createCustodyControl, type CustodyControl } from './device/custodyControl.ts'
import { createDelegationControl, type DelegationControl } from './device/delegationControl.ts'
import { type CreateEmbeddedWallet, createEmbeddedWallets } from './device/embeddedControl.ts'
import type { Service } from './device/embeddedDevice.ts'
import { createPoliciesControl, type PoliciesControl } from './device/policiesControl.ts'
import { createRoomsControl, type RoomsControl } from './device/roomsControl.ts'
import { createWallets, type Wallets } from './device/walletControl.ts'
import { type AttachControl, createAttachControl } from './objects/attachControl.ts'
import { type BillingControl, createBillingControl } from './objects/billingControl.ts'
import { type ChainControl, createChainControl } from './objects/chainControl.ts'
import { type ClockControl, createClockControl } from './objects/clockControl.ts'
import { createDnsControl, type DnsControl } from './objects/dnsControl.ts'
import { createEventsControl, type EventsControl, type EventWatchers } from './objects/eventsControl.ts'
import { createExchangesControl, type ExchangesControl } from './objects/exchangesControl.ts'
import { createFactories, type Factories } from './objects/factories.ts'
import { createFailuresControl, type FailuresControl } from './objects/failuresControl.ts'
import { createIdpControls, type IdpControls } from './objects/idpControl.ts'
import { createIssuerControl, type IssuerControl } from './objects/issuerControl.ts'
import { createJournalControl, type JournalControl } from './objects/journalControl.ts'
import { createKeyControl, type KeyControl } from './objects/keyControl.ts'
import { createLedgerControl, type LedgerControl } from './objects/ledgerControl.ts'
import { createMessengerControl, type MessengerControl } from './objects/messengerControl.ts'
import { createMiningControl, type MiningControl } from './objects/miningControl.ts'
import { createNameControl, type NameControl } from './objects/nameControl.ts'
import { createOutbox, type OutboxControl } from './objects/outboxControl.ts'
import { createOutsideControl, type OutsideControl } from './objects/outsideControl.ts'
import { createPeopleControl, type PeopleControl } from './objects/peopleControl.ts'
import { createPriceControl, type PriceControl } from './objects/priceControl.ts'
import { createProvidersControl, type ProvidersControl } from './objects/providersControl.ts'
import { createRampsControl, type RampsControl } from './objects/rampsControl.ts'
import { createSettingsControl, type SettingsControl } from './objects/settingsControl.ts'
import { createSignIn, type SignIn } from './objects/signIn.ts'
import { createSocketControl, type SocketControl } from './objects/socketControl.ts'
import { createStateControl, type SnapshotState, replaceState, type StateControl } from './objects/stateControl.ts'
import { createSweepsControl, type SweepsControl } from './objects/sweepsControl.ts'
import { createTelemetryControl, type TelemetryControl } from './objects/telemetryControl.ts'
import { createThreatControl, type ThreatControl } from './objects/threatControl.ts'
import { createWebhookControl, type Receivers, type WebhookControl } from './objects/webhookControl.ts'
import { createX402Control, type X402Control } from './objects/x402Control.ts'
import type { LoadedScenario } from './scenario/createScenario.ts'
import { type ChainViewControl, createChainViewControl } from './views/chainViewControl.ts'
import { type Counts, createCounts } from './views/counts.ts'
import { createEnvironmentList, type EnvironmentSummary } from './views/environmentList.ts'
import { createStateWatch } from './views/stateWatch.ts'
import { createWalletsControl, type WalletsControl } from './views/walletsView.ts'

/** How tests control the service. */
export interface Control extends StateControl {
  /** Creates resources, with defaults for all fields that a test leaves out. */
  readonly create: Factories
  /**
   * Creates everything in a scenario, or nothing. Other calls wait meanwhile, and see all of it or nothing.
   *
   * @returns The created resources, by the names that the scenario gives.
   * @throws TypeError that names the path of each fault: `people[2].wallets[0].chain: "EVN" is not a chain.`
   * @example
   * const { people } = await mock.load({
   *   providers: ['emailOnly'],
   *   people: [{ email: 'ada@example.com', wallets: [{ chain: 'EVM', balance: '2' }], signedIn: true }],
   * })
   * const headers = people['ada@example.com']?.session?.headers
   */
  load(scenario: Scenario): Promise<LoadedScenario>
  /** Signs a user in by one of the user's credentials, without the steps of a real sign-in. */
  readonly signIn: SignIn
  /** Simulated identity providers by their wire name: `mock.idp.google`. @throws TypeError for a misspelt name */
  readonly idp: IdpControls
  /**
   * The code that an authenticator app shows at the present time of the mock.
   *
   * @param secret - Base32, from the registration of a TOTP device.
   * @throws TypeError when the secret is not base32
   */
  totpCode(secret: string): string
  /**
   * Creates a device that makes passkeys and signs with them, as in a browser. The mock's seed determines the keys.
   *
   * @example
   * const device = mock.authenticator()
   * const answer = await device.create(registrationOptions, { origin: 'https://app.example.com' })
   */
  authenticator(): Authenticator
  /** Simulated issuers of the JWTs that environments accept for external sign-in. */
  readonly issuers: IssuerControl
  /** The simulated messenger. */
  readonly messenger: MessengerControl
  /** The simulated chains: balances, transactions, holdings, names and accounts of addresses. */
  readonly chain: AttachControl &
    ChainControl &
    ChainViewControl &
    LedgerControl &
    MiningControl &
    NameControl &
    SocketControl &
    ThreatControl
  /** The simulated market prices of currencies and tokens. */
  readonly prices: PriceControl
  /** Creates wallets that can sign, by chain: `mock.wallets.evm()`, and lists the wallets of users. */
  readonly wallets: Wallets &
    WalletsControl & {
      /**
       * Creates an embedded wallet as the user's device does: by the operations and the relay. The mock's seed
       * determines the key. Needs the provider `dynamic`.
       *
       * @example
       * const wallet = await mock.wallets.embedded(ada, { chain: 'EVM' })
       * const client = createWalletClient({ account: wallet.viemAccount(), transport })
       */
      readonly embedded: CreateEmbeddedWallet
      /**
       * Creates a wallet that is present in pages, as a browser extension is. The test answers for its person, who can
       * say no. Unmodified apps find it.
       *
       * @throws TypeError for an invalid option, and for accounts of another chain
       * @example
       * const wallet = await mock.wallets.browser({ name: 'MetaMask', rdns: 'io.metamask' })
       * const uninstall = wallet.install(window)
       */
      readonly browser: CreateBrowserWallet
    }
  /** The simulated exchanges: people's accounts, codes and rules. */
  readonly exchanges: ExchangesControl
  /** The simulated sellers of tokens: orders and payments. */
  readonly ramps: RampsControl
  /** The simulated seller and facilitator of x402, for agents that pay for what they read. */
  readonly x402: X402Control
  /** The rooms in which the parties of embedded wallets meet. */
  readonly rooms: RoomsControl
  /** The policies of embedded wallets. */
  readonly policies: PoliciesControl
  /** Plays the clients of the simulated custody vendor. */
  readonly custody: CustodyControl
  /** Creates servers to which users delegate access to their wallets. */
  readonly delegation: DelegationControl
  /** The simulated DNS. */
  readonly dns: DnsControl
  /** Billing of organizations, and the simulated seller of plans. */
  readonly billing: BillingControl
  /** E-mails and text messages that the service has sent. */
  readonly outbox: { readonly email: OutboxControl; readonly sms: OutboxControl }
  /** The parts of the world outside that are real. */
  readonly outside: OutsideControl
  /** Webhooks, their messages and deliveries, and receivers in process. */
  readonly webhooks: WebhookControl
  /** The events of the service, with or without a webhook. */
  readonly events: EventsControl
  /** The exports of data that the service writes. */
  readonly exports: {
    /** Makes the next export fail with this reason. */
    failNext(reason: string): Promise<void>
  }
  /** The reports of applications and clients about themselves. */
  readonly telemetry: TelemetryControl
  /** The users of environments, as the inspector shows and changes them. */
  readonly people: PeopleControl
  /** All environments, in the order of their creation. */
  environments(): EnvironmentSummary[]
  /** The sign-in providers of environments. */
  readonly providers: ProvidersControl
  /** The keys that environments sign tokens with. */
  readonly keys: KeyControl
  /** Settings of environments. */
  readonly settings: SettingsControl
  /** The clock of the mock. */
  readonly clock: ClockControl
  /** Failures of operations: statuses, delays, broken connections and truncated replies. */
  readonly faults: Pick<Faults, 'set' | 'random' | 'chaos' | 'clear' | 'list' | 'watch'>
  /** The planned failures of sign-ins at providers, rooms, exports and transfers. */
  readonly failures: FailuresControl
  /** Reports of sweeps, which the inspector shows. */
  readonly sweeps: SweepsControl
  /** The latest requests, with their replies. */
  readonly journal: JournalControl
  /** Answers an operation with a function. @returns A function that removes the override. */
  readonly override: SetOverride
  readonly intercept: Intercept
  /** The numbers of records in the mock. */
  counts(): Counts
  /**
   * Calls a function after each change of the state, also by a restore, reset or import, with the names of the tables
   * that have changed.
   *
   * @returns A function that ends it.
   */
  watch(listener: (tables: readonly string[]) => void): () => void
}

export interface ControlOptions {
  readonly world: World
  readonly jobs: JobRunner
  readonly faults: Faults
  readonly interceptors: Interceptors
  readonly journal: Journal
  readonly overrides: Overrides
  readonly rateLimits: RateLimits
  readonly receivers: Receivers
  readonly eventWatchers: EventWatchers
  readonly sandboxId: string
  readonly defaults: Defaults
  /** The service as clients reach it. */
  readonly serve: Service['serve']
  readonly sockets: MockSockets
  /** Where a reset leads. @default the present state */
  readonly firstState?: SnapshotState | undefined
}

export function createControl(options: ControlOptions): Control {
  const { world, jobs, faults, interceptors, journal, overrides, rateLimits, receivers, sandboxId, defaults, serve } =
    options
  const state = createStateControl({
    world,
    jobs,
    firstState: options.firstState,
    clearRest() {
      for (const part of [faults, interceptors, overrides, journal, receivers]) part.clear()
      rateLimits.reset()
      world.browserWallets.clear()
    },
  })
  const settings = createSettingsControl(world, sandboxId)
  const webhooks = createWebhookControl({ world, receivers, settle: jobs.settle, sandboxId })
  const create = createFactories(world, sandboxId)
  const signIn = createSignIn(world, async (email) => {
    const user = await transact(world, (backend) => userOfEmail(backend, sandboxId, email))
    return user ?? create.user({ email })
  })
  return {
    create,
    async load(scenario) {
      const { loadScenario } = await import('./scenario/loadScenario.ts')
      return loadScenario(scenario, {
        world,
        faults,
        replaceState: (replace) => replaceState({ world, jobs }, replace),
      })
    },
    signIn,
    idp: createIdpControls(world),
    totpCode: (secret) => codeAt(secret, world.clock.now()),
    authenticator: () => createAuthenticator(world),
    issuers: createIssuerControl(world),
    messenger: createMessengerControl(world, sandboxId),
    chain: {
      ...createAttachControl(world),
      ...createChainControl(world),
      ...createChainViewControl(world),
      ...createLedgerControl(world),
      ...createMiningControl(world),
      ...createNameControl(world),
      ...createSocketControl(world, options.sockets),
      ...createThreatControl(world),
    },
    prices: createPriceControl(world),
    wallets: {
      ...createWallets(world),
      ...createWalletsControl(world),
      embedded: createEmbeddedWallets({ world, serve, settle: jobs.settle }),
      browser: createBrowserWallets({ world, serve }),
    },
    exchanges: createExchangesControl(world),
    ramps: createRampsControl(world, sandboxId),
    rooms: createRoomsControl(world),
    policies: createPoliciesControl(world),
    custody: createCustodyControl(world),
    delegation: createDelegationControl({
      service: { world, serve },
      settings,
      webhooks,
      settle: jobs.settle,
      sandboxId,
    }),
    x402: createX402Control(world),
    dns: createDnsControl(world),
    billing: createBillingControl(world, defaultIds.organization),
    outbox: createOutbox(world),
    outside: createOutsideControl(world),
    webhooks,
    events: createEventsControl(world, journal, options.eventWatchers),
    exports: {
      failNext: async (reason) => void (await transact(world, (backend) => refuseNextFile(backend, reason))),
    },
    telemetry: createTelemetryControl(world, sandboxId),
    people: createPeopleControl(world, sandboxId),
    environments: createEnvironmentList(world),
    providers: createProvidersControl(world, create, sandboxId),
    keys: createKeyControl(world, sandboxId),
    settings,
    clock: createClockControl(world, jobs),
    failures: createFailuresControl(world),
    faults: {
      set: faults.set,
      random: faults.random,
      get chaos() {
        return faults.chaos
      },
      clear: faults.clear,
      list: faults.list,
      watch: faults.watch,
    },
    sweeps: createSweepsControl(world.clock.iso, world.report),
    journal: createJournalControl({ journal, signIn, defaults, serve, baseUrl: () => world.baseUrl }),
    override: overrides.set,
    intercept: interceptors.add,
    counts: createCounts(world, journal),
    watch: createStateWatch(world),
    ...state,
  }
}
