import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { RoomRequests, WalletKeySet } from '../../../store/roomRecords.ts'
import {
  assertClientIds,
  clientIdsOf,
  createServiceParties,
  delegateIdsOf,
  keySetOf,
  serverIdsOf,
} from '../../keySets/keySets.ts'
import { servicesOf } from '../../keySets/openedShares.ts'
import { type AnyWallet, sharedWalletOfCaller } from '../../keySets/sharedWallets.ts'
import { assertNotBlocked } from '../../policies/approval.ts'
import type { RoomKindRow } from '../../rooms/relay.ts'
import { bindRoom, type OpenedRoom } from '../../rooms/rooms.ts'
import { openParties, sealParties } from '../../rooms/seats.ts'
import { assertMfaAction, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { WalletCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { existing } from '../../shared/recordGuards.ts'
import { sdkSettingsOf } from '../../shared/settings.ts'
import { holdersOf } from './holders.ts'
import { adoptShares } from './shareRenewal.ts'

type Schemas = components['schemas']
type Scheme = Schemas['ThresholdSignatureScheme']
type Request = Schemas['ReshareRequest']

/** The schemes that each scheme can become. */
const transitions: Record<Scheme, readonly Scheme[]> = {
  TWO_OF_TWO: ['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'],
  TWO_OF_THREE: ['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'],
  THREE_OF_FIVE: ['TWO_OF_THREE', 'THREE_OF_FIVE'],
}

interface ReshareInput {
  readonly walletId: string
  readonly body: Request
  /** The header `x-mfa-auth-token`, if it was sent. */
  readonly mfaAuthToken: string | undefined
}

interface OpenReshare extends OpenedRoom {
  readonly newServerKeygenIds: readonly string[]
}

/**
 * Opens the room in which parties of a wallet deal its key to other parties.
 *
 * @throws {@link DomainError} `recordNotFound`, `validationFailed` for a delegation that is made and revoked,
 * `policyDenied`, `invalidUpdate`, `invalidKeygenIds`, `providerNotAvailable`, `mfaRequired`, `unauthorized`, `tooManyRooms`
 */
export async function openReshare(
  backend: Backend,
  caller: WalletCaller,
  { walletId, body, mfaAuthToken }: ReshareInput,
): Promise<OpenReshare> {
  const shared = sharedWalletOfCaller(backend, caller, walletId)
  const { clientKeygenIds, newThresholdSignatureScheme: scheme, delegateToProjectEnvironment, revokeDelegation } = body
  const delegates = delegateToProjectEnvironment === true
  const revokes = revokeDelegation === true
  assert(!(delegates && revokes), 'validationFailed', {
    message:
      'A delegation is either made or revoked: `delegateToProjectEnvironment` and `revokeDelegation` are both set.',
  })
  const isDelegated = delegateIdsOf(shared.keySet).length > 0
  // Shares for another delegation end the present one, too.
  if (revokes || isDelegated) assertNotBlocked(backend, shared.keySet, 'blockRevocation')
  assert(delegates || revokes || !isDelegated, 'invalidUpdate', {
    message:
      'The wallet has delegated access, which a reshare renews or ends: set `delegateToProjectEnvironment` or `revokeDelegation`.',
  })
  assertTransition(shared.keySet, body)
  await assertClientIds(scheme, clientKeygenIds)
  if (delegates) {
    assertDelegable(backend, shared.wallet)
    assert(scheme !== 'TWO_OF_TWO', 'invalidUpdate', {
      message: 'TWO_OF_TWO has one share for the user, which cannot be delegated.',
    })
  }
  const proof = assertMfaAction(backend, caller, { action: 'wallet.waas.reshare', raw: mfaAuthToken })
  const parties = await createServiceParties(backend, scheme)
  const newServerKeygenIds = parties.map(({ identity }) => identity.keygenId)
  const request: RoomRequests['reshare'] = {
    scheme,
    clientKeygenIds,
    serverKeygenIds: newServerKeygenIds,
    delegates,
    revokes,
  }
  const room = bindRoom(backend, caller, {
    purpose: { kind: 'reshare', request },
    walletId,
    type: 'full',
    scheme,
    seats: await sealParties(backend, parties),
  })
  spendMfaToken(backend, proof)
  return { room, serverKeygenIds: serverIdsOf(shared.keySet), newServerKeygenIds }
}

/** @throws {@link DomainError} `invalidUpdate` */
function assertTransition({ keySet: { scheme } }: WalletKeySet, body: Request): void {
  assert(body.oldThresholdSignatureScheme === scheme, 'invalidUpdate', {
    message: 'oldThresholdSignatureScheme must be the scheme in which the key of the wallet is shared.',
  })
  const newScheme = body.newThresholdSignatureScheme
  assert(transitions[scheme].includes(newScheme), 'invalidUpdate', {
    message: `A key is not reshared from ${scheme} to ${newScheme}.`,
  })
}

/**
 * Refuses to give a share of a wallet to the environment's own server.
 *
 * @throws {@link DomainError} `providerNotAvailable` where the settings have it off, `invalidUpdate` if it was denied
 */
export function assertDelegable(backend: Backend, { environmentId, userId, properties }: AnyWallet): void {
  assert(userId !== undefined, 'invalidUpdate', {
    message: 'A wallet of the environment itself is not delegated.',
  })
  const { delegatedAccess } = sdkSettingsOf(backend, environmentId).waas ?? {}
  assert(delegatedAccess?.enabled === true, 'providerNotAvailable', {
    message: 'Delegated access is not enabled in this environment. Set `sdk.waas.delegatedAccess.enabled`.',
  })
  assert(properties?.settings?.hasDeniedDelegatedAccess !== true, 'invalidUpdate', {
    message: 'The user has denied delegated access to this wallet.',
  })
}

/** Present parties deal the key to new ones. */
export const reshareRoom: RoomKindRow<'reshare'> = {
  async plan(backend, { id: roomId, walletId = '', seats }, { request, clients }) {
    const { scheme, clientKeygenIds, serverKeygenIds } = request
    const record = existing(keySetOf(backend, walletId), 'embedded wallet')
    const present = clientIdsOf(record)
    assert(
      clients.every((client) => clientKeygenIds.includes(client) || present.includes(client)),
      'recordNotFound',
      missing('room'),
    )
    assert(
      clientKeygenIds.every((client) => clients.includes(client)),
      'validationFailed',
      { message: 'parties must be all new parties of the user together.' },
    )
    const holders = await holdersOf(
      record,
      clients.filter((client) => present.includes(client)),
    )
    const [coordinator = ''] = serverKeygenIds
    const parties = [...clientKeygenIds, ...serverKeygenIds]
    const plan = { kind: 'reshare', roomId, keySet: record.keySet, holders, scheme, parties, coordinator } as const
    const services = (await servicesOf(backend, record)).filter(({ identity }) => holders.includes(identity.keygenId))
    return { plan, parties: [...services, ...(await openParties(backend, seats))] }
  },

  finish: (backend, room, { request: { clientKeygenIds, delegates }, results }) =>
    adoptShares(backend, room, {
      results,
      ...defined({ delegatedKeygenId: delegates ? clientKeygenIds.at(-1) : undefined }),
      // The share of the environment's own server, if there was one, is worthless from now on.
      settled: ['reshareOnNextSignOn', 'revokeOnNextSignOn', 'shouldRefreshOnNextSignOn'],
    }),
}
