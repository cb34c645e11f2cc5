import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Credential, User } from '../../../store/records.ts'
import { profileFields, readProfileFields } from '../../customFields/userFields.ts'
import { isSocialProvider } from '../../providers/providerCatalogue.ts'
import { acknowledgeRecoveryCodes } from '../../secondFactor/recoveryCodes.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { linkWallet } from '../../wallets/linkedWallets.ts'
import { addEmail } from './givenEmails.ts'

type Schemas = components['schemas']

/** The fields of a new user, in either operation. */
export type NewUserFields = Schemas['InternalUserFields'] & Pick<Schemas['InternalBulkUpdateUserFields'], 'id'>

/**
 * Creates a user with wallets and social accounts, all of it or nothing.
 *
 * @throws {@link DomainError} `emailExists`, `usernameExists`, `socialAccountExists`, `walletLinked`,
 * `duplicateExists`, `invalidEmail`, `emailRequired`, `invalidUpdate`, `invalidChainAddress`, `providerNotAvailable`,
 * and what {@link readProfileFields} refuses
 */
export function createUser(backend: Backend, environmentId: string, fields: NewUserFields): User {
  const { store, clock } = backend
  const { id, email, emailVerifiedAt, wallets = [], oauthAccounts = [] } = fields
  assert(id === undefined || !store.users.has(id), 'duplicateExists', {
    message: 'A user with this id exists already.',
  })
  const record = newRecord(backend)
  const user = store.users.insert({
    ...record,
    id: id ?? record.id,
    environmentId,
    updatedAt: clock.iso(),
    ...defined({ email: email || undefined }),
    ...readProfileFields(backend, environmentId, { fields }),
  })
  if (email) addEmail(backend, user, { email, emailVerifiedAt })
  else assert(emailVerifiedAt === undefined, 'emailRequired')
  for (const wallet of wallets) linkWallet(backend, user, wallet)
  for (const account of oauthAccounts) addOauthAccount(backend, user, account)
  return user
}

/**
 * Changes the profile fields that are named; `updatedAt` changes only if a value did.
 *
 * @throws {@link DomainError} what {@link readProfileFields} refuses, and `invalidUpdate` for recovery codes that
 * cannot be acknowledged
 */
export function updateUser(backend: Backend, user: User, fields: Schemas['InternalUserFields']): User {
  const { environmentId, id: userId } = user
  assertAcknowledgement(user, fields.mfaBackupCodeAcknowledgement)
  const updated: User = { ...user, ...readProfileFields(backend, environmentId, { userId, fields }) }
  if (updated.mfaBackupCodeAcknowledgement === 'complete') acknowledgeRecoveryCodes(backend, userId)
  const isSame = profileFields.every((name) => isSameValue(user[name], updated[name]))
  return isSame ? user : backend.store.users.put({ ...updated, updatedAt: backend.clock.iso() })
}

/** The only state of the recovery codes that a caller can set: the user has stored the codes. */
function assertAcknowledgement(
  user: Pick<User, 'mfaBackupCodeAcknowledgement'>,
  state: User['mfaBackupCodeAcknowledgement'],
): void {
  const present = user.mfaBackupCodeAcknowledgement ?? null
  const isAllowed = state === undefined || state === present || (state === 'complete' && present === 'pending')
  assert(isAllowed, 'invalidUpdate', {
    message: 'Only recovery codes that were just made can be acknowledged, and that is not taken back.',
  })
}

/**
 * Links a social account that a server vouches for.
 *
 * @throws {@link DomainError} `providerNotAvailable`, `socialAccountExists`, `duplicateExists`
 */
export function addOauthAccount(backend: Backend, user: User, account: Schemas['CreateUserOauthRequest']): Credential {
  const { store, clock } = backend
  const { provider, accountId, emails, displayName, username, photos, profile } = account
  const { environmentId } = user
  const key = `${provider}:${accountId}`
  assert(isSocialProvider(provider), 'providerNotAvailable', {
    message: 'This provider has no accounts that people sign in with.',
  })
  const holder = store.credentials.find('byKey', [environmentId, 'oauth', key])
  assert(!holder || holder.userId === user.id, 'socialAccountExists')
  assert(!holder, 'duplicateExists', { message: 'The same social account is given twice.' })
  return store.credentials.insert({
    ...newRecord(backend),
    environmentId,
    userId: user.id,
    format: 'oauth',
    key,
    provider,
    accountId,
    signInEnabled: true,
    verifiedAt: clock.iso(),
    ...defined({
      emails: emails?.filter((email) => email !== ''),
      displayName: displayName || undefined,
      username: username || undefined,
      photos,
      profile,
    }),
  })
}

/** Values of profiles are JSON. Two objects are the same only with their keys in the same order. */
function isSameValue(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
}
