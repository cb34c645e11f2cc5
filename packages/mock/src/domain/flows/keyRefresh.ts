import type { Backend } from '../../backend.ts'
import { delegateIdsOf, keySetOf, serverIdsOf } from '../keySets/keySets.ts'
import { servicesOf } from '../keySets/openedShares.ts'
import { sharedWalletOfCaller } from '../keySets/sharedWallets.ts'
import type { RoomKindRow } from '../rooms/relay.ts'
import { bindRoom, type OpenedRoom } from '../rooms/rooms.ts'
import { assertMfaAction, spendMfaToken } from '../secondFactor/mfaTokens.ts'
import type { WalletCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { assertAllJoin } from './holders.ts'
import { adoptShares } from './shareRenewal.ts'

/**
 * Opens the room in which all parties of a wallet renew their shares.
 *
 * @param input.mfaAuthToken - The header `x-mfa-auth-token`, if it was sent.
 * @throws {@link DomainError} `recordNotFound`, `mfaRequired`, `unauthorized`, `tooManyRooms`
 */
export function openRefresh(
  backend: Backend,
  caller: WalletCaller,
  { walletId, mfaAuthToken }: { readonly walletId: string; readonly mfaAuthToken: string | undefined },
): OpenedRoom {
  const { keySet } = sharedWalletOfCaller(backend, caller, walletId)
  const proof = assertMfaAction(backend, caller, { action: 'wallet.waas.refresh', raw: mfaAuthToken })
  const { scheme } = keySet.keySet
  const purpose = { kind: 'refresh', request: {} } as const
  const room = bindRoom(backend, caller, { purpose, walletId, type: 'full', scheme })
  spendMfaToken(backend, proof)
  return { room, serverKeygenIds: serverIdsOf(keySet) }
}

/** All parties renew their shares of the same key. */
export const refreshRoom: RoomKindRow<'refresh'> = {
  async plan(backend, { id: roomId, walletId = '' }, { clients }) {
    const record = existing(keySetOf(backend, walletId))
    assert(
      record.parties.every(({ retiredAt }) => retiredAt === undefined),
      'validationFailed',
      { message: 'parties: the share of a revoked delegation takes part in no ceremony. Reshare the key instead.' },
    )
    const others = record.parties.filter(({ side }) => side !== 'server').map(({ keygenId }) => keygenId)
    assertAllJoin(others, clients)
    const [coordinator = ''] = serverIdsOf(record)
    const plan = { kind: 'refresh', roomId, keySet: record.keySet, coordinator } as const
    return { plan, parties: await servicesOf(backend, record) }
  },

  async finish(backend, room, { results }) {
    const [delegatedKeygenId] = delegateIdsOf(existing(keySetOf(backend, room.walletId ?? '')))
    return adoptShares(backend, room, {
      results,
      settled: ['shouldRefreshOnNextSignOn'],
      ...(delegatedKeygenId !== undefined && { delegatedKeygenId }),
    })
  },
}
