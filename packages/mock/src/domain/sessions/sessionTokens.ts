import { encodeBase64url, encodeTextBase64url } from '../../crypto/base64url.ts'
import { cryptoKeyOf } from '../../crypto/cryptoKeys.ts'
import { type ParsedJwt, parseJwt } from '../../crypto/jwt.ts'
import { instantOf } from '../../effects/clock.ts'
import type { FormerToken, Session, SigningKey } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import type { NoCaller, UserCaller } from '../shared/callers.ts'
import { assert, DomainError } from '../shared/errors.ts'
import { assertUnexpired } from '../shared/expiry.ts'
import type { RequestContext } from '../shared/request.ts'
import { assertCookieOrigin, readSessionCookie } from './sessionCookies.ts'
import { validKeys } from './signingKeys.ts'

/** `typ` of the token that proves only the first step of a sign-in. */
export const firstStepType = 'mfa+jwt'
/** `typ` of the token that opens the operations of backups of key shares. */
export const backupType = 'backup+jwt'

/** `typ` of the token with which a server uses the wallets of the environment itself. */
export const serverType = 'server+jwt'
/** `typ` of the token for the provider that creates wallets in the browser. */
export const mpcType = 'mpc+jwt'

/** What a token that is no session token is good for. */
const purposes = {
  [firstStepType]: 'This token serves for the second step of a sign-in only.',
  [backupType]: 'This token serves for backups of key shares only.',
  [mpcType]: 'This token is for the provider of embedded wallets only.',
  [serverType]: 'This token serves for the rooms of wallets of the environment only.',
} as const

/** `typ` of a token that opens only some operations. */
export type LimitedType = keyof typeof purposes

/** The claims of a token that the service itself reads. */
export interface TokenClaims {
  readonly typ: 'JWT' | LimitedType
  readonly iss: string
  readonly sub: string
  readonly sid: string
  /** The token generation; a refresh begins a new one. */
  readonly jti: string
  /** Unix time in seconds. */
  readonly exp: number
}

/**
 * `iss` of an environment's tokens: host and port of the service without a scheme, then a slash and the environment's
 * id.
 */
export function issuerOf({ baseUrl }: Pick<Backend, 'baseUrl'>, environmentId: string): string {
  // Every authenticated call gets here, so `baseUrl`, an origin, is cut instead of parsed.
  return `${baseUrl.slice(baseUrl.indexOf('://') + 3)}/${environmentId}`
}

/** The claims of every token of a session. `exp` and `iat` are Unix times in seconds. */
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
 * Web Crypto's names of the JWS algorithms (RFC 7518, section 3.1; RFC 8037, section 3.1); its signatures have the
 * format of JWS.
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
  /** The tokens that the operation takes besides session tokens. */
  readonly takes?: readonly LimitedType[]
  /** Whether the operation refreshes; then a token of a former generation is a sign of theft. */
  readonly isRefresh?: boolean
}

/**
 * Finds the session of a request, by the bearer token, or else by the session cookie if the environment keeps sessions
 * in cookies.
 *
 * @throws {@link DomainError} `unauthorized`, `tokenExpired`, `tokenRevoked`, `tokenReused`, `sessionRevoked`;
 * `originNotAllowed` for a call by cookie that changes something and does not come from an allowed origin
 */
export async function readSession(
  backend: Backend,
  environmentId: string,
  { raw, isReadOnly, request, optional, takes = [], isRefresh = false }: SessionRequest,
): Promise<UserCaller | NoCaller> {
  const token = raw ?? readSessionCookie(backend, environmentId, request)
  if (token === undefined) {
    assert(optional, 'unauthorized', { message: 'Send a session token as a bearer token.' })
    return { kind: 'none' }
  }
  if (raw === undefined && !isReadOnly) assertCookieOrigin(backend, environmentId, request.origin)
  const claims = await readClaims(backend, environmentId, token)
  if (claims.typ !== 'JWT') assert(takes.includes(claims.typ), 'unauthorized', { message: purposes[claims.typ] })
  const caller = findSession(backend, environmentId, { claims, isRefresh })
  // Somebody who knows only the first factor must not add their own second factor after the owner has proved one.
  assert(claims.typ !== firstStepType || caller.session.mfaVerifiedAt === undefined, 'unauthorized', {
    message: 'The second step of this sign-in is done.',
  })
  return caller
}

/** How long a replaced token stays valid, so that a second tab is not signed out. */
const graceMs = 10_000
/** On a stopped clock, former tokens never expire. */
const maximumFormerTokens = 20

/**
 * The former token generations of a session after its present one is replaced: those of the last ten seconds, each with
 * its instant.
 *
 * @param input.counts - Whether the replaced tokens stay valid for a moment. If not, all former ones become invalid.
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
  { claims, isRefresh }: { readonly claims: TokenClaims; readonly isRefresh: boolean },
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
  const former = isFormer ? recentTokens(backend, session).find(({ tokenId }) => tokenId === claims.jti) : undefined
  if (isFormer && !former?.counts) {
    // A request that was sent before the rotation is late, not stolen.
    assert(isRefresh && !former, 'tokenRevoked')
    // Two parties refresh with tokens of one session, so one of the tokens is stolen (RFC 9700, section 4.14.2).
    backend.outsideUndo((lasting) => {
      const open = lasting.store.sessions.get(session.id)
      if (open) lasting.store.sessions.put({ ...open, revokedAt: lasting.clock.iso() })
    })
    throw new DomainError('tokenReused')
  }
  return { kind: 'user', user, session, ...(isFormer && { isFormer }) }
}

/** A cache of verified claims by raw token. A valid signature stays valid. */
const verified = new Map<string, { readonly kid: string; readonly claims: TokenClaims }>()
const maximumVerified = 1_000

/** The claims of a token that a valid key of the environment has signed. Expiry and revocation are not checked here. */
export async function readClaims(backend: Backend, environmentId: string, raw: string): Promise<TokenClaims> {
  const keys = validKeys(backend, environmentId)
  const cached = verified.get(raw)
  if (cached && keys.some(({ kid }) => kid === cached.kid)) return cached.claims
  const token = parseJwt(raw)
  const key = token && keys.find(({ kid, algorithm }) => kid === token.header.kid && algorithm === token.header.alg)
  const claims = token && asTokenClaims(token)
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

function asTokenClaims({ header, payload: { iss, sub, sid, jti, exp } }: ParsedJwt): TokenClaims | undefined {
  const { typ } = header
  if (!isTokenType(typ) || typeof exp !== 'number') return undefined
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string')
    return undefined
  return { typ, iss, sub, sid, jti, exp }
}

function isTokenType(typ: string): typ is TokenClaims['typ'] {
  return typ === 'JWT' || Object.hasOwn(purposes, typ)
}
