import { newRecord } from '@latchkey/base/newRecord'
import type { Verification, WrongCodes } from '../../store/signInRecords.ts'
import type { Backend, LastingBackend, Store } from '../shared/backend.ts'
import { forgetExpired } from '../shared/expiry.ts'

/** Codes have six digits, so 99 tries hit one with a probability below 1 in 10,000. */
const maximumWrongCodes = 99
const windowMs = 86_400_000

type Address = Pick<Verification, 'environmentId' | 'channel' | 'key'>

/**
 * Whether an address accepts no more codes for now: 99 wrong ones were entered within 24 hours, across all of its
 * codes.
 */
export function isOutOfTries(backend: Pick<Backend, 'store' | 'clock'>, address: Address): boolean {
  const record = wrongCodesOf(backend, address)
  return record !== undefined && recentTries(backend, record).length >= maximumWrongCodes
}

/** Counts a wrong code against the address that it was sent to, for 24 hours. A success does not reset the count. */
export function countWrongCode(backend: LastingBackend, { environmentId, channel, key }: Address): void {
  const { store, clock } = backend
  forgetExpired(store.wrongCodes, clock.iso())
  const record = wrongCodesOf(backend, { environmentId, channel, key })
  store.wrongCodes.put({
    ...(record ?? { ...newRecord(backend), environmentId, channel, key }),
    triedAt: [...(record ? recentTries(backend, record) : []), clock.iso()],
    expiresAt: clock.isoIn(windowMs),
  })
}

function wrongCodesOf(
  { store }: { readonly store: Pick<Store, 'wrongCodes'> },
  { environmentId, channel, key }: Address,
): WrongCodes | undefined {
  return store.wrongCodes.find('byKey', [environmentId, channel, key])
}

function recentTries({ clock }: Pick<Backend, 'clock'>, { triedAt }: WrongCodes): readonly string[] {
  const since = clock.isoIn(-windowMs)
  return triedAt.filter((instant) => instant > since)
}
