import { isPending } from '../shared/isPending.ts'
import { jwtClaims } from '../shared/jwtClaims.ts'

/** Why a token is requested: none is cached, the cached one expires soon or has expired, or the service refused it. */
export type TokenReason = 'missing' | 'expiring' | 'refused'

/** A token with its expiry. */
export interface IssuedToken {
  /** The token, without `Bearer`. */
  token: string
  /**
   * When it expires: a date, ISO 8601 text, milliseconds since 1970, or seconds since 1970 as text, like the service's
   * `expiresAt`.
   * @default the `exp` of a JWT
   */
  expiresAt?: Date | string | number
}

/**
 * Returns the token for the next requests, or a promise of it. When the reason is `refused`, it should return a new
 * token and not one from its own cache.
 */
export type TokenProvider = (reason: TokenReason) => string | IssuedToken | PromiseLike<string | IssuedToken>

/** The tokens of one credential. */
export interface TokenCache {
  /** The token for a call. Throws or rejects with the provider's error. */
  get(): string | Promise<string>
  /** A token to replace the refused one; the refused one again if the provider has no other. */
  renew(refused: string): Promise<string>
  reset(): void
}

interface Kept {
  readonly token: string
  /** Milliseconds since 1970; undefined if the expiry is not known. */
  readonly expiresAt?: number
  readonly refreshAt: number
}

/** A request to the provider in progress. */
interface Flight {
  readonly promise: Promise<string>
  readonly startedAt: number
}

/**
 * Caches a provider's token and requests the next one in time, one request at a time.
 *
 * @throws {@link TypeError} when the token is an empty string or has characters that are not allowed in a token.
 */
export function createTokenCache(source: string | TokenProvider): TokenCache {
  if (typeof source !== 'function') {
    if (!isToken(source))
      throw new TypeError(
        'Failed to call "bearer()": the token is missing, empty, or has characters that are not allowed in a token.',
      )
    return { get: () => source, renew: async () => source, reset() {} }
  }
  let cachedToken: Kept | undefined
  let flight: Flight | undefined
  let failures = 0
  let failure: unknown
  let coolUntil = 0
  let round = 0

  // Instants are further apart than any wait if the clock was set back between them.
  const isCool = (now: number): boolean => now < coolUntil && coolUntil - now <= patienceMs

  const ask = (reason: TokenReason): string | Promise<string> => {
    const startedAt = Date.now()
    if (flight && Math.abs(startedAt - flight.startedAt) < patienceMs) return flight.promise
    if (isCool(startedAt)) throw failure
    const answer = source(reason)
    if (!isPending(answer)) return toKept(answer).token
    const started: Flight = { promise: settle(answer, round, () => flight === started), startedAt }
    flight = started
    // Nobody may be waiting for it.
    started.promise.catch(() => {})
    return started.promise
  }

  const settle = async (
    answer: PromiseLike<string | IssuedToken>,
    ofRound: number,
    isLatest: () => boolean,
  ): Promise<string> => {
    try {
      const next = toKept(await answer)
      if (ofRound !== round) throw new Error('The credential was reset while a call waited for a token.')
      if (isLatest()) cachedToken = next
      failures = coolUntil = 0
      return next.token
    } catch (error) {
      if (ofRound === round) {
        failure = error
        coolUntil = Date.now() + Math.min(patienceMs, 1000 * 2 ** failures++)
      }
      throw error
    } finally {
      if (isLatest()) flight = undefined
    }
  }

  return {
    get() {
      const now = Date.now()
      if (!cachedToken?.expiresAt || now >= cachedToken.expiresAt)
        return ask(cachedToken?.expiresAt ? 'expiring' : 'missing')
      if (now >= cachedToken.refreshAt && !isCool(now) && !flight) {
        try {
          void ask('expiring')
        } catch {
          // A function that returned promises before throws now. The cached token is still valid.
        }
      }
      return cachedToken.token
    },
    async renew(refused) {
      // A request that began before the refusal may bring the same token.
      await flight?.promise.catch(() => {})
      const { token, expiresAt = Infinity } = cachedToken ?? { token: refused }
      if (token !== refused && Date.now() < expiresAt) return token
      cachedToken = undefined
      return ask('refused')
    },
    reset() {
      round++
      cachedToken = undefined
      flight = undefined
      failures = 0
      coolUntil = 0
    },
  }
}

/** After this time without an answer, a provider is asked again; the longest pause after a failure. */
const patienceMs = 30_000

function toKept(issued: string | IssuedToken): Kept {
  const { token, expiresAt = expiryOf(token) }: Partial<IssuedToken> =
    typeof issued === 'object' && issued ? issued : { token: issued }
  if (!isToken(token)) throw new TypeError('The token provider returned no token.')
  if (expiresAt === undefined) return { token, refreshAt: Infinity }
  const isUnixSeconds = typeof expiresAt === 'string' && /^\d+$/.test(expiresAt)
  const expiresAtMs = isUnixSeconds ? Number(expiresAt) * 1000 : new Date(expiresAt).getTime()
  const leftMs = expiresAtMs - Date.now()
  if (Number.isNaN(leftMs)) throw new TypeError('The token provider returned an "expiresAt" that is not a time.')
  // If a new token has already expired, the local clock is wrong. Then the token is used until the service answers 401.
  if (leftMs <= 0) return { token, expiresAt: Infinity, refreshAt: Infinity }
  return { token, expiresAt: expiresAtMs, refreshAt: expiresAtMs - Math.min(60_000, leftMs / 10) }
}

/** The `exp` of a JWT (RFC 7519 section 4.1.4) in milliseconds; undefined for any other token. */
function expiryOf(token: unknown): number | undefined {
  const { exp } = jwtClaims(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}

/** Checks a token before it goes into a header, because the error of fetch would quote an invalid value. */
export function isToken(token: unknown): token is string {
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)
}
