import { ApiError, ResponseParseError } from './errors.ts'
import type { Reply } from './pipeline.ts'

/** A reply that knows its operation: what its errors tell. */
export interface OperationReply extends Reply {
  readonly operation?: string
}

/**
 * Decodes the reply of an operation that does not redirect.
 *
 * @param kinds - What the operation answers besides JSON; see {@link operation}.
 * @returns The data, undefined for a reply without content, or an ApiError for a status from 400 on.
 * @throws {@link ResponseParseError} when the reply is none that the operation answers.
 */
export async function readReply(reply: OperationReply, kinds: string): Promise<unknown> {
  const { response, read } = reply
  if (isRedirect(response)) {
    reply.release()
    throw new ResponseParseError(response, redirected, reply)
  }
  const text = await read(() => response.text())
  const value = parse(text)
  if (response.status >= 400) return new ApiError(response, value === undefined ? text || undefined : value, reply)
  if (kinds.includes('t')) return text
  if (!text && kinds.includes('e')) return undefined
  if (value === undefined || !isJson(response)) throw new ResponseParseError(response, text ? problemOf(response) : 'its body is empty', reply)
  return value
}

/** The value of a JSON text; undefined, which no JSON text means, when it is broken. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the service sends the caller elsewhere; a redirect that browsers hide has status 0. */
export function isRedirect({ ok, status }: Response): boolean {
  return !ok && status < 400
}

/** What is wrong with a redirect where none is expected. */
export const redirected = 'it redirects, and is not followed'

/** Why a reply with text could not be read as JSON. */
export function problemOf(response: Response): string {
  return isJson(response) ? 'its JSON is broken or cut off' : 'its body is no JSON'
}

/** A reply that does not say what it is may be JSON. */
function isJson(response: Response): boolean {
  return /[/+]json\b/i.test(response.headers.get('content-type') ?? '/json')
}
