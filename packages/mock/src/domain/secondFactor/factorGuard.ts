import type { Backend } from '../../backend.ts'
import type { User } from '../../store/records.ts'
import { canProveFactor, hasVerifiedDevice, isMfaOpen } from './mfaPolicy.ts'

/**
 * Whether a second factor stands before a user's account, so that one proof alone must not take anything out of it: the user has
 * a verified one, or would be asked for one and has one.
 */
export function isGuarded(backend: Pick<Backend, 'store'>, user: User): boolean {
  return hasVerifiedDevice(backend, user.id) || (isMfaOpen(backend, user) && canProveFactor(backend, user, {}))
}
