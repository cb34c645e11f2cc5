import autocannon from 'autocannon'
import type { Question } from './keptConnection.ts'

/** The result of many connections that ask at once. */
export interface Load {
  /** Requests that were answered in a second. */
  readonly perSecond: number
  /** Milliseconds within which 99 % of the answers came. */
  readonly p99: number
}

/**
 * Lets connections ask by turns, each as soon as it has its answer.
 *
 * @throws Error when one answer is no success: refusals are quick
 */
export async function load(
  origin: string,
  questions: readonly Question[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: questions.map(({ method = 'GET', path, headers, body }) => ({
      method,
      path,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })),
  })
  const { errors, non2xx, requests, latency, duration } = result
  if (errors + non2xx > 0) throw new Error(`${origin}: ${errors} errors and ${non2xx} refusals under load.`)
  return { perSecond: requests.total / duration, p99: latency.p99 }
}
