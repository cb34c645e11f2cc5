import { readP256Key } from '@latchkey/crypto/p256Keys'
import type { Wallet } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing } from '../shared/recordGuards.ts'
import { createVendorActivity } from './vendorRequests.ts'
import { vendorWalletOf } from './vendorWallets.ts'

/**
 * Plays the custody vendor when a client asks it to export a key: creates an activity, whose bundle the service hands
 * out.
 *
 * @param publicKey - Of P-256 in hex: the bundle is sealed to it.
 * @returns The id of the activity.
 * @throws {@link DomainError} `recordNotFound` for a wallet that is not at the vendor, `validationFailed`
 */
export async function createExportActivity(backend: Backend, wallet: Wallet, publicKey: string): Promise<string> {
  const vendorWallet = vendorWalletOf(backend, wallet)
  assert(vendorWallet, 'recordNotFound', {
    message: 'The custody vendor does not hold the key of this wallet.',
  })
  const targetPublicKey = existing(await readP256Key(publicKey), 'validationFailed', {
    message: 'targetPublicKey must be a P-256 public key in hex.',
  })
  const { vendorHDWalletId, vendorPrivateKeyId } = wallet.properties ?? {}
  return createVendorActivity(backend, vendorWallet, {
    purpose: 'exportKey',
    export: { walletId: wallet.id, targetPublicKey },
    parameters: { walletId: vendorHDWalletId ?? vendorPrivateKeyId, targetPublicKey },
  })
}
