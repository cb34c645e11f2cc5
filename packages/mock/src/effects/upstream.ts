import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'

/** A request to pass on, with its headers as names and values in turn. */
export interface UpstreamRequest {
  readonly method: string
  readonly url: URL
  readonly headers: readonly string[]
  readonly body: Readable
}

/** The other server has sent nothing for too long. */
export class UpstreamTimeout extends Error {}

/**
 * Passes a request on over a connection of its own, and resolves with the head of the reply. The bytes of both bodies
 * stay as they are, compressed or not, which `fetch` would not leave so.
 *
 * @param timeoutMs - How long the connection may be silent. A stream of events may be silent for any time.
 * @param signal - Ends the connection.
 * @throws UpstreamTimeout, or Error of the system
 */
export function sendUpstream(
  { method, url, headers, body }: UpstreamRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const upstream = request(url, { method, headers, agent: false, timeout: timeoutMs, signal })
    let reply: IncomingMessage | undefined
    upstream.on('timeout', () => {
      const error = new UpstreamTimeout()
      reply?.destroy(error)
      upstream.destroy(error)
    })
    upstream.on('error', reject)
    upstream.on('response', (head) => {
      reply = head
      if (head.headers['content-type']?.startsWith('text/event-stream')) head.socket.setTimeout(0)
      resolve(head)
    })
    body.pipe(upstream)
  })
}
