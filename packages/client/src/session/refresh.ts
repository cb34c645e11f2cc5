import { refresh } from '../generated/operations/sessions.ts'
import { SignInError } from '../shared/signInError.ts'
import { type SessionRecord, toRecord } from './record.ts'
import type { Setup } from './setup.ts'
import { fixedCredential } from './token.ts'

/**
 * Asks the service for the next tokens of a session.
 *
 * @throws {@link SignInError} `other_user` when the answer is another user's session.
 */
export async function requestTokens(setup: Setup, before: SessionRecord): Promise<SessionRecord> {
  const { data, response } = await refresh(setup.api, {}, { auth: fixedCredential(before) }).withResponse()
  const record = toRecord(data, response, { ...setup, before })
  if (record.user.id !== before.user.id)
    throw new SignInError('other_user', "The refresh answered another user's session. Sign in again.")
  return record
}

/** Whether a token is too old to start a call with. */
export function isAtItsEnd({ expiresAtMs }: SessionRecord): boolean {
  return Date.now() > expiresAtMs - 10_000
}

/** Allows one refresh at a time: calls that come meanwhile share its result. */
export function createShared(work: (from: SessionRecord) => Promise<void>): (from: SessionRecord) => Promise<void> {
  const pending = new WeakMap<SessionRecord, Promise<void>>()
  return (from) => {
    const done = pending.get(from) ?? work(from).finally(() => pending.delete(from))
    pending.set(from, done)
    return done
  }
}
