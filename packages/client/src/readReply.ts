import { ApiError, ResponseParseError } from './errors.ts'
import type { Reply } from './pipeline.ts'

/** Where the service sends the caller on to. */
export interface Redirect {
  /** Absolute URL. */
  location: string
}

/**
 * Decodes a reply.
 *
 * @param kinds - What the operation answers besides JSON; see {@link Caller}.
 * @returns The data; undefined for a reply without content.
 * @throws {@link ApiError} for a status from 400 on.
 * @throws {@link ResponseParseError} when the reply is none that the operation answers.
 */
export async function readReply(reply: Reply, url: string, kinds: string, operation?: string): Promise<unknown> {
  const { response } = reply
  const fail = (problem: string): ResponseParseError => new ResponseParseError(response, problem, { operation })
  // A redirect that browsers hide has status 0.
  if (response.status < 400 && !response.ok) {
    reply.release()
    const location = response.headers.get('location') ?? ''
    if (location && URL.canParse(location, url)) return { location: new URL(location, url).href } satisfies Redirect
    throw fail(response.status ? 'its location is missing or no URL' : 'browsers hide where a redirect leads, so navigate to it instead')
  }
  const text = await reply.read(() => response.text())
  if (response.ok && kinds.includes('t')) return text
  if (!text && kinds.includes('e') && response.ok) return undefined
  const value = response.ok && !isJson(response) ? undefined : parse(text)
  if (!response.ok) throw new ApiError(response, value === undefined ? text || undefined : value, { operation })
  if (value === undefined) throw fail(text ? problemOf(response) : 'its body is empty')
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

/** Why a reply with text could not be read as JSON. */
export function problemOf(response: Response): string {
  return isJson(response) ? 'its JSON is broken or cut off' : 'its body is no JSON'
}

/** A reply that does not say what it is may be JSON. */
function isJson(response: Response): boolean {
  return /[/+]json\b/i.test(response.headers.get('content-type') ?? '/json')
}
