import { type ApiError, isApiError } from '../shared/errors.ts'
import { SignInError } from '../shared/signInError.ts'

/** Whether a failed refresh means that the session has ended. */
export function isRefused(error: unknown): boolean {
  return isUnauthorized(error) || error instanceof SignInError
}

/**
 * Whether the service has refused the credential, so that nothing of the call was done: `unauthorized`, `token_expired`,
 * `token_revoked`, `session_revoked`. A 401 with another code can be the answer to a wrong code.
 */
export function isCredentialRefused(error: unknown): boolean {
  return isUnauthorized(error) && /^(unauth|token_|session_)/.test(`${(error as ApiError).code}`)
}

/** Whether the service itself has answered 401. A gateway on the way may as well, with a page or a body of its own. */
export function isUnauthorized(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && 'error' in Object(error.body)
}
