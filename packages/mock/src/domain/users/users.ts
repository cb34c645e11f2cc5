import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../../backend.ts'
import type { Credential, ScreeningCheck, Session, User, Wallet } from '../../store/records.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'
import { evaluateAccess, personOf } from '../access/access.ts'
import { isVerified, presentCredential, presentOauthAccount } from '../credentials/credentials.ts'
import { assert } from '../shared/errors.ts'
import { addEmail } from './givenEmails.ts'
import { presentMfaDevice } from '../secondFactor/mfaDevices.ts'
import { isMfaOpen } from '../secondFactor/mfaPolicy.ts'
import { missingFieldsOf } from '../customFields/missingFields.ts'
import { isSocialProvider } from '../providers/providerCatalogue.ts'
import { acknowledgeRecoveryCodes } from '../secondFactor/recoveryCodes.ts'
import { profileFields, profileOf, readProfileFields } from '../customFields/userFields.ts'
import { linkWallet, presentWallet } from '../wallets/wallets.ts'

type Schemas = components['schemas']

/** What a user can be created with, in the spelling of one operation or the other. */
export type NewUserFields = Schemas['InternalUserFields'] & Pick<Schemas['InternalBulkUpdateUserFields'], 'id'>

/**
 * Creates a user with wallets and social accounts, all of it or nothing.
 *
 * @throws {@link DomainError} `emailExists`, `usernameExists`, `socialAccountExists`, `walletLinked`, `duplicateExists`,
 * `invalidEmail`, `emailRequired`, `invalidUpdate`, `invalidChainAddress`, `providerNotAvailable`, and what {@link readProfileFields} refuses.
 */
export function createUser(
  backend: Backend,
  { environmentId, fields }: { environmentId: string; fields: NewUserFields },
): User {
  const { store, clock } = backend
  const { id, email, emailVerifiedAt, wallets = [], oauthAccounts = [] } = fields
  assert(id === undefined || !store.users.has(id), 'duplicateExists', {
    message: 'A user with this id exists already.',
  })
  assertAcknowledgement({}, fields.mfaBackupCodeAcknowledgement)
  const made = newRecord(backend)
  const user = store.users.insert({
    ...made,
    id: id ?? made.id,
    environmentId,
    updatedAt: clock.iso(),
    ...(email && { email }),
    ...readProfileFields(backend, { environmentId, fields }),
  })
  if (email) addEmail(backend, user, { email, emailVerifiedAt })
  else assert(emailVerifiedAt === undefined, 'emailRequired')
  for (const wallet of wallets) linkWallet(backend, { user, fields: wallet })
  for (const account of oauthAccounts) addOauthAccount(backend, user, account)
  return user
}

/**
 * Changes the profile fields that are named; `updatedAt` moves only when a value really changed.
 *
 * @throws {@link DomainError} what {@link readProfileFields} refuses, and `invalidUpdate` for recovery codes that cannot be acknowledged
 */
export function updateUser(
  backend: Backend,
  { user, fields }: { user: User; fields: Schemas['InternalUserFields'] },
): User {
  const { environmentId, id: userId } = user
  assertAcknowledgement(user, fields.mfaBackupCodeAcknowledgement)
  const updated: User = { ...user, ...readProfileFields(backend, { environmentId, userId, fields }) }
  if (updated.mfaBackupCodeAcknowledgement === 'complete') acknowledgeRecoveryCodes(backend, userId)
  const isSame = profileFields.every((name) => isSameValue(user[name], updated[name]))
  return isSame ? user : backend.store.users.put({ ...updated, updatedAt: backend.clock.iso() })
}

/** The one change of the recovery codes' state that is not made by the codes themselves: somebody has kept them. */
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

/** Notes that a credential or wallet of the user changed. */
export function touchUser({ store, clock }: Backend, userId: string): void {
  const user = store.users.get(userId)
  if (user) store.users.put({ ...user, updatedAt: clock.iso() })
}

/** Links a social account that a server vouches for. @throws DomainError `providerNotAvailable`, `socialAccountExists`, `duplicateExists` */
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
    ...(emails && { emails: emails.filter((email) => email !== '') }),
    ...(displayName && { displayName }),
    ...(username && { username }),
    ...(photos && { photos }),
    ...(profile && { profile }),
  })
}

