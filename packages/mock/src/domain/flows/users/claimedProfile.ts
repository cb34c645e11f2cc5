import { defined } from '@latchkey/base/defined'
import type { User } from '../../../store/records.ts'
import { isEmailTaken } from '../../contacts/emails.ts'
import { withoutTakenFields } from '../../credentials/uniqueFields.ts'
import { isProfileText } from '../../customFields/userFields.ts'
import { isEmail } from '../../shared/addresses.ts'
import type { Backend } from '../../shared/backend.ts'

export interface ClaimedProfile {
  /** The address that the issuer has verified; absent if it has not. */
  readonly verifiedEmail?: string | undefined
  /** Standard claims (OpenID Connect, section 5.1). */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

/**
 * The profile of a new user, from an issuer's claims. An address is taken over only if it is verified and no other user
 * has it.
 */
export function profileFromClaims(
  backend: Backend,
  environmentId: string,
  { verifiedEmail: email, claims = {} }: ClaimedProfile,
): Partial<User> {
  const isFree = email !== undefined && isEmail(email) && !isEmailTaken(backend, { environmentId }, email)
  const names = { ...nameFrom('firstName', claims.given_name), ...nameFrom('lastName', claims.family_name) }
  return {
    ...defined({ email: isFree ? email : undefined }),
    ...withoutTakenFields(backend, environmentId, { values: names }),
  }
}

/** Names are taken over if the profile can show them. */
function nameFrom(field: 'firstName' | 'lastName', name: unknown): Partial<User> {
  return typeof name === 'string' && name !== '' && isProfileText(name) ? { [field]: name } : {}
}
