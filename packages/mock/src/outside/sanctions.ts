import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { Sanctions } from '../effects/outside.ts'

/** The sanctions lists, as the service sees them. */
export function sanctions({ store }: Pick<OutsideBackend, 'store'>): Sanctions {
  return { isListed: (account) => store.sanctionedAddresses.find('byAddress', [account]) !== undefined }
}

/** Puts an account on the lists. */
export function sanction(backend: OutsideBackend, account: string): void {
  if (!backend.store.sanctionedAddresses.find('byAddress', [account]))
    backend.store.sanctionedAddresses.put({ ...newRecord(backend), address: account })
}

/** Removes an account from the lists. */
export function pardon({ store }: OutsideBackend, account: string): void {
  const listed = store.sanctionedAddresses.find('byAddress', [account])
  if (listed) store.sanctionedAddresses.delete(listed.id)
}
