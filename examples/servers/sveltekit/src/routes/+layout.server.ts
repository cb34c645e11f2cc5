import type { ServerLoadEvent } from '@sveltejs/kit'
import { sessionOf } from '../session.ts'

/** The session in the cookies of the request, which is refreshed where that is due. */
export async function load(event: ServerLoadEvent) {
  const session = sessionOf(event)
  // Where the service cannot be reached, the session stays as it is.
  await session.accessToken().catch(() => undefined)
  const { state, user } = session
  return { initialSnapshot: { state, user } }
}
