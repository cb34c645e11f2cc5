import { signIn } from '../generated/operations/externalAuth.ts'
import type { ExternalAuthSigninRequest } from '../generated/operations/schemas.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'

/**
 * Signs in with a JWT of the issuer that the environment trusts.
 *
 * @param body - The token as `jwt`; without one the environment's cookie of the issuer counts, for which the session
 * needs `cookies: true`.
 * @throws {@link ApiError} as `externalAuth.signIn`.
 * @example await signInWithJwt(session, { jwt })
 */
export function signInWithJwt(
  session: Session,
  body: ExternalAuthSigninRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}
