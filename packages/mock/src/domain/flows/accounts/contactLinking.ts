import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { Credential, User } from '../../../store/records.ts'
import type { Verification } from '../../../store/signInRecords.ts'
import {
  contactCredential,
  contactField,
  contactHolder,
  dropClaimedNumber,
  dropUnverified,
  isProvedOtherwise,
  provedCredential,
  shownKey,
  showsContact,
} from '../../contacts/contacts.ts'
import { channels } from '../../contacts/verificationChannels.ts'
import { assertChannel, type CodeInput, consumeVerification } from '../../contacts/verifications.ts'
import { assertFreshForEmail, assertMfaAction, spendMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { hasMovableRecords } from '../../shared/ownership.ts'
import { answerLinking, type SignInOutcome } from '../signIn/signIn.ts'
import { deleteUser } from '../users/deletion.ts'
import { hasFilledProfile } from '../users/mergeConflicts.ts'
import { proposeMerge } from './userMerge.ts'

type Schemas = components['schemas']
type Caller = Pick<UserCaller, 'user' | 'session'>

export interface LinkInput extends Omit<CodeInput, 'environmentId' | 'userId'> {
  /** The header `x-mfa-auth-token`, if it was sent. */
  readonly mfaAuthToken?: string | undefined
}

export interface LinkedContact extends Pick<SignInOutcome, 'cookies'> {
  readonly body: Schemas['UpdateSelfResponse']
}

/**
 * Adds an address or number that a user has proved to hold, or finishes a profile change to it.
 *
 * @throws {@link DomainError} `noEmailProvider` or `noSmsProvider`, what {@link consumeVerification} and {@link
 * assertMfaAction} refuse, and `mergeConfirmation` if another user has proved the same address or number and has
 * anything else
 */
export async function linkContact(
  backend: Backend,
  { user, session }: Caller,
  { mfaAuthToken, ...input }: LinkInput,
): Promise<LinkedContact> {
  const { environmentId, id: userId } = user
  assertChannel(backend, environmentId, input.channel)
  const verification = consumeVerification(backend, environmentId, { ...input, userId })
  // The code is checked first, so that a wrong one is counted before a second factor is asked for.
  const proof = input.channel === 'email' ? assertFreshForEmail(backend, { user, session }, mfaAuthToken) : undefined
  const actionProof = assertMfaAction(backend, { user, session }, { action: 'user.update', raw: mfaAuthToken })
  const holder = contactHolder(backend, verification)
  const existing = contactCredential(backend, verification)
  const isTransfer = holder !== undefined && holder.id !== userId
  if (isTransfer) transfer(backend, { user, session }, { holder, existing, verification })
  else if (existing && existing.userId !== userId) dropUnverified(backend, existing, verification.channel)
  dropClaimedNumber(backend, verification, userId)
  const linked = keepContact(backend, { user, session }, verification)
  for (const spent of [proof, actionProof]) spendMfaToken(backend, spent)
  const { body, cookies } = await answerLinking(backend, linked)
  return { body: { ...body, nextView: isTransfer ? 'verified-and-transferred' : 'done' }, cookies }
}

/**
 * Moves the only credential of another user, and deletes that user.
 *
 * @throws {@link DomainError} `mergeConfirmation`
 */
function transfer(
  backend: Backend,
  { user, session }: Caller,
  { holder, existing, verification }: { holder: User; existing: Credential | undefined; verification: Verification },
): void {
  if (existing?.userId !== holder.id || !hasNothingElse(backend, existing, { holder, verification }))
    return proposeMerge(backend, { user, session }, { other: holder, verification })
  backend.store.credentials.put({
    ...existing,
    userId: user.id,
    previousUserIds: [...(existing.previousUserIds ?? []), holder.id],
  })
  deleteUser(backend, holder)
}

/**
 * Whether the user has only this credential. Everything that a merge would move counts, what the profile has included,
 * and so do deleted wallets, because they can be recovered.
 */
function hasNothingElse(
  backend: Backend,
  credential: Credential,
  { holder, verification }: { holder: User; verification: Verification },
): boolean {
  return (
    !isProvedOtherwise(backend, credential) &&
    !hasMovableRecords(backend, holder.id) &&
    !hasFilledProfile(holder, verification) &&
    backend.store.deletedWallets.count('byUser', [holder.id]) === 0
  )
}

/**
 * Writes credential and profile. A profile change deletes the former credential, and sessions continue with the new
 * one.
 */
function keepContact(backend: Backend, { user, session }: Caller, verification: Verification): Caller {
  const { store, clock } = backend
  const { channel } = verification
  const { field } = channels[channel]
  const existing = contactCredential(backend, verification)
  const credential = store.credentials.put(
    provedCredential(backend, verification, {
      userId: user.id,
      existing: existing?.userId === user.id ? existing : undefined,
    }),
  )
  const isChange = verification.userId !== undefined
  const former = isChange ? formerCredential(backend, user, verification) : undefined
  if (former) {
    store.credentials.delete(former.id)
    for (const other of store.sessions.scan('byUser', [user.id]))
      if (other.credentialId === former.id) store.sessions.put({ ...other, credentialId: credential.id })
  }
  const isShown = isChange || !user[field] || showsContact(user, verification)
  const shown = isShown ? contactField(verification) : {}
  return {
    user: store.users.put({
      ...user,
      ...shown,
      updatedAt: clock.iso(),
      ...defined({ lastCredentialId: former && user.lastCredentialId === former.id ? credential.id : undefined }),
    }),
    session: store.sessions.get(session.id) ?? session,
  }
}

/** The credential of the address that the profile shows before the change. */
function formerCredential({ store }: Backend, user: User, verification: Verification): Credential | undefined {
  const key = shownKey(user, verification.channel)
  if (key === '' || key === verification.key) return undefined
  const former = store.credentials.find('byKey', [user.environmentId, channels[verification.channel].format, key])
  return former?.userId === user.id ? former : undefined
}
