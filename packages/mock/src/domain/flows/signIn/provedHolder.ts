import type { Credential, User } from '../../../store/records.ts'
import { holderOfEmail } from '../../contacts/emails.ts'
import type { Backend } from '../../shared/backend.ts'
import { type ClaimedProfile, profileFromClaims } from '../users/claimedProfile.ts'

/** An account elsewhere that a person has proved to hold. */
interface ProvedElsewhere extends ClaimedProfile {
  /** The credential of the account, if it has one here. */
  readonly existing: Credential | undefined
}

/**
 * Whom an account elsewhere signs in: the user who has it, else the user who has proved to hold the address that its
 * issuer has verified, else a new user.
 *
 * @returns The id of the user, and the user, or what the profile of a new one begins with.
 */
export function provedHolder(
  backend: Backend,
  environmentId: string,
  { existing, verifiedEmail, claims }: ProvedElsewhere,
): { readonly userId: string; readonly user?: User; readonly profile?: Partial<User> } {
  const holder = verifiedEmail === undefined ? undefined : holderOfEmail(backend, environmentId, verifiedEmail)
  const user = existing ? backend.store.users.get(existing.userId) : holder
  if (user) return { userId: user.id, user }
  return { userId: backend.newId(), profile: profileFromClaims(backend, environmentId, { verifiedEmail, claims }) }
}
