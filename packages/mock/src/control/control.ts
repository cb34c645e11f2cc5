import { codeAt } from '../domain/secondFactor/totpDevices.ts'
import { createRandom, type RandomState } from '../effects/random.ts'
import type { RateLimits } from '../http/rateLimits.ts'
import { refuseNextFile } from '../outside/files.ts'
import type { JobRunner } from '../jobs.ts'
import type { Snapshot } from '../store/store.ts'
import type { tables } from '../store/tables.ts'
import { transact, type World } from '../world.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { type BillingControl, createBillingControl } from './billingControl.ts'
import { type ClockControl, createClockControl } from './clockControl.ts'
import { createFactories, type Factories } from './factories.ts'
import type { Faults } from '../http/faults.ts'
import type { Journal } from '../http/journal.ts'
import type { Overrides, SetOverride } from '../http/overrides.ts'
import { createIssuerControl, type IssuerControl } from './issuerControl.ts'
import { createNameControl, type NameControl } from './nameControl.ts'
import { createKeyControl, type KeyControl } from './keyControl.ts'
import { createMessengerControl, type MessengerControl } from './messengerControl.ts'
import { defaultIds } from './seedDefaults.ts'
import { createSettingsControl, type SettingsControl } from './settingsControl.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createWallets, type Wallets } from './walletControl.ts'
import { createTelemetryControl, type TelemetryControl } from './telemetryControl.ts'
import { createWebhookControl, type Receivers, type WebhookControl } from './webhookControl.ts'
import { type ChainControl, createChainControl } from './chainControl.ts'
import { createDnsControl, type DnsControl } from './dnsControl.ts'
import { createIdpControls, type IdpControls } from './idpControl.ts'
import { createOutbox, type OutboxControl } from './outboxControl.ts'

/** A state to come back to. */
export interface MockSnapshot {
  readonly store: Snapshot<typeof tables>
  readonly random: RandomState
  readonly now: number
}

/** A whole world as plain JSON data. */
interface MockExport {
  readonly version: 1
  /** Epoch milliseconds. */
  readonly now: number
  readonly random: RandomState
  readonly tables: Readonly<Record<string, unknown>>
}

/** What tests steer the service with. */
export interface Control {
  /** Makes resources, with defaults for what a test does not care about. */
  readonly create: Factories
  /** Signs a user in by a credential the user has, without the ceremony. */
  readonly signIn: SignIn
  /** Pretended identity providers by their wire name: `mock.idp.google`. @throws TypeError for a name that may be a slip */
  readonly idp: IdpControls
  /**
   * What an authenticator app shows at the mock's present time.
   *
   * @param secret - Base32, as registering a TOTP device gives it.
   * @throws TypeError for a text that is no base32
   */
  totpCode(secret: string): string
  /**
   * A device of its own that makes passkeys and signs with them, as a browser would have one. The keys follow from the mock's seed.
   *
   * @example
   * const device = mock.authenticator()
   * const answer = await device.create(registrationOptions, { origin: 'https://app.example.com' })
   */
  authenticator(): Authenticator
  /** Pretended issuers of the JWTs that environments accept for external sign-in. */
  readonly issuers: IssuerControl
  /** The pretended messenger. */
  readonly messenger: MessengerControl
  /** What addresses hold on the pretended chain, and what they are called. */
  readonly chain: ChainControl & NameControl
  /** Wallets that can sign, by chain: `mock.wallets.evm()`. */
  readonly wallets: Wallets
  readonly dns: DnsControl
  /** The pretended seller of the plans of organizations. */
  readonly billing: BillingControl
  /** Mail and text messages the service sent. */
  readonly outbox: { readonly email: OutboxControl; readonly sms: OutboxControl }
  readonly webhooks: WebhookControl
  readonly exports: {
    /** Lets the next export fail with that reason. */
    failNext(reason: string): Promise<void>
  }
  /** What applications and clients told about themselves. */
  readonly telemetry: TelemetryControl
  /** The keys that environments sign tokens with. */
  readonly keys: KeyControl
  /** Settings of environments. */
  readonly settings: SettingsControl
  readonly clock: ClockControl
  readonly faults: Pick<Faults, 'set' | 'clear'>
  readonly journal: Pick<Journal, 'list' | 'dropped' | 'clear'>
  /** Lets a function answer an operation. @returns A function that takes it away again. */
  readonly override: SetOverride
  /** Keeps the present state, in the same time for any number of records. */
  snapshot(): MockSnapshot
  /** Goes back to a kept state, clock and randomness included. */
  restore(snapshot: MockSnapshot): void
  /**
   * Goes back to how the mock began; faults, overrides, receivers and journal are cleared. A clock that began standing
   * still stands at its first instant again. One that began running goes on with the machine's time, so that what was
   * advanced or set is undone, and tokens made now are valid now.
   */
  reset(): void
  /** The whole state as JSON data. Signing keys and token hashes are part of it: it is for tests, not for the public. */
  export(): MockExport
  /** Takes over a state that was exported. @throws TypeError when the data is none; nothing has changed then. */
  import(data: unknown): void
}

