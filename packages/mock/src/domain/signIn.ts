import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../backend.ts'
import type { RequestContext } from '../operations/operation.ts'
import type { Credential, Session, User } from '../store/records.ts'
import { assertAccess, personOf, screenWallets } from './access.ts'
import { claimsOf } from './jwtClaims.ts'
import { presentSdkUser, standingOf } from './profile.ts'
import { sessionCookies } from './sessionCookies.ts'
import { expiryOf, registeredClaims, signClaims } from './sessionTokens.ts'

type Schemas = components['schemas']

export interface SignInInput {
  /** The user whom the credential leads to; absent for a person who is new here. */
  readonly user?: User
  /** What was proved, as it is to be kept. A record that is not kept yet is. */
  readonly credential: Credential
  /** What a new user begins with. */
  readonly profile?: Partial<User>
  readonly request: RequestContext
  readonly sessionPublicKey?: string
}

/** The reply to a sign-in, and the tokens also where the reply leaves them out. */
export interface SignInOutcome {
  readonly body: Schemas['VerifyResponse']
  /** `Set-Cookie` lines, where the environment keeps sessions in cookies. */
  readonly cookies?: readonly string[]
  readonly tokens: { readonly jwt: string; readonly minifiedJwt: string }
}

/**
 * Signs a person in: the one path for every kind of proof, once the proof is verified.
 *
 * Gates, allowlists and screening are asked before anything is kept.
 *
 * @throws DomainError the refusal of a gate, an allowlist or the screening
 * @see spec/decisions/06-sign-in.md
 */
export async function signIn(backend: Backend, { user: known, credential, profile, request, sessionPublicKey }: SignInInput): Promise<SignInOutcome> {
  const { store, clock, random } = backend
  const { environmentId, userId } = credential
  const person = personOf(backend, { environmentId, userId: known?.id, joining: [credential] })
  if (known) screenWallets(backend, person, known.id)
  assertAccess(backend, person)
  const now = clock.iso()
  const newUser = known?.signedInAt === undefined
  const before: User = known ?? { ...profile, id: userId, createdAt: now, updatedAt: now, environmentId }
  const joins = !store.credentials.has(credential.id)
  const user = store.users.put({ ...before, ...(joins && { updatedAt: now }), firstVisit: before.firstVisit ?? now, lastVisit: now, signedInAt: before.signedInAt ?? now, lastCredentialId: credential.id })
  store.credentials.put(credential)
  const settings = store.environments.get(environmentId)?.settings
  const session = store.sessions.put({
    ...newRecord(backend),
    environmentId,
    userId,
    credentialId: credential.id,
    expiresAt: clock.isoIn(sessionDurationMs(settings?.security.jwtDuration)),
    ipAddress: settings?.privacy.collectIp ? (request.ipAddress ?? null) : null,
    userAgent: request.userAgent ?? null,
    audience: request.origin ?? backend.baseUrl,
    tokenId: random.token(22),
    ...(sessionPublicKey !== undefined && { sessionPublicKey }),
  })
  return answerSession(backend, { user, session, newUser })
}

/**
 * Gives a session new tokens and a new term; the ones before are refused from then on.
 *
 * @throws DomainError the refusal of a gate or an allowlist
 */
export async function refreshSession(backend: Backend, { user, session }: { user: User; session: Session }): Promise<SignInOutcome> {
  const { store, clock, random } = backend
  const { environmentId } = session
  assertAccess(backend, personOf(backend, { environmentId, userId: user.id }))
  const durationMs = sessionDurationMs(store.environments.get(environmentId)?.settings.security.jwtDuration)
  return answerSession(backend, { user, session: store.sessions.put({ ...session, tokenId: random.token(22), expiresAt: clock.isoIn(durationMs) }) })
}

/** Ends a session; all of its tokens are refused from then on. */
export function revokeSession({ store, clock }: Backend, session: Session): Session {
  return store.sessions.put({ ...session, revokedAt: session.revokedAt ?? clock.iso() })
}

/** Signs tokens for a session as it and its user are now, without changing either. */
export async function answerSession(backend: Backend, { user, session, newUser = false }: { user: User; session: Session; newUser?: boolean }): Promise<SignInOutcome> {
  const { environmentId } = session
  const standing = standingOf(backend, user)
  const claims = await claimsOf(backend, { user, session, standing, newUser })
  const jwt = await signClaims(backend, environmentId, claims.full)
  const minifiedJwt = await signClaims(backend, environmentId, claims.minified)
  const cookies = sessionCookies(backend, session, minifiedJwt)
  const hidden = cookies !== undefined && backend.store.environments.get(environmentId)?.name === 'live'
  return {
    body: {
      ...(!hidden && { jwt, minifiedJwt }),
      ...(standing.mfaOpen && { mfaToken: await mfaToken(backend, session) }),
      user: presentSdkUser(backend, user, session, { newUser, standing }),
      expiresAt: String(expiryOf(session)),
    },
    cookies,
    tokens: { jwt, minifiedJwt },
  }
}

/** Proves the first step of this session; its type keeps it from passing for a session token. */
async function mfaToken(backend: Backend, session: Session): Promise<string> {
  return signClaims(backend, session.environmentId, { ...(await registeredClaims(backend, session)), scope: 'requiresAdditionalAuth' }, 'mfa+jwt')
}

const unitMs: Record<Schemas['TimeUnitEnum'], number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
const maximumDurationMs = 30 * unitMs.days

/** How long tokens live, in milliseconds: two hours unless the settings say otherwise, at most 30 days. */
function sessionDurationMs({ amount, unit }: Schemas['Duration'] = { amount: 2, unit: 'hours' }): number {
  return Math.min(amount * unitMs[unit], maximumDurationMs)
}
