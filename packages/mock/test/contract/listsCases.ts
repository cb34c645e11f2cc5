import { generateKeyPairSync } from 'node:crypto'
import type { OperationId } from '@latchkey/types'
import { pemOf } from '../people/delegates.ts'
import { registerPasskey } from '../people/passkeyCeremonies.ts'
import { payFrom } from '../people/payments.ts'
import {
  asPasskeyUser,
  asSecuredUser,
  atExchange,
  byCredentialOf,
  type Host,
  inAllowlist,
  inEnvironment,
  inOrganization,
  ofAdmin,
  ofMessage,
  ofUser,
  ofWebhook,
  type ListContext,
  send,
  type Side,
  withEmbeddedWallets,
  withGlobalWallet,
  withSharedWallet,
  withSellers,
  withWallet,
} from './listsPlaces.ts'

/** How a list is filled and read. */
export interface ListCase {
  readonly place: (host: Host, side: Side) => Promise<ListContext>
  /** Creates the record number `n` of the place; absent if records cannot be added to the list. */
  readonly add?: (host: Host, place: ListContext, n: number) => Promise<unknown>
  /** How many records of the list one call of `add` makes. @default 1 */
  readonly recordsPerCreation?: number
  /** How many records the place can have at most, beside those of the beginning. */
  readonly most?: number
  /** Removes a record by its key in the list. */
  readonly remove?: (host: Host, place: ListContext, key: string) => Promise<unknown>
  /** Property of the body that has the records; absent where the body is the list. */
  readonly in?: string
  /** The key of a record. @default 'id' */
  readonly key?: string | ((record: unknown) => string)
  /** Table of the records, if no operation deletes them and the test has to. */
  readonly table?: string
  readonly query?: Readonly<Record<string, unknown>>
  /** Whether everybody gets the same list. @default false */
  readonly isShared?: boolean
  /** Further input of the request besides its place. */
  readonly params?: Readonly<Record<string, string>>
}

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const code = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))
const network = {
  networkType: 'EVM',
  rpcUrl: 'https://rpc.example.com',
  blockExplorerUrl: 'https://scan.example.com',
  iconUrl: 'https://static.example.com/icon.svg',
  nativeCurrencyName: 'Harbour',
  nativeCurrencySymbol: 'HBR',
  nativeCurrencyIconUrl: 'https://static.example.com/hbr.svg',
  nativeCurrencyDecimals: 18,
}
const providers = ['google', 'github', 'discord', 'twitch', 'linkedin', 'gitlab'] as const
const gateRules = [{ type: 'nft', address: { networkId: 1, contractAddress: address(1) } }]
const seller = { walletAddress: address(1), chain: 'EVM' }
const deleting = (id: OperationId, name: string) => (host: Host, place: ListContext, key: string) =>
  send(host, id, { ...place, params: { ...place.params, [name]: key } })

const addUser = (host: Host, { environmentId, mark }: ListContext, n: number) =>
  // Every other one has no alias, and some have the same, so that there are ties to be broken.
  host.mock.create.user(
    {
      email: `user-${mark}-${n}@example.com`,
      ...(n % 2 === 0 && { alias: `alias ${n % 3}`, username: `${mark}-${n}` }),
    },
    { environmentId },
  )

