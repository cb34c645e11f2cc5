import { cookieStorage, createSession, type Session } from '@latchkey/client/session'
import type { RequestEvent } from '@sveltejs/kit'
import { api } from './api.ts'

/** The session in the cookies of a request. */
export function sessionOf({ cookies, url }: Pick<RequestEvent, 'cookies' | 'url'>): Session {
  // Safari keeps no secure cookie of http://localhost.
  return createSession({ api, storage: cookieStorage(cookies, { secure: url.protocol === 'https:' }) })
}
