import { abortable } from '../shared/abortable.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { assertSession } from './view.ts'

/** The proofs that are being exchanged, by session and proof. */
const pendingOf = new WeakMap<Session, Map<string, Promise<SignInOutcome>>>()

/**
 * Exchanges a proof that works once. A call with the same proof while the first one runs gets its result: React's
 * StrictMode runs effects twice, and people click twice.
 *
 * @param exchange - It gets no signal: the first caller may stop waiting, and the second one still wants the result.
 */
// The session is what it is about, and its proof and signal are the input; an object would only wrap two of them.
// oxlint-disable-next-line max-params
export function exchangeOnce(
  session: Session,
  proof: string,
  { signal }: Abortable,
  exchange: () => Promise<SignInOutcome>,
): Promise<SignInOutcome> {
  assertSession(session, 'sign in')
  const pending = pendingOf.get(session) ?? new Map<string, Promise<SignInOutcome>>()
  pendingOf.set(session, pending)
  return abortable(signal, () => {
    const result = pending.get(proof) ?? exchange().finally(() => pending.delete(proof))
    pending.set(proof, result)
    return result
  })
}
