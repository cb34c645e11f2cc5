import type { components } from '@latchkey/types'
import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LatchkeyError } from './shared/errors.ts'
import { nearest } from './shared/nearest.ts'

type Schemas = components['schemas']

/** The claims of a user's token. The minified one has the first part of them; the full one can have all. */
export type UserJwtClaims = Schemas['MinifiedServiceJwt'] &
  Partial<Schemas['ServiceJwt']> & { exp: number; iat: number }

/** How one call verifies a user token. */
export interface VerifyUserJwtOptions {
  /** The service's URL, `https://api.example.com`, without `/api/v0`. */
  baseUrl: string
  /** The environment whose users are let in. */
  environmentId: string
  /**
   * `iss` that the token must have.
   * @default host and port of `baseUrl` without a scheme, a slash and the environment's id
   */
  issuer?: string
  /** Whom it must be for: the origin of your site, or several. Not looked at unless given. */
  audience?: string | string[]
  /** Where the keys are, or the keys themselves. @default the environment's JWK set below `baseUrl` */
  jwks?: URL | { readonly keys: readonly object[] }
  /** How far the clocks may be apart, in seconds; `exp`, `nbf` and `iat` are given so much. @default 5 */
  clockToleranceSec?: number
  /**
   * What time it is, for tests whose clock is turned: an instant, its milliseconds since 1970, or a function that gives
   * one at each verification. How long keys are used goes by the real time.
   * @default the clock of this machine
   */
  now?: Date | number | (() => Date | number)
  /**
   * Whether to let in sessions whose second factor is open, such as those of a page that asks for it.
   * @default false
   */
  allowAdditionalAuth?: boolean
  /** How long a JWK set is used before it is fetched again, in milliseconds. @default 600000 */
  cacheMaxAgeMs?: number
  /** For how long no unknown key is looked for, after one that could not be found, in milliseconds. @default 30000 */
  cooldownMs?: number
}

/** How a verifier verifies user tokens. */
export interface UserJwtOptions extends VerifyUserJwtOptions {
  /** What fetches the keys. @default globalThis.fetch, looked up at each fetch */
  fetch?: (url: string, init?: RequestInit) => Promise<Response>
}

/** Why a token is refused. `keys_unavailable` is no fault of the token: answer 503, and 401 for the others. */
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

/** A user's token that is not to be trusted. It holds neither the token nor its claims. */
export class UserJwtError extends LatchkeyError {
  readonly code: UserJwtErrorCode

