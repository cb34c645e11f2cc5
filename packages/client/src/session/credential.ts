import { type AuthTarget, createAuth } from '../policies/auth.ts'
import type { Auth } from '../policies/pipeline.ts'
import { ofSession, type SessionRecord } from './record.ts'
import { isRefused } from './refusal.ts'
import type { Renewal } from './renewal.ts'
import type { Store } from './store.ts'
import { putToken } from './token.ts'

/** The credential that makes calls as the signed-in user. It refreshes before the token expires, and after a 401. */
export function createCredential(store: Store, { check, freshen, refreshFrom }: Renewal): Auth {
  const shown = new WeakMap<AuthTarget, SessionRecord>()
  const show = (target: AuthTarget): void => {
    const { current } = store
    if (!current) return
    shown.set(target, current)
    putToken(target, current)
  }
  const { policy } = createAuth({
    authorize(target) {
      if (target.headers.authorization !== undefined) return
      const pending = store.loading?.then(freshen) ?? freshen()
      return pending ? pending.then(() => show(target)) : show(target)
    },
    async renew(target) {
      const refused = shown.get(target)
      if (!refused) return false
      await refreshFrom(refused).catch((error: unknown) => {
        if (!isRefused(error)) throw error
      })
      // Never repeats this call with the session of another person.
      if (store.current === refused || !ofSession(store.current, refused.user.sessionId)) return false
      show(target)
      return true
    },
  })
  return {
    async policy(request, next) {
      const reply = await policy(request, next)
      check.see(reply.response)
      return reply
    },
  }
}
