import type { components } from '@latchkey/types'
import { createAdmin } from '../domain/organizations/admins.ts'
import {
  createConnection,
  disconnectConnection,
  presentConnection,
} from '../domain/globalWallets/globalWalletConnections.ts'
import { addTotpDevice, confirmDevice } from '../domain/flows/mfaEnrolment.ts'
import { createOrganization } from '../domain/organizations/organizations.ts'
import { issueMemberToken } from '../domain/organizations/tokens.ts'
import { codeAt } from '../domain/secondFactor/totpDevices.ts'
import { readInstant } from '../effects/instants.ts'
import { transact, type World } from '../world.ts'
import { createActiveHostname } from './activeHostname.ts'
import { invoke, invokeTogether } from './invoke.ts'
import { pretendedSettings } from './pretendedProvider.ts'

type Schemas = components['schemas']

/** Where a factory puts what it makes. @default the sandbox */
export interface Place {
  readonly environmentId?: string
}

/** Makes resources the way the interface makes them, with defaults for what a test does not care about. */
export interface Factories {
  /** A user; an e-mail that is given counts as verified unless `emailVerifiedAt` says otherwise. */
  user(input?: Schemas['InternalBulkUpdateUserFields'], place?: Place): Promise<Schemas['User']>
  /** A wallet of a user. */
  wallet(userId: string, input?: Partial<Schemas['CreateWalletRequest']>, place?: Place): Promise<Schemas['Wallet']>
  /** A gate, enabled unless `enabled` is false. */
  gate(input: Partial<Schemas['GateCreateRequest']> & { enabled?: boolean }, place?: Place): Promise<Schemas['Gate']>
  /** An allowlist, enabled unless `enabled` is false. */
  allowlist(
    input?: Schemas['PostAllowlistsRequest'] & { enabled?: boolean },
    place?: Place,
  ): Promise<Schemas['Allowlist']>
  allowlistEntry(allowlistId: string, input: Schemas['PostAllowlistEntriesRequest']): Promise<Schemas['AllowlistEntry']>
  /**
   * A provider's settings, enabled unless `enabled` is false, with a pretended client and whatever else the provider needs.
   * A provider that is set up already, as `emailOnly` is in the sandbox, takes over what is given and keeps the rest.
   */
  provider(
    input: Partial<Schemas['ProviderCreateRequest']> &
      Pick<Schemas['ProviderCreateRequest'], 'provider'> & { enabled?: boolean },
    place?: Place,
  ): Promise<Schemas['Provider']>
  /** A webhook, enabled and told of new users unless the input says otherwise, with the secret that its messages are signed with. */
  webhook(
    input: Partial<Schemas['WebhookCreateRequest']> & Pick<Schemas['WebhookCreateRequest'], 'url'>,
    place?: Place,
  ): Promise<Schemas['Webhook'] & { readonly secret: string }>
  customField(input?: Partial<Schemas['CustomFieldRequest']>, place?: Place): Promise<Schemas['CustomField']>
  origin(origin: string, place?: Place): Promise<Schemas['OriginResponse']>
  deeplinkUrl(url: string, place?: Place): Promise<Schemas['DeeplinkUrl']>
  /** A hostname, pending until its DNS records are found; with `active: true` they are published and found at once. */
  customHostname(
    input: Partial<Schemas['CustomHostnameCreateRequest']> & { hostname: string; active?: boolean },
    place?: Place,
  ): Promise<Schemas['Hostname']>
  /** An API token with all scopes; one with an `expiresAt`, an ISO 8601 instant, is refused from then on. */
  token(
    input?: Partial<Schemas['PostTokenFields']> & { expiresAt?: string },
    place?: Place,
  ): Promise<Schemas['TokenWithRaw']>
  /**
   * A verified authenticator app of a user, as registering one leaves it, with recovery codes where the settings have them.
   *
   * @throws DomainError `mfaInvalidRequest` where the user's environment has second factors of this kind turned off
   */
  totp(user: string | { readonly id: string }): Promise<AuthenticatorApp>
  /** Somebody who administers organizations, with an API token: a member of the ready organization, or of none when `role` is null. */
  admin(input?: AdminInput): Promise<{ id: string; email: string; token: string }>
  /**
   * A connection of a user's global wallet to a site, as the user makes it.
   *
   * @throws DomainError as the domain refuses one: `noGlobalWallet`, `siteNotAllowed`, `invalidOrigin`, `validationFailed` for
   * an instant that has passed
   * @throws TypeError for an unknown user, or an `expiresAt` that is no instant
   */
  globalWalletConnection(input: GlobalWalletConnectionInput): Promise<Schemas['GlobalWalletConnection']>
  /** Another organization. `owner` is the id of an admin. */
  organization(input: { name?: string; owner: string }): Promise<{ id: string; name: string }>
}

