import type { Session } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'

/** The public key that a session is bound to: of its sign-in, or the registered one until it expires. */
export function sessionKeyOf(
  { clock }: Pick<Backend, 'clock'>,
  { sessionPublicKey, sessionKey }: Pick<Session, 'sessionPublicKey' | 'sessionKey'>,
): string | undefined {
  return sessionKey && sessionKey.expiresAt <= clock.iso() ? undefined : sessionPublicKey
}
