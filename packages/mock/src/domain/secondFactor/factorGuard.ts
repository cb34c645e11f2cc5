import type { User } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { canProveFactor, hasVerifiedDevice, isMfaOpen } from './mfaPolicy.ts'

/**
 * Whether a second factor protects a user, so that one proof alone must not move anything out of the account: the user
 * has a verified device, or would be asked for a factor and can prove one.
 */
export function isGuarded(backend: Pick<Backend, 'store'>, user: User): boolean {
  return hasVerifiedDevice(backend, user.id) || (isMfaOpen(backend, user) && canProveFactor(backend, user, {}))
}
