import { readText, TooLarge } from './readText.ts'

/** A reply of a part of the world outside that is real. */
export interface RealReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** How long a real part may take for a reply, in milliseconds of real time. */
const timeoutMs = 10_000

/**
 * Sends a request to a real part. It follows no redirect, so that the part cannot send the mock elsewhere.
 *
 * @param maximumMegabytes - The longest reply that is read.
 * @throws Error whose message ends a sentence about the part and has nothing of the URL: `cannot be reached`
 */
export async function realFetch(url: string, init: RequestInit, maximumMegabytes: number): Promise<RealReply> {
  try {
    const late = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    // A page cannot see the status of a redirect.
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw new Redirect()
    const text = await readText(response, maximumMegabytes * 1_048_576)
    return { status: response.status, headers: response.headers, text }
  } catch (cause) {
    throw new Error(problemOf(cause, maximumMegabytes), { cause })
  }
}

class Redirect extends Error {}

function problemOf(error: unknown, maximumMegabytes: number): string {
  if (error instanceof Redirect) return 'redirects, and redirects are not followed'
  if (error instanceof TooLarge)
    return `has sent a reply larger than ${maximumMegabytes} megabyte${maximumMegabytes === 1 ? '' : 's'}`
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return isLate ? `has not answered within ${timeoutMs / 1000} seconds` : 'cannot be reached'
}
