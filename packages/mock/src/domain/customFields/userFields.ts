import type { components } from '@latchkey/types'
import type { User } from '../../store/records.ts'
import { assertUniqueFields } from '../credentials/uniqueFields.ts'
import { allFields } from '../shared/allFields.ts'
import type { Backend } from '../shared/backend.ts'
import { isCountryCode } from '../shared/countries.ts'
import { assert } from '../shared/errors.ts'
import { validateCustomFields, validateStandardFields } from './customFields.ts'

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
 * @throws {@link DomainError} `invalidUpdate` for a country that does not exist, `usernameExists`, `metadataTooLarge`, what a custom field's value is refused with, and what {@link assertUniqueFields} refuses
 */
export function readProfileFields(
  backend: Backend,
  environmentId: string,
  { userId, fields }: { userId?: string; fields: Schemas['InternalUserFields'] },
): Partial<ProfileFields> & Pick<User, 'usernameKey'> {
  const named: Partial<ProfileFields> & { usernameKey?: string | undefined } = Object.fromEntries(
    profileFields
      .filter((name) => fields[name] !== undefined)
      .map((name) => [name, fields[name] === '' || fields[name] === null ? undefined : fields[name]]),
  )
  assert(!named.country || isCountryCode(named.country), 'invalidUpdate', {
    message: 'country must be a country code that ISO 3166-1 assigns, such as GB.',
  })
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

const profileText = /^$|^(?=\S)[\p{L}\p{N} _.,:!?&%@/+'|-]+(?<=\S)$/u

/**
 * Whether a profile can have a text as a name: the schema `OptString255`. Requests are checked against it; what a
 * provider or an issuer sends is not.
 */
export function isProfileText(text: string): boolean {
  return text.length <= 255 && profileText.test(text)
}

/** A profile without any field. */
const blankProfile = Object.fromEntries(profileFields.map((name) => [name, null]))

/** The profile of a user as replies show it: null stands for an empty field. */
export function shownProfileOf(user: ProfileFields): ShownProfile {
  // Each user of a page comes here: a copy of an object whose fields are there already is the quickest.
  const shown: Record<string, unknown> = { ...blankProfile }
  for (const name of profileFields) {
    const value = user[name]
    if (value !== undefined) shown[name] = value
  }
  shown.metadata = { ...user.metadata }
  return shown as ShownProfile
}

type ShownProfile = { -readonly [Name in keyof ProfileFields]-?: Required<Schemas['User']>[Name] }
