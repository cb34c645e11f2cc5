import type { User } from '../../store/records.ts'

/** What a user is called: by name, otherwise by what the user signs in with. The inspector calls people the same. */
export function nameOfUser({ alias, email, username, firstName, lastName, phoneNumber, id }: User): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return alias || name || username || email || phoneNumber || id
}
