import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { PolicyViolation } from '../../store/policyRecords.ts'
import { shownAddress } from '../chains/shownAddress.ts'
import type { AnyWallet } from '../keySets/sharedWallets.ts'

/** A violation as the event has it, with addresses as people write them. */
export function presentViolation(
  violation: PolicyViolation,
  { id: walletId, userId }: AnyWallet,
): components['schemas']['PolicyViolation'] {
  const { id: _id, createdAt: _at, environmentId: _of, keySetId: _keySet, asset, participants, ...rest } = violation
  return {
    walletId,
    ...defined({ userId }),
    ...rest,
    participants: participants.map(shownAddress),
    ...defined({ asset: asset === undefined ? undefined : shownAddress(asset) }),
  }
}
