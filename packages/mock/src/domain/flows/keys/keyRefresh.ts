import { defined } from '@latchkey/base/defined'
import type { WalletKeySet } from '../../../store/roomRecords.ts'
import { delegateIdsOf, keySetOf, serverIdsOf } from '../../keySets/keySets.ts'
import { servicesOf } from '../../keySets/openedShares.ts'
import { sharedWalletOfCaller } from '../../keySets/sharedWallets.ts'
import { assertNotBlocked } from '../../policies/approval.ts'
import type { RoomKindRow } from '../../rooms/relay.ts'
import { bindRoom, type OpenedRoom } from '../../rooms/rooms.ts'
import { assertMfaAction, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { WalletCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { existing } from '../../shared/recordGuards.ts'
import { assertAllJoin } from './holders.ts'
import { adoptShares } from './shareRenewal.ts'

/**
 * Opens the room in which all parties of a wallet renew their shares.
 *
 * @param input.mfaAuthToken - The header `x-mfa-auth-token`, if it was sent.
 * @throws {@link DomainError} `recordNotFound`, `policyDenied`, `mfaRequired`, `unauthorized`, `tooManyRooms`
 */
export function openRefresh(
  backend: Backend,
  caller: WalletCaller,
  { walletId, mfaAuthToken }: { readonly walletId: string; readonly mfaAuthToken: string | undefined },
): OpenedRoom {
  const { keySet } = sharedWalletOfCaller(backend, caller, walletId)
  // New shares end a delegation.
  if (delegateIdsOf(keySet).length > 0) assertNotBlocked(backend, keySet, 'blockRevocation')
  const proof = assertMfaAction(backend, caller, { action: 'wallet.waas.refresh', raw: mfaAuthToken })
  const { scheme } = keySet.keySet
  const purpose = { kind: 'refresh', request: {} } as const
  const room = bindRoom(backend, caller, { purpose, walletId, type: 'full', scheme })
  spendMfaToken(backend, proof)
  return { room, serverKeygenIds: serverIdsOf(keySet) }
}

/**
 * The parties that take no part in a refresh: retired ones, and the environment's own server if it has not joined. Its
 * absence ends the delegation.
 */
const absentOf = ({ parties }: WalletKeySet, clients: readonly string[]): string[] =>
  parties
    .filter(
      ({ keygenId, side, retiredAt }) =>
        retiredAt !== undefined || (side === 'delegated' && !clients.includes(keygenId)),
    )
    .map(({ keygenId }) => keygenId)

/** All parties renew their shares of the same key, except a delegate that is not there. */
export const refreshRoom: RoomKindRow<'refresh'> = {
  async plan(backend, { id: roomId, walletId = '' }, { clients }) {
    const record = existing(keySetOf(backend, walletId), 'embedded wallet')
    const absent = absentOf(record, clients)
    assert(!clients.some((client) => absent.includes(client)), 'validationFailed', {
      message: 'parties must leave out the share of a revoked delegation, which takes part in no ceremony.',
    })
    const others = record.parties.filter(({ side, keygenId }) => side !== 'server' && !absent.includes(keygenId))
    assertAllJoin(
      others.map(({ keygenId }) => keygenId),
      clients,
    )
    const [coordinator = ''] = serverIdsOf(record)
    const { keySet } = record
    const plan = {
      kind: 'refresh',
      roomId,
      keySet,
      coordinator,
      ...defined({ absent: absent.length > 0 ? absent : undefined }),
    } as const
    return { plan, parties: await servicesOf(backend, record) }
  },

  async finish(backend, room, { results }) {
    const record = existing(keySetOf(backend, room.walletId ?? ''), 'embedded wallet')
    const retired = absentOf(record, room.clients ?? [])
    const delegatedKeygenId = delegateIdsOf(record).find((keygenId) => !retired.includes(keygenId))
    return adoptShares(backend, room, {
      results,
      retired,
      // A share that was not renewed is worthless.
      settled: ['shouldRefreshOnNextSignOn', ...(retired.length > 0 ? (['revokeOnNextSignOn'] as const) : [])],
      ...defined({ delegatedKeygenId }),
    })
  },
}
