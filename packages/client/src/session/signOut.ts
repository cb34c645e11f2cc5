import type { Caller } from '../calls/createTransport.ts'
import { revoke as revokeSession } from '../generated/operations/sessions.ts'
import type { Middleware } from '../policies/pipeline.ts'
import { isUnauthorized } from './refusal.ts'
import type { Session } from './session.ts'
import { type Store, whenLoaded } from './store.ts'
import { fixedCredential } from './token.ts'

/** The method that ends a session: here and in the other tabs at once, then in the service. */
export function createSignOut(api: Caller, store: Store): Session['signOut'] {
  return async ({ revoke = true, signal } = {}) => {
    if (store.loading) await whenLoaded(store, signal)
    const ended = store.current
    if (!ended) return
    const written = store.keep(undefined)
    store.tell()
    await written
    // The storage may have refused.
    store.tell()
    if (!revoke) return
    const choice = { auth: fixedCredential(ended), signal, middleware: [outliveThePage] }
    await revokeSession(api, {}, choice).catch((error: unknown) => {
      // The session had already ended.
      if (!isUnauthorized(error)) throw error
    })
  }
}

/** Listeners may reload the page, which would abort the call. */
const outliveThePage: Middleware = (request, next) => next({ ...request, init: { ...request.init, keepalive: true } })
