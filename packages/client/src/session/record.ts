import { ResponseParseError } from '../shared/errors.ts'
import type { SdkUser } from '../generated/operations/schemas.ts'
import { isToken } from '../policies/tokenCache.ts'
import { jwtClaims } from '../shared/jwtClaims.ts'
import type { SessionReply } from './reply.ts'
import type { SessionSnapshot, SessionState } from './session.ts'

/** A session as it is stored. Instants are those of this machine's clock. */
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

/** How far off the clock may be that a record was written by. */
const skewMs = 300_000

/** What else decides how a reply becomes a record. */
interface RecordContext {
  environmentId: string
  isCookie: boolean
  /** The record that the reply goes on with. */
  before?: SessionRecord
}

/**
 * The record of a reply. How long a token lives is read from the service's own instants (the token's `iat`, or else the
 * header `date`), so that it does not matter what time it is here. A reply without a token leaves the user's present
 * one, with its end unless the reply tells another.
 *
 * @throws {@link ResponseParseError} when the reply makes no record that could be read back.
 */
export function toRecord(
  reply: SessionReply,
  response: Response,
  { environmentId, isCookie, before }: RecordContext,
): SessionRecord {
  const { jwt, user, expiresAt } = Object(reply) as SessionReply
  const { iat, exp } = jwtClaims(jwt)
  const now = Date.now()
  const saidAtMs = readInstant(iat) ?? (Date.parse(response.headers.get('date') ?? '') || now)
  const endAtMs = readInstant(expiresAt) ?? readInstant(exp)
  // A minute at least, since a clock that is wrong may have made less of it.
  const told = now + Math.max(endAtMs === undefined ? 0 : endAtMs - saidAtMs, 60_000)
  const token = isCookie ? undefined : jwt || (before && before.user.id === user?.id ? before.token : undefined)
  const record = {
    v: 1,
    ...(token && { token }),
    user,
    issuedAtMs: now,
    expiresAtMs: before && !jwt && endAtMs === undefined ? before.expiresAtMs : told,
    serial: before && before.user.sessionId === user?.sessionId ? before.serial + 1 : 1,
  }
  if (!isRecord(record, environmentId))
    throw new ResponseParseError(response, 'it holds no session of this environment')
  return record
}

/**
 * When to refresh: after half of a short lifetime, and early enough in a long one that five minutes of clock skew do no
 * harm. Where refreshes do not move the end, they are half a minute apart.
 */
export function refreshAtMs({ issuedAtMs, expiresAtMs }: SessionRecord): number {
  const leftMs = expiresAtMs - issuedAtMs
  return leftMs < 2000 ? issuedAtMs + 30_000 : expiresAtMs - Math.min(leftMs / 2, skewMs + 60_000)
}

/** For how long a storage keeps a record. A wrong clock may make it useful past its end. */
export function maxAgeMs({ expiresAtMs }: SessionRecord): number {
  return Math.max(expiresAtMs - Date.now(), 60_000)
}

/** Reads a stored record; undefined when it is not a record, is broken, or has expired even by a clock that is off. */
export function parseRecord(text: string | null | undefined, environmentId: string): SessionRecord | undefined {
  try {
    const record: unknown = JSON.parse(text ?? '')
    return isRecord(record, environmentId) && record.expiresAtMs + skewMs > Date.now() ? record : undefined
  } catch {
    return undefined
  }
}

/** The record where it is one of that session. */
export function ofSession(record: SessionRecord | undefined, sessionId: unknown): SessionRecord | undefined {
  return record?.user.sessionId === sessionId ? record : undefined
}

/** Whether a record has an older token of the session at hand, or the same one. */
export function isOlder(record: SessionRecord | undefined, current: SessionRecord | undefined): boolean {
  return !!record && !!current && record.user.sessionId === current.user.sessionId && record.serial <= current.serial
}

/** Whether a value is a record of this environment; also checks the messages of other tabs. */
export function isRecord(value: unknown, environmentId: string): value is SessionRecord {
  const { v, token, user, issuedAtMs, expiresAtMs, serial } = Object(value) as Record<string, unknown>
  const { id, projectEnvironmentId, verifiedCredentials } = Object(user) as Record<string, unknown>
  return (
    v === 1 &&
    typeof id === 'string' &&
    `${projectEnvironmentId}`.toLowerCase() === environmentId.toLowerCase() &&
    Array.isArray(verifiedCredentials) &&
    [issuedAtMs, expiresAtMs, serial].every(Number.isFinite) &&
    (token === undefined || isToken(token))
  )
}

export function snapshotOf(record: SessionRecord | undefined): SessionSnapshot {
  return { state: stateOf(record), user: record?.user, expiresAtMs: record?.expiresAtMs }
}

export function stateOf(record: Pick<SessionRecord, 'user'> | undefined): SessionState {
  if (!record) return 'signedOut'
  return record.user.scope?.split(' ').includes('requiresAdditionalAuth') ? 'needsSecondFactor' : 'signedIn'
}

/** Unix seconds, or an ISO 8601 date; undefined for what is neither. */
function readInstant(value: unknown): number | undefined {
  const atMs = /^\d{4}-/.test(`${value}`) ? Date.parse(`${value}`) : Number(value || NaN) * 1000
  return Number.isFinite(atMs) ? atMs : undefined
}
