import type { components } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import type { Session, User } from '../../store/records.ts'
import { evaluateAccess, personOf } from '../access/access.ts'
import { isVerified, presentCredential } from '../credentials/credentials.ts'
import { isMfaOpen } from '../secondFactor/mfaPolicy.ts'
import { missingFieldsOf } from '../customFields/missingFields.ts'
import { profileOf } from '../customFields/userFields.ts'

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

/** Evaluates a user's fields, gates and allowlists. It refuses nobody. */
export function standingOf(backend: Backend, user: User, session?: Session): Standing {
  const mfaOpen = isMfaOpen(backend, user, { session })
  const { lists, scopes } = evaluateAccess(backend, personOf(backend, user.environmentId, { userId: user.id }))
  const missingFields = missingFieldsOf(backend, user)
  const first = mfaOpen ? ['requiresAdditionalAuth'] : missingFields.length === 0 ? ['user:basic'] : []
  return { lists: [...lists], missingFields, mfaOpen, scope: [...first, ...scopes].join(' ') }
}

/** The credentials that a user has proved to hold, oldest first, as replies and tokens show them. */
export function presentVerifiedCredentials(backend: Backend, userId: string): Schemas['VerifiedCredential'][] {
  return [...backend.store.credentials.scan('byUser', [userId])]
    .filter(isVerified)
    .map((credential) => presentCredential(backend, credential))
}

/** A user as the user sees it. */
export function presentSdkUser(
  backend: Backend,
  user: User,
  {
    session,
    newUser = false,
    standing = standingOf(backend, user, session),
    credentials = presentVerifiedCredentials(backend, user.id),
  }: {
    readonly session?: Session
    readonly newUser?: boolean
    readonly standing?: Standing
    readonly credentials?: Schemas['VerifiedCredential'][]
  } = {},
): Schemas['SdkUser'] {
  const { metadata, ...fields } = profileOf(user)
  return {
    ...fields,
    ...(metadata && { metadata: { ...metadata } }),
    email: user.email ?? undefined,
    firstVisit: user.firstVisit,
    lastVisit: user.lastVisit,
    id: user.id,
    projectEnvironmentId: user.environmentId,
    verifiedCredentials: credentials,
    lastVerifiedCredentialId: user.lastCredentialId,
    sessionId: session?.id,
    newUser,
    lists: standing.lists,
    scope: standing.scope,
    missingFields: standing.missingFields,
  }
}
