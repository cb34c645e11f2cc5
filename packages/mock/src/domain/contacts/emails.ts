import { asciiLowerCase } from '@latchkey/base/asciiCase'
import type { Credential, User } from '../../store/records.ts'
import type { Verification } from '../../store/signInRecords.ts'
import { isEmail } from '../shared/addresses.ts'
import type { Backend } from '../shared/backend.ts'
import { endVerification } from './verifications.ts'

/**
 * The user who has proved to hold an address: by a code sent to it first, then by an OAuth account whose provider has
 * verified it.
 *
 * Unverified addresses lead to no user. Otherwise somebody could enter a stranger's address in advance, and the
 * stranger would sign in to that account.
 */
export function holderOfEmail(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  email: string,
): User | undefined {
  const key = asciiLowerCase(email)
  const emailCredential = store.credentials.find('byKey', [environmentId, 'email', key])
  const credential =
    emailCredential?.verifiedAt === undefined ? accountsOf({ store }, environmentId, key)[0] : emailCredential
  return credential && store.users.get(credential.userId)
}

/** Whether another user of the environment has the address, verified or not. */
export function isEmailTaken(
  backend: Pick<Backend, 'store'>,
  { environmentId, id: userId }: { readonly environmentId: string; readonly id?: string | undefined },
  email: string,
): boolean {
  return provingCredentials(backend, environmentId, asciiLowerCase(email)).some((other) => other.userId !== userId)
}

/**
 * The credential, without its verified address if another user has proved that address: it stays with the user who
 * proved it first, even if a provider reports something else later.
 */
export function withOwnEmail(backend: Pick<Backend, 'store'>, credential: Credential): Credential {
  const { environmentId, userId, verifiedEmail } = credential
  const holder = verifiedEmail === undefined ? undefined : holderOfEmail(backend, environmentId, verifiedEmail)
  return holder === undefined || holder.id === userId ? credential : { ...credential, verifiedEmail: undefined }
}

/**
 * The user, without a profile address that none of the user's credentials proves any more. Another user may claim the
 * address, and tokens must stop naming it.
 *
 * @param input.former - The credential that proved it, before the change.
 * @param input.present - The same credential after the change; absent when the user has lost it.
 */
export function withoutLostEmail(
  backend: Pick<Backend, 'store'>,
  user: User,
  { former, present }: { readonly former: Credential | undefined; readonly present?: Credential },
): User {
  const lost = emailOf(former)
  if (lost === undefined || lost === emailOf(present) || asciiLowerCase(user.email) !== lost) return user
  const isProvedOtherwise = provingCredentials(backend, user.environmentId, lost).some(
    ({ id, userId }) => id !== former?.id && userId === user.id,
  )
  return isProvedOtherwise ? user : { ...user, email: undefined }
}

/**
 * The user, whose profile shows the address that an account newly proves, if it shows none and no other user has the
 * address. One that the account has proved before does not come back, because the user has emptied the profile since.
 *
 * @param input.former - The account's credential before; absent for an account that is new here.
 * @param input.present - The same credential now.
 */
export function withGainedEmail(
  backend: Pick<Backend, 'store'>,
  user: User,
  { former, present }: { readonly former: Credential | undefined; readonly present: Credential },
): User {
  const { verifiedEmail } = present
  if (user.email || verifiedEmail === undefined || verifiedEmail === former?.verifiedEmail) return user
  return isEmail(verifiedEmail) && !isEmailTaken(backend, user, verifiedEmail)
    ? { ...user, email: verifiedEmail }
    : user
}

/** The address or number that a credential proves, in comparable form. */
export function contactOf(credential: Credential): Pick<Verification, 'environmentId' | 'channel' | 'key'> | undefined {
  const { environmentId, format, key } = credential
  if (format === 'phoneNumber') return { environmentId, channel: 'sms', key }
  const email = emailOf(credential)
  return email === undefined ? undefined : { environmentId, channel: 'email', key: email }
}

/**
 * Once a user has claimed an address or number, ends the profile changes to it that other users have begun: their codes
 * must no longer work. The counters of the address stay.
 *
 * @param credential - The credential by which the user has claimed it.
 */
export function endForeignChanges({ store }: Pick<Backend, 'store'>, credential: Credential): void {
  const contact = contactOf(credential)
  const pending = contact && store.verifications.find('byKey', [contact.environmentId, contact.channel, contact.key])
  if (pending?.userId !== undefined && pending.userId !== credential.userId) endVerification({ store }, pending)
}

/** The address that a credential proves, in lower case. */
function emailOf(credential: Credential | undefined): string | undefined {
  return credential?.format === 'email' ? credential.key : credential?.verifiedEmail
}

/** The credential of the address, verified or not, and the accounts whose issuers have verified the address. */
function provingCredentials({ store }: Pick<Backend, 'store'>, environmentId: string, key: string): Credential[] {
  const credential = store.credentials.find('byKey', [environmentId, 'email', key])
  return [...(credential ? [credential] : []), ...accountsOf({ store }, environmentId, key)]
}

function accountsOf({ store }: Pick<Backend, 'store'>, environmentId: string, key: string): Credential[] {
  return [...store.credentials.scan('byVerifiedEmail', [environmentId, key])]
}
