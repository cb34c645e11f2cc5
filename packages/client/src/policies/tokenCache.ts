import { isPending } from '../shared/isPending.ts'
import { jwtClaims } from '../shared/jwtClaims.ts'

/** Why a token is asked for: none is there, it expires (or has expired), or the service refused it. */
export type TokenReason = 'missing' | 'expiring' | 'refused'

/** A token with its end. */
export interface IssuedToken {
  token: string
  /**
   * When it expires: a date, ISO 8601, milliseconds since 1970, or, as the service tells it, seconds since 1970 as text.
   * @default the `exp` of a JWT
   */
  expiresAt?: Date | string | number
}

/** Gives the token for the next requests, at once or later. For `refused` it should not be the one from its own cache. */
export type TokenProvider = (reason: TokenReason) => string | IssuedToken | PromiseLike<string | IssuedToken>

/** The tokens of one credential. */
export interface TokenCache {
  /** The token for a call. Throws or rejects with what the provider failed with. */
  get(): string | Promise<string>
  /** Another token than the refused one, as far as the provider has one. */
  renew(refused: string): Promise<string>
  reset(): void
}

interface Kept {
  readonly token: string
  /** Milliseconds since 1970; undefined when the token does not tell. */
  readonly expiresAt?: number
  readonly refreshAt: number
}

/** A provider's answer under way. */
interface Flight {
  readonly promise: Promise<string>
  readonly startedAt: number
}

/**
 * Keeps a provider's token, asks for the next one in time, and never twice at once.
 *
 * @throws {@link TypeError} when a given token is empty or holds characters that no token has.
 */
export function createTokenCache(source: string | TokenProvider): TokenCache {
  if (typeof source !== 'function') {
    if (!isToken(source))
      throw new TypeError('Failed to call "bearer()": the token is none, empty, or holds characters that no token has.')
    return { get: () => source, renew: async () => source, reset() {} }
  }
  let kept: Kept | undefined
  let flight: Flight | undefined
  let failures = 0
  let failure: unknown
  let coolUntil = 0
  let round = 0

  const ask = (reason: TokenReason): string | Promise<string> => {
    const startedAt = Date.now()
    if (flight && startedAt - flight.startedAt < patienceMs) return flight.promise
    if (startedAt < coolUntil) throw failure
    const given = source(reason)
    if (!isPending(given)) return toKept(given).token
    const own: Flight = { promise: settle(given, round, () => flight === own), startedAt }
    flight = own
    // Nobody may be waiting for it.
    own.promise.catch(() => {})
    return own.promise
  }

  const settle = async (
    given: PromiseLike<string | IssuedToken>,
    ofRound: number,
    isLatest: () => boolean,
  ): Promise<string> => {
    try {
      const next = toKept(await given)
      if (ofRound !== round) throw new Error('The credential was reset while a token was awaited.')
      if (isLatest()) kept = next
      failures = coolUntil = 0
      return next.token
    } catch (error) {
      if (ofRound === round) {
        failure = error
        coolUntil = Date.now() + Math.min(30_000, 1000 * 2 ** failures++)
      }
      throw error
    } finally {
      if (isLatest()) flight = undefined
    }
  }

  return {
    get() {
      const now = Date.now()
      if (!kept?.expiresAt || now >= kept.expiresAt) return ask(kept?.expiresAt ? 'expiring' : 'missing')
      if (now >= kept.refreshAt && now >= coolUntil && !flight) {
        try {
          void ask('expiring')
        } catch {
          // A function that used to give promises; the token at hand is still good.
        }
      }
      return kept.token
    },
    async renew(refused) {
      // What is under way was perhaps not asked for because of a refusal, and may be the same token.
      await flight?.promise.catch(() => {})
      const { token, expiresAt = Infinity } = kept ?? { token: refused }
      if (token !== refused && Date.now() < expiresAt) return token
      kept = undefined
      return ask('refused')
    },
    reset() {
      round++
      kept = flight = undefined
      failures = coolUntil = 0
    },
  }
}

/** A provider that has not answered for so long is asked anew. */
const patienceMs = 30_000

function toKept(given: string | IssuedToken): Kept {
  const { token, expiresAt = expiryOf(token) }: Partial<IssuedToken> =
    typeof given === 'object' && given ? given : { token: given }
  if (!isToken(token)) throw new TypeError('The token provider gave no token.')
  if (expiresAt === undefined) return { token, refreshAt: Infinity }
  const expiresAtMs =
    typeof expiresAt === 'string' && /^\d+$/.test(expiresAt) ? +expiresAt * 1000 : new Date(expiresAt).getTime()
  const leftMs = expiresAtMs - Date.now()
  if (Number.isNaN(leftMs)) throw new TypeError('The token provider gave an "expiresAt" that is no time.')
  // By a clock that is wrong, a new token may have expired: then the service's 401 says when it has.
  return leftMs > 0
    ? { token, expiresAt: Date.now() + leftMs, refreshAt: Date.now() + leftMs - Math.min(60_000, leftMs / 10) }
    : { token, expiresAt: Infinity, refreshAt: Infinity }
}

/** The `exp` of a JWT (RFC 7519 section 4.1.4) in milliseconds; undefined for any other token. */
function expiryOf(token: unknown): number | undefined {
  const { exp } = jwtClaims(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}

/** Checked before a token is put into a header, because fetch names a header's value when it refuses it. */
export function isToken(token: unknown): token is string {
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)
}
