import type { IncomingMessage } from 'node:http'
import { DomainError } from '../domain/shared/errors.ts'
import { maximumBodyBytes } from '../http/decode.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'

/**
 * What arrived at a socket, as the service reads it; a `Request` would cost more than the whole answer.
 *
 * The service answers under its own address, whichever of the server's names the request has for it.
 *
 * @param options.trustProxy - Whether `X-Forwarded-For` says who calls, where it is sent; otherwise the socket does.
 */
export function incomingRequest(
  incoming: IncomingMessage,
  { baseUrl, trustProxy }: { baseUrl: string; trustProxy: boolean },
): ServiceRequest {
  const { method = 'GET', headers, socket } = incoming
  return {
    method,
    url: baseUrl + pathOf(incoming.url ?? '/'),
    headers: {
      get(name) {
        const lowerCased = name.toLowerCase()
        const value = headers[lowerCased]
        if (lowerCased === 'x-forwarded-for' && !(trustProxy && value)) return socket.remoteAddress ?? null
        if (value === undefined) return null
        return typeof value === 'string' ? value : value.join(', ')
      },
    },
    text: () => readText(incoming),
  }
}

/** A request line holds a path, a whole URL (RFC 9112, section 3.2.2), or `*`. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  if (!URL.canParse(target)) return '/'
  const { pathname, search } = new URL(target)
  return pathname + search
}

/** Reads on when the body is too large, so that the caller gets to see the answer, but keeps nothing of it. */
function readText(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maximumBodyBytes) chunks = []
      else chunks.push(chunk)
    })
    incoming.on('end', () => {
      if (bytes > maximumBodyBytes) reject(new DomainError('bodyTooLarge'))
      else
        resolve(chunks.length === 1 ? (chunks[0] as Buffer).toString('utf8') : Buffer.concat(chunks).toString('utf8'))
    })
    // What broke off before its end: nobody waits for the answer, but nothing must be written either.
    const refuse = () => reject(new DomainError('badRequest', { message: 'The request broke off.' }))
    incoming.on('error', refuse)
    incoming.on('close', refuse)
  })
}
