import { createTransport, type Transport } from '@latchkey/client'
import { type CookieJar, cookieStorage, createSession, type Session } from '@latchkey/client/session'

/** The address of the service; with Next, these are environment variables. */
export interface ApiOptions {
  baseUrl: string
  environmentId: string
}

/**
 * The session of one request. With Next: `sessionOf(place, await cookies())`.
 *
 * @param jar - With `set` if the reply can still set cookies, without it while a page is rendered.
 */
export function sessionOf(apiOptions: ApiOptions, jar: CookieJar): Session {
  // Plain http is for this example only.
  return createSession({ api: createTransport(apiOptions), storage: cookieStorage(jar, { secure: false }) })
}

/** Calls as the signed-in user. */
export function apiOf(apiOptions: ApiOptions, session: Session): Transport {
  return createTransport({ ...apiOptions, auth: session.auth })
}
