import type { User } from '../../store/records.ts'

/** The name of a user, otherwise an identifier with which the user signs in. The inspector calls people the same. */
export function nameOfUser({ alias, email, username, firstName, lastName, phoneNumber, id }: User): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return alias || name || username || email || phoneNumber || id
}
