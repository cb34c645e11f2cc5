import { clearedCookies } from '../domain/sessionCookies.ts'
import { refreshSession, revokeSession } from '../domain/signIn.ts'
import type { ResourceOperations } from './operation.ts'

export const sessions = {
  async refresh({ backend, caller }) {
    const { body, cookies } = await refreshSession(backend, caller)
    return { status: 200, body, cookies }
  },

  /** Whoever gets this far has a valid session. */
  check() {
    return { status: 204 }
  },

  revoke({ backend, caller }) {
    revokeSession(backend, caller.session)
    return { status: 204, cookies: clearedCookies(backend, caller.session.environmentId) }
  },
} satisfies ResourceOperations<'sessions'>
