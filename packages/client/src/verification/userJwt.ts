import type { components } from '@latchkey/types'
import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { abortable } from '../shared/abortable.ts'
import { assertObject } from '../shared/assertArgument.ts'
import { LatchkeyError } from '../shared/errors.ts'
import { limitBody } from '../shared/limitBody.ts'
import { assertOptions, type UserJwtOptions, type VerifyUserJwtOptions } from './userJwtOptions.ts'

export type { UserJwtNames, UserJwtOptions, VerifyUserJwtOptions } from './userJwtOptions.ts'

type Schemas = components['schemas']

/** The claims of a user's token. A minified token has only those of `MinifiedServiceJwt`; a full token can have all. */
export type UserJwtClaims = Schemas['MinifiedServiceJwt'] &
  Partial<Schemas['ServiceJwt']> & { exp: number; iat: number }

/** Why a token is refused. Answer 503 for `keys_unavailable`, which is not a fault of the token, and otherwise 401. */
export type UserJwtErrorCode =
  | 'malformed'
  | 'wrong_type'
  | 'wrong_algorithm'
  | 'unknown_key'
  | 'wrong_signature'
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'wrong_environment'
  | 'claim_missing'
  | 'claim_invalid'
  | 'additional_auth_required'
  | 'keys_unavailable'

/** A token was refused. The message may contain the issuer and the times of the token, but none of its other claims. */
export class UserJwtError extends LatchkeyError {
  /** The reason as a code, for programs. */
  readonly code: UserJwtErrorCode
  /** The reason as a clause, which contains nothing of the token: `it has expired`. */
  readonly reason: string

  constructor(code: UserJwtErrorCode, hint = '', reason: string = reasons[code]) {
    super(`The user's token was refused: ${reason}.${hint}`)
    this.code = code
    this.reason = reason
  }

  override get name(): string {
    return 'UserJwtError'
  }
}

/** Verifies one token; see {@link verifyUserJwt}. */
export type UserJwtVerifier = (token: string) => Promise<UserJwtClaims>

const reasons: Readonly<Record<UserJwtErrorCode, string>> = {
  malformed: 'it is not a JWT in compact form',
  wrong_type: 'it is not a session token; the token of an unfinished sign-in is not one',
  wrong_algorithm: 'it is signed by an algorithm that is not accepted',
  unknown_key: 'the environment has no such key',
  wrong_signature: 'its signature is wrong',
  expired: 'it has expired',
  not_yet_valid: 'it is not valid yet',
  wrong_issuer: 'it has another issuer',
  wrong_audience: 'it is for another site',
  wrong_environment: 'it is for another environment',
  claim_missing: 'it lacks a claim that each session token has',
  claim_invalid: 'one of its claims has a wrong value',
  additional_auth_required: 'its sign-in still needs a second factor',
  keys_unavailable: 'the keys of the environment could not be fetched',
}

/**
 * The algorithms that the service signs with (RFC 7518 section 3.1, RFC 8037 section 3.1). None uses a shared secret.
 */
const algorithms = ['RS256', 'ES256', 'EdDSA', 'Ed25519']

/**
 * Creates a verifier for the user tokens of one environment. It caches the environment's keys, so create it once.
 *
 * When a token names an unknown key, the verifier fetches the keys at once, so a rotation causes no refusals. If it
 * cannot fetch the keys, it refuses the tokens that need them with `keys_unavailable`, and waits at least five seconds
 * before the next fetch. The verifier cannot see that a session was revoked; call `sessions.check` where that matters.
 *
 * @param options - The environment, and how strict to be.
 * @throws {@link TypeError} when an option has a wrong value or is unknown; the message names the option. A `now` that is
 *   no valid time is refused at each verification.
 * @example
 * const verify = createUserJwtVerifier({ baseUrl: 'https://api.example.com', environmentId })
 * const { sub } = await verify(token)
 */
export function createUserJwtVerifier(options: UserJwtOptions): UserJwtVerifier {
  assertOptions(options)
  return verifierWith(keysOf(sourceOf(options), options.fetch), options)
}

