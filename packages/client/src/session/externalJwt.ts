import { signIn } from '../generated/operations/externalAuth.ts'
import type { ExternalAuthSigninRequest } from '../generated/operations/schemas.ts'
import { assertObject } from '../shared/assertArgument.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { assertSession } from './view.ts'

/**
 * Signs in with a JWT of the issuer that the environment trusts.
 *
 * @param body - The token as `jwt`. Without it, the service reads the issuer's cookie; for that, create the session
 *   with `cookies: true`.
 * @throws {@link ApiError} as `externalAuth.signIn`.
 * @example await signInWithJwt(session, { jwt })
 */
export function signInWithJwt(
  session: Session,
  body: ExternalAuthSigninRequest,
  options?: Abortable,
): Promise<SignInOutcome> {
  assertSession(session, 'sign in')
  assertObject(body, 'body', '{ jwt }')
  return session.signIn((choice) => signIn(session.api, { body }, choice), options)
}
