import type { components } from '@latchkey/types'
import type { Wallet } from '../../../store/records.ts'
import type { WalletKeySet } from '../../../store/roomRecords.ts'
import { type Notice, sendNotice } from '../../contacts/notices.ts'
import { chainKeyOfSet } from '../../keySets/chainKeys.ts'
import { clientIdsOf, keySetOf, serverIdsOf } from '../../keySets/keySets.ts'
import { servicesOf } from '../../keySets/openedShares.ts'
import { anyWallet, sharedWalletOfCaller } from '../../keySets/sharedWallets.ts'
import { assertNotBlocked } from '../../policies/approval.ts'
import type { RoomKindRow } from '../../rooms/relay.ts'
import { bindRoom, type OpenedRoom } from '../../rooms/rooms.ts'
import { assertMfaAction, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { WalletCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { existing } from '../../shared/recordGuards.ts'
import { sdkSettingsOf } from '../../shared/settings.ts'
import { holdersOf } from './holders.ts'

type Schemas = components['schemas']

interface ExportInput {
  readonly walletId: string
  readonly body: Schemas['ExportWaasWalletPrivateKeyRequest']
  /** The header `x-mfa-auth-token`, if it was sent. */
  readonly mfaAuthToken: string | undefined
}

/**
 * Opens the room in which a party of the user gets the shares of the service.
 *
 * @throws {@link DomainError} `recordNotFound`, `policyDenied`, `invalidUpdate`, `mfaRequired`, `unauthorized`,
 * `tooManyRooms`
 */
export function openExport(
  backend: Backend,
  caller: WalletCaller,
  { walletId, body: { exportId, addressType }, mfaAuthToken }: ExportInput,
): OpenedRoom {
  const { keySet } = sharedWalletOfCaller(backend, caller, walletId)
  assertExportable(backend, keySet)
  assert(clientIdsOf(keySet).includes(exportId), 'invalidUpdate', {
    message: 'exportId must be a party of the user that holds a share of the key.',
  })
  assert(addressType === undefined || addressType === keySet.addressType, 'invalidUpdate', {
    message: 'addressType must be that of the wallet.',
  })
  const proof = assertMfaAction(backend, caller, { action: 'wallet.waas.export', raw: mfaAuthToken })
  const room = bindRoom(backend, caller, {
    purpose: { kind: 'export', request: { exportId } },
    walletId,
    type: 'full',
    scheme: keySet.keySet.scheme,
  })
  spendMfaToken(backend, proof)
  return { room, serverKeygenIds: serverIdsOf(keySet) }
}

/** @throws {@link DomainError} `policyDenied` */
function assertExportable(backend: Backend, keySet: WalletKeySet): void {
  assertExportsEnabled(backend, keySet.environmentId)
  assertNotBlocked(backend, keySet, 'blockExport')
}

/** @throws {@link DomainError} `policyDenied` where the settings turn exports off */
export function assertExportsEnabled(backend: Backend, environmentId: string): void {
  const isDisabled = sdkSettingsOf(backend, environmentId).waas?.exportDisabled === true
  assert(!isDisabled, 'policyDenied', { message: 'Private keys cannot be exported in this environment.' })
}

/** The service's parties seal their shares to one party of the user. */
export const exportRoom: RoomKindRow<'export'> = {
  async plan(backend, { id: roomId, walletId = '' }, { request: { exportId }, clients }) {
    const record = existing(keySetOf(backend, walletId), 'embedded wallet')
    const present = clientIdsOf(record)
    assert(
      clients.every((client) => present.includes(client)),
      'recordNotFound',
      missing('room'),
    )
    assert(clients.includes(exportId), 'validationFailed', {
      message: 'parties must have the party that gets the key among them.',
    })
    const holders = await holdersOf(record, [exportId, ...clients.filter((client) => client !== exportId)])
    // Wallets that import a Taproot key tweak it on their own.
    const derivation = { ...chainKeyOfSet(record).derivation, taproot: false }
    const plan = { kind: 'export', roomId, keySet: record.keySet, holders, recipient: exportId, ...derivation } as const
    const services = await servicesOf(backend, record)
    return { plan, parties: services.filter(({ identity }) => holders.includes(identity.keygenId)) }
  },

  async finish(backend, { userId, walletId = '' }) {
    const wallet = existing(anyWallet(backend, walletId), 'wallet')
    sendNotice(backend, userId, exportNotice(wallet))
    return { walletId, accountAddress: wallet.publicKey }
  },
}

/** The mail about an exported key. */
export function exportNotice({ publicKey }: Pick<Wallet, 'publicKey'>): Notice {
  return {
    setting: 'waasPrivateKeyExport',
    subject: 'The private key of your wallet was exported',
    text: `The private key of your wallet ${publicKey} was exported. If this was not you, move what the wallet holds to another one.`,
  }
}
