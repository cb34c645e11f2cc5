import type { User } from '../../../store/records.ts'
import type { Verification } from '../../../store/signInRecords.ts'
import {
  contactCredential,
  contactField,
  contactHolder,
  dropClaimedNumber,
  dropUnverified,
  isProvedOtherwise,
  provedCredential,
} from '../../contacts/contacts.ts'
import { channels } from '../../contacts/verificationChannels.ts'
import { assertChannel, type CodeInput, consumeVerification, endVerificationsOf } from '../../contacts/verifications.ts'
import { isVerified } from '../../credentials/credentials.ts'
import { revokeSessionsOf } from '../../sessions/sessions.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import type { RequestContext } from '../../shared/request.ts'
import { signIn, type SignInOutcome } from './signIn.ts'

export interface ContactSignIn extends Omit<CodeInput, 'userId'> {
  readonly request: RequestContext
  readonly sessionPublicKey?: string | undefined
}

/**
 * Signs in the person who reads what is sent to an address or number: the user who has proved to hold it, otherwise a
 * user who got it from a server and has proved nothing else, otherwise a new user.
 *
 * @throws {@link DomainError} `recordNotFound`, `noEmailProvider` or `noSmsProvider`, what {@link consumeVerification}
 * refuses, and what {@link signIn} refuses
 */
export async function signInWithContact(
  backend: Backend,
  environmentId: string,
  { request, sessionPublicKey, ...input }: ContactSignIn,
): Promise<SignInOutcome> {
  assertChannel(backend, environmentId, input.channel)
  const verification = consumeVerification(backend, environmentId, input)
  const existing = contactCredential(backend, verification)
  const { invalid } = channels[verification.channel]
  assert(!existing || !isVerified(existing) || existing.signInEnabled, invalid, {
    message: 'This address may not be used to sign in.',
  })
  const user = contactHolder(backend, verification) ?? takeOver(backend, verification)
  if (existing && existing.userId !== user?.id) dropUnverified(backend, existing, verification.channel)
  const credential = provedCredential(backend, verification, {
    userId: user?.id ?? backend.newId(),
    existing: existing?.userId === user?.id ? existing : undefined,
  })
  dropClaimedNumber(backend, verification, credential.userId)
  return signIn(backend, credential, {
    user: user && withContact(user, verification),
    profile: user ? undefined : contactField(verification),
    request,
    sessionPublicKey,
  })
}

/**
 * The user who got the address from a server, for the person who proves it. Earlier sessions of that user end. If
 * anything else of the user was proved, the address does not open the user: somebody may have put it there to catch its
 * owner.
 */
function takeOver(backend: Backend, verification: Verification): User | undefined {
  const { store, clock } = backend
  const credential = contactCredential(backend, verification)
  const user = credential && store.users.get(credential.userId)
  if (!user || isProvedOtherwise(backend, credential)) return undefined
  revokeSessionsOf(backend, user.id)
  endVerificationsOf(backend, user.id)
  return { ...user, updatedAt: clock.iso() }
}

/** A profile without an address shows this one from now on. */
function withContact(user: User, verification: Verification): User {
  return user[channels[verification.channel].field] ? user : { ...user, ...contactField(verification) }
}