export interface AuthenticatorApp {
  readonly deviceId: string
  /** Base32. */
  readonly secret: string
  /** What the app shows at the mock's present time. A code is taken once: for another one the clock goes on by 30 seconds. */
  code(): string
}

interface GlobalWalletConnectionInput {
  readonly userId: string
  /** Origin of the site. */
  readonly appUrl: string
  /** Instant in RFC 3339; null for no end. @default null */
  readonly expiresAt?: string | null
  /** @default 'connected' */
  readonly status?: Schemas['GlobalWalletConnectionStatusEnum']
}

interface AdminInput {
  readonly email?: string
  readonly walletPublicKey?: string
  /** E.164. */
  readonly phoneNumber?: string
  /** An organization has one owner, who delegates the ownership. @default 'developer' */
  readonly role?: Exclude<Schemas['RoleEnum'], 'owner'> | null
}

export function createFactories(world: World, sandboxId: string): Factories {
  const at = ({ environmentId = sandboxId }: Place = {}) => ({ environmentId })
  let count = 0
  return {
    async user(input = {}, place) {
      const verified = input.email && input.emailVerifiedAt === undefined ? { emailVerifiedAt: world.clock.iso() } : {}
      const { body } = await invoke(world, 'users.create', { params: at(place), body: { ...input, ...verified } })
      return body.user as Schemas['User']
    },
    async wallet(userId, input = {}, place) {
      const body = {
        publicWalletAddress: newEvmAddress(world),
        chain: 'EVM',
        walletName: 'metamask',
        walletProvider: 'browserExtension',
        ...input,
      } as const
      return (await invoke(world, 'wallets.create', { params: { ...at(place), userId }, body })).body
    },
    async gate({ enabled = true, ...input }, place) {
      const params = at(place)
      const { body: gate } = await invoke(world, 'gates.create', {
        params,
        body: { name: `Gate ${++count}`, outcome: 'scope', rules: [anyNft], ...input },
      })
      return enabled ? (await invoke(world, 'gates.enable', { params: { ...params, gateId: gate.id } })).body : gate
    },
    async allowlist({ enabled = true, ...input } = {}, place) {
      const { body: list } = await invoke(world, 'allowlists.create', {
        params: at(place),
        body: { name: `Allowlist ${++count}`, ...input },
      })
      return enabled ? (await invoke(world, 'allowlists.enable', { params: { allowlistId: list.id } })).body : list
    },
    allowlistEntry: async (allowlistId, body) =>
      (await invoke(world, 'allowlistEntries.create', { params: { allowlistId }, body })).body,
    async provider({ enabled = true, provider, ...input }, place) {
      const params = at(place)
      const existing = world.store.reader.providers.find('byProvider', [params.environmentId, provider])
      const { body } = existing
        ? await invoke(world, 'providers.update', { params: { providerId: existing.id }, body: input })
        : await invoke(world, 'providers.create', {
            params,
            body: { ...pretendedSettings(world, provider), ...input, provider },
          })
      if (enabled === Boolean(existing?.enabledAt)) return body
      const change = enabled ? 'providers.enable' : 'providers.disable'
      return (await invoke(world, change, { params: { providerId: body.id as string } })).body
    },
    async webhook(input, place) {
      const { body } = await invoke(world, 'webhooks.create', {
        params: at(place),
        body: { isEnabled: true, events: ['user.created'], ...input },
      })
      return { ...body, secret: String(world.store.reader.webhooks.get(body.webhookId)?.secret) }
    },
    async customField(input = {}, place) {
      const position = [...world.store.reader.customFields.scan('byEnvironment', [at(place).environmentId])].length
      const body = {
        name: `Field ${++count}`,
        enabled: true,
        required: false,
        fieldType: 'text',
        position,
        ...input,
      } as const
      return (await invoke(world, 'customFields.create', { params: at(place), body })).body
    },
    origin: async (origin, place) =>
      (await invoke(world, 'origins.create', { params: at(place), body: { origin } })).body
        .origin as Schemas['OriginResponse'],
    deeplinkUrl: async (url, place) =>
      (await invoke(world, 'deeplinkUrls.create', { params: at(place), body: { url } })).body,
    async customHostname({ active = false, ...input }, place) {
      const params = at(place)
      const body = { usage: 'cookies', ...input } as const
      if (!active) return (await invoke(world, 'customHostnames.create', { params, body })).body
      return invokeTogether(world, (run, backend) => createActiveHostname(run, backend, params.environmentId, body))
    },
    admin: async ({ email = `admin${++count}@example.com`, role = 'developer', ...profile } = {}) =>
      transact(world, (backend) => {
        const organizationId = backend.store.environments.get(sandboxId)?.organizationId
        if (role && organizationId === undefined)
          throw new TypeError('Failed to call "create.admin()": there is no environment with this id.')
        const admin = createAdmin(backend, {
          email,
          ...profile,
          ...(role && organizationId && { membership: { organizationId, role } }),
        })
        return {
          id: admin.id,
          email: admin.email,
          token: issueMemberToken(backend, { adminId: admin.id, note: 'Test token' }).rawToken,
        }
      }),
    globalWalletConnection: async ({ userId, appUrl, expiresAt: text, status }) =>
      transact(world, (backend) => {
        const user = backend.store.users.get(userId)
        if (!user)
          throw new TypeError('Failed to call "create.globalWalletConnection()": there is no user with this id.')
        const expiresAt = text === undefined || text === null ? null : readInstant(text)
        if (expiresAt === undefined)
          throw new TypeError('Failed to call "create.globalWalletConnection()": `expiresAt` is no instant.')
        const made = createConnection(backend, { user, appUrl, expiresAt })
        return presentConnection(status === 'disconnected' ? disconnectConnection(backend, made) : made)
      }),
    organization: async ({ name = `Organization ${++count}`, owner }) => {
      const { id } = await transact(world, (backend) => createOrganization(backend, { name, owner }))
      return { id, name }
    },
    totp: async (user) =>
      transact(world, (backend) => {
        const owner = backend.store.users.get(typeof user === 'string' ? user : user.id)
        if (!owner) throw new TypeError('Failed to call "create.totp()": there is no user with this id.')
        const { device, secret } = addTotpDevice(backend, owner)
        confirmDevice(backend, owner, device)
        return { deviceId: device.id, secret, code: () => codeAt(secret, world.clock.now()) }
      }),
    token: async ({ expiresAt, ...input } = {}, place) => {
      const end = expiresAt === undefined ? undefined : readInstant(expiresAt)
      if (expiresAt !== undefined && end === undefined)
        throw new TypeError('Failed to call "create.token()": `expiresAt` is no ISO 8601 instant.')
      const { token } = (
        await invoke(world, 'tokens.create', { params: at(place), body: { note: 'Test token', ...input } })
      ).body
      if (end !== undefined) {
        await transact(world, ({ store }) => {
          const record = store.environmentTokens.get(token.id as string)
          if (record) store.environmentTokens.put({ ...record, expiresAt: end })
        })
      }
      return token
    },
  }
}

/** What a gate asks for when a test does not say: an NFT of a contract that nobody holds anything of. */
const anyNft = { type: 'nft', address: { networkId: 1, contractAddress: `0x${'1'.repeat(40)}` } } as const

/** An all lower-case address, which has no checksum to be wrong. */
function newEvmAddress({ random }: World): string {
  return `0x${[...random.bytes(20)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
