import type { Backend } from '../../backend.ts'
import { encodeBase64url, encodeTextBase64url } from '../../crypto/base64url.ts'
import { cryptoKeyOf } from '../../crypto/cryptoKeys.ts'
import { type ParsedJwt, parseJwt } from '../../crypto/jwt.ts'
import { instantOf } from '../../effects/clock.ts'
import type { RequestContext } from '../shared/request.ts'
import type { FormerToken, Session, SigningKey } from '../../store/records.ts'
import type { NoCaller, UserCaller } from '../shared/callers.ts'
import { assert, DomainError } from '../shared/errors.ts'
import { assertCookieOrigin, readSessionCookie } from './sessionCookies.ts'
import { validKeys } from './signingKeys.ts'

/** `typ` of the token that proves the first step of a sign-in, and nothing more. */
export const firstStepType = 'mfa+jwt'

/** What the service itself reads of a session token. */
interface SessionClaims {
  /** `JWT`, or the token that proves the first step of a sign-in. */
  readonly typ: 'JWT' | typeof firstStepType
  readonly iss: string
  readonly sub: string
  readonly sid: string
  /** The token generation of its session; a refresh begins another one. */
  readonly jti: string
  /** Unix time in seconds. */
  readonly exp: number
}

/**
 * `iss` of an environment's tokens: host and port of the service, without a scheme, a slash, and the environment's id.
 */
function issuerOf({ baseUrl }: Pick<Backend, 'baseUrl'>, environmentId: string): string {
  // `baseUrl` is an origin. Every authenticated call comes here, so it is cut rather than parsed.
  return `${baseUrl.slice(baseUrl.indexOf('://') + 3)}/${environmentId}`
}

