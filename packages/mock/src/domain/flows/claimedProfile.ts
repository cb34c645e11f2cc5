import type { Backend } from '../../backend.ts'
import type { User } from '../../store/records.ts'
import { isEmail } from '../shared/addresses.ts'
import { isEmailTaken } from '../contacts/emails.ts'
import { withoutTakenFields } from '../credentials/uniqueFields.ts'
import { isProfileText } from '../customFields/userFields.ts'

export interface ClaimedProfile {
  /** The address that the issuer has verified, if it has. */
  readonly verifiedEmail?: string
  /** Standard claims (OpenID Connect, section 5.1). */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** What a new user takes over from whoever vouches for them: an address only if it is verified and nobody else's. */
export function profileFromClaims(
  backend: Backend,
  environmentId: string,
  { verifiedEmail: email, claims = {} }: ClaimedProfile,
): Partial<User> {
  const isFree = email !== undefined && isEmail(email) && !isEmailTaken(backend, environmentId, email)
  const names = { ...nameFrom('firstName', claims.given_name), ...nameFrom('lastName', claims.family_name) }
  return { ...(isFree && { email }), ...withoutTakenFields(backend, environmentId, { values: names }) }
}

/** Names are taken over where the profile can show them. */
function nameFrom(field: 'firstName' | 'lastName', name: unknown): Partial<User> {
  return typeof name === 'string' && name !== '' && isProfileText(name) ? { [field]: name } : {}
}
