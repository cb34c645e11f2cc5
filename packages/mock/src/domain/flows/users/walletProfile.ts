import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { keySetOf } from '../../keySets/keySets.ts'
import { sharedWalletOf } from '../../keySets/sharedWallets.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { existing } from '../../shared/recordGuards.ts'
import { sdkSettingsOf } from '../../shared/settings.ts'
import { presentSdkUser, presentVerifiedCredentials } from '../../users/profile.ts'
import { walletsOf } from '../../wallets/wallets.ts'

type Schemas = components['schemas']

/**
 * The caller's profile with the credential of only one wallet, whose key is shared.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export function profileWithWallet(backend: Backend, caller: UserCaller, address: string): Schemas['SdkUser'] {
  const wallet = walletsOf(backend, caller.user.id).find(
    ({ id, chain, key }) => key === addressKey(chain, address) && keySetOf(backend, id) !== undefined,
  )
  const { id } = existing(wallet, 'wallet')
  const credentials = presentVerifiedCredentials(backend, caller.user.id).filter((credential) => credential.id === id)
  return presentSdkUser(backend, caller.user, { session: caller.session, credentials })
}

/**
 * Changes the settings of a wallet whose key is shared.
 *
 * @throws {@link DomainError} `recordNotFound`, `invalidUpdate` for a refusal where delegated access is required
 */
export function updateWalletSettings(
  backend: Backend,
  caller: UserCaller,
  { walletId, body }: { readonly walletId: string; readonly body: Schemas['UpdateWaasWalletSettingsRequest'] },
): Schemas['UpdateWaasWalletSettingsResponse'] {
  const { wallet } = sharedWalletOf(backend, caller.user, walletId)
  const { hasDeniedDelegatedAccess } = body
  const isRequired = sdkSettingsOf(backend, wallet.environmentId).waas?.delegatedAccess?.requiresDelegation === true
  assert(!(isRequired && hasDeniedDelegatedAccess), 'invalidUpdate', {
    message: 'This environment requires delegated access.',
  })
  const settings = { ...wallet.properties?.settings, hasDeniedDelegatedAccess }
  backend.store.wallets.put({ ...wallet, properties: { ...wallet.properties, settings } })
  return { walletId, settings }
}
