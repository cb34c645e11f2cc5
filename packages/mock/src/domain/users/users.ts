import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { Credential, ScreeningCheck, Session, User, Wallet } from '../../store/records.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'
import { evaluateAccess, personOf } from '../access/access.ts'
import { isVerified, presentCredential, presentOauthAccount } from '../credentials/credentials.ts'
import { presentMfaDevice } from '../secondFactor/mfaDevices.ts'
import { isMfaOpen } from '../secondFactor/mfaPolicy.ts'
import { missingFieldsOf } from '../customFields/missingFields.ts'
import { profileOf } from '../customFields/userFields.ts'
import { presentWallet } from '../wallets/wallets.ts'

type Schemas = components['schemas']

/** Records that a credential or wallet of the user changed. */
export function touchUser({ store, clock }: Backend, userId: string): void {
  const user = store.users.get(userId)
  if (user) store.users.put({ ...user, updatedAt: clock.iso() })
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
    // The latest session, which alone is shown unless all are asked for.
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
 * @param options.includeSessions - Whether to include `sessions`, newest first. @default false
 * @param options.parts - The user's records, if they are no longer in the store. @default read from the store
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
  const access = evaluateAccess(backend, { ...personOf(backend, environmentId, { joining: credentials }), wallets })
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
  const first = isMfaOpen(backend, user, { session: latestSession, devices: mfaDevices })
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
