import { originOf } from '@latchkey/base/baseUrl'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Credential, Session, User, Wallet } from '../../../store/records.ts'
import { assertAccess, assertStillAdmitted, personOf } from '../../access/access.ts'
import { screenWallets } from '../../access/walletScreening.ts'
import { loginMethodOf } from '../../analytics/analyticsLoginMethods.ts'
import { endForeignChanges, withGainedEmail, withOwnEmail, withoutLostEmail } from '../../contacts/emails.ts'
import { sessionCookies } from '../../sessions/sessionCookies.ts'
import { expiryOf, registeredClaims, retireToken, signClaims } from '../../sessions/sessionTokens.ts'
import { signingKeyOf, type UsableKey } from '../../sessions/signingKeys.ts'
import { firstStepType } from '../../sessions/tokenTypes.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { durationMs, unitMs } from '../../shared/durations.ts'
import type { RequestContext } from '../../shared/request.ts'
import { claimsOf } from '../../users/jwtClaims.ts'
import { presentSdkUser, presentVerifiedCredentials, standingOf } from '../../users/profile.ts'
import { keepWallet } from '../../wallets/keptWallets.ts'
import { bringSmartWallets, standInOf } from '../../wallets/smartWallets.ts'
import { issueSubnames } from '../../wallets/subnames.ts'
import { giveWalletsOnSignUp } from '../users/embeddedWallets.ts'

type Schemas = components['schemas']

export interface SignInInput {
  /** The user that the credential identifies; absent for a person who is new here. */
  readonly user?: User | undefined
  /** The wallet that was proved, as it will be stored. */
  readonly wallet?: Wallet
  /** The first profile of a new user. */
  readonly profile?: Partial<User> | undefined
  readonly request: RequestContext
  readonly sessionPublicKey?: string | undefined
  /** Whether the proof counts as two factors, such as a passkey that has verified its user. @default false */
  readonly isMultiFactor?: boolean
  /** Scopes that a test gives the session, besides those of gates and allowlists. */
  readonly givenScopes?: readonly string[] | undefined
}

/** The reply to a sign-in, and the tokens even if the reply leaves them out. */
export interface SignInOutcome {
  readonly body: Schemas['VerifyResponse']
  /** `Set-Cookie` lines, where the environment keeps sessions in cookies. */
  readonly cookies?: readonly string[] | undefined
  readonly tokens: { readonly jwt: string; readonly minifiedJwt: string }
  readonly sessionId: string
}

/**
 * Signs a person in: the one path for every kind of proof, once the proof is verified.
 *
 * Gates, allowlists and screening decide before anything is written.
 *
 * @throws {@link DomainError} the refusal of a gate, an allowlist or the screening
 * @see spec/decisions/06-sign-in.md
 */
export async function signIn(
  backend: Backend,
  proved: Credential,
  { user: existingUser, wallet, profile, request, sessionPublicKey, isMultiFactor = false, givenScopes }: SignInInput,
): Promise<SignInOutcome> {
  const { store, clock, random } = backend
  const credential = withOwnEmail(backend, proved)
  const { environmentId, userId } = credential
  const person = personOf(backend, environmentId, {
    userId: existingUser?.id,
    joining: [credential],
    joiningWallet: wallet,
  })
  screenWallets(backend, person, existingUser?.id)
  assertAccess(backend, person)
  const now = clock.iso()
  const newUser = existingUser?.signedInAt === undefined
  const change = { former: store.credentials.get(credential.id), present: credential }
  const before: User = existingUser
    ? withGainedEmail(backend, withoutLostEmail(backend, existingUser, change), change)
    : { ...profile, id: userId, createdAt: now, updatedAt: now, environmentId }
  const isChanged = before !== existingUser || !store.credentials.has(credential.id)
  const signedInUser = store.users.put({
    ...before,
    ...defined({ updatedAt: isChanged ? now : undefined }),
    firstVisit: before.firstVisit ?? now,
    lastVisit: now,
    signedInAt: before.signedInAt ?? now,
    lastCredentialId: credential.id,
  })
  endForeignChanges(backend, store.credentials.put(credential))
  if (wallet) keepWallet(backend, wallet)
  bringSmartWallets(backend, signedInUser)
  const credentialId = standInOf(backend, credential)
  const user = store.users.put({ ...signedInUser, lastCredentialId: credentialId })
  issueSubnames(backend, user)
  const settings = store.environments.get(environmentId)?.settings
  const session = store.sessions.put({
    ...newRecord(backend),
    environmentId,
    userId,
    credentialId,
    loginMethod: loginMethodOf(credential),
    expiresAt: clock.isoIn(sessionDurationMs(settings?.security.jwtDuration)),
    ipAddress: settings?.privacy.collectIp ? (request.ipAddress ?? null) : null,
    userAgent: request.userAgent ?? null,
    audience: request.origin ?? originOf(backend.baseUrl),
    tokenId: random.token(22),
    ...defined({ sessionPublicKey, givenScopes, mfaVerifiedAt: isMultiFactor ? now : undefined }),
  })
  const signUpWallets = newUser ? await giveWalletsOnSignUp(backend, user) : undefined
  return answerSession(backend, { user: signUpWallets?.user ?? user, session }, { newUser })
}

