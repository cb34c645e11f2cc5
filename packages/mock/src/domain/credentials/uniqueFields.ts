import type { User } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { comparableNumber } from '../shared/phones.ts'
import { isVerified } from './credentials.ts'

type Reading = Pick<Backend, 'store'>

/** E-mail addresses and usernames have their own uniqueness rules, which no setting turns off. */
const guardedElsewhere: ReadonlySet<string> = new Set<keyof User>(['email', 'username'])

export interface FieldValues {
  /** The user who gets the values and may keep the present ones; absent for a new user. */
  readonly userId?: string | undefined
  /** By the names of standard fields. */
  readonly values: Partial<User>
}

/**
 * Refuses a value that another user has, if the settings enable the field and require it to be unique. Checkboxes
 * cannot be unique.
 *
 * @throws {@link DomainError} `accountHasPhoneNumber` for a phone number, `customFieldNotUnique` for any other field
 */
export function assertUniqueFields(backend: Reading, environmentId: string, input: FieldValues): void {
  const [taken] = takenFields(backend, environmentId, input)
  assert(taken !== 'phoneNumber', 'accountHasPhoneNumber')
  assert(taken === undefined, 'customFieldNotUnique', { message: `${taken} must be a value that no other user has.` })
}

/** The values without those that another user has, for a profile that the user did not fill in. */
export function withoutTakenFields(backend: Reading, environmentId: string, input: FieldValues): Partial<User> {
  const taken = new Set(takenFields(backend, environmentId, input))
  return Object.fromEntries(Object.entries(input.values).filter(([name]) => !taken.has(name)))
}

/** Whether the environment uses a standard field and keeps its values unique. */
export function isUniqueField({ store }: Reading, environmentId: string, name: string): boolean {
  return (
    store.environments
      .get(environmentId)
      ?.settings.kyc.some((field) => field.name === name && field.enabled && field.unique) === true
  )
}

/** Whether two users have the same value in a standard field that can be unique. */
export function hasSharedValue({ store }: Reading, environmentId: string, name: string): boolean {
  if (guardedElsewhere.has(name)) return false
  const seen = new Set<string>()
  for (const user of store.users.scan('byCreatedAt', [environmentId])) {
    const value = comparable(name, user[name as keyof User])
    if (value === undefined) continue
    if (seen.has(value)) return true
    seen.add(value)
  }
  return false
}

function takenFields(backend: Reading, environmentId: string, { userId, values }: FieldValues): string[] {
  const names = Object.keys(values).filter(
    (name) => !guardedElsewhere.has(name) && isUniqueField(backend, environmentId, name),
  )
  const wanted = names
    .map((name) => ({ name, value: comparable(name, values[name as keyof User]) }))
    .filter(({ value }) => value !== undefined)
  if (wanted.length === 0) return []
  const taken = new Set(
    wanted
      .filter(
        ({ name, value }) =>
          name === 'phoneNumber' && isProvedNumber(backend, environmentId, { number: value, userId }),
      )
      .map(({ name }) => name),
  )
  for (const user of backend.store.users.scan('byCreatedAt', [environmentId])) {
    if (user.id === userId) continue
    for (const { name, value } of wanted) if (comparable(name, user[name as keyof User]) === value) taken.add(name)
  }
  return [...taken]
}

function isProvedNumber(
  { store }: Reading,
  environmentId: string,
  { number, userId }: { readonly number: string | undefined; readonly userId: string | undefined },
): boolean {
  const credential = store.credentials.find('byKey', [environmentId, 'phoneNumber', number ?? ''])
  return credential !== undefined && isVerified(credential) && credential.userId !== userId
}

/** The comparable form of a text; phone numbers are equal however they are grouped, if there is a digit. */
function comparable(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return name === 'phoneNumber' ? comparableNumber(value) || value : value
}
