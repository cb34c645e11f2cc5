import { asciiLowerCase } from '@latchkey/base/asciiCase'
import type { User } from '../../../store/records.ts'
import { applyContactChange } from '../../contacts/contactChanges.ts'
import { replaceCredential } from '../../credentials/credentials.ts'
import type { Backend } from '../../shared/backend.ts'
import { giveEmail } from './givenEmails.ts'

/**
 * Changes the address that a profile shows, as if the user had proved the new one: the former address can no longer
 * sign in, and sessions stay. An empty text removes the address.
 *
 * @throws {@link DomainError} `invalidEmail`, `emailExists`; for an empty text `emailRequired` and `lastCredential`
 */
export function changeEmail(backend: Backend, user: User, email: string): void {
  const { store, clock } = backend
  if (email === (user.email ?? '')) return
  if (email === '') return applyContactChange(backend, user.id, { channel: 'email', address: '', step: 'remove' })
  giveEmail(backend, user, { email, emailVerifiedAt: clock.iso(), isShown: true })
  const formerKey = asciiLowerCase(user.email ?? '')
  if (formerKey !== asciiLowerCase(email)) dropAddress(backend, user, formerKey)
  // Another spelling of the same address.
  const changed = store.users.get(user.id)
  if (changed) store.users.put({ ...changed, email, updatedAt: clock.iso() })
}

function dropAddress(backend: Backend, { id: userId, environmentId }: User, key: string): void {
  const { store } = backend
  const former = store.credentials.find('byKey', [environmentId, 'email', key])
  if (former?.userId !== userId) return
  store.credentials.delete(former.id)
  replaceCredential(backend, userId, former.id)
}