/**
 * Gives a session new tokens and a new expiry. The former tokens stay valid for ten seconds; a caller who sends one of
 * them gets the present tokens.
 *
 * @throws {@link DomainError} the refusal of a gate, an allowlist or the screening
 */
export async function refreshSession(
  backend: Backend,
  { user, session, isFormer = false }: Pick<UserCaller, 'user' | 'session' | 'isFormer'>,
): Promise<SignInOutcome> {
  assertStillAdmitted(backend, session.environmentId, user.id)
  return answerSession(backend, { user, session: isFormer ? session : rotateSession(backend, session) })
}

/**
 * Answers a caller who has linked something to their user. The session goes on under a new generation of tokens, and
 * the former ones stay valid for ten seconds, so that a token that leaked before cannot use what was linked. Its end stays, since no
 * gate was asked again.
 */
export function answerLinking(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
): Promise<SignInOutcome> {
  const { store } = backend
  const current = store.sessions.get(session.id) ?? session
  return answerSession(backend, {
    user: store.users.get(user.id) ?? user,
    session: rotateSession(backend, current, { expiresAt: current.expiresAt }),
  })
}

/**
 * Begins a new generation of tokens with a new expiry, and writes other changes of the session.
 *
 * Once the second factor is proved, former tokens are refused at once, because their holder may only know the first
 * factor.
 */
export function rotateSession(
  backend: Backend,
  session: Session,
  changes: Partial<Pick<Session, 'mfaVerifiedAt' | 'expiresAt'>> = {},
): Session {
  const { store, clock, random } = backend
  const durationMs = sessionDurationMs(store.environments.get(session.environmentId)?.settings.security.jwtDuration)
  return store.sessions.put({
    ...session,
    expiresAt: clock.isoIn(durationMs),
    ...changes,
    tokenId: random.token(22),
    formerTokens: retireToken(backend, session, { counts: changes.mfaVerifiedAt === undefined }),
  })
}

/** Signs tokens for the present state of a session and its user, without changing either. */
export async function answerSession(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  { newUser = false } = {},
): Promise<SignInOutcome> {
  const { environmentId } = session
  const key = await signingKeyOf(backend, environmentId)
  const standing = standingOf(backend, user, { session })
  const credentials = presentVerifiedCredentials(backend, user.id)
  const claims = claimsOf(backend, session, { user, standing, credentials, newUser, key })
  const [jwt, minifiedJwt, firstStepToken] = await Promise.all([
    signClaims(backend, claims.full, { key }),
    signClaims(backend, claims.minified, { key }),
    standing.mfaOpen ? mfaToken(backend, session, key) : undefined,
  ])
  const cookies = sessionCookies(backend, session, minifiedJwt)
  return {
    body: {
      // A script of the page must not be able to read what the cookie keeps from it.
      ...(!cookies && { jwt, minifiedJwt }),
      ...defined({ mfaToken: firstStepToken }),
      user: presentSdkUser(backend, user, { session, newUser, standing, credentials }),
      expiresAt: String(expiryOf(session)),
    },
    cookies,
    tokens: { jwt, minifiedJwt },
    sessionId: session.id,
  }
}

/** A token that proves only the first step of a sign-in. Its type prevents its use as a session token. */
function mfaToken(backend: Backend, session: Session, key: UsableKey): Promise<string> {
  return signClaims(
    backend,
    { ...registeredClaims(backend, session, key), scope: 'requiresAdditionalAuth' },
    { key, typ: firstStepType },
  )
}

const maximumDurationMs = 30 * unitMs.days

/** How long tokens live, in milliseconds: two hours unless the settings say otherwise, at most 30 days. */
function sessionDurationMs(duration: Schemas['Duration'] = { amount: 2, unit: 'hours' }): number {
  return Math.min(durationMs(duration), maximumDurationMs)
}
