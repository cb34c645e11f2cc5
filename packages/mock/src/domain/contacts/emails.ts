import type { Backend } from '../../backend.ts'
import type { Credential, User } from '../../store/records.ts'
import type { Verification } from '../../store/signInRecords.ts'
import { asciiLowerCase } from '../shared/asciiCase.ts'
import { endVerification } from './verifications.ts'

/**
 * The user who has proved to hold an address: by a code sent to it first, then by an OAuth account whose provider has
 * verified it.
 *
 * Addresses that nobody has verified lead to no user, so that nobody can lie in wait under a stranger's address.
 */
export function holderOfEmail(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  email: string,
): User | undefined {
  const key = asciiLowerCase(email)
  const own = store.credentials.find('byKey', [environmentId, 'email', key])
  const credential = own?.verifiedAt === undefined ? accountsOf({ store }, environmentId, key)[0] : own
  return credential && store.users.get(credential.userId)
}

/** Whether a user of the environment has the address, verified or not. */
export function isEmailTaken({ store }: Pick<Backend, 'store'>, environmentId: string, email: string): boolean {
  const key = asciiLowerCase(email)
  return (
    store.credentials.find('byKey', [environmentId, 'email', key]) !== undefined ||
    accountsOf({ store }, environmentId, key).length > 0
  )
}

/**
 * The credential with the verified address only if the user may be found by it: one that another user has proved stays
 * with that user, whatever a provider says of it later.
 */
export function withOwnEmail(backend: Pick<Backend, 'store'>, credential: Credential): Credential {
  const { environmentId, userId, verifiedEmail } = credential
  const holder = verifiedEmail === undefined ? undefined : holderOfEmail(backend, environmentId, verifiedEmail)
  return holder === undefined || holder.id === userId ? credential : { ...credential, verifiedEmail: undefined }
}

/**
 * The user without the address in the profile that nothing stands for any more: it may be somebody else's soon, and tokens
 * must not go on naming it.
 *
 * @param input.former - The credential that has stood for it, as it was.
 * @param input.present - The same credential as it is to be; absent when the user has lost it.
 */
export function withoutLostEmail(
  backend: Pick<Backend, 'store'>,
  user: User,
  { former, present }: { readonly former: Credential | undefined; readonly present?: Credential },
): User {
  const lost = emailOf(former)
  if (lost === undefined || lost === emailOf(present) || asciiLowerCase(user.email) !== lost) return user
  const own = backend.store.credentials.find('byKey', [user.environmentId, 'email', lost])
  const others = [...(own ? [own] : []), ...accountsOf(backend, user.environmentId, lost)]
  return others.some(({ id, userId }) => id !== former?.id && userId === user.id) ? user : { ...user, email: undefined }
}

/** The address or number that a credential stands for, as it is compared. */
export function contactOf(credential: Credential): Pick<Verification, 'environmentId' | 'channel' | 'key'> | undefined {
  const { environmentId, format, key } = credential
  if (format === 'phoneNumber') return { environmentId, channel: 'sms', key }
  const email = emailOf(credential)
  return email === undefined ? undefined : { environmentId, channel: 'email', key: email }
}

/**
 * Ends the changes of profile to an address or number that others have begun, once a user has claimed it: the code of such
 * a change must not be worth anything to anybody then. What counts for the address stays.
 *
 * @param credential - What the user has claimed it by.
 */
export function endForeignChanges({ store }: Pick<Backend, 'store'>, credential: Credential): void {
  const contact = contactOf(credential)
  const pending = contact && store.verifications.find('byKey', [contact.environmentId, contact.channel, contact.key])
  if (pending?.userId !== undefined && pending.userId !== credential.userId) endVerification({ store }, pending)
}

/** The address that a credential stands for, in lower case. */
function emailOf(credential: Credential | undefined): string | undefined {
  return credential?.format === 'email' ? credential.key : credential?.verifiedEmail
}

function accountsOf({ store }: Pick<Backend, 'store'>, environmentId: string, key: string): Credential[] {
  return [...store.credentials.scan('byVerifiedEmail', [environmentId, key])]
}
