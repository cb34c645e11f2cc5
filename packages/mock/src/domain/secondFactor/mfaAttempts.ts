import { type Backend, newRecord } from '../../backend.ts'
import { instantOf } from '../../effects/clock.ts'
import type { User } from '../../store/records.ts'
import { assert, DomainError } from '../shared/errors.ts'

/** From so many wrong codes in a row on, each one locks. */
const maximumFailures = 5
const lockMs = 300_000

/** Refuses codes of a user for whom too many were wrong, the right one included. @throws DomainError `tooManyMfaAttempts` */
export function assertNotLocked({ store, clock }: Backend, userId: string): void {
  const lockedUntil = store.mfaAttempts.find('byUser', [userId])?.lockedUntil
  const remainingMs = lockedUntil === undefined ? 0 : instantOf(lockedUntil) - clock.now()
  assert(remainingMs <= 0, 'tooManyMfaAttempts', { retryAfter: Math.ceil(remainingMs / 1000) })
}

/**
 * Counts a wrong code, for all that the user's second factors take. Has to come before anything else is written, since
 * that would be kept with it.
 *
 * @throws DomainError `mfaInvalidCode`, always
 */
export function refuseCode(backend: Backend, { id: userId, environmentId }: User): never {
  const { store, clock } = backend
  const known = store.mfaAttempts.find('byUser', [userId])
  const failures = (known?.failures ?? 0) + 1
  store.mfaAttempts.put({
    ...(known ?? newRecord(backend)),
    environmentId,
    userId,
    failures,
    ...(failures >= maximumFailures && { lockedUntil: clock.isoIn(lockMs) }),
  })
  throw new DomainError('mfaInvalidCode', { keep: true })
}

/** Forgets the wrong codes, after a right one. */
export function clearAttempts({ store }: Pick<Backend, 'store'>, userId: string): void {
  const known = store.mfaAttempts.find('byUser', [userId])
  if (known) store.mfaAttempts.delete(known.id)
}
