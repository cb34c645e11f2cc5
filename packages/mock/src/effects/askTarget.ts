import { readText, TooLarge } from '@latchkey/base/readText'

/** A reply to a GET, with its body as text. */
export interface TargetReply {
  readonly status: number
  readonly text: string
}

/** The longest reply that is read, in bytes. */
const maximumBytes = 33_554_432

/**
 * Sends a GET with a bearer token. It follows no redirect, so that the token reaches no other server.
 *
 * @param limits.timeoutMs - For the whole reply.
 * @throws TypeError with a sentence that has neither the URL nor the token
 */
export async function askTarget(
  url: URL,
  { token, timeoutMs }: { readonly token: string; readonly timeoutMs: number },
): Promise<TargetReply> {
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, text: await readText(response, maximumBytes) }
  } catch (error) {
    throw new TypeError(sentenceOf(error), { cause: error })
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof TooLarge) return 'A reply of the target is larger than 32 megabytes.'
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return isLate ? 'The target did not answer in time.' : 'The target could not be reached.'
}
