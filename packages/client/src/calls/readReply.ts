import { ApiError, ResponseParseError } from '../shared/errors.ts'
import type { Reply } from '../policies/pipeline.ts'

/**
 * Decodes the reply of an operation that does not redirect.
 *
 * @param mayBeEmpty - A text where the operation answers without a body, too.
 * @returns The data, undefined for a reply without content, or an ApiError for a status from 400 on.
 * @throws {@link ResponseParseError} when the reply is not one that the operation has.
 */
export function readReply(reply: Reply, mayBeEmpty?: string): Promise<unknown> {
  const { response, read } = reply
  const { ok, status } = response
  // Decoded while the attempt goes on, so that a layer around the call learns what is wrong with the reply.
  return read(async () => {
    // A redirect's body is of no use, and may be endless: what fails here aborts the fetch.
    const text = ok || status >= 400 ? await response.text() : ''
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // Undefined, which no JSON text means.
    }
    if (status >= 400) return new ApiError(response, value === undefined ? text || undefined : value, reply)
    if (ok && (value === undefined ? !text && mayBeEmpty : isJson(response))) return value
    throw new ResponseParseError(response, problemOf(response, !text), reply)
  })
}

/** Whether the service sends the caller elsewhere; a redirect that browsers hide has status 0. */
export function isRedirect({ ok, status }: Response): boolean {
  return !ok && status < 400
}

/** Why a reply could not be read as JSON. */
export function problemOf(response: Response, isEmpty?: boolean): string {
  if (!response.ok) return 'it redirects'
  if (isEmpty) return 'its body is empty'
  return isJson(response) ? 'its JSON is broken' : 'its body is no JSON'
}

/** A reply that does not say what it is may be JSON. */
function isJson(response: Response): boolean {
  return /[/+]json\b/i.test(response.headers.get('content-type') ?? '/json')
}