/** Values of profiles are JSON. Two objects are the same only with their keys in the same order. */
function isSameValue(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
}

/** The records that belong to a user, each kind oldest first. */
export interface UserParts {
  readonly credentials: readonly Credential[]
  readonly wallets: readonly Wallet[]
  readonly sessions: readonly Session[]
  readonly screeningChecks: readonly ScreeningCheck[]
  readonly mfaDevices: readonly MfaDevice[]
}

function partsOf({ store }: Backend, userId: string, { includeSessions }: { includeSessions: boolean }): UserParts {
  return {
    credentials: [...store.credentials.scan('byUser', [userId])],
    wallets: [...store.wallets.scan('byUser', [userId])],
    // The latest one shows, and whether it is the only one.
    sessions: includeSessions
      ? [...store.sessions.scan('byUser', [userId])]
      : store.sessions.page('byUser', [userId], { offset: 0, limit: 2, descending: true }).reverse(),
    screeningChecks: [...store.screeningChecks.scan('byUser', [userId])],
    mfaDevices: [...store.mfaDevices.scan('byUser', [userId])],
  }
}

/**
 * A user as servers and members see it.
 *
 * @param options.includeSessions - Whether `sessions` is there, newest first. @default false
 * @param options.parts - The user's records, where they are not in the store any more. @default read from the store
 */
export function presentUser(
  backend: Backend,
  user: User,
  {
    includeSessions = false,
    parts = partsOf(backend, user.id, { includeSessions }),
  }: { includeSessions?: boolean; parts?: UserParts } = {},
): Schemas['User'] {
  const { id, environmentId, email, createdAt, updatedAt, firstVisit, lastVisit, lastCredentialId } = user
  const { credentials, wallets, sessions, screeningChecks, mfaDevices } = parts
  const missingFields = missingFieldsOf(backend, user)
  const access = evaluateAccess(backend, { ...personOf(backend, { environmentId, joining: credentials }), wallets })
  const latestSession = sessions.at(-1)
  const lastWallet = wallets.find((wallet) => wallet.id === lastCredentialId)
  const shown: Schemas['User'] = {
    id,
    projectEnvironmentId: environmentId,
    verifiedCredentials: credentials.filter(isVerified).map((credential) =>
      presentCredential(
        backend,
        credential,
        wallets.find((wallet) => wallet.id === credential.id),
      ),
    ),
  }
  if (lastCredentialId) shown.lastVerifiedCredentialId = lastCredentialId
  if (latestSession) shown.sessionId = latestSession.id
  if (email) shown.email = email
  Object.assign(shown, profileOf(user))
  shown.newUser = sessions.length === 1
  shown.lists = [...access.lists]
  const first = isMfaOpen(backend, user, latestSession, mfaDevices)
    ? ['requiresAdditionalAuth']
    : missingFields.length === 0
      ? ['user:basic']
      : []
  shown.scope = [...first, ...access.scopes].join(' ')
  shown.missingFields = missingFields
  if (lastWallet) {
    shown.walletPublicKey = lastWallet.publicKey
    shown.wallet = lastWallet.name
    shown.chain = lastWallet.chain
  }
  shown.createdAt = createdAt
  shown.updatedAt = updatedAt
  if (firstVisit) shown.firstVisit = firstVisit
  if (lastVisit) shown.lastVisit = lastVisit
  if (includeSessions) shown.sessions = sessions.map(presentSession).reverse()
  shown.wallets = wallets.map(presentWallet)
  if (screeningChecks.length > 0) shown.screeningChecks = screeningChecks.map(presentScreeningCheck)
  shown.oauthAccounts = credentials.filter(({ format }) => format === 'oauth').map(presentOauthAccount)
  shown.mfaDevices = mfaDevices.map(presentMfaDevice)
  return shown
}

export function presentSession({ id, createdAt, ipAddress, userAgent, revokedAt }: Session): Schemas['Session'] {
  return { id, createdAt, ipAddress: ipAddress ?? null, userAgent: userAgent ?? null, revokedAt: revokedAt ?? null }
}

function presentScreeningCheck({
  id,
  createdAt,
  result,
  walletPublicKey,
  response,
}: ScreeningCheck): Schemas['ScreeningCheck'] {
  return { id, createdAt, result, walletPublicKey, response }
}
