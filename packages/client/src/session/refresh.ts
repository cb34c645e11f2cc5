import type { Caller, ClientChoice } from '../calls/createTransport.ts'
import { refresh } from '../generated/operations/sessions.ts'
import { type SessionRecord, toRecord } from './record.ts'
import { SignInError } from './signInError.ts'
import { release } from './surroundings.ts'

/**
 * Asks the service for the next tokens of a session.
 *
 * @throws {@link SignInError} `other_user` when the answer is another user's session.
 */
export async function requestTokens(
  api: Caller,
  auth: ClientChoice['auth'],
  isCookie: boolean,
  before: SessionRecord,
): Promise<SessionRecord> {
  const { data, response } = await refresh(api, {}, { auth }).withResponse()
  const record = toRecord(data, response, { environmentId: api.environmentId as string, isCookie, before })
  if (record.user.id !== before.user.id)
    throw new SignInError('other_user', "The refresh answered another user's session. Sign in again.")
  return record
}

/**
 * When to refresh again after a failure. The first tries follow soon: for ten seconds the service answers a retired
 * token as it did when the reply was lost.
 */
export function retryAtMs(failures: number): number {
  return Date.now() + Math.min(2000 * 2 ** failures, 300_000) * (0.5 + Math.random() / 2)
}

/** Whether a token is too old to start a call with. */
export function isAtItsEnd({ expiresAtMs }: SessionRecord): boolean {
  return Date.now() > expiresAtMs - 10_000
}

/** One refresh at a time for a session: whoever asks meanwhile shares it. */
export function createShared(work: (from: SessionRecord) => Promise<void>): (from: SessionRecord) => Promise<void> {
  const pending = new WeakMap<SessionRecord, Promise<void>>()
  return (from) => {
    const done = pending.get(from) ?? work(from).finally(() => pending.delete(from))
    pending.set(from, done)
    return done
  }
}

/**
 * A timer for an instant of this machine's clock, which may be further away than any timer reaches.
 *
 * @param ring - Called once the instant has come.
 * @returns Sets the instant; undefined stops the timer.
 */
export function createAlarm(ring: () => void): (atMs?: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return function set(atMs) {
    clearTimeout(timer)
    if (atMs === undefined) return
    timer = setTimeout(() => (Date.now() < atMs ? set(atMs) : ring()), Math.min(atMs - Date.now(), 2 ** 31 - 1))
    release(timer)
  }
}
