import type { User, Wallet } from '../../../store/records.ts'
import { sendNotice } from '../../contacts/notices.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { existing, recordOf } from '../../shared/recordGuards.ts'
import { sealExport } from '../../vendorWallets/exportedKeys.ts'
import { assertExportsEnabled, exportNotice } from './keyExport.ts'

/**
 * Hands out the key that an activity at the custody vendor exports, sealed to the key of the activity. Each activity
 * does so once.
 *
 * @throws {@link DomainError} `recordNotFound`, `policyDenied`
 */
export async function takeExportBundle(
  backend: Backend,
  user: User,
  { walletId, activityId }: { readonly walletId: string; readonly activityId: string },
): Promise<string> {
  const { store, clock } = backend
  const wallet: Wallet = recordOf(
    store.wallets.get(walletId),
    { userId: user.id, provider: 'embeddedWallet' },
    'wallet',
  )
  const activity = existing(store.vendorRequests.get(activityId), 'activity')
  const target = existing(activity.export, 'export')
  const isUsable = target.walletId === walletId && activity.usedAt === undefined && activity.expiresAt > clock.iso()
  assert(isUsable, 'recordNotFound', missing('activity'))
  assertExportsEnabled(backend, wallet.environmentId)
  const bundle = await sealExport(backend, wallet, target.targetPublicKey)
  store.vendorRequests.put({ ...activity, usedAt: clock.iso() })
  sendNotice(backend, user.id, exportNotice(wallet))
  return bundle
}
