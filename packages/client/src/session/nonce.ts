import { create as createNonce } from '../generated/operations/nonces.ts'
import { SignInError } from '../shared/signInError.ts'
import type { Abortable, Session } from './session.ts'
import { assertSession } from './view.ts'

/**
 * Gets a nonce for one sign-in message.
 *
 * @throws {@link ApiError} as `nonces.create`.
 * @throws {@link SignInError} `no_nonce` when the service returns none.
 * @example const nonce = await getNonce(session)
 */
export async function getNonce(session: Session, { signal }: Abortable = {}): Promise<string> {
  assertSession(session, 'get a nonce')
  const { nonce } = await createNonce(session.api, {}, { auth: null, signal })
  if (!nonce) throw new SignInError('no_nonce', 'The service returned no nonce. Try again.')
  return nonce
}
