import { refreshSession } from '../../domain/flows/signIn/signIn.ts'
import { clearedCookies } from '../../domain/sessions/sessionCookies.ts'
import { revokeSession, scheduleRevocation } from '../../domain/sessions/sessions.ts'
import { reachable, recordOf } from '../../domain/shared/recordGuards.ts'
import { presentSession } from '../../domain/users/users.ts'
import type { ResourceOperations } from '../operation.ts'

export const sessions = {
  async refresh({ backend, caller }) {
    const { body, cookies } = await refreshSession(backend, caller)
    return { status: 200, body, cookies }
  },

  /** A caller who gets here has a valid session. */
  check() {
    return { status: 204 }
  },

  revoke({ backend, caller }) {
    revokeSession(backend, caller.session)
    return { status: 204, cookies: clearedCookies(backend, caller.session.environmentId) }
  },

  get({ backend, caller, params }) {
    const session = recordOf(
      reachable(caller, backend.store.sessions.get(params.sessionId), 'session'),
      { userId: params.userId },
      'session',
    )
    return { status: 200, body: presentSession(session) }
  },

  revokeById({ backend, caller, params }) {
    const session = reachable(caller, backend.store.sessions.get(params.sessionId), 'session')
    return { status: 200, body: presentSession(revokeSession(backend, session, { byAdmin: true })) }
  },

  revokeAll({ backend, params }) {
    scheduleRevocation(backend, params.environmentId)
    return { status: 202, body: { message: 'All sessions of this environment are being revoked.' } }
  },
} satisfies ResourceOperations<'sessions'>
