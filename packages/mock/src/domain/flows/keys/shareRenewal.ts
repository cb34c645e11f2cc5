import type { components } from '@latchkey/types'
import type { Room } from '../../../store/roomRecords.ts'
import { keySetOf, replaceShares } from '../../keySets/keySets.ts'
import { anyWallet, putProperties } from '../../keySets/sharedWallets.ts'
import { forgetBackups } from '../../keyShares/marks.ts'
import { failRoomsOfWallet } from '../../rooms/rooms.ts'
import { type ServiceResult, sharesIn } from '../../rooms/seats.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { existing } from '../../shared/recordGuards.ts'
import { endDelegationOf } from './revokedDelegations.ts'

type Flag = keyof Pick<
  components['schemas']['WaasWalletSettings'],
  'reshareOnNextSignOn' | 'revokeOnNextSignOn' | 'shouldRefreshOnNextSignOn'
>

interface Renewal {
  readonly results: readonly ServiceResult[]
  /** Party of the user whose share the environment's own server gets. */
  readonly delegatedKeygenId?: string | undefined
  /** Parties that have no share any more. */
  readonly retired?: readonly string[]
  /** Flags of the wallet's settings that this renewal clears. */
  readonly settled: readonly Flag[]
}

/**
 * Makes the new shares of a wallet the valid ones. The former ones no longer sign: their backups are forgotten, and
 * rooms in which they take part fail.
 *
 * @throws {@link DomainError} `roomConflict` where the shares were renewed in another room meanwhile
 */
export async function adoptShares(
  backend: Backend,
  { id: roomId, walletId = '' }: Pick<Room, 'id' | 'walletId'>,
  { results, delegatedKeygenId, retired, settled }: Renewal,
): Promise<Room['outcome']> {
  const record = existing(keySetOf(backend, walletId), 'embedded wallet')
  const services = sharesIn(results)
  const keySet = existing(services[0]?.share.keySet, 'internal')
  assert(keySet.generation === record.keySet.generation + 1, 'roomConflict', {
    message: 'The key shares of this wallet were renewed in another room.',
  })
  const next = await replaceShares(backend, record, { keySet, services, delegatedKeygenId, retired })
  endDelegationOf(backend, walletId)
  failRoomsOfWallet(backend, walletId, { exceptRoomId: roomId, message: 'The key shares of this wallet were renewed.' })
  const wallet = existing(anyWallet(backend, walletId), 'wallet')
  const settings = Object.fromEntries(
    Object.entries(wallet.properties?.settings ?? {}).filter(([name]) => !settled.some((flag) => flag === name)),
  )
  const properties = { ...wallet.properties, thresholdSignatureScheme: keySet.scheme, settings }
  putProperties(backend, wallet, properties)
  forgetBackups(backend, { wallet, keySet: next })
  return { walletId, accountAddress: wallet.publicKey }
}
