import type { SdkUser } from '../generated/operations/schemas.ts'
import { isToken } from '../policies/tokenCache.ts'
import { ResponseParseError } from '../shared/errors.ts'
import { jwtClaims } from '../shared/jwtClaims.ts'
import type { SessionReply } from './reply.ts'
import type { SessionSnapshot, SessionState } from './session.ts'
import type { StorageAdapter } from './storage.ts'

/** A session as it is stored. Instants are those of this machine's clock. */
export interface SessionRecord {
  readonly v: 1
  /** Absent if the token is in a cookie that scripts cannot read. */
  readonly token?: string
  readonly user: SdkUser
  readonly issuedAtMs: number
  readonly expiresAtMs: number
  /** Number of the token within the session, so that an older token never replaces a newer one. */
  readonly serial: number
}

/** Tolerated error of the clock with which a record was written. */
const skewMs = 300_000

/** Further input for making a record of a reply. */
interface RecordContext {
  environmentId: string
  isCookie: boolean
  storage: Pick<StorageAdapter, 'isSmall'>
  /** The record that the reply continues. */
  before?: SessionRecord
}

/**
 * The record of a reply. A token's lifetime is computed from the service's own instants (the token's `iat`, or else the
 * header `date`), so an error of the local clock does not matter. After a reply without a token, the record has the
 * user's present token, and its expiry unless the reply has another.
 *
 * @throws {@link ResponseParseError} when the record of the reply could not be read back.
 */
export function toRecord(
  reply: SessionReply,
  response: Response,
  { environmentId, isCookie, storage, before }: RecordContext,
): SessionRecord {
  const { minifiedJwt, user, expiresAt, ...rest } = Object(reply) as SessionReply
  const jwt = (storage.isSmall && minifiedJwt) || rest.jwt
  const { iat, exp } = jwtClaims(jwt)
  const now = Date.now()
  const saidAtMs = readInstant(iat) ?? (Date.parse(response.headers.get('date') ?? '') || now)
  const endAtMs = readInstant(expiresAt) ?? readInstant(exp)
  // At least a minute, because a wrong clock may have shortened it.
  const localEndAtMs = now + Math.max(endAtMs === undefined ? 0 : endAtMs - saidAtMs, 60_000)
  // Without a new token, that of the same user stays.
  const earlierToken = before?.user.id === user?.id ? before?.token : undefined
  const token = isCookie ? undefined : jwt || earlierToken
  const record = {
    v: 1,
    ...(token && { token }),
    user,
    issuedAtMs: now,
    expiresAtMs: before && !jwt && endAtMs === undefined ? before.expiresAtMs : localEndAtMs,
    serial: (ofSession(before, user?.sessionId)?.serial ?? 0) + 1,
  }
  if (!isRecord(record, environmentId)) throw new ResponseParseError(response, 'it has no session of this environment')
  return record
}

/**
 * When to refresh: after half of a short lifetime, and in a long one early enough for five minutes of clock skew. If
 * refreshes do not extend the session, they are half a minute apart.
 */
export function refreshAtMs({ issuedAtMs, expiresAtMs }: SessionRecord): number {
  const leftMs = expiresAtMs - issuedAtMs
  const nowMs = Date.now()
  // The clock has been set back since, and nobody knows how much time has passed.
  if (issuedAtMs - skewMs > nowMs) return nowMs
  return leftMs < 2000 ? issuedAtMs + 30_000 : expiresAtMs - Math.min(leftMs / 2, skewMs + 60_000)
}

/** For how long a storage keeps a record: past its end, because the clock may be wrong. */
export function maxAgeMs({ expiresAtMs }: SessionRecord): number {
  return Math.max(expiresAtMs - Date.now(), 60_000)
}

/** Reads a stored record; undefined when it is broken, or has expired even if the clock is wrong. */
export function parseRecord(text: string | null | undefined, environmentId: string): SessionRecord | undefined {
  try {
    // Neither null nor undefined is a record.
    const record: unknown = JSON.parse(text as string)
    return isRecord(record, environmentId) && record.expiresAtMs + skewMs > Date.now() ? record : undefined
  } catch {
    return undefined
  }
}

/** The record if it belongs to that session. */
export function ofSession(record: SessionRecord | undefined, sessionId: unknown): SessionRecord | undefined {
  return record?.user.sessionId === sessionId ? record : undefined
}

/** Whether a record has an older token of the present session, or the same token. */
export function isOlder(record: SessionRecord | undefined, current: SessionRecord | undefined): boolean {
  return !!current && Number(ofSession(record, current.user.sessionId)?.serial) <= current.serial
}

/** Whether a value is a record of this environment; also checks the messages of other tabs. */
export function isRecord(value: unknown, environmentId: string): value is SessionRecord {
  const { v, token, user, issuedAtMs, expiresAtMs, serial } = Object(value) as Record<string, unknown>
  const { id, projectEnvironmentId, scope, verifiedCredentials } = Object(user) as Record<string, unknown>
  return (
    v === 1 &&
    typeof id === 'string' &&
    `${projectEnvironmentId}`.toLowerCase() === environmentId.toLowerCase() &&
    typeof (scope ?? '') === 'string' &&
    Array.isArray(verifiedCredentials) &&
    [issuedAtMs, expiresAtMs, serial].every(Number.isFinite) &&
    (token === undefined || isToken(token))
  )
}

export function snapshotOf(record: SessionRecord | undefined, isKept: boolean): SessionSnapshot {
  return { state: stateOf(record), user: record?.user, expiresAtMs: record?.expiresAtMs, isKept }
}

export function stateOf(record: Pick<SessionRecord, 'user'> | undefined): SessionState {
  if (!record) return 'signedOut'
  return record.user.scope?.split(' ').includes('requiresAdditionalAuth') ? 'needsSecondFactor' : 'signedIn'
}

/** Unix seconds, or an ISO 8601 date; undefined for any other text. */
function readInstant(value: unknown): number | undefined {
  const atMs = /^\d{4}-/.test(`${value}`) ? Date.parse(`${value}`) : Number(value || NaN) * 1000
  return Number.isFinite(atMs) ? atMs : undefined
}
