import { isApiError } from '../shared/errors.ts'
import { SignInError } from '../shared/signInError.ts'

/** Whether a failed refresh means that the session has ended. */
export function isRefused(error: unknown): boolean {
  return isUnauthorized(error) || error instanceof SignInError
}

export function isUnauthorized(error: unknown): boolean {
  return isApiError(error) && error.status === 401
}
