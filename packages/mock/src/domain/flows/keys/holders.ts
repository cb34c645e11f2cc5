import type { WalletKeySet } from '../../../store/roomRecords.ts'
import { loadCeremony } from '../../keySets/ceremony.ts'
import { serverIdsOf } from '../../keySets/keySets.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'

/**
 * The parties that use the key: as many as the threshold, parties of the user first, the service with at least one.
 *
 * @param clients - Present parties of the user that have joined, at least one.
 * @throws {@link DomainError} `validationFailed` where they are too few
 */
export async function holdersOf(record: WalletKeySet, clients: readonly string[]): Promise<readonly string[]> {
  const { schemes } = await loadCeremony()
  const { threshold } = schemes[record.keySet.scheme]
  const users = clients.slice(0, threshold - 1)
  const holders = [...users, ...serverIdsOf(record).slice(0, threshold - users.length)]
  assert(users.length > 0 && holders.length === threshold, 'validationFailed', {
    message: 'parties must be enough that hold a share.',
  })
  return holders
}

/**
 * Refuses parties that are not the user's in this room, and too few of them.
 *
 * @param expected - The parties of the user that the ceremony needs, all of them.
 * @throws {@link DomainError} `recordNotFound`, `validationFailed`
 */
export function assertAllJoin(expected: readonly string[], clients: readonly string[]): void {
  assert(
    clients.every((client) => expected.includes(client)),
    'recordNotFound',
    missing('room'),
  )
  assert(clients.length === expected.length, 'validationFailed', {
    message: 'parties must list all parties of the user that get a share, in one call.',
  })
}
