import { cookieStorage, createSession } from '@latchkey/client/session'
import type { ServerLoadEvent } from '@sveltejs/kit'
import { api } from '../api.ts'

/** The session in the cookies of the request, which is refreshed where that is due. */
export async function load({ cookies }: ServerLoadEvent) {
  const session = createSession({ api, storage: cookieStorage(cookies) })
  // Where the service cannot be reached, the session stays as it is.
  await session.accessToken().catch(() => undefined)
  const { state, user } = session
  return { initialSnapshot: { state, user } }
}
