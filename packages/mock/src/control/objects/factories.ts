import type { components } from '@latchkey/types'
import { addTotpDevice, confirmDevice } from '../../domain/flows/signIn/mfaEnrolment.ts'
import {
  createConnection,
  disconnectConnection,
  presentConnection,
} from '../../domain/globalWallets/globalWalletConnections.ts'
import { createAdmin } from '../../domain/organizations/admins.ts'
import { createOrganization, nameKeyOf } from '../../domain/organizations/organizations.ts'
import { issueMemberToken } from '../../domain/organizations/tokens.ts'
import { codeAt } from '../../domain/secondFactor/totpDevices.ts'
import { readInstant } from '../../effects/instants.ts'
import { pretendedSettings } from '../../world/pretendedProvider.ts'
import { transact, type World } from '../../world/world.ts'
import { createActiveHostname } from './activeHostname.ts'
import { invoke, invokeTogether } from './invoke.ts'

type Schemas = components['schemas']

/** The environment in which a factory creates a resource. @default the sandbox */
export interface Place {
  readonly environmentId?: string
}

/** Creates resources by the interface's operations, with defaults for what a test does not care about. */
export interface Factories {
  /** A user. An e-mail is verified unless `emailVerifiedAt` is set. */
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
   * A provider's settings, enabled unless `enabled` is false, with a made-up client and all other settings that the
   * provider needs. If the provider exists already, such as `emailOnly` in the sandbox, the input updates it.
   */
  provider(
    input: Partial<Schemas['ProviderCreateRequest']> &
      Pick<Schemas['ProviderCreateRequest'], 'provider'> & { enabled?: boolean },
    place?: Place,
  ): Promise<Schemas['Provider']>
  /** A webhook, by default enabled and for `user.created`, with the secret that its messages are signed with. */
  webhook(
    input: Partial<Schemas['WebhookCreateRequest']> & Pick<Schemas['WebhookCreateRequest'], 'url'>,
    place?: Place,
  ): Promise<Schemas['Webhook'] & { readonly secret: string }>
  customField(input?: Partial<Schemas['CustomFieldRequest']>, place?: Place): Promise<Schemas['CustomField']>
  origin(origin: string, place?: Place): Promise<Schemas['OriginResponse']>
  deeplinkUrl(url: string, place?: Place): Promise<Schemas['DeeplinkUrl']>
  /** A hostname, pending until its DNS records are found. `active: true` publishes the records and activates it. */
  customHostname(
    input: Partial<Schemas['CustomHostnameCreateRequest']> & { hostname: string; active?: boolean },
    place?: Place,
  ): Promise<Schemas['Hostname']>
  /** An API token with all scopes. `expiresAt` is an ISO 8601 instant from which on the token is refused. */
  token(
    input?: Partial<Schemas['PostTokenFields']> & { expiresAt?: string },
    place?: Place,
  ): Promise<Schemas['TokenWithRaw']>
  /**
   * A verified authenticator app of a user, as after its registration, with recovery codes if the settings enable them.
   *
   * @throws DomainError `mfaInvalidRequest` when the user's environment has this second factor disabled
   */
  totp(user: string | { readonly id: string }): Promise<AuthenticatorApp>
  /** An admin with an API token: a member of the default organization, or of none when `role` is null. */
  admin(input?: AdminInput): Promise<{ id: string; email: string; token: string }>
  /**
   * A connection of a user's global wallet to a site.
   *
   * @throws DomainError `noGlobalWallet`, `siteNotAllowed`, `invalidOrigin`, and `validationFailed` for an `expiresAt`
   * in the past
   * @throws TypeError for an unknown user, or an `expiresAt` that is not an instant
   */
  globalWalletConnection(input: GlobalWalletConnectionInput): Promise<Schemas['GlobalWalletConnection']>
  /** Another organization. `owner` is the id of an admin. */
  organization(input: { name?: string; owner: string }): Promise<{ id: string; name: string }>
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
  readonly expiresAt?: string | null
  /** @default 'connected' */
  readonly status?: Schemas['GlobalWalletConnectionStatusEnum']
}

interface AdminInput {
  readonly email?: string
  readonly walletPublicKey?: string
  /** E.164. */
  readonly phoneNumber?: string
  /** Not `owner`: an organization has one owner, who transfers the ownership. @default 'developer' */
  readonly role?: Exclude<Schemas['RoleEnum'], 'owner'> | null
}

/** The first name after as many as there are records that none of them has. */
function unusedName(size: number, nameOf: (count: number) => string, isTaken: (name: string) => unknown): string {
  let count = size + 1
  while (isTaken(nameOf(count))) count++
  return nameOf(count)
}

export function createFactories(world: World, sandboxId: string): Factories {
  const at = ({ environmentId = sandboxId }: Place = {}) => ({ environmentId })
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
      const { gates } = world.store.reader
      const name = unusedName(
        gates.size,
        (number) => `Gate ${number}`,
        (text) => gates.find('byName', [params.environmentId, text]),
      )
      const { body: gate } = await invoke(world, 'gates.create', {
        params,
        body: { name, outcome: 'scope', rules: [anyNft], ...input },
      })
      return enabled ? (await invoke(world, 'gates.enable', { params: { ...params, gateId: gate.id } })).body : gate
    },
    async allowlist({ enabled = true, ...input } = {}, place) {
      const params = at(place)
      const { allowlists } = world.store.reader
      const name = unusedName(
        allowlists.size,
        (number) => `Allowlist ${number}`,
        (text) => allowlists.find('byName', [params.environmentId, text]),
      )
      const { body: list } = await invoke(world, 'allowlists.create', { params, body: { name, ...input } })
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
      const params = at(place)
      const fields = [...world.store.reader.customFields.scan('byEnvironment', [params.environmentId])]
      const body = {
        name: unusedName(
          fields.length,
          (number) => `Field ${number}`,
          (text) => fields.some(({ name }) => name === text),
        ),
        enabled: true,
        required: false,
        fieldType: 'text',
        position: fields.length,
        ...input,
      } as const
      return (await invoke(world, 'customFields.create', { params, body })).body
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
      return invokeTogether(world, (run, backend) => createActiveHostname(run, backend, { params, body }))
    },
    admin: async ({ email: givenEmail, role = 'developer', ...profile } = {}) =>
      transact(world, (backend) => {
        const email =
          givenEmail ??
          unusedName(
            backend.store.admins.size,
            (number) => `admin${number}@example.com`,
            (text) => backend.store.admins.find('byEmail', [text]),
          )
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
          token: issueMemberToken(backend, admin.id, 'Test token').rawToken,
        }
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
    organization: async ({ name: givenName, owner }) =>
      transact(world, (backend) => {
        const name =
          givenName ??
          unusedName(
            backend.store.organizations.size,
            (number) => `Organization ${number}`,
            (text) => backend.store.organizations.find('byName', [nameKeyOf(text)]),
          )
        return { id: createOrganization(backend, { name, owner }).id, name }
      }),
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
        throw new TypeError('Failed to call "create.token()": `expiresAt` is not an ISO 8601 instant.')
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

/** What a gate requires by default: an NFT of a contract of which nobody holds any. */
const anyNft = { type: 'nft', address: { networkId: 1, contractAddress: `0x${'1'.repeat(40)}` } } as const

/** A lower-case address, which has no checksum. */
function newEvmAddress({ random }: World): string {
  return `0x${[...random.bytes(20)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
