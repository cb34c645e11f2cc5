import { isApiError } from '../shared/errors.ts'
import { SignInError } from './signInError.ts'

/** Whether a refresh has ended the session, rather than failed. */
export function isRefused(error: unknown): boolean {
  return isUnauthorized(error) || error instanceof SignInError
}

export function isUnauthorized(error: unknown): boolean {
  return isApiError(error) && error.status === 401
}
