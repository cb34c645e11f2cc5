import type { Backend } from '../backend.ts'
import { type ParsedJwt, parseJwt } from '../crypto/jwt.ts'
import { instantOf } from '../effects/clock.ts'
import type { RequestContext } from '../operations/operation.ts'
import type { Session, SigningKey } from '../store/records.ts'
import type { NoCaller, UserCaller } from './callers.ts'
import { assert, DomainError } from './errors.ts'
import { assertCookieOrigin, readSessionCookie } from './sessionCookies.ts'
import { cryptoKeyOf, ensureSigningKeys, validKeys } from './signingKeys.ts'

/** What the service itself reads of a session token. */
interface SessionClaims {
  readonly iss: string
  readonly sub: string
  readonly sid: string
  /** The token generation of its session; a refresh begins another one. */
  readonly jti: string
  /** Unix time in seconds. */
  readonly exp: number
}

/** `iss` of an environment's tokens. */
export function issuerOf({ baseUrl }: Pick<Backend, 'baseUrl'>, environmentId: string): string {
  return `${baseUrl}/${environmentId}`
}

/** The claims that every token of a session begins with. `exp` and `iat` are Unix times in seconds. */
export async function registeredClaims(backend: Backend, session: Session) {
  const [key] = await ensureSigningKeys(backend, session.environmentId)
  assert(key, 'internal')
  return {
    kid: key.kid,
    iss: issuerOf(backend, session.environmentId),
    aud: session.audience,
    sub: session.userId,
    sid: session.id,
    jti: session.tokenId,
    iat: Math.floor(backend.clock.now() / 1000),
    exp: expiryOf(session),
  }
}

/** When a session's tokens expire, Unix time in whole seconds. */
export function expiryOf({ expiresAt }: Pick<Session, 'expiresAt'>): number {
  return Math.floor(instantOf(expiresAt) / 1000)
}

/**
 * Signs claims with the environment's key.
 *
 * @param typ - What kind of token it is (RFC 7515, section 4.1.9); only `JWT` is a session token.
 */
export async function signClaims(backend: Backend, environmentId: string, claims: object, typ = 'JWT'): Promise<string> {
  const jose = await import('jose')
  const [key] = await ensureSigningKeys(backend, environmentId)
  assert(key, 'internal')
  return new jose.CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ })
    .sign(await cryptoKeyOf(key.privateJwk, key.algorithm))
}

export interface SessionRequest {
  readonly environmentId: string
  /** The bearer token, if one was sent. */
  readonly raw: string | undefined
  readonly method: string
  readonly request: RequestContext
  /** Whether the operation may be called without a session. */
  readonly optional: boolean
}

/**
 * Finds the session behind a request: by the bearer token first, then by the session cookie where the environment keeps
 * sessions in cookies.
 *
 * @throws DomainError `unauthorized`, `tokenExpired`, `tokenRevoked`, `sessionRevoked`; `originNotAllowed` for a call by
 * cookie that changes something and does not come from an allowed origin.
 */
export function readSession(backend: Backend, { environmentId, raw, method, request, optional }: SessionRequest): UserCaller | NoCaller | Promise<UserCaller> {
  const token = raw ?? readSessionCookie(backend, environmentId, request)
  if (token === undefined) {
    assert(optional, 'unauthorized', { message: 'Send a session token as a bearer token.' })
    return { kind: 'none' }
  }
  if (raw === undefined) assertCookieOrigin(backend, { environmentId, method, origin: request.origin })
  const claims = readClaims(backend, environmentId, token)
  return claims instanceof Promise ? claims.then((verified) => findSession(backend, environmentId, verified)) : findSession(backend, environmentId, claims)
}

function findSession(backend: Backend, environmentId: string, claims: SessionClaims): UserCaller {
  const { store, clock } = backend
  const session = store.sessions.get(claims.sid)
  const user = store.users.get(claims.sub)
  const known = claims.iss === issuerOf(backend, environmentId) && session?.environmentId === environmentId && session.userId === user?.id
  assert(known && session && user, 'unauthorized', { message: 'This session token is unknown here.' })
  assert(session.revokedAt === undefined, 'sessionRevoked')
  assert(session.tokenId === claims.jti, 'tokenRevoked')
  assert(Math.min(claims.exp, expiryOf(session)) * 1000 > clock.now(), 'tokenExpired')
  return { kind: 'user', user, session }
}

/** Claims of tokens whose signatures were verified before, by the raw token; a signature does not go bad. */
const verified = new Map<string, { readonly kid: string; readonly claims: SessionClaims }>()
const maximumVerified = 1_000

/** The claims of a token that a valid key of the environment has signed. Whether they still count is not looked at. */
function readClaims(backend: Backend, environmentId: string, raw: string): SessionClaims | Promise<SessionClaims> {
  const keys = validKeys(backend, environmentId)
  const known = verified.get(raw)
  if (known && keys.some(({ kid }) => kid === known.kid)) return known.claims
  const token = parseJwt(raw)
  const key = token && keys.find(({ kid, algorithm }) => kid === token.header.kid && algorithm === token.header.alg)
  const claims = token && asSessionClaims(token)
  assert(key && claims, 'unauthorized', { message: 'This is not a session token of this environment.' })
  return verifySignature(raw, key).then(() => {
    if (verified.size >= maximumVerified) verified.delete(verified.keys().next().value ?? '')
    verified.set(raw, { kid: key.kid, claims })
    return claims
  })
}

async function verifySignature(raw: string, { publicJwk, algorithm }: SigningKey): Promise<void> {
  const jose = await import('jose')
  try {
    await jose.compactVerify(raw, await cryptoKeyOf(publicJwk, algorithm), { algorithms: [algorithm] })
  } catch (error) {
    if (error instanceof jose.errors.JOSEError) throw new DomainError('unauthorized', { message: 'The signature of this session token is wrong.' })
    throw error
  }
}

function asSessionClaims({ header, payload: { iss, sub, sid, jti, exp } }: ParsedJwt): SessionClaims | undefined {
  if (header.typ !== 'JWT' || typeof exp !== 'number') return undefined
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return undefined
  return { iss, sub, sid, jti, exp }
}
