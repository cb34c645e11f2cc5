import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { User } from '../../store/records.ts'
import { validateCustomFields, validateStandardFields } from './customFields.ts'
import { allFields } from '../shared/allFields.ts'
import { assert } from '../shared/errors.ts'
import { assertUniqueFields } from '../credentials/uniqueFields.ts'

type Schemas = components['schemas']

/** The fields of a profile that a server may write. */
export const profileFields = allFields<Schemas['InternalUpdatableUserFields']>()(
  'alias',
  'firstName',
  'lastName',
  'jobTitle',
  'phoneNumber',
  'country',
  'username',
  'team',
  'tShirtSize',
  'policiesConsent',
  'btcWallet',
  'kdaWallet',
  'ltcWallet',
  'ckbWallet',
  'kasWallet',
  'dogeWallet',
  'emailNotification',
  'discordNotification',
  'newsletterNotification',
  'metadata',
  'mfaBackupCodeAcknowledgement',
)

export type ProfileFields = Pick<User, (typeof profileFields)[number]>

const maximumMetadataBytes = 2048

/**
 * The profile fields of an input, ready to be merged into a user. A field that the input empties (`''` or null) is
 * undefined.
 *
 * @throws {@link DomainError} `invalidUpdate` for a text that replies cannot show, `usernameExists`,
 * `metadataTooLarge`, what a custom field's value is refused with, and what {@link assertUniqueFields} refuses
 */
export function readProfileFields(
  backend: Backend,
  environmentId: string,
  { userId, fields }: { userId?: string; fields: Schemas['InternalUserFields'] },
): Partial<ProfileFields> & Pick<User, 'usernameKey'> {
  const named: Partial<ProfileFields> & { usernameKey?: string } = Object.fromEntries(
    profileFields
      .filter((name) => fields[name] !== undefined)
      .map((name) => [name, fields[name] === '' || fields[name] === null ? undefined : fields[name]]),
  )
  assertProfileTexts(named)
  if (named.metadata) {
    assertMetadataSize(named.metadata)
    validateCustomFields(backend, environmentId, { values: named.metadata, userId })
  }
  validateStandardFields(backend, environmentId, named)
  assertUniqueFields(backend, environmentId, { userId, values: named })
  if (!Object.hasOwn(named, 'username')) return named
  named.usernameKey = named.username?.toLowerCase()
  const holder =
    named.usernameKey === undefined
      ? undefined
      : backend.store.users.find('byUsernameKey', [environmentId, named.usernameKey])
  assert(!holder || holder.id === userId, 'usernameExists')
  return named
}

/** @throws {@link DomainError} `metadataTooLarge` for more than two kilobytes of JSON */
export function assertMetadataSize(metadata: User['metadata']): void {
  assert(new TextEncoder().encode(JSON.stringify(metadata ?? {})).length <= maximumMetadataBytes, 'metadataTooLarge')
}

/**
 * The texts of a profile that replies show as `OptNullString255`, which is narrower than the schema of the requests
 * that write them.
 */
const profileTexts = ['alias', 'firstName', 'lastName', 'jobTitle', 'team', 'tShirtSize'] as const

const profileText = /^$|^(?=\S)[\p{L}\p{N} _.,:!?&%@/+-]+(?<=\S)$/u

/** Whether replies can show a text in a profile: the schema `OptNullString255`. */
export function isProfileText(text: string): boolean {
  return text.length <= 255 && profileText.test(text)
}

/** The fields of a profile whose texts replies cannot show. */
export function unshownTexts(fields: Readonly<Partial<Record<string, unknown>>>): string[] {
  return profileTexts.filter((name) => typeof fields[name] === 'string' && !isProfileText(fields[name]))
}

/** @throws {@link DomainError} `invalidUpdate` for a text that replies cannot show */
function assertProfileTexts(fields: Readonly<Partial<Record<string, unknown>>>): void {
  const [field] = unshownTexts(fields)
  assert(field === undefined, 'invalidUpdate', {
    message: `${field}: must be letters, digits and the punctuation _ . , : ! ? & % @ / + - without a space at either end.`,
  })
}

/** The profile fields of a user that have a value. */
export function profileOf(user: User): Partial<ProfileFields> {
  const profile: Record<string, unknown> = {}
  for (const name of profileFields) {
    const value = user[name]
    if (value !== undefined && value !== null) profile[name] = value
  }
  return profile as Partial<ProfileFields>
}
