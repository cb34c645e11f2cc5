import { ResponseParseError } from './errors.ts'
import { isRedirect, type OperationReply } from './readReply.ts'

/** Where the service sends the caller on to. */
export interface Redirect {
  /** Absolute URL. */
  location: string
}

/**
 * Reads where a redirect leads.
 *
 * @returns Undefined when the service did not redirect; then the reply is still to be read.
 * @throws {@link ResponseParseError} when it leads nowhere, or hides it.
 */
export function readRedirect(reply: OperationReply, url: string): Redirect | undefined {
  const { response } = reply
  if (!isRedirect(response)) return undefined
  reply.release()
  const location = response.headers.get('location') ?? ''
  if (location && URL.canParse(location, url)) return { location: new URL(location, url).href }
  const problem = response.status ? 'its location is missing or no URL' : 'browsers hide where a redirect leads, so navigate to it instead'
  throw new ResponseParseError(response, problem, reply)
}
