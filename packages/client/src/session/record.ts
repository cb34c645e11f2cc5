import type { SdkUser } from '../generated/operations/schemas.ts'
import { decodeBase64url } from './base64url.ts'

/** What an operation answers with that begins a session or goes on with it. */
export interface SessionReply {
  jwt?: string
  mfaToken?: string
  user?: SdkUser
  /** Unix time in whole seconds, as a string. */
  expiresAt?: string
}

/** A session as it is kept. Instants are those of this machine's clock. */
export interface SessionRecord {
  readonly v: 1
  /** Absent where a cookie that scripts cannot read holds it. */
  readonly token?: string
  readonly user: SdkUser
  readonly issuedAtMs: number
  readonly expiresAtMs: number
  /** Counts the tokens of one session, so that an older one never replaces a newer one. */
  readonly serial: number
}

/** How wrong the clock may be that a record was written by. */
const skewMs = 300_000

/**
 * The record of a reply. How long a token lives is read from the service's own instants (the token's `iat`, or else the
 * header `date`), so that it does not matter what time it is here.
 */
export function toRecord(reply: SessionReply, response: Response, before: SessionRecord | undefined, isCookie: boolean): SessionRecord {
  const { jwt, user, expiresAt } = reply
  if (!user) throw new TypeError('Failed to keep the session: the reply names no user.')
  const now = Date.now()
  const saidAtMs = issuedAtMs(jwt) ?? (Date.parse(response.headers.get('date') ?? '') || now)
  return {
    v: 1,
    ...(jwt && !isCookie && { token: jwt }),
    user,
    issuedAtMs: now,
    // A minute at least, so that no clock makes the session refresh without an end.
    expiresAtMs: now + Math.max(Number(expiresAt) * 1000 - saidAtMs, 60_000),
    serial: before && before.user.sessionId === user.sessionId ? before.serial + 1 : 1,
  }
}

/** When to refresh: halfway through short lives, and early enough in long ones that five minutes of skew do no harm. */
export function refreshAtMs({ issuedAtMs, expiresAtMs }: SessionRecord): number {
  return expiresAtMs - Math.min((expiresAtMs - issuedAtMs) / 2, skewMs + 60_000)
}

/** Reads what a storage holds; undefined for what is none of ours, is broken, or has expired by any clock. */
export function parseRecord(text: string | null, environmentId: string): SessionRecord | undefined {
  try {
    const record: unknown = JSON.parse(text ?? '')
    return isRecord(record, environmentId) && record.expiresAtMs + skewMs > Date.now() ? record : undefined
  } catch {
    return undefined
  }
}

/** Also for what other tabs say. */
export function isRecord(value: unknown, environmentId: string): value is SessionRecord {
  const { v, token, user, issuedAtMs, expiresAtMs, serial } = Object(value) as Record<string, unknown>
  const { id, projectEnvironmentId, verifiedCredentials } = Object(user) as Record<string, unknown>
  return (
    v === 1 && typeof id === 'string' && projectEnvironmentId === environmentId && Array.isArray(verifiedCredentials) &&
    [issuedAtMs, expiresAtMs, serial].every(Number.isFinite) &&
    (token === undefined || (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)))
  )
}

function issuedAtMs(jwt = ''): number | undefined {
  try {
    const { iat } = JSON.parse(new TextDecoder().decode(decodeBase64url(jwt.split('.')[1] ?? '')))
    return typeof iat === 'number' ? iat * 1000 : undefined
  } catch {
    return undefined
  }
}
