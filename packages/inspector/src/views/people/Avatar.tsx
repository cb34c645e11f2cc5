import { initialsOf, toneOf, type User } from './person.ts'

/** Initials in a circle, whose colour is the same for the same person. */
export function Avatar({ user, isLarge = false }: { user: User; isLarge?: boolean }) {
  return (
    <span class={`people-avatar people-tone-${toneOf(user.id)} ${isLarge ? 'large' : ''}`} aria-hidden="true">
      {initialsOf(user)}
    </span>
  )
}
