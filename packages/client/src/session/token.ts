import { type AuthTarget, createAuth } from '../policies/auth.ts'
import type { Auth } from '../policies/pipeline.ts'
import type { SessionRecord } from './record.ts'

/** Puts the token on a call. Without one, the browser sends its cookie. */
export function putToken(target: AuthTarget, { token }: Partial<SessionRecord>): void {
  if (token) target.headers.authorization = `Bearer ${token}`
  else target.credentials = 'include'
}

/** The credential of this record, even if the session changes meanwhile. */
export function fixedCredential(record: Partial<SessionRecord>): Auth {
  return createAuth({ authorize: (target) => putToken(target, record) })
}
