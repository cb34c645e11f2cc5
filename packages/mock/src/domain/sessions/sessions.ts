import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { Job, Session } from '../../store/records.ts'
import type { Backend, LastingBackend } from '../shared/backend.ts'
import { scheduleJob } from '../shared/jobs.ts'

/** Ends a session, so that all of its tokens are refused. A session that has ended stays as it is. */
export function revokeSession(
  { store, clock }: Pick<LastingBackend, 'store' | 'clock'>,
  session: Session,
  { byAdmin = false } = {},
): Session {
  if (session.revokedAt !== undefined) return session
  return store.sessions.put({
    ...session,
    revokedAt: clock.iso(),
    ...defined({ revokedByAdmin: byAdmin || undefined }),
  })
}

/** Ends the sessions of a user. */
export function revokeSessionsOf(backend: Backend, userId: string, options?: { readonly byAdmin?: boolean }): void {
  for (const session of backend.store.sessions.scan('byUser', [userId])) revokeSession(backend, session, options)
}

/** A page of a user's sessions, newest first: all of them, the revoked ones, or the others. Only this page is read. */
export function listSessions(
  { store }: Backend,
  userId: string,
  { revoked, offset = 0, limit = 100 }: { revoked?: boolean; offset?: number; limit?: number },
): Session[] {
  const filtered = revoked ? 'revokedByUser' : 'openByUser'
  const index = revoked === undefined ? 'byUser' : filtered
  return store.sessions.page(index, [userId], { offset, limit, descending: true })
}

/** Schedules the end of all sessions of an environment that began before now. */
export function scheduleRevocation(backend: Backend, environmentId: string): void {
  scheduleJob(backend, { kind: 'sessions.revokeAll', subjectId: environmentId, inMs: 0 })
}

/** The job that {@link scheduleRevocation} has scheduled. */
export function revokeAllSessions(backend: Backend, { subjectId: environmentId, id: jobId, createdAt }: Job): void {
  for (const session of backend.store.sessions.scan('byEnvironment', [environmentId])) {
    // Ids also grow within a millisecond, so a session that began after the call stays.
    const isEarlier = instantOf(session.createdAt) < instantOf(createdAt) || session.id < jobId
    if (isEarlier) revokeSession(backend, session, { byAdmin: true })
  }
}
