import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { User } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, DomainError } from '../shared/errors.ts'

/** From this number of wrong codes in a row, each further one locks. */
const maximumFailures = 5
const lockMs = 300_000

/**
 * Refuses every code of a user who is locked after too many wrong ones, even the right one.
 *
 * @throws {@link DomainError} `tooManyMfaAttempts`
 */
export function assertNotLocked({ store, clock }: Backend, userId: string): void {
  const lockedUntil = store.mfaAttempts.find('byUser', [userId])?.lockedUntil
  const remainingMs = lockedUntil === undefined ? 0 : instantOf(lockedUntil) - clock.now()
  assert(remainingMs <= 0, 'tooManyMfaAttempts', { retryAfter: Math.ceil(remainingMs / 1000) })
}

/**
 * Counts a wrong code. All of the user's second factors share one count. It stays counted although the request fails.
 *
 * @throws {@link DomainError} `mfaInvalidCode`, always
 */
export function refuseCode(backend: Backend, { id: userId, environmentId }: User): never {
  backend.outsideUndo((lasting) => {
    const { mfaAttempts } = lasting.store
    const attempts = mfaAttempts.find('byUser', [userId])
    const failures = (attempts?.failures ?? 0) + 1
    mfaAttempts.put({
      ...(attempts ?? newRecord(lasting)),
      environmentId,
      userId,
      failures,
      ...defined({ lockedUntil: failures >= maximumFailures ? lasting.clock.isoIn(lockMs) : undefined }),
    })
  })
  throw new DomainError('mfaInvalidCode')
}

/** Resets the count of wrong codes, after a right one. */
export function clearAttempts({ store }: Pick<Backend, 'store'>, userId: string): void {
  const attempts = store.mfaAttempts.find('byUser', [userId])
  if (attempts) store.mfaAttempts.delete(attempts.id)
}
