import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { DomainError } from '../domain/shared/errors.ts'
import { maximumBodyBytes } from '../http/decode.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'

/**
 * A request from a socket, as the service reads it. Making a `Request` would take longer than the whole answer.
 *
 * Its URL has the origin of the service, even if the request contains another of the server's names.
 *
 * @param options.path - With the query, as {@link pathOf} reads it.
 * @param options.trustProxy - Whether the caller's address is that of `X-Forwarded-For`, if sent. Otherwise it is that
 * of the socket.
 */
export function incomingRequest(
  incoming: IncomingMessage,
  { origin, path, trustProxy }: { origin: string; path: string; trustProxy: boolean },
): ServiceRequest {
  const { method = 'GET', headers, socket } = incoming
  return {
    method,
    url: origin + path,
    headers: {
      get(name) {
        const lowerCased = name.toLowerCase()
        const value = headers[lowerCased]
        if (lowerCased === 'x-forwarded-for' && !(trustProxy && value)) return socket.remoteAddress ?? null
        if (value === undefined) return null
        return typeof value === 'string' ? value : value.join(', ')
      },
      keys: () => Object.keys(headers),
    },
    text: (maximumBytes) => readText(incoming, maximumBytes),
    // Few requests need it, and it takes long to make.
    get body() {
      return Readable.toWeb(incoming) as ReadableStream<Uint8Array>
    },
  }
}

/** The parts of a path that the URL parser changes: dot segments and backslashes. */
const needsParsing = /\/\.|%2e|\\/i

/**
 * The path and query of a request line, which contains a path, a whole URL (RFC 9112, section 3.2.2), or `*`. They are
 * as the URL parser reads them, so that nobody who compares the path meets a dot segment.
 */
export function pathOf({ url: target = '/' }: IncomingMessage): string {
  if (target.startsWith('/') && !needsParsing.test(target)) return target
  const url = target.startsWith('/') ? `http://localhost${target}` : target
  if (!URL.canParse(url)) return '/'
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Leaves out a byte order mark, as `Request` does. */
const decoder = new TextDecoder()

/** Reads a body that is too large to its end, without keeping it, so that the caller receives the refusal. */
function readText(incoming: IncomingMessage, maximumBytes = maximumBodyBytes): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maximumBytes) chunks = []
      else chunks.push(chunk)
    })
    incoming.on('end', () => {
      if (bytes > maximumBytes) reject(new DomainError('bodyTooLarge'))
      else resolve(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    })
    // The body broke off before its end. The caller is gone, but nothing must be written.
    const refuse = () => reject(new DomainError('badRequest', { message: 'The request broke off.' }))
    incoming.on('error', refuse)
    incoming.on('close', refuse)
  })
}