  constructor(code: UserJwtErrorCode) {
    super(`The user's token was refused: ${reasons[code]}.`)
    this.code = code
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
  claim_invalid: 'one of its claims is not what it should be',
  additional_auth_required: 'its sign-in still needs a second factor',
  keys_unavailable: 'the keys of the environment could not be fetched',
}

/** What the service signs with (RFC 7518 section 3.1, RFC 8037 section 3.1); none of them takes a shared secret. */
const algorithms = ['RS256', 'ES256', 'EdDSA', 'Ed25519']

/**
 * Makes a verifier of one environment's user tokens, which keeps the environment's keys. Make it once.
 *
 * A token that a key unknown so far has signed makes it look for the key at once, so a rotation is not noticed. When
 * the keys cannot be fetched, tokens that need them are refused with `keys_unavailable`, and nothing is fetched for
 * five seconds. It cannot know that a session was revoked; call `sessions.check` where that matters.
 *
 * @param options - Whose tokens, and how strictly.
 * @throws {@link TypeError} when `baseUrl` is no URL or has `/api/v0` in it, the environment is missing, `jwks` is
 * neither a URL nor a JWK set, or an option is unknown.
 * @example
 * const verify = createUserJwtVerifier({ baseUrl: 'https://api.example.com', environmentId })
 * const { sub } = await verify(token)
 */
export function createUserJwtVerifier(options: UserJwtOptions): UserJwtVerifier {
  assertOptions(options)
  return verifierWith(keysOf(sourceOf(options), options.fetch), options)
}

function verifierWith(getKey: JWTVerifyGetKey, options: VerifyUserJwtOptions): UserJwtVerifier {
  const { baseUrl, environmentId, audience, clockToleranceSec = 5, now, allowAdditionalAuth = false } = options
  const { issuer = `${new URL(baseUrl).host}/${environmentId}` } = options
  return async (token) => {
    const currentDate = new Date((typeof now === 'function' ? now() : now) ?? Date.now())
    const nowMs = currentDate.getTime()
    // Compared with NaN, no token has expired.
    if (Number.isNaN(nowMs)) throw new TypeError('"now" must be a Date, milliseconds since 1970, or a function.')
    if (!isCanonical(token)) throw new UserJwtError('malformed')
    const { payload } = await jwtVerify(token, getKey, {
      algorithms,
      issuer,
      audience,
      typ: 'JWT',
      clockTolerance: clockToleranceSec,
      currentDate,
      requiredClaims: ['sub', 'sid', 'exp', 'iat', 'environment_id'],
    }).catch((cause: unknown) => {
      throw new UserJwtError(codeOf(cause))
    })
    const claims = payload as unknown
    if (!isUserJwtClaims(claims)) throw new UserJwtError('claim_invalid')
    if (claims.environment_id !== environmentId) throw new UserJwtError('wrong_environment')
    if (claims.iat > nowMs / 1000 + clockToleranceSec) throw new UserJwtError('not_yet_valid')
    if (!allowAdditionalAuth && hasScope(claims, 'requiresAdditionalAuth'))
      throw new UserJwtError('additional_auth_required')
    return claims
  }
}

/** Key sets by what makes them differ; the first made one goes when there are too many. */
const keySets = new Map<string, JWTVerifyGetKey>()
const maximumKeySets = 100

/**
 * Verifies the token of a user: signature, issuer, environment, type, time and, if asked for, audience. All calls share
 * the keys of one URL, which the global `fetch` gets. For a `fetch` of your own, make a verifier once by
 * {@link createUserJwtVerifier}, and keep it.
 *
 * @param token - The JWT as it came, without `Bearer`.
 * @param options - Whose tokens, and how strictly.
 * @returns The claims.
 * @throws {@link UserJwtError} when it is not to be trusted; `code` says why.
 * @throws {@link TypeError} when `baseUrl` is no URL or has `/api/v0` in it, the environment is missing, `jwks` is
 * neither a URL nor a JWK set, `now` is no instant, an option is unknown, or a `fetch` is given.
 * @example const { sub, email } = await verifyUserJwt(token, { baseUrl: 'https://api.example.com', environmentId })
 */
export async function verifyUserJwt(token: string, options: VerifyUserJwtOptions): Promise<UserJwtClaims> {
  assertOptions(options)
  const { fetch: given }: UserJwtOptions = options
  // A function written into each call is a new one each time: keys kept for it would never be found again.
  if (given !== undefined)
    throw new TypeError('"fetch" is for createUserJwtVerifier(): make a verifier once, and keep it.')
  const source = sourceOf(options)
  // Times as text: JSON has no infinity.
  const id = JSON.stringify([source.jwks, `${source.cacheMaxAgeMs}`, `${source.cooldownMs}`])
  const getKey = keySets.get(id) ?? keysOf(source)
  if (!keySets.has(id) && keySets.size >= maximumKeySets) keySets.delete(keySets.keys().next().value as string)
  keySets.set(id, getKey)
  return verifierWith(getKey, options)(token)
}

/**
 * Tells whether a token's scope holds a word: `user:basic` once the sign-in is complete, or one of a gate.
 *
 * @param claims - Verified claims.
 * @param scope - One scope.
 * @example if (!hasScope(claims, 'user:basic')) return new Response(null, { status: 403 })
 */
export function hasScope(claims: Pick<UserJwtClaims, 'scope'>, scope: string): boolean {
  return claims.scope?.split(' ').includes(scope) ?? false
}

const optionNames = Object.keys({
  baseUrl: true,
  environmentId: true,
  issuer: true,
  audience: true,
  jwks: true,
  clockToleranceSec: true,
  now: true,
  allowAdditionalAuth: true,
  cacheMaxAgeMs: true,
  cooldownMs: true,
  fetch: true,
} satisfies Record<keyof UserJwtOptions, true>)

function assertOptions(options: VerifyUserJwtOptions): void {
  const { baseUrl, environmentId }: Partial<VerifyUserJwtOptions> = Object(options)
  // A misspelt one would leave out a check, such as that of the audience.
  const unknown = Object.keys(Object(options)).find((name) => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new TypeError(
      `Failed to make a verifier: there is no option "${unknown}". Did you mean "${nearest(unknown, optionNames)}"?`,
    )
  if (/\/api\/v0(\/|$)/.test(String(baseUrl)))
    throw new TypeError('Failed to make a verifier: "baseUrl" must be like https://api.example.com, without /api/v0.')
  if (environmentId && URL.canParse(String(baseUrl))) return
  throw new TypeError('Failed to make a verifier: "baseUrl" must be an absolute URL, and "environmentId" an id.')
}

/** Where the keys of an environment are, unless the options say otherwise. */
function urlOf({ baseUrl, environmentId }: VerifyUserJwtOptions): URL {
  return new URL(`${baseUrl.replace(/\/+$/, '')}/api/v0/sdk/${encodeURIComponent(environmentId)}/.well-known/jwks`)
}

/** Where keys come from, and for how long they are kept. */
type KeySource = Required<Pick<UserJwtOptions, 'jwks' | 'cacheMaxAgeMs' | 'cooldownMs'>>

function sourceOf(options: VerifyUserJwtOptions): KeySource {
  const { jwks = urlOf(options), cacheMaxAgeMs = 600_000, cooldownMs = 30_000 } = options
  return { jwks, cacheMaxAgeMs, cooldownMs }
}

function keysOf(source: KeySource, given?: UserJwtOptions['fetch']): JWTVerifyGetKey {
  const { jwks } = source
  if (jwks instanceof URL) return keysAt(jwks, source, given)
  try {
    return createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0])
  } catch {
    throw new TypeError('"jwks" must be a URL or a JWK set.')
  }
}

