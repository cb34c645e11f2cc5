import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../../backend.ts'
import { instantOf } from '../../effects/clock.ts'
import type { Session } from '../../store/records.ts'
import type { MfaToken } from '../../store/signInRecords.ts'
import type { UserCaller } from '../shared/callers.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { canProveFactor, isMethodAvailable } from './mfaPolicy.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'

type MfaAction = components['schemas']['MfaAction']

/** How long a proof counts: as a token, and for factors of the session that it was given in. */
const mfaTokenMs = 600_000

/**
 * Makes a proof of the second factor, for actions that ask for it again in the header `x-mfa-auth-token`.
 *
 * @param input.singleUse - Whether it serves one action only; otherwise it serves any number of them for ten minutes.
 * @returns The raw token, 43 letters and digits, which is kept nowhere.
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
 * Refuses a proof that is not one of this session, and uses up one that serves once. What fails afterwards gives it back.
 *
 * @throws DomainError `unauthorized` for a token that is unknown, expired, used or another session's
 */
export function assertMfaToken(backend: Backend, session: Session, raw: string): void {
  spendMfaToken(backend, findMfaToken(backend, session, raw))
}

/**
 * Asks for a proof of the second factor that is at most ten minutes old, before factors are added, replaced, read or taken away:
 * whoever has got hold of a session that was proved long ago must not go on with a factor of their own. Who has none to prove is
 * asked for none.
 *
 * The proof is the token that was sent, or else that the session was proved a moment ago.
 *
 * @param raw - The header `x-mfa-auth-token`, if it was sent.
 * @returns The token, for {@link spendMfaToken} once the operation has succeeded: some refusals keep what was written by then.
 * @throws DomainError `mfaRequired`, and `unauthorized` for a token that does not count
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
 * {@link assertFreshFactor} for what adds an e-mail address or takes one away, where codes by e-mail are a second factor.
 *
 * @throws DomainError `mfaRequired`, and `unauthorized` for a token that does not count
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

/** Uses up a token that serves once. */
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
 * Asks for a proof of the second factor where the environment's settings require one for the action and the user can prove
 * one, be it a device, a passkey that signs in, or an e-mail address.
 *
 * @param input.raw - The header `x-mfa-auth-token`, if it was sent.
 * @returns The token, for {@link spendMfaToken} once the operation has succeeded.
 * @throws DomainError `mfaRequired` without a proof, and `unauthorized` for a token that does not count
 */
export function assertMfaAction(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  { action, raw }: { readonly action: MfaAction; readonly raw: string | undefined },
): MfaToken | undefined {
  const mfa = backend.store.environments.get(user.environmentId)?.settings.security.mfa
  const isAsked = mfa?.enabled === true && mfa.actions?.some((row) => row.action === action && row.required) === true
  if (!isAsked || !canProveFactor(backend, user, session)) return undefined
  assert(raw, 'mfaRequired')
  return findMfaToken(backend, session, raw)
}

/** Takes back the proofs of a session. */
export function deleteMfaTokens({ store }: Pick<Backend, 'store'>, sessionId: string): void {
  for (const token of store.mfaTokens.scan('bySession', [sessionId])) store.mfaTokens.delete(token.id)
}
