import { defined } from '@latchkey/base/defined'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Wallet } from '../../../store/records.ts'
import type { RoomRequests } from '../../../store/roomRecords.ts'
import { chainsFor } from '../../embeddedWallets/requestedChains.ts'
import { assertSharedKeys } from '../../embeddedWallets/versions.ts'
import { addressOfKeySet, type ChainKey, chainKeyOf, chainKeyOfSet } from '../../keySets/chainKeys.ts'
import { assertClientIds, createKeySet, createServiceParties, keySetOf } from '../../keySets/keySets.ts'
import type { RoomKindRow } from '../../rooms/relay.ts'
import { bindRoom, type OpenedRoom } from '../../rooms/rooms.ts'
import { openParties, type PartyWithShare, sealParties, sharesIn } from '../../rooms/seats.ts'
import type { Backend } from '../../shared/backend.ts'
import type { WalletCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { existing, recordOf } from '../../shared/recordGuards.ts'
import { touchUser } from '../../users/users.ts'
import { closeVendorWallet, vendorWalletOf } from '../../vendorWallets/vendorWallets.ts'
import { assertAllJoin } from './holders.ts'
import { assertSpaceOnChain, createSharedWallet, ownerOf, type WalletOwner } from './sharedWallets.ts'

type Schemas = components['schemas']

/**
 * Opens the room in which a party of the user deals a private key that it has.
 *
 * @throws {@link DomainError} `noCompatibleWalletService`, `invalidWalletChains`, `invalidKeygenIds`, `tooManyOnChain`,
 * `tooManyRooms`, and for the legacy wallet `recordNotFound`, `invalidUpdate`
 */
export async function openImport(
  backend: Backend,
  caller: WalletCaller,
  body: Schemas['ImportWaasPrivateKeyRequest'],
): Promise<OpenedRoom> {
  const { chain, clientKeygenIds, thresholdSignatureScheme: scheme, legacyWalletId } = body
  const owner = ownerOf(caller)
  // A key alone does not say which addresses it is used for. These are what wallets open a key with first.
  const addressType = chain === 'BTC' ? ('native_segwit' as const) : undefined
  const chainKey = chainKeyOf(chain, addressType)
  assertSharedKeys(backend, owner.environmentId)
  chainsFor(backend, owner.environmentId, [chainKey.walletChain])
  await assertClientIds(scheme, clientKeygenIds)
  if (legacyWalletId === undefined) assertSpaceOnChain(backend, owner, chainKey)
  else assertLegacy(backend, legacyWalletOf(backend, owner, legacyWalletId), chainKey)
  const parties = await createServiceParties(backend, scheme)
  const serverKeygenIds = parties.map(({ identity }) => identity.keygenId)
  const common = { chain, addressType, scheme, clientKeygenIds, serverKeygenIds }
  const request: RoomRequests['import'] = { ...common, ...defined({ legacyWalletId }) }
  const room = bindRoom(backend, caller, {
    purpose: { kind: 'import', request },
    walletId: legacyWalletId ?? backend.newId(),
    type: 'full',
    scheme,
    seats: await sealParties(backend, parties),
  })
  return { room, serverKeygenIds }
}

/** A wallet of the user. The environment itself has none of this kind. @throws {@link DomainError} `recordNotFound` */
function legacyWalletOf({ store }: Backend, { userId }: WalletOwner, walletId: string): Wallet {
  const wallet = userId === undefined ? undefined : store.wallets.get(walletId)
  return recordOf(wallet, defined({ userId }), 'wallet')
}

/** @throws {@link DomainError} `invalidUpdate` unless the service keeps the key of an embedded wallet whole */
function assertLegacy(backend: Backend, { id, provider, chain }: Wallet, { walletChain }: ChainKey): void {
  const isWhole = provider === 'embeddedWallet' && keySetOf(backend, id) === undefined
  assert(isWhole, 'invalidUpdate', {
    message: 'legacyWalletId must be a wallet whose key the service keeps whole.',
  })
  assert(chain === walletChain, 'invalidUpdate', { message: 'legacyWalletId must be a wallet of the same chain.' })
}

/** A party of the user deals a key that it has. */
export const importRoom: RoomKindRow<'import'> = {
  async plan(backend, { id: roomId, walletId = '', seats }, { request, clients }) {
    const { chain, addressType, scheme, clientKeygenIds, serverKeygenIds } = request
    assertAllJoin(clientKeygenIds, clients)
    const [dealer = ''] = clientKeygenIds
    const [coordinator = ''] = serverKeygenIds
    const { curve } = chainKeyOf(chain, addressType)
    const parties = [...clientKeygenIds, ...serverKeygenIds]
    const plan = { kind: 'deal', roomId, curve, scheme, parties, dealer, walletId, coordinator } as const
    return { plan, parties: await openParties(backend, seats) }
  },

  async finish(backend, { environmentId, userId, walletId = '' }, { request, results }) {
    const services = sharesIn(results)
    const { legacyWalletId, ...rest } = request
    const wallet =
      legacyWalletId === undefined
        ? await createSharedWallet(
            backend,
            { environmentId, userId },
            { ...rest, walletId, isImported: true, services },
          )
        : await shareLegacyKey(backend, existing(backend.store.wallets.get(legacyWalletId), 'wallet'), {
            ...rest,
            services,
          })
    return { walletId: wallet.id, accountAddress: wallet.publicKey }
  },
}

/**
 * Makes a wallet whose key the service kept one whose key is in shares. Its path stays, so that the user's secret makes
 * no second wallet of it.
 *
 * @throws {@link DomainError} `ceremonyRefused` for another key
 */
async function shareLegacyKey(
  backend: Backend,
  wallet: Wallet,
  { chain, addressType, scheme, services }: RoomRequests['keygen'] & { readonly services: readonly PartyWithShare[] },
): Promise<Wallet> {
  const keySet = existing(services[0]?.share.keySet, 'internal')
  const { address } = await addressOfKeySet(chainKeyOfSet({ chain, addressType, isImported: true }), keySet)
  assert(addressKey(wallet.chain, address) === wallet.key, 'ceremonyRefused', {
    message: 'The dealt key is not that of the wallet.',
  })
  const { id: walletId, environmentId, properties } = wallet
  await createKeySet(backend, { environmentId, walletId, chain, addressType, isImported: true, keySet, services })
  touchUser(backend, wallet.userId)
  const vendorWallet = vendorWalletOf(backend, wallet)
  const sharedWallet = backend.store.wallets.put({
    ...wallet,
    properties: {
      ...defined({ derivationPath: properties?.derivationPath }),
      version: 'V3',
      thresholdSignatureScheme: scheme,
      keyShares: [],
      settings: {},
    },
  })
  if (vendorWallet) closeVendorWallet(backend, vendorWallet)
  return sharedWallet
}
