import type { Reply } from '../policies/pipeline.ts'
import { ApiError, ResponseParseError } from '../shared/errors.ts'

/**
 * Decodes the reply of an operation that does not redirect.
 *
 * @param mayBeEmpty - Any text if the operation may answer without a body.
 * @returns The data, undefined for a reply without content, or an ApiError for a status from 400 on.
 * @throws {@link ResponseParseError} when the operation does not have such a reply.
 */
export function readReply(reply: Reply, mayBeEmpty?: string): Promise<unknown> {
  const { response, read } = reply
  const { ok, status } = response
  // Decodes the body before the attempt ends, so that a layer around the call sees the error of a broken reply.
  return read(async () => {
    // Nobody needs the body of a redirect, which may be endless: an error here aborts the fetch.
    const text = ok || status >= 400 ? await response.text() : ''
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // No JSON text decodes to undefined.
    }
    if (status >= 400) return new ApiError(response, value === undefined ? text || undefined : value, reply)
    const isExpected = value === undefined ? !text && mayBeEmpty : isJson(response)
    if (ok && isExpected) return value
    throw new ResponseParseError(response, problemOf(response, !text), reply)
  })
}

/** Whether the reply is a redirect; one that browsers hide has status 0. */
export function isRedirect({ ok, status }: Response): boolean {
  return !ok && status < 400
}

/** Why a reply could not be read as JSON. */
export function problemOf(response: Response, isEmpty?: boolean): string {
  if (!response.ok) return 'it redirects'
  if (isEmpty) return 'its body is empty'
  return isJson(response) ? 'its JSON is broken' : 'its body is not JSON'
}

/** Whether the content type allows JSON; a reply without one may be JSON. */
function isJson(response: Response): boolean {
  return /[/+]json\b/i.test(response.headers.get('content-type') ?? '/json')
}
