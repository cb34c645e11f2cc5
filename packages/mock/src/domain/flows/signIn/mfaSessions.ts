import type { components } from '@latchkey/types'
import type { Session, User } from '../../../store/records.ts'
import { assertStillAdmitted } from '../../access/access.ts'
import { canProveFactor, isMfaOpen } from '../../secondFactor/mfaPolicy.ts'
import { issueMfaToken } from '../../secondFactor/mfaTokens.ts'
import type { Backend } from '../../shared/backend.ts'
import type { UserCaller } from '../../shared/callers.ts'
import { assert } from '../../shared/errors.ts'
import { answerSession, rotateSession, type SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']

/**
 * Continues a session whose second factor was just proved. It gets new tokens, and the former ones are refused at once.
 * If requested, the reply has a proof for further actions.
 *
 * @throws {@link DomainError} the refusal of a gate, an allowlist or the screening
 */
export async function upgradeSession(
  backend: Backend,
  { user, session }: UserCaller,
  createMfaToken?: Schemas['CreateMfaToken'],
): Promise<SignInOutcome> {
  assertStillAdmitted(backend, session.environmentId, user.id)
  const upgraded = rotateSession(backend, session, { mfaVerifiedAt: backend.clock.iso() })
  const outcome = await answerSession(backend, { user: freshUser(backend, user), session: upgraded })
  return withMfaToken(backend, upgraded, { outcome, createMfaToken })
}

/** The outcome with a proof for further actions, if one was requested. */
export function withMfaToken(
  backend: Backend,
  session: Session,
  {
    outcome,
    createMfaToken,
  }: { readonly outcome: SignInOutcome; readonly createMfaToken: Schemas['CreateMfaToken'] | undefined },
): SignInOutcome {
  if (!createMfaToken) return outcome
  return {
    ...outcome,
    body: { ...outcome.body, mfaToken: issueMfaToken(backend, session, { singleUse: createMfaToken.singleUse }) },
  }
}

/** Records that the second factor was proved, for operations whose reply has no tokens. */
export function keepMfaProof({ store, clock }: Backend, { id }: UserCaller['session']): void {
  const session = store.sessions.get(id)
  if (session) store.sessions.put({ ...session, mfaVerifiedAt: clock.iso() })
}

/**
 * Refuses to register a second factor while the session waits for one that the user can prove. Otherwise the first
 * factor would be enough to add another second factor.
 *
 * @throws {@link DomainError} `mfaRequired`
 */
export function assertMayRegister(backend: Backend, { user, session }: UserCaller): void {
  assert(!isMfaOpen(backend, user, { session }) || !canProveFactor(backend, user, session), 'mfaRequired')
}

/** The user after the operation's changes. */
function freshUser({ store }: Backend, user: User): User {
  return store.users.get(user.id) ?? user
}
