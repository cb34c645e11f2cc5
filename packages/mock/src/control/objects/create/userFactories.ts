import type { components } from '@latchkey/types'
import { addTotpDevice, confirmDevice } from '../../../domain/flows/signIn/mfaEnrolment.ts'
import {
  createConnection,
  disconnectConnection,
  presentConnection,
} from '../../../domain/globalWallets/globalWalletConnections.ts'
import { codeAt } from '../../../domain/secondFactor/totpDevices.ts'
import { readInstant } from '../../../effects/instants.ts'
import { transact, type World } from '../../../world/world.ts'
import { invoke } from '../invoke.ts'
import type { FactoryContext, EnvironmentChoice } from './factoryContext.ts'

type Schemas = components['schemas']

/** Users, and what they have. */
export interface UserFactories {
  /** A user. An e-mail is verified unless `emailVerifiedAt` is set. */
  user(input?: Schemas['InternalBulkUpdateUserFields'], choice?: EnvironmentChoice): Promise<Schemas['User']>
  /** A wallet of a user. */
  wallet(
    userId: string,
    input?: Partial<Schemas['CreateWalletRequest']>,
    choice?: EnvironmentChoice,
  ): Promise<Schemas['Wallet']>
  /**
   * A verified authenticator app of a user, as after its registration, with recovery codes if the settings enable them.
   *
   * @throws DomainError `mfaInvalidRequest` when the user's environment has this second factor disabled
   */
  totp(user: string | { readonly id: string }): Promise<AuthenticatorApp>
  /**
   * A connection of a user's global wallet to a site.
   *
   * @throws DomainError `noGlobalWallet`, `siteNotAllowed`, `invalidOrigin`, and `validationFailed` for an `expiresAt`
   * in the past
   * @throws TypeError for an unknown user, or an `expiresAt` that is not an instant
   */
  globalWalletConnection(input: GlobalWalletConnectionInput): Promise<Schemas['GlobalWalletConnection']>
}

export interface AuthenticatorApp {
  readonly deviceId: string
  /** Base32. */
  readonly secret: string
  /**
   * The code at the present time of the mock. A code is accepted once; advance the clock by 30 seconds for the next.
   */
  code(): string
}

interface GlobalWalletConnectionInput {
  readonly userId: string
  /** Origin of the site. */
  readonly appUrl: string
  /** Instant in RFC 3339; null for a connection that does not expire. @default null */
  readonly expiresAt?: string | null | undefined
  /** @default 'connected' */
  readonly status?: Schemas['GlobalWalletConnectionStatusEnum'] | undefined
}

export function createUserFactories({ world, at }: FactoryContext): UserFactories {
  return {
    async user(input = {}, choice) {
      const verified = input.email && input.emailVerifiedAt === undefined ? { emailVerifiedAt: world.clock.iso() } : {}
      const { body } = await invoke(world, 'users.create', { params: at(choice), body: { ...input, ...verified } })
      return body.user as Schemas['User']
    },
    async wallet(userId, input = {}, choice) {
      const body = {
        publicWalletAddress: newEvmAddress(world),
        chain: 'EVM',
        walletName: 'metamask',
        walletProvider: 'browserExtension',
        ...input,
      } as const
      return (await invoke(world, 'wallets.create', { params: { ...at(choice), userId }, body })).body
    },
    totp: async (user) =>
      transact(world, (backend) => {
        const owner = backend.store.users.get(typeof user === 'string' ? user : user.id)
        if (!owner) throw new TypeError('Failed to call "create.totp()": there is no user with this id.')
        const { device, secret } = addTotpDevice(backend, owner)
        confirmDevice(backend, owner, device)
        return { deviceId: device.id, secret, code: () => codeAt(secret, world.clock.now()) }
      }),
    globalWalletConnection: async ({ userId, appUrl, expiresAt: text, status }) =>
      transact(world, (backend) => {
        const user = backend.store.users.get(userId)
        if (!user)
          throw new TypeError('Failed to call "create.globalWalletConnection()": there is no user with this id.')
        const expiresAt = text === undefined || text === null ? null : readInstant(text)
        if (expiresAt === undefined)
          throw new TypeError('Failed to call "create.globalWalletConnection()": `expiresAt` is not an instant.')
        const connection = createConnection(backend, user, { appUrl, expiresAt })
        return presentConnection(status === 'disconnected' ? disconnectConnection(backend, connection) : connection)
      }),
  }
}

/** A lower-case address, which has no checksum. */
function newEvmAddress({ random }: World): string {
  return `0x${[...random.bytes(20)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
