import { mapAsking } from '@latchkey/base/questions'
import type { components } from '@latchkey/types'
import type { Credential, ScreeningCheck, Session, User, Wallet } from '../../store/records.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'
import { isVerified, presentCredential, presentOauthAccount } from '../credentials/credentials.ts'
import { type ProfileFields, shownProfileOf } from '../customFields/userFields.ts'
import { presentMfaDevice } from '../secondFactor/mfaDevices.ts'
import type { Backend } from '../shared/backend.ts'
import { presentWallet } from '../wallets/wallets.ts'
import { presentSdkUser, standingOf } from './profile.ts'

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
    // Only the latest session is shown, unless the caller asks for all.
    sessions: includeSessions
      ? [...store.sessions.scan('byUser', [userId])]
      : store.sessions.page('byUser', [userId], { offset: 0, limit: 2, descending: true }).reverse(),
    screeningChecks: [...store.screeningChecks.scan('byUser', [userId])],
    mfaDevices: [...store.mfaDevices.scan('byUser', [userId])],
  }
}

/** The record of a user as servers and members see it. Every field is there but `sessions`, which lists leave out. */
export type ShownUserRecord = Required<Omit<Schemas['User'], 'sessions'>> & Pick<Schemas['User'], 'sessions'>

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
): ShownUserRecord {
  const { createdAt, updatedAt } = user
  const { credentials, wallets, sessions, screeningChecks, mfaDevices } = parts
  const session = sessions.at(-1)
  const sdkUser = presentSdkUser(backend, user, {
    session,
    newUser: sessions.length === 1,
    standing: standingOf(backend, user, { session, parts }),
    credentials: mapAsking(credentials.filter(isVerified), (credential) =>
      presentCredential(
        backend,
        credential,
        wallets.find((wallet) => wallet.id === credential.id),
      ),
    ),
  })
  const lastWallet = wallets.find(({ id }) => id === sdkUser.lastVerifiedCredentialId) ?? wallets.at(-1)
  const shown: ShownUserRecord = {
    ...sdkUser,
    walletPublicKey: lastWallet?.publicKey ?? null,
    wallet: lastWallet?.name ?? null,
    chain: lastWallet?.chain ?? null,
    createdAt,
    updatedAt,
    wallets: wallets.map(presentWallet),
    screeningChecks: screeningChecks.map(presentScreeningCheck),
    oauthAccounts: credentials.filter(({ format }) => format === 'oauth').map(presentOauthAccount),
    mfaDevices: mfaDevices.map((device) => presentMfaDevice(backend, device)),
  }
  if (includeSessions) shown.sessions = sessions.map(presentSession).reverse()
  return shown
}

/** A record with only the fields of a profile, for a person who is not a user of an environment. */
export function blankUser(
  profile: ProfileFields,
): Omit<ShownUserRecord, 'id' | 'projectEnvironmentId' | 'createdAt' | 'updatedAt'> {
  return {
    verifiedCredentials: [],
    lastVerifiedCredentialId: null,
    sessionId: null,
    email: null,
    ...shownProfileOf(profile),
    firstVisit: null,
    lastVisit: null,
    newUser: false,
    lists: [],
    scope: '',
    missingFields: [],
    walletPublicKey: null,
    wallet: null,
    chain: null,
    wallets: [],
    screeningChecks: [],
    oauthAccounts: [],
    mfaDevices: [],
  }
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