function verifierWith(getKey: JWTVerifyGetKey, options: VerifyUserJwtOptions): UserJwtVerifier {
  const { baseUrl, environmentId, audience, names, clockToleranceSec = 5, now, allowAdditionalAuth = false } = options
  const { issuer = `${new URL(baseUrl).host}/${environmentId}` } = options
  return async (token) => {
    const currentDate = new Date((typeof now === 'function' ? now() : now) ?? Date.now())
    const nowMs = currentDate.getTime()
    // A comparison with NaN would accept every expired token.
    if (Number.isNaN(nowMs)) throw new TypeError('"now" must be a Date, milliseconds since 1970, or a function.')
    if (!isCanonical(token)) throw new UserJwtError('malformed', '', shapeOf(token))
    const { payload } = await jwtVerify(token, getKey, {
      algorithms,
      ...(issuer !== undefined && { issuer }),
      ...(audience !== undefined && { audience }),
      typ: 'JWT',
      ...(clockToleranceSec !== undefined && { clockTolerance: clockToleranceSec }),
      currentDate,
      requiredClaims: ['sub', 'exp', 'iat'],
    }).catch((cause: unknown) => {
      throw new UserJwtError(codeOf(cause), hintOf(cause, { issuer, currentDate }))
    })
    const claims: object = names?.readClaims(payload) ?? payload
    if (!('sid' in claims && 'environment_id' in claims)) throw new UserJwtError('claim_missing')
    if (!isUserJwtClaims(claims)) throw new UserJwtError('claim_invalid')
    if (claims.environment_id !== environmentId) throw new UserJwtError('wrong_environment')
    if (claims.iat > nowMs / 1000 + clockToleranceSec)
      throw new UserJwtError('not_yet_valid', clockHint('was issued', claims.iat, currentDate))
    if (!allowAdditionalAuth && hasScope(claims, 'requiresAdditionalAuth'))
      throw new UserJwtError('additional_auth_required')
    return claims
  }
}

/** Key sets by the options that distinguish them; if there are too many, the oldest is removed. */
const keySets = new Map<string, JWTVerifyGetKey>()
const maximumKeySets = 100

/**
 * Verifies the token of a user: its signature, issuer, environment, type and times, and its audience if you pass one.
 * All calls share the keys of one URL, which the global `fetch` loads. To use your own `fetch`, create one verifier
 * with {@link createUserJwtVerifier} and reuse it.
 *
 * @param token - The JWT, without `Bearer`.
 * @param options - The environment, and how strict to be.
 * @returns The claims.
 * @throws {@link UserJwtError} when the token is not valid; `code` says why.
 * @throws {@link TypeError} as {@link createUserJwtVerifier}, when `now` is not a time, and when there is a `fetch`.
 * @example const { sub, email } = await verifyUserJwt(token, { baseUrl: 'https://api.example.com', environmentId })
 */
export async function verifyUserJwt(token: string, options: VerifyUserJwtOptions): Promise<UserJwtClaims> {
  assertOptions(options)
  const { fetch: customFetch }: UserJwtOptions = options
  // A function written into a call is a new one in each call, so keys cached for it would never be used again.
  if (customFetch !== undefined)
    throw new TypeError('"fetch" is for createUserJwtVerifier(): create a verifier once and reuse it.')
  const source = sourceOf(options)
  // Times are text because JSON has no infinity.
  const id = JSON.stringify([source.jwks, `${source.cacheMaxAgeMs}`, `${source.cooldownMs}`])
  const getKey = keySets.get(id) ?? keysOf(source)
  if (!keySets.has(id) && keySets.size >= maximumKeySets) keySets.delete(keySets.keys().next().value as string)
  keySets.set(id, getKey)
  return verifierWith(getKey, options)(token)
}

/**
 * Whether a token has a scope: `user:basic`, which it has once the sign-in is complete, or the scope of a gate.
 *
 * @param claims - Verified claims.
 * @param scope - One scope.
 * @example if (!hasScope(claims, 'user:basic')) return new Response(null, { status: 403 })
 */
export function hasScope(claims: Pick<UserJwtClaims, 'scope'>, scope: string): boolean {
  assertObject(claims, 'claims', 'the result of verifyUserJwt()')
  return claims.scope?.split(' ').includes(scope) ?? false
}

/** The default URL of an environment's keys. */
function urlOf({ baseUrl, environmentId, names }: VerifyUserJwtOptions): URL {
  const path = `/api/v0/sdk/${encodeURIComponent(environmentId)}/.well-known/jwks`
  return new URL(`${new URL(baseUrl).href.replace(/(?<!\/)\/+$/, '')}${names?.spellPath(path) ?? path}`)
}

/** The source of keys, and how long they are cached. */
type KeySource = { [Name in 'jwks' | 'cacheMaxAgeMs' | 'cooldownMs']: NonNullable<UserJwtOptions[Name]> }

function sourceOf(options: VerifyUserJwtOptions): KeySource {
  const { jwks = urlOf(options), cacheMaxAgeMs = 600_000, cooldownMs = 30_000 } = options
  return { jwks, cacheMaxAgeMs, cooldownMs }
}

function keysOf(source: KeySource, customFetch?: UserJwtOptions['fetch']): JWTVerifyGetKey {
  const { jwks } = source
  if (jwks instanceof URL) return keysAt(jwks, source, customFetch)
  try {
    return createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0])
  } catch {
    throw new TypeError('"jwks" must be a URL or a JWK set.')
  }
}

const failurePauseMs = 5_000

/** Key sets are small. A server that answers without an end is not the environment. */
const maximumKeyBytes = 2 ** 20
const tooLarge = () => new UserJwtError('keys_unavailable')