/** Every list of the document. */
export const lists: Partial<Record<OperationId, ListCase>> = {
  // By offset.
  'users.list': { place: inEnvironment, in: 'users', table: 'users', add: addUser },
  'users.listSessions': {
    place: ofUser,
    in: 'sessions',
    table: 'sessions',
    add: (host, { ownerId }) => host.mock.signIn(ownerId),
  },
  'wallets.list': {
    place: inEnvironment,
    in: 'wallets',
    table: 'wallets',
    add: async (host, place, n) =>
      host.mock.create.wallet((await addUser(host, place, n)).id, { publicWalletAddress: address(n) }, place),
  },
  'visits.listVisitors': {
    place: inEnvironment,
    in: 'visitors',
    table: 'visitors',
    add: (host, { environmentId }, n) =>
      host.call('visits.create', {
        params: { environmentId },
        body: {
          address: address(Math.ceil(n / 2)),
          chain: 'EVM',
          provider: 'browserExtension',
          walletName: `wallet ${n}`,
        },
      }),
  },
  'allowlistEntries.list': {
    place: inAllowlist,
    in: 'entries',
    table: 'allowlistEntries',
    add: (host, place, n) =>
      send(host, 'allowlistEntries.create', {
        ...place,
        body:
          n % 2 === 0 ? { email: `entry-${n}@example.com`, alias: `alias ${n % 3}` } : { walletPublicKey: address(n) },
      }),
  },
  'globalWalletConnections.list': {
    place: withGlobalWallet,
    table: 'globalWalletConnections',
    add: (host, { ownerId: userId, mark }, n) =>
      host.mock.create.globalWalletConnection({ userId, appUrl: `https://app${n}.${mark}.example.com` }),
  },

  // By cursor.
  'events.list': {
    place: inEnvironment,
    key: 'eventId',
    table: 'events',
    add: (host, place, n) => host.mock.create.user({ alias: String(n) }, place),
  },
  'webhookMessages.list': {
    place: ofWebhook,
    in: 'data',
    key: 'messageId',
    table: 'webhookMessages',
    add: async (host, place, n) => (
      await host.mock.create.user({ alias: String(n) }, place),
      await host.mock.clock.advance(0)
    ),
  },

  // In one piece: an environment's.
  'allowlists.list': {
    place: inEnvironment,
    add: (host, place, n) => send(host, 'allowlists.create', { ...place, body: { name: `List ${n}` } }),
    remove: deleting('allowlists.delete', 'allowlistId'),
  },
  'customFields.list': {
    place: inEnvironment,
    remove: deleting('customFields.delete', 'customFieldId'),
    add: async (host, place, n) =>
      send(host, 'customFields.create', {
        ...place,
        body: {
          name: `Field ${n}`,
          enabled: true,
          required: false,
          fieldType: 'text',
          position: (await send(host, 'customFields.list', place)).length,
        },
      }),
  },
  'customHostnames.list': {
    place: inEnvironment,
    in: 'customHostnames',
    remove: deleting('customHostnames.delete', 'customHostnameId'),
    add: (host, place, n) =>
      send(host, 'customHostnames.create', {
        ...place,
        body: { hostname: `auth${n}.${place.mark}.example.com`, usage: 'cookies' },
      }),
  },
  'deeplinkUrls.list': {
    place: inEnvironment,
    in: 'deeplinkUrls',
    add: (host, place, n) => send(host, 'deeplinkUrls.create', { ...place, body: { url: `app${code(n)}://callback` } }),
    remove: deleting('deeplinkUrls.delete', 'deeplinkUrlId'),
  },
  'exchanges.list': {
    place: inEnvironment,
    in: 'exchanges',
    most: 2,
    remove: deleting('exchanges.delete', 'exchangeId'),
    add: (host, place, n) =>
      send(host, 'exchanges.create', { ...place, body: { exchange: n % 2 === 0 ? 'kraken' : 'coinbase' } }),
  },
  'exports.list': {
    place: inEnvironment,
    in: 'exports',
    add: (host, place) => send(host, 'exports.create', { ...place, body: { format: 'csv', model: 'users' } }),
  },
  'gates.list': {
    place: inEnvironment,
    in: 'gates',
    add: (host, place, n) =>
      send(host, 'gates.create', { ...place, body: { name: `Gate ${n}`, outcome: 'scope', rules: gateRules } }),
    remove: deleting('gates.delete', 'gateId'),
  },
  'origins.list': {
    place: inEnvironment,
    in: 'origins',
    add: (host, place, n) =>
      send(host, 'origins.create', { ...place, body: { origin: `https://app${n}.example.com` } }),
    remove: deleting('origins.delete', 'originId'),
  },
  'signaturePolicies.list': {
    place: withSharedWallet,
    add: (host, place, n) =>
      send(host, 'signaturePolicies.create', {
        ...place,
        body: {
          policyContent: [
            { chain: 'EVM', toAddresses: [address(n)], valueLimits: [{ asset: address(n), maxPerCall: '1' }] },
          ],
          timeLimit: 60,
        },
      }),
    remove: deleting('signaturePolicies.delete', 'policyId'),
  },
  'providers.list': {
    place: inEnvironment,
    in: 'providers',
    most: providers.length,
    remove: deleting('providers.delete', 'providerId'),
    add: (host, place, n) =>
      host.mock.create.provider({ provider: providers[n % providers.length] ?? 'google' }, place),
  },
  'tokens.list': {
    place: inEnvironment,
    in: 'tokens',
    add: (host, place, n) => send(host, 'tokens.create', { ...place, body: { note: `Token ${n}` } }),
    remove: deleting('tokens.delete', 'tokenId'),
  },
  'webhooks.list': {
    place: inEnvironment,
    in: 'data',
    key: 'webhookId',
    remove: deleting('webhooks.delete', 'webhookId'),
    add: (host, place, n) =>
      send(host, 'webhooks.create', {
        ...place,
        body: {
          url: `https://hooks.example.com/${n}`,
          isEnabled: true,
          events: ['user.created'],
        },
      }),
  },
  'webhookMessages.listDeliveries': {
    place: ofMessage,
    in: 'data',
    key: 'deliveryId',
    add: async (host, place) => (
      await send(host, 'webhookMessages.redeliver', place),
      await host.mock.clock.advance(0)
    ),
  },
  'wallets.listByUser': {
    place: ofUser,
    in: 'wallets',
    table: 'wallets',
    add: (host, place, n) => host.mock.create.wallet(place.ownerId, { publicWalletAddress: address(n) }, place),
  },
  'wallets.listByUserLegacy': {
    place: ofUser,
    in: 'wallets',
    table: 'wallets',
    add: (host, place, n) => host.mock.create.wallet(place.ownerId, { publicWalletAddress: address(n) }, place),
  },

  // An organization's, or an admin's.
  'customNetworks.list': {
    place: inOrganization,
    in: 'customNetworks',
    key: (record) => (record as { customNetwork: { id: string } }).customNetwork.id,
    remove: deleting('customNetworks.delete', 'networkId'),
    add: (host, place, n) =>
      send(host, 'customNetworks.create', {
        ...place,
        body: { ...network, chainName: `Chain ${n}`, chainId: String(9000 + n) },
      }),
  },
  'invites.listByOrganization': {
    place: inOrganization,
    in: 'invites',
    add: (host, place, n) =>
      send(host, 'invites.create', { ...place, body: { email: `guest${n}@example.com`, role: 'viewer' } }),
    remove: deleting('invites.delete', 'inviteId'),
  },
  'invites.list': {
    place: ofAdmin,
    in: 'invites',
    query: { status: 'pending' },
    add: async (host, { mark }, n) =>
      send(host, 'invites.create', {
        ...(await organizationOf(host, n)),
        body: { email: `${mark}@example.com`, role: 'viewer' },
      }),
  },
  'members.list': { place: inOrganization, in: 'members', add: joinOrganization },
  'members.listEnvironmentIds': {
    place: ofAdmin,
    key: String,
    recordsPerCreation: 2,
    add: async (host, place, n) => {
      const { id: organizationId } = await host.mock.create.organization({ owner: place.ownerId })
      return send(host, 'projects.create', { ...place, params: { organizationId }, body: { name: `Project ${n}` } })
    },
  },
  'memberTokens.list': {
    place: ofAdmin,
    in: 'tokens',
    add: (host, place, n) => send(host, 'memberTokens.create', { ...place, body: { note: `Token ${n}` } }),
    remove: deleting('memberTokens.delete', 'tokenId'),
  },
  'organizations.list': {
    place: ofAdmin,
    in: 'organizations',
    add: (host, { ownerId: owner }) => host.mock.create.organization({ owner }),
  },
  'projects.list': {
    place: inOrganization,
    in: 'projects',
    add: (host, place, n) => send(host, 'projects.create', { ...place, body: { name: `Project ${n}` } }),
    remove: deleting('projects.delete', 'projectId'),
  },
  'environments.listByProject': {
    key: (record) => (record as { id: string }).id,
    in: 'environments',
    place: async (host, side) => {
      const place = await inOrganization(host, side)
      const project = await send(host, 'projects.create', { ...place, body: { name: `Project ${side}` } })
      return { ...place, params: { projectId: String(project.project?.id) } }
    },
  },

  // A user's own.
  'mfaDevices.list': { place: asSecuredUser, in: 'devices' },
  'mfa.listMethods': { place: asSecuredUser, in: 'devices' },
  'mfa.listRecoveryCodes': { place: asSecuredUser, in: 'recoveryCodes', key: String },
  'passkeys.list': {
    place: asPasskeyUser,
    in: 'passkeys',
    add: (host, { token }) => registerPasskey(host, { device: host.mock.authenticator(), token }),
  },

  'walletTransactions.list': {
    place: withWallet,
    in: 'transactions',
    key: 'transactionHash',
    query: { networkId: 1 },
    add: (host, place) => payFrom(host.mock, { to: place.params.address ?? '' }),
  },

  'delegatedAccess.listKeys': {
    place: inEnvironment,
    in: 'keys',
    table: 'delegationKeys',
    query: { includeAll: true },
    // Making an RSA key takes long.
    most: 4,
    add: (host, place) => {
      const publicKey = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
      return send(host, 'delegatedAccess.createKey', { ...place, body: { publicKey } })
    },
  },
  'exchangeAccounts.list': { place: atExchange },
  'exchangeAccounts.listTransactions': {
    place: atExchange,
    add: (host, { ownerId }, n) => host.mock.exchanges.coinbase.account(ownerId).deposit('ETH', String(n)),
    key: 'transactionId',
  },
  'exchangeAccounts.listDestinations': {
    place: atExchange,
    add: (host, { ownerId }, n) => host.mock.create.wallet(ownerId, { publicWalletAddress: address(n), chain: 'EVM' }),
    in: 'destinations',
    key: 'address',
  },
  'onramps.listNetworks': { place: withSellers, key: String },

  // The same for everybody.
  'offramps.list': { place: withSellers, isShared: true, query: seller, in: 'offramps', key: 'provider' },
  'onramps.list': { place: withSellers, isShared: true, query: seller, in: 'onramps', key: 'provider' },
  'chains.listTokens': {
    place: byCredentialOf('chains.listTokens'),
    isShared: true,
    params: { chainName: 'EVM' },
    query: { networkId: 1 },
    key: (record) => (record as { name: string; symbol: string }).symbol,
  },
  'exchangeRates.list': { place: byCredentialOf('exchangeRates.list'), isShared: true, key: 'code' },
  'exchangeRates.listForEnvironment': { place: inEnvironment, isShared: true, key: 'code' },
  'networks.list': { place: inEnvironment, isShared: true, key: 'chainName' },
  'embeddedWallets.listVersions': { place: withEmbeddedWallets, isShared: true, key: String },
  'events.listTypes': { place: byCredentialOf('events.listTypes'), isShared: true, key: 'name' },
  'providers.listUrls': { place: inEnvironment, isShared: true, in: 'providerUrls', key: 'provider' },
  'sdkViews.list': { place: inEnvironment, isShared: true, in: 'sdkViews', key: 'type' },
}

async function organizationOf(host: Host, n: number): Promise<ListContext> {
  const owner = await host.mock.create.admin({ email: `owner${n}@example.com`, role: null })
  const { id } = await host.mock.create.organization({ owner: owner.id })
  return { params: { organizationId: id }, token: owner.token, environmentId: '', ownerId: owner.id, mark: '' }
}

/** Joins the way people do: by an invite. */
async function joinOrganization(host: Host, place: ListContext, n: number): Promise<void> {
  const email = `member-${place.mark}-${n}@example.com`
  const guest = await host.mock.create.admin({ email, role: null })
  await send(host, 'invites.create', { ...place, body: { email, role: 'viewer' } })
  const { body } = await host.call('invites.list', { token: guest.token, query: { status: 'pending' } })
  await host.call('invites.update', {
    token: guest.token,
    params: { inviteId: String(body.invites?.[0]?.id) },
    body: { status: 'accepted' },
  })
}
