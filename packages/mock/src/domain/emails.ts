import type { Backend } from '../backend.ts'
import type { Credential, User } from '../store/records.ts'

/**
 * The user who has proved to hold an address: by a code sent to it first, then by an OAuth account whose provider has
 * verified it.
 *
 * Addresses that nobody has verified lead to no user, so that nobody can lie in wait under a stranger's address.
 */
export function holderOfEmail({ store }: Pick<Backend, 'store'>, environmentId: string, email: string): User | undefined {
  const key = email.toLowerCase()
  const own = store.credentials.find('byKey', [environmentId, 'email', key])
  const credential = own?.verifiedAt === undefined ? accountsOf({ store }, environmentId, key)[0] : own
  return credential && store.users.get(credential.userId)
}

/** Whether a user of the environment has the address, verified or not. */
export function isEmailTaken({ store }: Pick<Backend, 'store'>, environmentId: string, email: string): boolean {
  const key = email.toLowerCase()
  return store.credentials.find('byKey', [environmentId, 'email', key]) !== undefined || accountsOf({ store }, environmentId, key).length > 0
}

function accountsOf({ store }: Pick<Backend, 'store'>, environmentId: string, key: string): Credential[] {
  return store.credentials.page('byVerifiedEmail', [environmentId, key], { offset: 0, limit: 1 })
}
