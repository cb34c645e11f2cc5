import { mapAsking } from '@latchkey/base/questions'
import type { components } from '@latchkey/types'
import type { Credential, Session, User, Wallet } from '../../store/records.ts'
import type { MfaDevice } from '../../store/signInRecords.ts'
import { evaluateAccess, personOf } from '../access/access.ts'
import { isVerified, presentCredential } from '../credentials/credentials.ts'
import { missingFieldsOf } from '../customFields/missingFields.ts'
import { shownProfileOf } from '../customFields/userFields.ts'
import { isMfaOpen } from '../secondFactor/mfaPolicy.ts'
import type { Backend } from '../shared/backend.ts'

type Schemas = components['schemas']

/** The present standing of a user: the missing fields, the allowlists, and the scopes of a session. */
export interface Standing {
  readonly lists: string[]
  readonly missingFields: Schemas['MissingField'][]
  /** Scopes, separated by spaces. */
  readonly scope: string
  /** Whether the sign-in waits for a second factor. */
  readonly mfaOpen: boolean
}

interface StandingInput {
  readonly session?: Session | undefined
  /** The user's records, if they are no longer in the store. */
  readonly parts?: {
    readonly credentials: readonly Credential[]
    readonly wallets: readonly Wallet[]
    readonly mfaDevices: readonly MfaDevice[]
  }
}

/** Evaluates a user's fields, gates and allowlists. It refuses nobody. */
export function standingOf(backend: Backend, user: User, { session, parts }: StandingInput = {}): Standing {
  const { id: userId, environmentId } = user
  const mfaOpen = isMfaOpen(backend, user, { session, devices: parts?.mfaDevices })
  const person = parts
    ? { ...personOf(backend, environmentId, { joining: parts.credentials }), wallets: parts.wallets }
    : personOf(backend, environmentId, { userId })
  const { lists, scopes } = evaluateAccess(backend, person)
  const missingFields = missingFieldsOf(backend, user)
  const basic = missingFields.length === 0 ? ['user:basic'] : []
  const first = mfaOpen ? ['requiresAdditionalAuth'] : basic
  const all = new Set([...first, ...scopes, ...(session?.givenScopes ?? [])])
  return { lists: [...lists], missingFields, mfaOpen, scope: [...all].join(' ') }
}

/** The credentials that a user has proved to hold, oldest first, as replies and tokens show them. */
export function presentVerifiedCredentials(backend: Backend, userId: string): Schemas['VerifiedCredential'][] {
  const verified = [...backend.store.credentials.scan('byUser', [userId])].filter(isVerified)
  return mapAsking(verified, (credential) => presentCredential(backend, credential))
}

/** The record of a user as the user sees it. Every field is there: null stands for what the user does not have. */
export type ShownUser = Required<Schemas['SdkUser']>

/**
 * A user as the user sees it, which is also the first part of what servers and members see.
 *
 * @param options.session - The session that the reply belongs to.
 * @param options.credentials - The verified credentials to show. @default all
 */
export function presentSdkUser(
  backend: Backend,
  user: User,
  {
    session,
    newUser = false,
    standing = standingOf(backend, user, { session }),
    credentials = presentVerifiedCredentials(backend, user.id),
  }: {
    readonly session?: Session | undefined
    readonly newUser?: boolean
    readonly standing?: Standing
    readonly credentials?: Schemas['VerifiedCredential'][]
  } = {},
): ShownUser {
  const { lists, scope, missingFields } = standing
  return {
    // First, since V8 copies an object quickly only into an empty one.
    ...shownProfileOf(user),
    id: user.id,
    projectEnvironmentId: user.environmentId,
    verifiedCredentials: credentials,
    lastVerifiedCredentialId: user.lastCredentialId ?? credentials.at(-1)?.id ?? null,
    sessionId: session?.id ?? null,
    email: user.email ?? null,
    firstVisit: user.firstVisit ?? null,
    lastVisit: user.lastVisit ?? null,
    newUser,
    lists,
    scope,
    missingFields,
  }
}
