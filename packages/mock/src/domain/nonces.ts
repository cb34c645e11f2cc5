import type { Backend } from '../backend.ts'
import type { Nonce } from '../store/records.ts'
import { assert } from './errors.ts'

const nonceMs = 300_000

/**
 * Creates a nonce of 20 letters and digits, good for five minutes; its id is what the client gets.
 *
 * @throws DomainError `recordNotFound` without such an environment
 */
export function createNonce({ store, clock, random }: Backend, environmentId: string): Nonce {
  assert(store.environments.has(environmentId), 'recordNotFound')
  const now = clock.iso()
  for (const nonce of store.nonces.scan('byExpiry', [])) {
    if (nonce.expiresAt > now) break
    store.nonces.delete(nonce.id)
  }
  return store.nonces.insert({ id: random.token(20), createdAt: now, environmentId, expiresAt: clock.isoIn(nonceMs) })
}
