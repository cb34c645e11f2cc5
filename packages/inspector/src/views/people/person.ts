import type { ControlOutput } from '../../live/control.ts'
import { shortText } from '../../shortText.ts'

/** A user, with everything that belongs to the user. */
export type Person = ControlOutput<'GET people/details'>
export type User = Person['user']

/** Names a person: by name, otherwise by what the person signs in with. */
export function nameOf({ id, alias, firstName, lastName, username, email, phoneNumber, wallets }: User): string {
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  const address = wallets?.[0]?.publicKey
  return (
    alias || fullName || username || email || phoneNumber || (address && shortText(address)) || `User ${id.slice(-6)}`
  )
}

/** A second line about a person, beside the name. */
export function contactOf(user: User): string {
  const { id, email, phoneNumber, username, wallets } = user
  const address = wallets?.[0]?.publicKey
  const contacts = [email, phoneNumber, username, address && shortText(address)]
  return contacts.find((contact) => contact && contact !== nameOf(user)) || id
}

/** One or two letters that stand for a person. */
export function initialsOf(user: User): string {
  const words = nameOf(user).match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(word ?? '')[0])
    .join('')
    .toUpperCase()
}

/** The same of some tones for the same id each time. */
export const toneOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % 6 || 0
