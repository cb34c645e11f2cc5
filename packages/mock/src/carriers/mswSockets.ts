import type { SocketPeer } from '@latchkey/chains/rpc/sockets/clientEnd'
import type { RefusedSocket, ServedSocket } from '@latchkey/chains/rpc/sockets/connection'
import type { RequestHead } from '../http/serviceRequest.ts'
import { requestInside } from '../http/sockets.ts'

/** The client's end of a WebSocket that msw has intercepted. */
interface InterceptedClient {
  readonly url: URL | string
  send(data: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void
}

interface SocketLink<Handler> {
  addEventListener(event: 'connection', listener: (event: { readonly client: InterceptedClient }) => void): Handler
}

/** The part of msw for WebSockets. */
export interface MswSockets<Handler> {
  link(url: string): SocketLink<Handler>
}

interface SocketService {
  readonly baseUrl: string
  openSocket(request: RequestHead, peer: SocketPeer): Promise<ServedSocket | RefusedSocket | undefined>
}

/** The WebSockets of the chains as a handler of msw. A socket to a chain that the service does not have is closed. */
export function mswSocketHandler<Handler>(mock: SocketService, ws: MswSockets<Handler>): Handler {
  const chains = linkOf(ws, `${mock.baseUrl.replace(/^http/, 'ws')}/__mock/chains/*`)
  return chains.addEventListener('connection', ({ client }) => {
    const opening = open(client)
    client.addEventListener('message', ({ data }) => {
      void opening.then((connection) => connection?.receive(String(data)))
    })
    client.addEventListener('close', ({ code, reason }) => {
      void opening.then((connection) => connection?.leave(code, reason))
    })
  })

  async function open(client: InterceptedClient): Promise<ServedSocket | undefined> {
    const connection = await mock.openSocket(requestInside(String(client.url)), {
      send: (text) => client.send(text),
      close: (code, reason) => client.close(code, reason),
      bufferedBytes: 0,
    })
    if (connection && !('error' in connection)) return connection
    client.close(1008, connection?.error ?? 'The service has no chain at this URL.')
    return undefined
  }
}

const linksOf = new WeakMap<object, Map<string, SocketLink<never>>>()

/**
 * The link of a URL. Each link of msw listens to its other pages for good, so that one per test would be a leak, of
 * which Node warns in a file with more than ten tests.
 */
function linkOf<Handler>(ws: MswSockets<Handler>, url: string): SocketLink<Handler> {
  const links = linksOf.get(ws) ?? new Map<string, SocketLink<never>>()
  linksOf.set(ws, links)
  const link = (links.get(url) as SocketLink<Handler> | undefined) ?? ws.link(url)
  links.set(url, link as SocketLink<never>)
  return link
}
