import type { Reply } from '../policies/pipeline.ts'
import { ResponseParseError } from '../shared/errors.ts'
import type { ReadReply } from './operation.ts'
import { isRedirect, readReply } from './readReply.ts'
import { readText } from './readText.ts'

/** The target of a redirect. */
export interface Redirect {
  /** Absolute URL. */
  location: string
}

/**
 * Reads the reply of an operation that redirects: returns the target, or the result of {@link readReply} for any other
 * reply.
 */
export const readRedirect: ReadReply = async (reply, mayBeEmpty) => redirectOf(reply) ?? readReply(reply, mayBeEmpty)

/** The same, for an operation that answers a page when it does not redirect. */
export const readRedirectOrText: ReadReply = async (reply) => redirectOf(reply) ?? readText(reply)

/**
 * Reads the target of a redirect.
 *
 * @returns Undefined when the reply is not a redirect; its body is still unread then.
 * @throws {@link ResponseParseError} when the redirect has no target, or the browser hides it.
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
