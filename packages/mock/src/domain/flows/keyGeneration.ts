import type { KeyShare, PartySecrets } from '@latchkey/ceremony'
import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { Wallet } from '../../store/records.ts'
import type { Room, RoomRequests } from '../../store/roomRecords.ts'
import { chainsFor } from '../embeddedWallets/chains.ts'
import { activeVersions } from '../embeddedWallets/versions.ts'
import { addressOfKeySet, type ChainKey, chainKeyOf, pathTextOf, readAddressType } from '../keySets/chainKeys.ts'
import { loadCeremony } from '../keySets/ceremony.ts'
import { createKeySet } from '../keySets/keySets.ts'
import { enablingHint } from '../providers/providers.ts'
import type { RoomKindRow } from '../rooms/relay.ts'
import { bindRoom, hasLiveRoom } from '../rooms/rooms.ts'
import { openParties, sealParties } from '../rooms/seats.ts'
import type { UserCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { touchUser } from '../users/users.ts'
import { issueSubnames } from '../wallets/subnames.ts'
import { keepWallet, newWalletRecords, walletsOf } from '../wallets/wallets.ts'

type Schemas = components['schemas']

/** The maximum number of embedded wallets of a user on a chain, where the settings allow several. */
const maximumPerChain = 5

/**
 * Opens the room in which the user's and the service's parties generate the key of a new wallet. The wallet exists when
 * the last of them has acknowledged the key, and not before.
 *
 * @throws {@link DomainError} `noCompatibleWalletService`, `invalidWalletChains`, `validationFailed`,
 * `invalidKeygenIds`, `tooManyOnChain`, `keygenLocked`, `tooManyRooms`
 */
export async function openKeyGeneration(
  backend: Backend,
  caller: UserCaller,
  body: Schemas['CreateWaasAccountRequest'],
): Promise<Room & { readonly walletId: string; readonly serverKeygenIds: readonly string[] }> {
  const { chain, clientKeygenIds, thresholdSignatureScheme: scheme = 'TWO_OF_TWO', skipLock = false } = body
  const { user } = caller
  const ceremony = await loadCeremony()
  const addressType = readAddressType(chain, body.addressType)
  const chainKey = chainKeyOf(chain, addressType)
  assertWalletService(backend, user.environmentId)
  chainsFor(backend, user.environmentId, [chainKey.walletChain])
  const { clients, total } = ceremony.schemes[scheme]
  const areComplete = clientKeygenIds.length === clients && new Set(clientKeygenIds).size === clients
  assert(areComplete, 'invalidKeygenIds', { message: `${scheme} takes ${clients} different clientKeygenIds.` })
  assertSpaceOnChain(backend, user, chainKey)
  const isLocked = hasLiveRoom(backend, user.id, { kind: 'keygen', where: (request) => request.chain === chain })
  assert(skipLock || !isLocked, 'keygenLocked')

  const randomBytes = (length: number) => backend.random.bytes(length)
  const identities = Array.from({ length: total - clients }, () => ceremony.createIdentity(randomBytes))
  const serverKeygenIds = identities.map(({ keygenId }) => keygenId)
  const walletId = backend.newId()
  const request: RoomRequests['keygen'] = { chain, addressType, scheme, clientKeygenIds, serverKeygenIds }
  const seats = await sealParties(
    backend,
    identities.map((identity) => ({ identity })),
  )
  const room = bindRoom(backend, caller, {
    purpose: { kind: 'keygen', request },
    walletId,
    type: 'full',
    scheme,
    seats,
  })
  return { ...room, walletId, serverKeygenIds }
}

/** Wallets whose key is shared are of the third generation. */
function assertWalletService(backend: Backend, environmentId: string): void {
  assert(activeVersions(backend, environmentId).includes('V3'), 'noCompatibleWalletService', {
    message: `Wallets of the generation V3 are not active in this environment. ${enablingHint('dynamic')}`,
  })
}

/** @throws {@link DomainError} `tooManyOnChain` */
function assertSpaceOnChain(
  backend: Backend,
  { id, environmentId }: { readonly id: string; readonly environmentId: string },
  { walletChain }: ChainKey,
): void {
  const areSeveral = sdkSettingsOf(backend, environmentId).waas?.allowMultipleWaasWalletsPerChain === true
  const maximum = areSeveral ? maximumPerChain : 1
  const wallets = walletsOf(backend, id).filter(
    ({ provider, chain }) => provider === 'embeddedWallet' && chain === walletChain,
  )
  assert(wallets.length < maximum, 'tooManyOnChain')
}

/** Key generation: together on secp256k1, dealt by the service's first party on ed25519. */
export const keyGenerationRoom: RoomKindRow<'keygen'> = {
  async plan(backend, { id: roomId, walletId = '', seats }, { request, clients }) {
    const { chain, addressType, scheme, clientKeygenIds, serverKeygenIds } = request
    assert(
      clients.every((client) => clientKeygenIds.includes(client)),
      'recordNotFound',
    )
    assert(clients.length === clientKeygenIds.length, 'validationFailed', {
      message: 'parties: all client parties of a new key join together.',
    })
    const [coordinator = ''] = serverKeygenIds
    const { curve } = chainKeyOf(chain, addressType)
    const parties = [...clientKeygenIds, ...serverKeygenIds]
    const common = { roomId, scheme, parties, walletId, coordinator }
    const plan =
      curve === 'ed25519'
        ? ({ kind: 'deal', curve, dealer: coordinator, ...common } as const)
        : ({ kind: 'keygen', curve, ...common } as const)
    return { plan, parties: await openParties(backend, seats) }
  },

  async finish(backend, { userId, walletId = '' }, { request, results }) {
    const services = results.flatMap(({ identity, result }) =>
      result.kind === 'share' ? [{ identity, share: result.share }] : [],
    )
    const { id, publicKey } = await createSharedWallet(backend, userId, { ...request, walletId, services })
    return { walletId: id, accountAddress: publicKey }
  },
}

/** A new wallet whose key exists in shares. */
interface SharedWallet extends Pick<RoomRequests['keygen'], 'chain' | 'addressType' | 'scheme'> {
  readonly walletId: string
  /** The service's parties with their shares. */
  readonly services: readonly PartyWithShare[]
}

type PartyWithShare = PartySecrets & { readonly share: KeyShare }

/**
 * Writes a wallet whose key exists in shares, with its credential and its key set.
 *
 * @throws {@link DomainError} `tooManyOnChain`, `walletLinked` when somebody has a wallet with this address
 */
async function createSharedWallet(
  backend: Backend,
  userId: string,
  { walletId, chain, addressType, scheme, services }: SharedWallet,
): Promise<Wallet> {
  const { store } = backend
  const user = existing(store.users.get(userId))
  const { environmentId } = user
  const chainKey = chainKeyOf(chain, addressType)
  assertSpaceOnChain(backend, user, chainKey)
  const keySet = services[0]?.share.keySet
  assert(keySet, 'internal')
  const { address } = await addressOfKeySet(chainKey, keySet)
  const fields = {
    publicWalletAddress: address,
    chain: chainKey.walletChain,
    walletName: 'embedded',
    walletProvider: 'embeddedWallet',
  } as const
  const { wallet, credential } = newWalletRecords(backend, environmentId, { userId, fields })
  assert(!store.credentials.find('byKey', [environmentId, 'blockchain', wallet.key]), 'walletLinked')
  // Nobody signs in with an embedded wallet.
  store.credentials.insert({ ...credential, id: walletId, signInEnabled: false })
  const properties: Schemas['WalletProperties'] = {
    version: 'V3',
    thresholdSignatureScheme: scheme,
    derivationPath: pathTextOf(chainKey),
    keyShares: [],
    settings: {},
  }
  const kept = keepWallet(backend, { ...wallet, id: walletId, properties })
  await createKeySet(backend, { environmentId, walletId, chain, addressType, keySet, services })
  touchUser(backend, userId)
  // A user who has not signed in yet gets a name at the first sign-in.
  if (user.signedInAt !== undefined) issueSubnames(backend, user)
  return kept
}
