import { SignInError } from '../shared/signInError.ts'
import type { SessionRecord } from './record.ts'
import { isUnauthorized } from './refusal.ts'

/**
 * Finds out whether the browser sends the session's cookie. A sign-in without a token in its reply relies on a cookie,
 * and the first call shows whether the browser sends it.
 */
export interface CookieCheck {
  /** Restarts the check for the record of a sign-in. */
  start(record: SessionRecord): void
  /**
   * Sees the reply of each call of the session.
   *
   * @throws {@link SignInError} `no_cookie` for a 401 after the check has failed.
   */
  see(response: Response): void
  /** Whether this error of a call may mean that the browser did not send the cookie. */
  isDoubtful(record: SessionRecord, error: unknown): boolean
  /** The reason why a refresh failed: `no_cookie`, or the error itself. */
  explain(record: SessionRecord, error: unknown): unknown
}

export function createCookieCheck(): CookieCheck {
  let unproved: SessionRecord | undefined
  let failure: SignInError | undefined
  const isDoubtful = (record: SessionRecord, error: unknown): boolean => record === unproved && isUnauthorized(error)
  return {
    start(record) {
      unproved = record.token ? undefined : record
      failure = undefined
    },
    see({ ok, status }) {
      if (ok) unproved = undefined
      if (failure && status === 401) throw failure
    },
    isDoubtful,
    explain(record, cause) {
      if (!isDoubtful(record, cause)) return cause
      const message = 'The browser sends no session cookie. Is `cookies: true` missing?'
      failure = new SignInError('no_cookie', message, { cause })
      return failure
    },
  }
}