const failurePauseMs = 5_000

/** A JWK set that is fetched when it is needed: at first, when it is old, and when it lacks a key. */
function keysAt(url: URL, { cacheMaxAgeMs, cooldownMs }: KeySource, given?: UserJwtOptions['fetch']): JWTVerifyGetKey {
  let failedUntil = 0
  const remote = createRemoteJWKSet(url, {
    cacheMaxAge: cacheMaxAgeMs,
    cooldownDuration: Infinity,
    [customFetch]: async (href, init) => {
      // Else each verification would fetch while the service is down.
      if (Date.now() < failedUntil) throw new UserJwtError('keys_unavailable')
      try {
        const response = await (given ?? fetch)(href, init)
        const set = await response.json()
        if (response.status !== 200) throw new UserJwtError('keys_unavailable')
        createLocalJWKSet(set)
        return Response.json(set)
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
      // By its own cool-down, the library would not look for a key soon after any fetch: here, only a search in vain
      // counts.
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isFresh || Date.now() < quietUntil) throw error
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

/** Each text has one spelling in base64url; others decode alike, and would pass a list of texts that are refused. */
function isCanonical(token: unknown): token is string {
  return (
    typeof token === 'string' &&
    /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) &&
    token.split('.').every((part) => [/^/, /$^/, /[AQgw]$/, /[AEIMQUYcgkosw048]$/][part.length % 4]?.test(part))
  )
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

/** What the library's error means. The error itself is not kept: it holds the claims. */
function codeOf(error: unknown): UserJwtErrorCode {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.reason === 'missing'
      ? 'claim_missing'
      : error.reason === 'check_failed'
        ? (claimCodes[error.claim] ?? 'claim_invalid')
        : 'claim_invalid'
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
