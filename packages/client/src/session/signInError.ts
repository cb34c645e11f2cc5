import { LatchkeyError, type LatchkeyErrorDetails } from '../shared/errors.ts'

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
  | 'no_cookie'
  | 'no_nonce'
  | 'no_passkey'
  | 'no_session'
  | 'session_ended'
  | 'other_user'
  | (string & {})

/** What else is known of a sign-in that failed. */
export interface SignInErrorDetails extends LatchkeyErrorDetails {
  /** The provider's own words. */
  description?: string
}

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
  /** What a provider says about it in words: the `error_description` of its answer, where there is one. */
  declare readonly description?: string

  constructor(reason: SignInErrorReason, message: string, details: SignInErrorDetails = {}) {
    super(message, details)
    this.reason = reason
    if (details.description) this.description = details.description
  }
}
