import { type Backend, newRecord } from '../backend.ts'
import type { RequestContext } from '../operations/operation.ts'
import type { Credential, IdpAccount, User } from '../store/records.ts'
import { isEmail } from './addresses.ts'
import type { UserCaller } from './callers.ts'
import { holderOfEmail, isEmailTaken } from './emails.ts'
import { assert } from './errors.ts'
import { answerSession, signIn, type SignInOutcome } from './signIn.ts'
import { isProfileText } from './userFields.ts'
import { touchUser } from './users.ts'

/**
 * Signs in whoever holds an account at a provider: the user who has it, then the user who has proved to hold the address
 * that the provider has verified; otherwise a new user.
 *
 * @throws DomainError `invalidVerification` for an account that may not sign in, and what {@link signIn} is refused with
 */
export async function signInWithOAuthAccount(
  backend: Backend,
  environmentId: string,
  account: IdpAccount,
  rest: { readonly request: RequestContext; readonly sessionPublicKey?: string },
): Promise<SignInOutcome> {
  const known = findCredential(backend, environmentId, account)
  assert(known?.signInEnabled !== false, 'invalidVerification', { message: 'This account may not be used to sign in.' })
  const email = verifiedEmailOf(account)
  const user = known ? backend.store.users.get(known.userId) : email === undefined ? undefined : holderOfEmail(backend, environmentId, email)
  const credential = credentialFor(backend, { environmentId, userId: user?.id ?? backend.newId(), account, known })
  return signIn(backend, { user, credential, profile: user ? undefined : profileFor(backend, environmentId, account), ...rest })
}

/**
 * Links an account to the user who is signed in; linking it again changes nothing.
 *
 * @throws DomainError `socialAccountExists`
 */
export async function linkOAuthAccount(backend: Backend, { user, session }: Pick<UserCaller, 'user' | 'session'>, account: IdpAccount): Promise<SignInOutcome> {
  const { environmentId } = user
  const known = findCredential(backend, environmentId, account)
  assert(known === undefined || known.userId === user.id, 'socialAccountExists')
  if (!known) {
    backend.store.credentials.put(credentialFor(backend, { environmentId, userId: user.id, account }))
    touchUser(backend, user.id)
  }
  return answerSession(backend, { user, session })
}

function findCredential({ store }: Backend, environmentId: string, { provider, accountId }: IdpAccount): Credential | undefined {
  return store.credentials.find('byKey', [environmentId, 'oauth', `${provider}:${accountId}`])
}

/** The credential of an account, with what the provider says about it now. */
function credentialFor(backend: Backend, { environmentId, userId, account, known }: { environmentId: string; userId: string; account: IdpAccount; known?: Credential }): Credential {
  const { provider, accountId, email, username, displayName, photos, profile } = account
  const kept = known ?? { ...newRecord(backend), environmentId, userId, format: 'oauth' as const, key: `${provider}:${accountId}`, signInEnabled: true, provider, accountId }
  return {
    ...kept,
    verifiedAt: kept.verifiedAt ?? backend.clock.iso(),
    username: username ?? email ?? accountId,
    displayName: displayName ?? null,
    ...(photos && { photos }),
    emails: email === undefined ? [] : [email],
    verifiedEmail: verifiedEmailOf(account),
    ...(profile && { profile }),
  }
}

function verifiedEmailOf({ email, emailVerified }: IdpAccount): string | undefined {
  return emailVerified ? email?.toLowerCase() : undefined
}

/** What a new user takes over from the account: an address only if it is verified and nobody else's. */
function profileFor(backend: Backend, environmentId: string, account: IdpAccount): Partial<User> {
  const { profile = {} } = account
  const email = verifiedEmailOf(account)
  const isFree = email !== undefined && isEmail(email) && !isEmailTaken(backend, environmentId, email)
  return { ...(isFree && { email }), ...nameFrom('firstName', profile.given_name), ...nameFrom('lastName', profile.family_name) }
}

/** Names are taken over where the profile can show them. */
function nameFrom(field: 'firstName' | 'lastName', name: unknown): Partial<User> {
  return typeof name === 'string' && name !== '' && isProfileText(name) ? { [field]: name } : {}
}
