import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { Session } from '../../store/records.ts'
import { isMfaOpen } from '../secondFactor/mfaPolicy.ts'
import { assertCookieOrigin, readSessionCookie } from '../sessions/sessionCookies.ts'
import { expiryOf, issuerOf, recentTokens } from '../sessions/sessionTokens.ts'
import { firstStepType, serverType } from '../sessions/tokenTypes.ts'
import type { Backend } from '../shared/backend.ts'
import type { NoCaller, ServerCaller, UserCaller } from '../shared/callers.ts'
import { assert, DomainError } from '../shared/errors.ts'
import { assertUnexpired } from '../shared/expiry.ts'
import type { BearerAttempt } from './attempt.ts'
import { type ReadClaims, readClaims } from './jwtClaims.ts'
import { isOpenToFirstStep, isReadOnly, limitedJwts } from './jwtKinds.ts'

/**
 * Who a JWT of the service speaks for. It is the bearer token, or else the session cookie if the environment keeps
 * sessions in cookies.
 *
 * @throws {@link DomainError} `unauthorized`, `tokenExpired`, `tokenRevoked`, `tokenReused`, `sessionRevoked`,
 * `mfaRequired`; `originNotAllowed` for a call by cookie that changes something and does not come from an allowed
 * origin
 */
export async function jwtCaller(
  backend: Backend,
  attempt: BearerAttempt,
): Promise<UserCaller | ServerCaller | NoCaller> {
  const { id, row, params, raw, context } = attempt
  const { environmentId = '' } = params
  const token = raw ?? readSessionCookie(backend, environmentId, context)
  if (token === undefined) {
    assert(row.auth === 'optionalUser', 'unauthorized', { message: 'Send a session token as a bearer token.' })
    return { kind: 'none' }
  }
  if (raw === undefined && !isReadOnly(id, row.method)) assertCookieOrigin(backend, environmentId, context.origin)
  const claims = await readClaims(backend, environmentId, token)
  if (claims.typ !== 'JWT') assertOpens(claims, attempt)
  return claims.typ === serverType
    ? serverOf(backend, environmentId, claims)
    : sessionOf(backend, environmentId, { claims, attempt })
}

function assertOpens({ typ }: ReadClaims, { id }: BearerAttempt): void {
  const kind = Object.hasOwn(limitedJwts, typ) ? limitedJwts[typ] : undefined
  assert(kind, 'unauthorized', { message: 'This is not a session token of this environment.' })
  assert(kind.opens.has(id), 'unauthorized', { message: kind.refusal })
}

/** The server that a token was issued for. The token ends with the API token. */
function serverOf(backend: Backend, environmentId: string, claims: ReadClaims): ServerCaller {
  const { store, clock } = backend
  const token = store.environmentTokens.get(claims.sub)
  const isOfEnvironment = claims.iss === issuerOf(backend, environmentId) && token?.environmentId === environmentId
  assert(isOfEnvironment && token, 'unauthorized', { message: 'The API token of this JWT is unknown here.' })
  assertUnexpired(clock, claims.exp * 1000)
  if (token.expiresAt !== undefined) assertUnexpired(clock, instantOf(token.expiresAt))
  return { kind: 'server', environmentId, token }
}

function sessionOf(
  backend: Backend,
  environmentId: string,
  { claims, attempt: { id } }: { readonly claims: ReadClaims; readonly attempt: BearerAttempt },
): UserCaller {
  const { store, clock } = backend
  const session = store.sessions.get(claims.sid)
  const user = store.users.get(claims.sub)
  const isOwnSession =
    claims.iss === issuerOf(backend, environmentId) &&
    session?.environmentId === environmentId &&
    session.userId === user?.id
  assert(isOwnSession && session && user, 'unauthorized', { message: 'This session token is unknown here.' })
  assert(session.revokedAt === undefined, 'sessionRevoked')
  assertUnexpired(clock, Math.min(claims.exp, expiryOf(session)) * 1000)
  const isFormer = session.tokenId !== claims.jti
  if (isFormer) assertGrace(backend, claims, { session, isRefresh: id === 'sessions.refresh' })
  // Somebody who knows only the first factor must not add their own second factor after the owner has proved one.
  assert(claims.typ !== firstStepType || session.mfaVerifiedAt === undefined, 'unauthorized', {
    message: 'The second step of this sign-in is done.',
  })
  assert(isOpenToFirstStep(id) || !isMfaOpen(backend, user, { session }), 'mfaRequired')
  return { kind: 'user', user, session, ...defined({ isFormer: isFormer || undefined }) }
}

/**
 * Refuses a replaced token, except shortly after its replacement: a request that was sent before the rotation is late,
 * not stolen. A refresh with an older one ends the session.
 *
 * @throws {@link DomainError} `tokenRevoked`, `tokenReused`
 */
function assertGrace(
  backend: Backend,
  { jti }: ReadClaims,
  { session, isRefresh }: { readonly session: Session; readonly isRefresh: boolean },
): void {
  const former = recentTokens(backend, session).find(({ tokenId }) => tokenId === jti)
  if (former?.counts) return
  assert(isRefresh && !former, 'tokenRevoked')
  // Two parties refresh with tokens of one session, so one of the tokens is stolen (RFC 9700, section 4.14.2).
  backend.outsideUndo((lasting) => {
    const open = lasting.store.sessions.get(session.id)
    if (open) lasting.store.sessions.put({ ...open, revokedAt: lasting.clock.iso() })
  })
  throw new DomainError('tokenReused')
}
