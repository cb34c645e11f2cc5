import type { Nonce } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { assertEnvironment } from '../shared/recordGuards.ts'

const nonceMs = 300_000

/**
 * Creates a nonce of 20 letters and digits, which is valid for five minutes. Its id is the value that the client gets.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment
 */
export function createNonce({ store, clock, random }: Backend, environmentId: string): Nonce {
  assertEnvironment({ store }, environmentId)
  const now = clock.iso()
  forgetExpired(store.nonces, now)
  return store.nonces.insert({ id: random.token(20), createdAt: now, environmentId, expiresAt: clock.isoIn(nonceMs) })
}

/**
 * Uses up a nonce. It is valid once, until it expires, and only in its environment.
 *
 * @throws {@link DomainError} `invalidVerification`
 */
export function spendNonce({ store, clock }: Backend, environmentId: string, id: string): void {
  const nonce = store.nonces.get(id)
  const isValid = nonce?.environmentId === environmentId && nonce.expiresAt > clock.iso()
  assert(isValid, 'invalidVerification', {
    message:
      'The nonce of this message is unknown here, has expired or was used already. Create another one and sign again.',
  })
  store.nonces.delete(id)
}