export interface ControlOptions {
  readonly world: World
  readonly jobs: JobRunner
  readonly faults: Faults
  readonly journal: Journal
  readonly overrides: Overrides
  readonly rateLimits: RateLimits
  readonly receivers: Receivers
  readonly sandboxId: string
}

export function createControl({
  world,
  jobs,
  faults,
  journal,
  overrides,
  rateLimits,
  receivers,
  sandboxId,
}: ControlOptions): Control {
  const snapshot = (): MockSnapshot => ({
    store: world.store.snapshot(),
    random: world.random.state(),
    now: world.clock.now(),
  })
  const restore = ({ store, random, now }: MockSnapshot) => {
    world.store.restore(store)
    world.random = createRandom(random)
    world.clock.set(now)
    jobs.wake()
  }
  const beginning = snapshot()
  return {
    create: createFactories(world, sandboxId),
    signIn: createSignIn(world),
    idp: createIdpControls(world),
    totpCode: (secret) => codeAt(secret, world.clock.now()),
    authenticator: () => createAuthenticator(world),
    issuers: createIssuerControl(world),
    messenger: createMessengerControl(world, sandboxId),
    chain: { ...createChainControl(world), ...createNameControl(world) },
    wallets: createWallets(world),
    dns: createDnsControl(world),
    billing: createBillingControl(world, defaultIds.organization),
    outbox: createOutbox(world),
    webhooks: createWebhookControl(world, receivers, jobs.settle),
    exports: {
      failNext: async (reason) => void (await transact(world, (backend) => refuseNextFile(backend, reason))),
    },
    telemetry: createTelemetryControl(world, sandboxId),
    keys: createKeyControl(world, sandboxId),
    settings: createSettingsControl(world, sandboxId),
    clock: createClockControl(world, jobs),
    faults: { set: faults.set, clear: faults.clear },
    journal: {
      list: journal.list,
      clear: journal.clear,
      get dropped() {
        return journal.dropped
      },
    },
    override: overrides.set,
    snapshot,
    restore,
    reset() {
      restore(beginning)
      world.clock.reset()
      for (const part of [faults, overrides, journal, receivers]) part.clear()
      rateLimits.reset()
    },
    export: () => ({
      version: 1,
      now: world.clock.now(),
      random: world.random.state(),
      tables: world.store.export().tables,
    }),
    import(data) {
      const { version, now, random, tables } = (
        typeof data === 'object' && data !== null ? data : {}
      ) as Partial<MockExport>
      if (version !== 1 || typeof now !== 'number' || !isRandomState(random)) {
        throw new TypeError('Failed to call "import()": this is not what `export()` gave.')
      }
      world.store.import({ version, tables })
      world.random = createRandom(random)
      world.clock.set(now)
      jobs.wake()
    },
  }
}

function isRandomState(value: unknown): value is RandomState {
  return Array.isArray(value) && value.length === 6 && value.every(Number.isInteger)
}