/** A JWK set that is fetched when it is first needed, when it is too old, and when it lacks a key. */
function keysAt(
  url: URL,
  { cacheMaxAgeMs, cooldownMs }: KeySource,
  fetchOption?: UserJwtOptions['fetch'],
): JWTVerifyGetKey {
  let failedUntil = 0
  const remote = createRemoteJWKSet(url, {
    ...(cacheMaxAgeMs !== undefined && { cacheMaxAge: cacheMaxAgeMs }),
    cooldownDuration: Infinity,
    [customFetch]: async (href, init) => {
      // Otherwise each verification would fetch while the service is down.
      if (isWithin(failurePauseMs, failedUntil)) throw new UserJwtError('keys_unavailable')
      try {
        // The time limit of the library, for a function that ignores its signal.
        return await abortable(init.signal, async () => {
          const response = limitBody(await (fetchOption ?? fetch)(href, init), maximumKeyBytes, tooLarge)
          const set = await response.json()
          if (response.status !== 200) throw new UserJwtError('keys_unavailable')
          createLocalJWKSet(set)
          return Response.json(set)
        })
      } catch (error) {
        failedUntil = Date.now() + failurePauseMs
        throw error
      }
    },
  })
  let quietUntil = 0
  return async (header, token) => {
    const isFresh = remote.fresh
    try {
      return await remote(header, token)
    } catch (error) {
      // The library's cool-down would start after every fetch. This one starts only after a search that found no key.
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isFresh || isWithin(cooldownMs, quietUntil)) throw error
    }
    await remote.reload()
    try {
      return await remote(header, token)
    } catch (error) {
      quietUntil = Date.now() + cooldownMs
      throw error
    }
  }
}

/** Whether an instant is still to come, and no further away than its pause was long: a clock may be set back. */
function isWithin(pauseMs: number, endsAtMs: number): boolean {
  const leftMs = endsAtMs - Date.now()
  return leftMs > 0 && leftMs <= pauseMs
}

/** Refuses other spellings of the same bytes in base64url: they would bypass a list of revoked tokens. */
function isCanonical(token: unknown): token is string {
  return (
    typeof token === 'string' &&
    /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) &&
    token.split('.').every((part) => [/^/, /$^/, /[AQgw]$/, /[AEIMQUYcgkosw048]$/][part.length % 4]?.test(part))
  )
}

/** The reason for a text in the place of a JWT. API tokens begin with words: `lk_sandbox_…`. */
function shapeOf(token: unknown): string | undefined {
  const isApiToken = typeof token === 'string' && /^([a-z]+_)+[A-Za-z\d]{20,}$/.test(token)
  return isApiToken ? 'it looks like an API token, not like the session token of a user' : undefined
}

function isUserJwtClaims(claims: unknown): claims is UserJwtClaims {
  const { sub, sid, exp, iat, scope, environment_id } = claims as Record<string, unknown>
  return (
    [sub, sid, environment_id, scope ?? ''].every((claim) => typeof claim === 'string') &&
    Boolean(sub && sid) &&
    [exp, iat].every(Number.isFinite)
  )
}

const claimCodes: Readonly<Record<string, UserJwtErrorCode>> = {
  typ: 'wrong_type',
  iss: 'wrong_issuer',
  aud: 'wrong_audience',
  nbf: 'not_yet_valid',
  iat: 'not_yet_valid',
}

/** The code for an error of the library. The error itself is dropped because it contains the claims. */
function codeOf(error: unknown): UserJwtErrorCode {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'missing') return 'claim_missing'
    return (error.reason === 'check_failed' && claimCodes[error.claim]) || 'claim_invalid'
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'wrong_signature'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'unknown_key'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'wrong_algorithm'
  if (
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JOSENotSupported
  )
    return 'malformed'
  return 'keys_unavailable'
}

/** A sentence about what a token with these claims lacks. Its signature has been checked by then. */
function hintOf(cause: unknown, { issuer, currentDate }: { issuer: string; currentDate: Date }): string {
  if (cause instanceof errors.JWTExpired) return clockHint('expired', cause.payload.exp, currentDate)
  if (!(cause instanceof errors.JWTClaimValidationFailed)) return ''
  const { iss, nbf } = cause.payload
  if (cause.claim === 'nbf') return clockHint('begins', nbf, currentDate)
  if (cause.claim !== 'iss' || typeof iss !== 'string') return ''
  const isSameLoopback = loopback(iss) === loopback(issuer)
  return ` It is "${iss.slice(0, 200)}", and "${issuer}" was expected.${isSameLoopback ? ' Use the same name of the host in both places.' : ''}`
}

const loopback = (issuer: string) => issuer.replace(/^(localhost|\[::1\])(?=[:/])/, '127.0.0.1')

/** A hint about clocks: a mock whose clock was moved signs tokens by its own time. */
function clockHint(what: string, seconds: number | undefined, now: Date): string {
  if (!Number.isSafeInteger(seconds)) return ''
  const instant = new Date((seconds as number) * 1000)
  if (Number.isNaN(instant.getTime())) return ''
  return ` It ${what} at ${instant.toISOString()}, and the clock shows ${now.toISOString()}. If a mock with another clock issued it, pass the time of the mock as "now".`
}
