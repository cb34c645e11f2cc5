import { addressKey, type Chain } from '@latchkey/crypto/chainAddresses'
import type { User } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { walletsOf } from '../wallets/wallets.ts'

/** Refuses an address that is not that of a wallet of the user. @throws {@link DomainError} `invalidWalletAddress` */
export function assertWalletsOfUser(
  backend: Backend,
  user: User,
  addresses: readonly { readonly chain: Chain; readonly address: string }[],
): void {
  const keys = new Set(walletsOf(backend, user.id).map(({ key }) => key))
  for (const { chain, address } of addresses)
    assert(keys.has(addressKey(chain, address)), 'invalidWalletAddress', {
      message: 'This user has no wallet with this address.',
    })
}
