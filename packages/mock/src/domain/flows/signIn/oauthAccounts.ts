import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { ProvedAccount, SocialAccount } from '../../../effects/outside.ts'
import type { Credential } from '../../../store/records.ts'
import { endForeignChanges, withGainedEmail, withOwnEmail } from '../../contacts/emails.ts'
import { verifiesEmails } from '../../providers/providerCatalogue.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { missing } from '../../shared/missingRecords.ts'
import { recordOf } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { provedHolder } from './provedHolder.ts'
import { answerLinking, signIn, type SignInOutcome } from './signIn.ts'

/**
 * Signs in the holder of an account at a provider: the user who has it, else the user who has proved to hold the
 * address that the provider has verified, else a new user.
 *
 * @throws {@link DomainError} `invalidVerification` for an account that may not sign in, and what {@link signIn}
 * refuses
 */
export async function signInWithOAuthAccount(
  backend: Backend,
  environmentId: string,
  {
    request,
    sessionPublicKey,
    ...proved
  }: ProvedAccount & { readonly request: RequestContext; readonly sessionPublicKey?: string | undefined },
): Promise<SignInOutcome> {
  const { account } = proved
  const existing = findSocialCredential(backend, environmentId, account)
  assert(existing?.signInEnabled !== false, 'invalidVerification', {
    message: 'This account may not be used to sign in.',
  })
  const { userId, user, profile } = provedHolder(backend, environmentId, {
    existing,
    verifiedEmail: verifiedEmailOf(account),
    claims: account.profile,
  })
  const credential = credentialFor(backend, environmentId, { userId, existing, ...proved })
  return signIn(backend, credential, { user, profile, request, sessionPublicKey })
}

/**
 * Links an account to the user who is signed in. A profile without an address shows the one that the account proves.
 * Linking it again changes only the access token and the session's tokens.
 *
 * @throws {@link DomainError} `socialAccountExists`
 */
export async function linkOAuthAccount(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  proved: ProvedAccount,
): Promise<SignInOutcome> {
  const { environmentId } = user
  const { store, clock } = backend
  const existing = findSocialCredential(backend, environmentId, proved.account)
  assert(existing === undefined || existing.userId === user.id, 'socialAccountExists')
  if (existing) {
    store.credentials.put({ ...existing, ...tokenOf(proved) })
  } else {
    const credential = withOwnEmail(backend, credentialFor(backend, environmentId, { userId: user.id, ...proved }))
    store.users.put({
      ...withGainedEmail(backend, user, { former: undefined, present: credential }),
      updatedAt: clock.iso(),
    })
    endForeignChanges(backend, store.credentials.put(credential))
  }
  return answerLinking(backend, { user, session })
}

/** The credential of an account in an environment. */
export function findSocialCredential(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  { provider, accountId }: Pick<SocialAccount, 'provider' | 'accountId'>,
): Credential | undefined {
  return store.credentials.find('byKey', [environmentId, 'oauth', `${provider}:${accountId}`])
}

/**
 * The access token that a provider issued for a user's account.
 *
 * @throws {@link DomainError} `recordNotFound` for an account that is not the user's, and without a valid token
 */
export function accessTokenOf(
  { store, clock }: Backend,
  { user }: Pick<UserCaller, 'user'>,
  credentialId: string,
): string {
  const credential = recordOf(store.credentials.get(credentialId), { userId: user.id }, 'account')
  return usableAccessToken({ clock }, credential)
}

/**
 * The access token that a provider issued for an account.
 *
 * @throws {@link DomainError} `recordNotFound` for another credential, and without a valid token
 */
export function usableAccessToken(
  { clock }: Pick<Backend, 'clock'>,
  { format, accessToken, accessTokenExpiresAt = '' }: Credential,
): string {
  assert(format === 'oauth', 'recordNotFound', missing('account'))
  assert(accessToken !== undefined && accessTokenExpiresAt > clock.iso(), 'recordNotFound', missing('account'))
  return accessToken
}

/** The credential of an account, with what the provider says about it now. */
export function credentialFor(
  backend: Backend,
  environmentId: string,
  {
    userId,
    existing,
    ...proved
  }: ProvedAccount & { readonly userId: string; readonly existing?: Credential | undefined },
): Credential {
  const { provider, accountId, email, username, displayName, photos, profile } = proved.account
  const credential = existing ?? {
    ...newRecord(backend),
    environmentId,
    userId,
    format: 'oauth' as const,
    key: `${provider}:${accountId}`,
    signInEnabled: true,
    provider,
    accountId,
  }
  return {
    ...credential,
    verifiedAt: credential.verifiedAt ?? backend.clock.iso(),
    username: username ?? email ?? accountId,
    displayName: displayName ?? null,
    ...defined({ photos }),
    emails: email === undefined ? [] : [email],
    verifiedEmail: verifiedEmailOf(proved.account),
    ...defined({ profile }),
    ...tokenOf(proved),
  }
}

function tokenOf({ token }: ProvedAccount): Pick<Credential, 'accessToken' | 'accessTokenExpiresAt'> {
  return token ? { accessToken: token.accessToken, accessTokenExpiresAt: token.expiresAt } : {}
}

/** An address counts only if the provider verifies addresses: elsewhere anybody can enter any address. */
function verifiedEmailOf({ provider, email, emailVerified }: SocialAccount): string | undefined {
  return emailVerified && verifiesEmails(provider) ? asciiLowerCase(email) : undefined
}
