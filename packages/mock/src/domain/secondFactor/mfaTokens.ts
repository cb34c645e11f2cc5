import { instantOf } from '@latchkey/base/clock'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Session } from '../../store/records.ts'
import type { MfaToken } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import type { ServerCaller, UserCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'
import { canProveFactor, isMethodAvailable } from './mfaPolicy.ts'

type MfaAction = components['schemas']['MfaAction']

/** How long a proof is valid, as a token and as the session's own proof. */
const mfaTokenMs = 600_000

/**
 * Issues a proof of the second factor, for actions that require one in the header `x-mfa-auth-token`.
 *
 * @param input.singleUse - Whether it is valid for one action only; otherwise it is valid for any number of actions
 * within ten minutes.
 * @returns The raw token, 43 letters and digits, which is not stored.
 */
export function issueMfaToken(backend: Backend, session: Session, { singleUse }: { singleUse: boolean }): string {
  const { store, clock, random } = backend
  forgetExpired(store.mfaTokens, clock.iso())
  const raw = random.token(43)
  store.mfaTokens.insert({
    ...newRecord(backend),
    environmentId: session.environmentId,
    sessionId: session.id,
    hash: sha256Hex(raw),
    singleUse,
    expiresAt: clock.isoIn(mfaTokenMs),
  })
  return raw
}

/**
 * Refuses a proof that does not belong to this session, and uses up a single-use one. If the request fails later, it is
 * not used up.
 *
 * @throws {@link DomainError} `unauthorized` for a token that is unknown, expired, used or another session's
 */
export function assertMfaToken(backend: Backend, session: Session, raw: string): void {
  spendMfaToken(backend, findMfaToken(backend, session, raw))
}

/**
 * Requires a proof of the second factor that is at most ten minutes old, before factors are added, replaced, read or
 * removed: somebody who stole a session that was proved long ago must not be able to add their own factor. A user who
 * has no factor to prove needs none.
 *
 * The proof is the token that was sent, or else the session's own recent proof.
 *
 * @param raw - The header `x-mfa-auth-token`, if it was sent.
 * @returns The token, to pass to {@link spendMfaToken} once the operation has succeeded, since some refusals keep
 * earlier writes.
 * @throws {@link DomainError} `mfaRequired`, and `unauthorized` for an invalid token
 */
export function assertFreshFactor(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  raw: string | undefined,
): MfaToken | undefined {
  if (!canProveFactor(backend, user, session)) return undefined
  if (raw) return findMfaToken(backend, session, raw)
  const { mfaVerifiedAt } = session
  assert(mfaVerifiedAt !== undefined && instantOf(mfaVerifiedAt) + mfaTokenMs >= backend.clock.now(), 'mfaRequired')
  return undefined
}

/**
 * {@link assertFreshFactor} for operations that add or remove an e-mail address, if codes by e-mail are a second
 * factor.
 *
 * @throws {@link DomainError} `mfaRequired`, and `unauthorized` for an invalid token
 */
export function assertFreshForEmail(
  backend: Backend,
  caller: Pick<UserCaller, 'user' | 'session'>,
  raw: string | undefined,
): MfaToken | undefined {
  return isMethodAvailable(backend, caller.user.environmentId, 'email')
    ? assertFreshFactor(backend, caller, raw)
    : undefined
}

/** Uses up a single-use token. */
export function spendMfaToken({ store }: Pick<Backend, 'store'>, token: MfaToken | undefined): void {
  if (token?.singleUse) store.mfaTokens.delete(token.id)
}

function findMfaToken({ store, clock }: Backend, session: Session, raw: string): MfaToken {
  const token = store.mfaTokens.find('byHash', [sha256Hex(raw)])
  const counts = token !== undefined && token.sessionId === session.id && token.expiresAt > clock.iso()
  assert(counts, 'unauthorized', {
    message: 'This MFA token is unknown here, has expired or was used already. Prove the second factor again.',
  })
  return token
}

/**
 * Requires a proof of the second factor if the environment's settings require one for the action and the user can prove
 * one: a device, a passkey that signs in, or an e-mail address. A server has no factors.
 *
 * @param input.raw - The header `x-mfa-auth-token`, if it was sent.
 * @returns The token, to pass to {@link spendMfaToken} once the operation has succeeded.
 * @throws {@link DomainError} `mfaRequired` without a proof, and `unauthorized` for an invalid token
 */
export function assertMfaAction(
  backend: Backend,
  caller: Pick<UserCaller, 'user' | 'session'> | ServerCaller,
  { action, raw }: { readonly action: MfaAction; readonly raw: string | undefined },
): MfaToken | undefined {
  if (!('user' in caller)) return undefined
  const { user, session } = caller
  const mfa = backend.store.environments.get(user.environmentId)?.settings.security.mfa
  const isAsked = mfa?.actions?.some((row) => row.action === action && row.required)
  if (!isAsked || !canProveFactor(backend, user, session)) return undefined
  assert(raw, 'mfaRequired')
  return findMfaToken(backend, session, raw)
}

/** Deletes the proofs of a session. */
export function deleteMfaTokens({ store }: Pick<Backend, 'store'>, sessionId: string): void {
  for (const token of store.mfaTokens.scan('bySession', [sessionId])) store.mfaTokens.delete(token.id)
}