/** The claims that every token of a session begins with. `exp` and `iat` are Unix times in seconds. */
export function registeredClaims(backend: Backend, session: Session, { kid }: SigningKey) {
  return {
    kid,
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
 * How Web Crypto calls the algorithms of JWS (RFC 7518, section 3.1; RFC 8037, section 3.1); its signatures are those
 * of JWS.
 */
const signatureAlgorithms: Record<SigningKey['algorithm'], AlgorithmIdentifier | EcdsaParams> = {
  RS256: 'RSASSA-PKCS1-v1_5',
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  EdDSA: 'Ed25519',
}

/**
 * Signs claims as a JWT in compact form (RFC 7515, section 7.1).
 *
 * @param typ - What kind of token it is (RFC 7515, section 4.1.9); only `JWT` is a session token.
 */
export async function signClaims(
  { algorithm, kid, privateJwk }: SigningKey,
  claims: object,
  typ = 'JWT',
): Promise<string> {
  const signed = `${encodeJson({ alg: algorithm, kid, typ })}.${encodeJson(claims)}`
  const key = await cryptoKeyOf(privateJwk, algorithm)
  const signature = await crypto.subtle.sign(signatureAlgorithms[algorithm], key, new TextEncoder().encode(signed))
  return `${signed}.${encodeBase64url(new Uint8Array(signature))}`
}

function encodeJson(value: object): string {
  return encodeTextBase64url(JSON.stringify(value))
}

export interface SessionRequest {
  /** The bearer token, if one was sent. */
  readonly raw: string | undefined
  /** Whether the operation changes nothing. */
  readonly isReadOnly: boolean
  readonly request: RequestContext
  /** Whether the operation may be called without a session. */
  readonly optional: boolean
  /** Whether the operation is part of proving a second factor, and so accepts the token of the first step. */
  readonly isSecondStep?: boolean
  /** Whether the operation refreshes, so that a token of a former generation is a sign of theft. */
  readonly isRefresh?: boolean
}

/**
 * Finds the session behind a request: by the bearer token first, then by the session cookie where the environment keeps
 * sessions in cookies.
 *
 * @throws {@link DomainError} `unauthorized`, `tokenExpired`, `tokenRevoked`, `tokenReused`, `sessionRevoked`;
 * `originNotAllowed` for a call by cookie that changes something and does not come from an allowed origin
 */
export async function readSession(
  backend: Backend,
  environmentId: string,
  { raw, isReadOnly, request, optional, isSecondStep = false, isRefresh = false }: SessionRequest,
): Promise<UserCaller | NoCaller> {
  const token = raw ?? readSessionCookie(backend, environmentId, request)
  if (token === undefined) {
    assert(optional, 'unauthorized', { message: 'Send a session token as a bearer token.' })
    return { kind: 'none' }
  }
  if (raw === undefined && !isReadOnly) assertCookieOrigin(backend, environmentId, request.origin)
  const claims = await readClaims(backend, environmentId, token)
  assert(claims.typ === 'JWT' || isSecondStep, 'unauthorized', {
    message: 'This token serves for the second step of a sign-in only.',
  })
  const caller = findSession(backend, environmentId, { claims, isRefresh })
  // Whoever knows the first factor alone must not add a second one of their own after the owner has proved it.
  assert(claims.typ === 'JWT' || caller.session.mfaVerifiedAt === undefined, 'unauthorized', {
    message: 'The second step of this sign-in is done.',
  })
  return caller
}

/** How long a token still counts after it was replaced, so that a second tab is not put out. */
const graceMs = 10_000
/** On a clock that stands still no former token goes out of date. */
const maximumFormerTokens = 20

/**
 * The former generations of a session once its present one is replaced: those of the last ten seconds, each with an
 * instant of its own.
 *
 * @param input.counts - Whether they still count for a moment; if not, none of before does.
 */
export function retireToken(backend: Backend, session: Session, { counts }: { counts: boolean }): FormerToken[] {
  const retired: FormerToken = { tokenId: session.tokenId, retiredAt: backend.clock.iso(), counts }
  return [
    ...recentTokens(backend, session).map((token) => ({ ...token, counts: token.counts && counts })),
    retired,
  ].slice(-maximumFormerTokens)
}

function recentTokens({ clock }: Backend, { formerTokens = [] }: Session): FormerToken[] {
  return formerTokens.filter(({ retiredAt }) => clock.now() < instantOf(retiredAt) + graceMs)
}

function findSession(
  backend: Backend,
  environmentId: string,
  { claims, isRefresh }: { readonly claims: SessionClaims; readonly isRefresh: boolean },
): UserCaller {
  const { store, clock } = backend
  const session = store.sessions.get(claims.sid)
  const user = store.users.get(claims.sub)
  const known =
    claims.iss === issuerOf(backend, environmentId) &&
    session?.environmentId === environmentId &&
    session.userId === user?.id
  assert(known && session && user, 'unauthorized', { message: 'This session token is unknown here.' })
  assert(session.revokedAt === undefined, 'sessionRevoked')
  assert(Math.min(claims.exp, expiryOf(session)) * 1000 > clock.now(), 'tokenExpired')
  const isFormer = session.tokenId !== claims.jti
  const former = isFormer ? recentTokens(backend, session).find(({ tokenId }) => tokenId === claims.jti) : undefined
  if (isFormer && !former?.counts) {
    // What was under way while the session was rotated is late, not stolen.
    assert(isRefresh && !former, 'tokenRevoked')
    // Two parties refresh with tokens of one session, and one of them has stolen its own (RFC 9700, section 4.14.2).
    backend.outsideUndo((kept) => {
      const open = kept.store.sessions.get(session.id)
      if (open) kept.store.sessions.put({ ...open, revokedAt: kept.clock.iso() })
    })
    throw new DomainError('tokenReused')
  }
  return { kind: 'user', user, session, ...(isFormer && { isFormer }) }
}

/** Claims of tokens whose signatures were verified before, by the raw token; a signature does not go bad. */
const verified = new Map<string, { readonly kid: string; readonly claims: SessionClaims }>()
const maximumVerified = 1_000

/** The claims of a token that a valid key of the environment has signed. Whether they still count is not looked at. */
async function readClaims(backend: Backend, environmentId: string, raw: string): Promise<SessionClaims> {
  const keys = validKeys(backend, environmentId)
  const known = verified.get(raw)
  if (known && keys.some(({ kid }) => kid === known.kid)) return known.claims
  const token = parseJwt(raw)
  const key = token && keys.find(({ kid, algorithm }) => kid === token.header.kid && algorithm === token.header.alg)
  const claims = token && asSessionClaims(token)
  assert(key && claims, 'unauthorized', { message: 'This is not a session token of this environment.' })
  await verifySignature(raw, key)
  if (verified.size >= maximumVerified) verified.delete(verified.keys().next().value ?? '')
  verified.set(raw, { kid: key.kid, claims })
  return claims
}

async function verifySignature(raw: string, { publicJwk, algorithm }: SigningKey): Promise<void> {
  const jose = await import('jose')
  try {
    await jose.compactVerify(raw, await cryptoKeyOf(publicJwk, algorithm), { algorithms: [algorithm] })
  } catch (error) {
    if (error instanceof jose.errors.JOSEError)
      throw new DomainError('unauthorized', { message: 'The signature of this session token is wrong.' })
    throw error
  }
}

function asSessionClaims({ header, payload: { iss, sub, sid, jti, exp } }: ParsedJwt): SessionClaims | undefined {
  const typ = header.typ
  if ((typ !== 'JWT' && typ !== firstStepType) || typeof exp !== 'number') return undefined
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string')
    return undefined
  return { typ, iss, sub, sid, jti, exp }
}
