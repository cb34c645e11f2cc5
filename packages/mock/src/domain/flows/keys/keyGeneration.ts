import type { components } from '@latchkey/types'
import type { RoomRequests } from '../../../store/roomRecords.ts'
import { chainsFor } from '../../embeddedWallets/requestedChains.ts'
import { assertSharedKeys } from '../../embeddedWallets/versions.ts'
import { chainKeyOf, readAddressType } from '../../keySets/chainKeys.ts'
import { assertClientIds, createServiceParties } from '../../keySets/keySets.ts'
import type { RoomKindRow } from '../../rooms/relay.ts'
import { bindRoom, hasLiveRoom, type OpenedRoom } from '../../rooms/rooms.ts'
import { openParties, sealParties, sharesIn } from '../../rooms/seats.ts'
import type { Backend } from '../../shared/backend.ts'
import type { WalletCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { assertAllJoin } from './holders.ts'
import { assertSpaceOnChain, createSharedWallet, ownerOf } from './sharedWallets.ts'

type Schemas = components['schemas']

/**
 * Opens the room in which the user's and the service's parties generate the key of a new wallet. The wallet exists when
 * the last of them has acknowledged the key, and not before.
 *
 * @throws {@link DomainError} `noCompatibleWalletService`, `invalidWalletChains`, `validationFailed`,
 * `invalidKeygenIds`, `tooManyOnChain`, `keygenLocked`, `tooManyRooms`
 */
export async function openKeyGeneration(
  backend: Backend,
  caller: WalletCaller,
  body: Schemas['CreateWaasAccountRequest'],
): Promise<OpenedRoom> {
  const { chain, clientKeygenIds, thresholdSignatureScheme: scheme = 'TWO_OF_TWO', skipLock = false } = body
  const owner = ownerOf(caller)
  const addressType = readAddressType(chain, body.addressType)
  const chainKey = chainKeyOf(chain, addressType)
  assertSharedKeys(backend, owner.environmentId)
  chainsFor(backend, owner.environmentId, [chainKey.walletChain])
  await assertClientIds(scheme, clientKeygenIds)
  assertSpaceOnChain(backend, owner, chainKey)
  // A server may have any number of wallets on a chain, and may generate their keys at the same time.
  const isLocked =
    caller.kind === 'user' &&
    hasLiveRoom(backend, caller.user.id, { kind: 'keygen', where: (request) => request.chain === chain })
  assert(skipLock || !isLocked, 'keygenLocked')

  const parties = await createServiceParties(backend, scheme)
  const serverKeygenIds = parties.map(({ identity }) => identity.keygenId)
  const request: RoomRequests['keygen'] = { chain, addressType, scheme, clientKeygenIds, serverKeygenIds }
  const room = bindRoom(backend, caller, {
    purpose: { kind: 'keygen', request },
    walletId: backend.newId(),
    type: 'full',
    scheme,
    seats: await sealParties(backend, parties),
  })
  return { room, serverKeygenIds }
}

/** Key generation: together on secp256k1, dealt by the service's first party on ed25519. */
export const keyGenerationRoom: RoomKindRow<'keygen'> = {
  async plan(backend, { id: roomId, walletId = '', seats }, { request, clients }) {
    const { chain, addressType, scheme, clientKeygenIds, serverKeygenIds } = request
    assertAllJoin(clientKeygenIds, clients)
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

  async finish(backend, { environmentId, userId, walletId = '' }, { request, results }) {
    const services = sharesIn(results)
    const { id, publicKey } = await createSharedWallet(
      backend,
      { environmentId, userId },
      { ...request, walletId, services },
    )
    return { walletId: id, accountAddress: publicKey }
  },
}
