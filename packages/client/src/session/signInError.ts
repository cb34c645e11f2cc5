import { LatchkeyError, type LatchkeyErrorDetails } from '../errors.ts'

/**
 * Why a sign-in ended without the service having refused it: a short code of this package, or the error code that a
 * provider has answered with, such as `access_denied`.
 */
export type SignInErrorReason =
  | 'state_unknown'
  | 'storage_blocked'
  | 'popup_blocked'
  | 'popup_closed'
  | 'no_code'
  | 'no_nonce'
  | 'no_passkey'
  | 'no_session'
  | 'session_ended'
  | 'other_user'
  | (string & {})

/**
 * A sign-in came to no end: the person gave up, the provider refused, or the answer belongs to no sign-in of this browser.
 *
 * What the service itself refuses is an ApiError, here as everywhere.
 */
export class SignInError extends LatchkeyError {
  override get name(): string {
    return 'SignInError'
  }

  /** What happened, for programs. */
  readonly reason: SignInErrorReason

  constructor(reason: SignInErrorReason, message: string, details?: LatchkeyErrorDetails) {
    super(message, details)
    this.reason = reason
  }
}
