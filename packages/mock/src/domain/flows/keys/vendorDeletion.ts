import type { components } from '@latchkey/types'
import type { User, Wallet } from '../../../store/records.ts'
import type { VendorWallet } from '../../../store/vendorRecords.ts'
import { destroyKeys } from '../../embeddedWallets/seedWallets.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { deleteWithOwned } from '../../shared/ownership.ts'
import { existing, recordOf } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { touchUser } from '../../users/users.ts'
import { assertStamped } from '../../vendorWallets/stamps.ts'
import { activityOf, createVendorRequest, takeVendorRequest } from '../../vendorWallets/vendorRequests.ts'
import { closeVendorWallet, vendorWalletOf } from '../../vendorWallets/vendorWallets.ts'
import { walletsOf } from '../../wallets/wallets.ts'
import { dropWallet } from './droppedWallets.ts'

type Schemas = components['schemas']

/**
 * Writes the request to destroy the key of a wallet, by default of the user's oldest one at the custody vendor.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export function writeDeleteRequest(
  backend: Backend,
  user: User,
  walletId?: string,
): Schemas['VendorDeleteEmbeddedWalletsRequestBody'] {
  const wallet =
    walletId === undefined
      ? oldestVendorWallet(backend, user)
      : recordOf(backend.store.wallets.get(walletId), { userId: user.id }, 'wallet')
  const keyIds = [keyIdOf(wallet)]
  return createVendorRequest(backend, existing(vendorWalletOf(backend, wallet), "vendor's wallet"), {
    purpose: 'deleteWallets',
    keyIds,
    parameters: { walletIds: keyIds, deleteWithoutExport: true },
  })
}

function oldestVendorWallet(backend: Backend, { id }: User): Wallet {
  return existing(
    walletsOf(backend, id).find((wallet) => vendorWalletOf(backend, wallet) !== undefined),
    "vendor's wallet",
  )
}

/** The id of a wallet's key or secret at the vendor. */
function keyIdOf({ properties }: Wallet): string {
  return properties?.vendorHDWalletId ?? properties?.vendorPrivateKeyId ?? ''
}

interface Deletion {
  readonly signed: Schemas['VendorSignedRequest'] | undefined
  readonly request: RequestContext
}

/**
 * Destroys keys at the custody vendor with all wallets of them, deleted ones included. Without a stamped request, those
 * of the user's oldest wallet, if no passkey secures it.
 *
 * @throws {@link DomainError} `recordNotFound`, `invalidSignature`, and what {@link takeVendorRequest} and {@link
 * assertStamped} refuse
 */
export async function deleteVendorKeys(backend: Backend, user: User, { signed, request }: Deletion): Promise<void> {
  const oldest = oldestVendorWallet(backend, user)
  if (signed) {
    const vendorRequest = takeVendorRequest(backend, user.id, { purpose: 'deleteWallets', body: signed.body })
    const { vendorWallet } = vendorRequest
    await assertStamped(backend, vendorWallet, { signed, activity: activityOf('deleteWallets'), request })
    return destroy(backend, vendorWallet, vendorRequest.request.keyIds ?? [])
  }
  const vendorWallet = existing(vendorWalletOf(backend, oldest), 'internal')
  assert(vendorWallet.passkeyIds.length === 0, 'invalidSignature', {
    message: 'A passkey secures the wallet: send a request that it has stamped.',
  })
  return destroy(backend, vendorWallet, [keyIdOf(oldest)])
}

function destroy(backend: Backend, vendorWallet: VendorWallet, keyIds: readonly string[]): void {
  const { store } = backend
  const { userId } = vendorWallet
  const isDestroyed = (wallet: Wallet) => keyIds.includes(keyIdOf(wallet))
  const wallets = walletsOf(backend, userId).filter(isDestroyed)
  for (const wallet of wallets) dropWallet(backend, wallet)
  const deleted = [...store.deletedWallets.scan('byUser', [userId])].filter(({ wallet }) => isDestroyed(wallet))
  for (const { id } of deleted) deleteWithOwned(backend, 'deletedWallets', id)
  destroyKeys(backend, [...wallets, ...deleted.map(({ wallet }) => wallet)])
  closeVendorWallet(backend, vendorWallet)
  touchUser(backend, userId)
}
