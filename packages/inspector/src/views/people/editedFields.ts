import type { components } from '@latchkey/types'
import type { Person } from './person.ts'

/** Fields that the form has no text for: the metadata has an input of its own, and the others are not shown. */
type OtherField =
  | 'policiesConsent'
  | 'metadata'
  | 'mfaBackupCodeAcknowledgement'
  | `${string}Wallet`
  | `${string}Notification`

type ProfileText = 'email' | Exclude<keyof components['schemas']['InternalUpdatableUserFields'], OtherField>

/** Words for the texts of a profile. A text without words does not compile. */
const words: Readonly<Record<ProfileText, string>> = {
  email: 'E-mail',
  alias: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  phoneNumber: 'Phone number',
  jobTitle: 'Job title',
  team: 'Team',
  country: 'Country',
  tShirtSize: 'T-shirt size',
}

/** The texts of a profile, in the order of a form, with words for them. */
export const profileTexts = Object.entries(words) as [ProfileText, string][]

/** The fields that refusals concern whose sentences do not name one, by the refusals' codes. */
export const fieldOfCode: Readonly<Record<string, string>> = {
  email_already_exists: 'email',
  invalid_email: 'email',
  email_cannot_be_null: 'email',
  cannot_delete_last_sign_in_verified_credential: 'email',
  username_already_exists: 'username',
  user_has_already_account_with_phone_number: 'phoneNumber',
  metadata_size_exceeded: 'metadata',
}

interface Fields {
  email?: string
  [name: string]: unknown
}

/**
 * Lists the fields of a person that a form has changed. An empty text removes a value.
 *
 * @throws Error for metadata that is not a JSON object; the sentence begins with `metadata: `
 */
export function changesOf(person: Person, values: FormData): Fields {
  const { user, customFields } = person
  const textOf = (name: string) => String(values.get(name) ?? '')
  const changed = profileTexts.filter(([name]) => textOf(name) !== (user[name] ?? ''))
  // The country is the only one of the texts that null empties.
  const fields: Fields = Object.fromEntries(
    changed.map(([name]) => [name, name === 'country' && textOf(name) === '' ? null : textOf(name)]),
  )
  const metadata = { ...readMetadata(textOf('metadata')) }
  for (const { key = '', fieldType } of customFields) {
    const text = textOf(key)
    const former = user.metadata?.[key]
    if (text === String(former ?? '')) {
      if (former !== undefined) metadata[key] = former
    } else if (text !== '') metadata[key] = fieldType === 'checkbox' ? text === 'true' : text
  }
  const isSame = sortedJson(metadata) === sortedJson(user.metadata ?? {})
  return isSame ? fields : { ...fields, metadata }
}

function readMetadata(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('metadata: must be a JSON object, such as { "plan": "gold" }.')
  return value as Record<string, unknown>
}

const sortedJson = (value: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
