import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { SocialAccount } from '../../../effects/outside.ts'
import type { MessengerAttempt } from '../../../store/signInRecords.ts'
import { assertAccess, personOf } from '../../access/access.ts'
import { screenAgain } from '../../access/walletScreening.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { forgetExpired } from '../../shared/expiry.ts'
import { missing } from '../../shared/missingRecords.ts'
import type { RequestContext } from '../../shared/request.ts'
import { botTokenOf, isUsedSignature, type MessengerAccount, readWidgetUser } from './messengerProofs.ts'
import { readAuthToken } from './messengerTokens.ts'
import { credentialFor, findSocialCredential, linkOAuthAccount, signInWithOAuthAccount } from './oauthAccounts.ts'
import type { SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']
type Proof = Pick<Schemas['OauthResultRequest'], 'state' | 'messengerAuthToken'>

const attemptMs = 600_000

/**
 * Stores for ten minutes what the messenger's login widget has signed, under the application's state. A state and a
 * signature can be used once.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `invalidVerification`, and the refusal of a
 * gate or an allowlist
 */
export function keepMessengerUser(
  backend: Backend,
  environmentId: string,
  { state, messengerUser }: Schemas['MessengerPostRequest'],
): MessengerAttempt {
  const { store, clock } = backend
  const account = readWidgetUser(backend, environmentId, messengerUser)
  const { hash } = messengerUser
  assert(state !== '', 'invalidVerification')
  assertMayEnter(backend, environmentId, account)
  // An expired state is answered like an unknown one, and an expired signature is too old, so both can be deleted.
  forgetExpired(store.messengerAttempts, clock.iso())
  const isNew =
    !store.messengerAttempts.find('byState', [environmentId, state]) && !isUsedSignature(backend, environmentId, hash)
  assert(isNew, 'invalidVerification', { message: 'This state or signature was used already.' })
  return store.messengerAttempts.put({
    ...newRecord(backend),
    environmentId,
    state,
    account,
    hash,
    expiresAt: clock.isoIn(attemptMs),
  })
}

/**
 * Whether the widget may be shown.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `invalidVerification`
 */
export function assertMessengerState(backend: Backend, environmentId: string, state: string): void {
  botTokenOf(backend, environmentId)
  assert(state !== '', 'invalidVerification', { message: 'Send the state that the application asks for later.' })
}

/**
 * Succeeds if the person that a proof names is a user here who may sign in. The proof can still be used.
 *
 * @throws {@link DomainError} `recordNotFound` where nobody here has the account, `providerNotAvailable`,
 * `invalidVerification`, and the refusal of a gate or an allowlist
 */
export function checkMessengerUser(backend: Backend, environmentId: string, proof: Proof): void {
  const { account } = readProof(backend, environmentId, proof)
  assert(findSocialCredential(backend, environmentId, socialAccountOf(account)), 'recordNotFound', missing('account'))
  assertMayEnter(backend, environmentId, account)
}

export interface MessengerSignIn {
  readonly body: Schemas['OauthResultRequest']
  readonly request: RequestContext
}

/**
 * Signs in the person that a proof names. Without a user, the widget creates one; automatic login does so if the
 * application asks for it.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `invalidVerification`, `unknownMessengerUser`,
 * and what a sign-in refuses
 */
export async function signInWithMessenger(
  backend: Backend,
  environmentId: string,
  { body, request }: MessengerSignIn,
): Promise<SignInOutcome> {
  const account = useProof(backend, environmentId, body)
  const isKnown = findSocialCredential(backend, environmentId, account) !== undefined
  const mayCreate = body.state !== undefined || body.forceCreateUser === true
  assert(isKnown || mayCreate, 'unknownMessengerUser')
  return signInWithOAuthAccount(backend, environmentId, {
    account,
    request,
    sessionPublicKey: body.sessionPublicKey,
  })
}

/**
 * Links the account that a proof names to the user who is signed in.
 *
 * @throws {@link DomainError} as {@link signInWithMessenger}, and `socialAccountExists`
 */
export async function linkMessenger(backend: Backend, caller: UserCaller, proof: Proof): Promise<SignInOutcome> {
  return linkOAuthAccount(backend, caller, { account: useProof(backend, caller.user.environmentId, proof) })
}

/** The account that a proof names. A state is used up. */
function useProof(backend: Backend, environmentId: string, proof: Proof): SocialAccount {
  const { account, attempt } = readProof(backend, environmentId, proof)
  if (attempt) backend.store.messengerAttempts.put({ ...attempt, usedAt: backend.clock.iso() })
  return socialAccountOf(account)
}

/** A proof is either the state of an answered widget or a token for automatic login. */
function readProof(
  backend: Backend,
  environmentId: string,
  { state, messengerAuthToken }: Proof,
): { account: MessengerAccount; attempt?: MessengerAttempt } {
  botTokenOf(backend, environmentId)
  assert((state === undefined) !== (messengerAuthToken === undefined), 'invalidVerification', {
    message: 'Send either a state or a token of the messenger.',
  })
  if (messengerAuthToken !== undefined) return { account: readAuthToken(backend, environmentId, messengerAuthToken) }
  const attempt =
    state === undefined ? undefined : backend.store.messengerAttempts.find('byState', [environmentId, state])
  assert(attempt && attempt.usedAt === undefined && attempt.expiresAt > backend.clock.iso(), 'invalidVerification')
  return { account: attempt.account, attempt }
}

/**
 * @throws {@link DomainError} the refusal of a gate, an allowlist or the screening, for the user who has the account or
 * for a new one
 */
function assertMayEnter(backend: Backend, environmentId: string, messengerAccount: MessengerAccount): void {
  const account = socialAccountOf(messengerAccount)
  const existing = findSocialCredential(backend, environmentId, account)
  const credential = credentialFor(backend, environmentId, {
    userId: existing?.userId ?? backend.newId(),
    existing,
    account,
  })
  const person = personOf(backend, environmentId, { userId: existing?.userId, joining: [credential] })
  screenAgain(backend, person, existing?.userId)
  assertAccess(backend, person)
}

function socialAccountOf({ id, username, firstName, lastName, photoUrl }: MessengerAccount): SocialAccount {
  const names = [firstName, lastName].filter((name) => name !== undefined)
  return {
    provider: 'telegram',
    accountId: id,
    emailVerified: false,
    username,
    ...defined({
      displayName: names.length > 0 ? names.join(' ') : undefined,
      photos: photoUrl === undefined ? undefined : [photoUrl],
    }),
    profile: {
      ...defined({ given_name: firstName, family_name: lastName }),
    },
  }
}
