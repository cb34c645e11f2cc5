import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { User } from '../../../store/records.ts'
import { isPlainNumber } from '../../contacts/contactChanges.ts'
import { type Contact, contactHolder, showsContact } from '../../contacts/contacts.ts'
import { holderOfEmail } from '../../contacts/emails.ts'
import { channels } from '../../contacts/verificationChannels.ts'
import { customFieldsOf, isEmptyValue } from '../../customFields/customFields.ts'
import { presentMissingCustomField } from '../../customFields/missingFields.ts'
import { type ProfileFields, profileFields } from '../../customFields/userFields.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert, DomainError } from '../../shared/errors.ts'
import { comparableNumber } from '../../shared/phones.ts'
import { presentSdkUser } from '../../users/profile.ts'

type Schemas = components['schemas']

/** Two users of one person: the merge keeps `user` and deletes `other`. */
export interface MergePair {
  readonly user: User
  readonly other: User
}

/** A field of the profile or its metadata in which the two users differ. */
export interface FieldConflict {
  readonly field: Schemas['MissingField']
  /** Whether the value is a property of the profile or a key of its metadata. */
  readonly key: string
  readonly isCustom: boolean
}

/** The enabled fields that both users have filled in differently, in form order. */
function conflictsOf(backend: Backend, pair: MergePair): FieldConflict[] {
  const { environmentId } = pair.user
  const kyc = backend.store.environments.get(environmentId)?.settings.kyc ?? []
  const standard = kyc.map((field): FieldConflict => ({ field, key: field.name, isCustom: false }))
  const custom = customFieldsOf(backend, environmentId).map((field): FieldConflict => ({
    field: presentMissingCustomField(field),
    key: field.key,
    isCustom: true,
  }))
  return [...standard, ...custom].filter((conflict) => conflict.field.enabled && differ(backend, pair, conflict))
}

function differ(backend: Backend, { user, other }: MergePair, conflict: FieldConflict): boolean {
  const [mine, theirs] = [valueOf(user, conflict), valueOf(withProvedContacts(backend, other), conflict)]
  return !isEmptyValue(mine) && !isEmptyValue(theirs) && mine !== theirs
}

/** An address or number that the other user has not proved does not belong to the person. */
function withProvedContacts(backend: Backend, other: User): User {
  return {
    ...other,
    email: isProvedEmail(backend, other) ? other.email : undefined,
    phoneNumber: isProvedNumber(backend, other) ? other.phoneNumber : undefined,
  }
}

function isProvedEmail(backend: Backend, { id, environmentId, email }: User): boolean {
  return email ? holderOfEmail(backend, environmentId, email)?.id === id : false
}

/**
 * Whether the user has proved the profile's number. If the settings require no proof, every number counts as proved.
 */
function isProvedNumber(backend: Backend, { id, environmentId, phoneNumber }: User): boolean {
  if (isPlainNumber(backend, environmentId)) return true
  return phoneNumber
    ? contactHolder(backend, { environmentId, channel: 'sms', key: comparableNumber(phoneNumber) })?.id === id
    : false
}

function valueOf(user: User, { key, isCustom }: Pick<FieldConflict, 'key' | 'isCustom'>): unknown {
  const fields: Readonly<Record<string, unknown>> = isCustom ? (user.metadata ?? {}) : { ...user }
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

/** The refusal that asks the person to resolve the conflicts, or to confirm if there are none. */
export function mergeRefusal(backend: Backend, pair: MergePair): DomainError {
  const { user, other } = pair
  const conflicts = conflictsOf(backend, pair).map((conflict): Schemas['MergeUserConflict'] => ({
    field: conflict.field,
    fromUser: { userId: other.id, value: String(valueOf(other, conflict)) },
    currentUser: { userId: user.id, value: String(valueOf(user, conflict)) },
  }))
  return new DomainError('mergeConfirmation', {
    payload: {
      ...defined({ email: other.email || undefined }),
      mergeConflicts: { fromUser: presentSdkUser(backend, other), conflicts },
    },
  })
}

/**
 * The conflicts for which the other user's value was chosen.
 *
 * @throws {@link DomainError} `invalidMerge` for a choice that names a third user or a field without a conflict, and
 * for a second choice of the same field; `mergeConfirmation` where a choice is missing
 */
export function readResolutions(
  backend: Backend,
  pair: MergePair,
  resolutions: readonly Schemas['MergeUserConflictResolution'][],
): FieldConflict[] {
  const open = conflictsOf(backend, pair)
  const won: FieldConflict[] = []
  for (const { userId, fieldKey, type } of resolutions) {
    const position = open.findIndex(
      ({ field, isCustom }) => field.name === fieldKey && (type === 'custom') === isCustom,
    )
    const [conflict] = position === -1 ? [] : open.splice(position, 1)
    assert(conflict, 'invalidMerge', {
      message: 'Choose once for each field that the users differ in, and for no other.',
    })
    assert(userId === pair.user.id || userId === pair.other.id, 'invalidMerge', {
      message: 'A choice names one of the two users.',
    })
    if (userId === pair.other.id) won.push(conflict)
  }
  if (open.length > 0) throw mergeRefusal(backend, pair)
  return won
}

/** Fields that are merged key by key, or that describe something the other user loses. */
const exempt: ReadonlySet<string> = new Set<keyof ProfileFields>(['metadata', 'mfaBackupCodeAcknowledgement'])

/** The fields that the merged user gets from the other one, where it has no value. */
const mergedFields = [...profileFields, 'email'].filter((name) => !exempt.has(name))

/** Whether the user's profile has anything besides this address or number. */
export function hasFilledProfile(user: User, contact: Pick<Contact, 'channel' | 'key'>): boolean {
  const shown = showsContact(user, contact) ? channels[contact.channel].field : undefined
  return (
    mergedFields.some((key) => key !== shown && !isEmptyValue(valueOf(user, { key, isCustom: false }))) ||
    Object.values(user.metadata ?? {}).some((value) => !isEmptyValue(value))
  )
}

/**
 * The profile of the merged user: the values of `user`, and those of `other` where they were chosen or where `user` has
 * none.
 *
 * @param won - The result of {@link readResolutions}.
 */
export function mergeProfiles(
  backend: Backend,
  { user, other: otherUser }: MergePair,
  won: readonly FieldConflict[],
): User {
  const other = withProvedContacts(backend, otherUser)
  const takes = (key: string, isCustom: boolean) =>
    isEmptyValue(valueOf(user, { key, isCustom })) ||
    won.some((conflict) => conflict.key === key && conflict.isCustom === isCustom)
  const names = mergedFields.filter((name) => takes(name, false))
  const fields = Object.fromEntries(names.map((name) => [name, valueOf(other, { key: name, isCustom: false })]))
  const metadata = {
    ...user.metadata,
    ...Object.fromEntries(Object.entries(other.metadata ?? {}).filter(([key]) => takes(key, true))),
  }
  const merged: User = {
    ...user,
    ...fields,
    ...defined({ metadata: Object.keys(metadata).length > 0 ? metadata : undefined }),
  }
  return { ...merged, usernameKey: merged.username?.toLowerCase() }
}
