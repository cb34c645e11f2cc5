import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { newRecord } from '@latchkey/base/newRecord'
import { readInstant } from '../../../effects/instants.ts'
import type { Credential, User } from '../../../store/records.ts'
import { dropUnverified } from '../../contacts/contacts.ts'
import { endForeignChanges, holderOfEmail } from '../../contacts/emails.ts'
import { isVerified } from '../../credentials/credentials.ts'
import { isEmail } from '../../shared/addresses.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { existing } from '../../shared/recordGuards.ts'
import { userOfEmail } from '../../users/usersByIdentifier.ts'

/** An address that a server gives to a user. */
export interface GivenEmail {
  readonly email: string
  /** When it was verified, according to the server; absent if it was not verified. */
  readonly emailVerifiedAt?: string | undefined
}

/**
 * Gives a user an address that no user has. If the server vouches for it, the user can sign in with it, and profile
 * changes to it that others have begun end. Otherwise it stays unverified.
 *
 * @throws {@link DomainError} `invalidEmail`, `emailExists`
 */
export function addEmail(backend: Backend, user: User, { email, emailVerifiedAt }: GivenEmail): Credential {
  const { store } = backend
  const { environmentId } = user
  assert(isEmail(email), 'invalidEmail')
  const isTaken = givenCredential(backend, user, email) !== undefined
  const holder = userOfEmail(backend, environmentId, email)
  assert(!isTaken && (!holder || holder.id === user.id), 'emailExists', { payload: { email } })
  const credential = store.credentials.insert({
    ...newRecord(backend),
    environmentId,
    userId: user.id,
    format: 'email',
    key: asciiLowerCase(email),
    email,
    signInEnabled: false,
  })
  return emailVerifiedAt === undefined ? credential : verify(backend, credential, emailVerifiedAt)
}

/**
 * Lets a user have an address, verified where the server says so. The profile shows it from then on if it shows none.
 *
 * One that the user has proved by an account, while somebody else was merely given it, is taken from the other one as
 * at a sign-in; unless it is verified by the call it stays as it is.
 *
 * @param given.isShown - Whether a verified address replaces the one that the profile shows. @default false
 * @returns Whether anything changed.
 * @throws {@link DomainError} as {@link addEmail}
 */
export function giveEmail(
  backend: Backend,
  user: User,
  { email, emailVerifiedAt, isShown = false }: GivenEmail & { readonly isShown?: boolean },
): boolean {
  const { store } = backend
  const existing = givenCredential(backend, user, email)
  const isOfAnotherUser = existing !== undefined && existing.userId !== user.id
  if (isOfAnotherUser && holderOfEmail(backend, user.environmentId, email)?.id === user.id) {
    if (emailVerifiedAt === undefined) return false
    dropUnverified(backend, existing, 'email')
  }
  const ownCredential = isOfAnotherUser ? undefined : existing
  const credential = ownCredential ?? addEmail(backend, user, { email, emailVerifiedAt })
  const verified = emailVerifiedAt === undefined ? credential : verify(backend, credential, emailVerifiedAt)
  const isTaken =
    asciiLowerCase(user.email) !== credential.key && (!user.email || (isShown && emailVerifiedAt !== undefined))
  if (isTaken) store.users.put({ ...user, email })
  return isTaken || verified !== ownCredential
}

/** Every address that becomes verified by the word of a server passes here. */
function verify(backend: Backend, credential: Credential, emailVerifiedAt: string): Credential {
  const verifiedAt = readVerifiedAt(backend, emailVerifiedAt)
  const verified = isVerified(credential)
    ? credential
    : backend.store.credentials.put({ ...credential, signInEnabled: true, verifiedAt })
  endForeignChanges(backend, verified)
  return verified
}

/** A future instant counts as the present, because a test's clock may be stopped while the caller's runs. */
function readVerifiedAt({ clock }: Backend, text: string): string {
  const now = clock.iso()
  const instant = existing(readInstant(text), 'validationFailed', {
    message: 'emailVerifiedAt must be an instant.',
  })
  return instant < now ? instant : now
}

function givenCredential({ store }: Backend, { environmentId }: User, email: string): Credential | undefined {
  return store.credentials.find('byKey', [environmentId, 'email', asciiLowerCase(email)])
}
