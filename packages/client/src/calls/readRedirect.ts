import { ResponseParseError } from '../shared/errors.ts'
import type { ReadReply } from './operation.ts'
import type { Reply } from '../policies/pipeline.ts'
import { isRedirect, readReply } from './readReply.ts'
import { readText } from './readText.ts'

/** Where the service sends the caller on to. */
export interface Redirect {
  /** Absolute URL. */
  location: string
}

/** Reads the reply of an operation that redirects: where to, or what {@link readReply} makes of it. */
export const readRedirect: ReadReply = async (reply, mayBeEmpty) => redirectOf(reply) ?? readReply(reply, mayBeEmpty)

/** The same for an operation that answers a page instead when it does not redirect. */
export const readRedirectOrText: ReadReply = async (reply) => redirectOf(reply) ?? readText(reply)

/**
 * Reads where a redirect leads.
 *
 * @returns Undefined when the service did not redirect; then the reply is still to be read.
 * @throws {@link ResponseParseError} when it leads nowhere, or hides it.
 */
function redirectOf(reply: Reply): Redirect | undefined {
  const { response, url } = reply
  if (!isRedirect(response)) return undefined
  reply.release()
  const location = response.headers.get('location') ?? ''
  if (location && URL.canParse(location, url)) return { location: new URL(location, url).href }
  const problem = response.status
    ? 'its location is missing or no URL'
    : 'browsers hide where a redirect leads, so navigate to it instead'
  throw new ResponseParseError(response, problem, reply)
}
