import { LatchkeyError, type LatchkeyErrorDetails } from './errors.ts'

/**
 * Why a sign-in failed although the service did not refuse it: a code of this package, or the error code of the
 * provider, such as `access_denied`.
 */
export type SignInErrorReason =
  | 'state_unknown'
  | 'state_expired'
  | 'storage_blocked'
  | 'popup_blocked'
  | 'popup_closed'
  | 'no_code'
  | 'no_cookie'
  | 'no_nonce'
  | 'no_passkey'
  | 'cancelled'
  | 'invalid_domain'
  | 'not_supported'
  | 'already_registered'
  | 'superseded'
  | 'request_pending'
  | 'no_session'
  | 'session_ended'
  | 'other_user'
  | 'locked'
  | 'wrong_chain'
  | 'disconnected'
  | 'other_account'
  | 'no_signature'
  | 'wallet_failed'
  | (string & {})

/** Further details of a sign-in that failed. */
export interface SignInErrorDetails extends LatchkeyErrorDetails {
  /** The provider's explanation. */
  description?: string | undefined
}

/**
 * A sign-in failed: the person cancelled, the provider refused, or the answer belongs to no sign-in of this browser.
 *
 * A refusal by the service is an ApiError, as for any call.
 */
export class SignInError extends LatchkeyError {
  override get name(): string {
    return 'SignInError'
  }

  /** The reason as a code, for programs. */
  readonly reason: SignInErrorReason
  /** The provider's explanation: the `error_description` of its answer, if it has one. */
  declare readonly description?: string

  constructor(reason: SignInErrorReason, message: string, details: SignInErrorDetails = {}) {
    super(message, details)
    this.reason = reason
    if (details.description) this.description = details.description
  }
}
