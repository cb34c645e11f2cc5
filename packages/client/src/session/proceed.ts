import { abortable } from '../shared/abortable.ts'
import { SignInError } from '../shared/signInError.ts'
import { ofSession, type SessionRecord, toRecord } from './record.ts'
import { isAtItsEnd } from './refresh.ts'
import { isCredentialRefused } from './refusal.ts'
import type { Renewal } from './renewal.ts'
import type { Session, SignInOutcome } from './session.ts'
import type { Setup } from './setup.ts'
import { toOutcome } from './start.ts'
import { type Store, whenLoaded } from './store.ts'
import { fixedCredential } from './token.ts'

/** The method that continues a session with the new tokens of a call's reply. */
export function createProceed(setup: Setup, store: Store, { check, lock, renewTokens }: Renewal): Session['proceed'] {
  return async (call, { signal } = {}) => {
    await whenLoaded(store, signal)
    const from = store.current
    if (!from) throw new SignInError('no_session', 'Nobody is signed in.')
    /** The current record of the session: another tab may have replaced or ended it. */
    const latest = (): SessionRecord => {
      const record = ofSession(store.current, from.user.sessionId)
      if (record) return record
      throw new SignInError('session_ended', 'The session ended meanwhile. Sign in again.')
    }
    const work = async (): Promise<SignInOutcome> => {
      await store.reload()
      if (isAtItsEnd(latest())) await renewTokens(latest())
      const before = latest()
      const send = (record: SessionRecord) => call({ auth: fixedCredential(record), signal }).withResponse()
      const { data, response } = await send(before).catch(async (error: unknown) => {
        const isRefused = isCredentialRefused(error)
        // A session that has ended is refused by the refresh, too, and ends here.
        if (isRefused || check.isDoubtful(before, error)) await renewTokens(before)
        if (!isRefused) throw error
        return send(latest())
      })
      await store.reload()
      const record = toRecord(data, response, { ...setup, before: latest() })
      await store.insist(record)
      return toOutcome(data, record)
    }
    return abortable(signal, () => lock(from, signal, work))
  }
}
