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

/** The part of msw for WebSockets. */
export interface MswSockets<Handler> {
  link(url: string): {
    addEventListener(event: 'connection', listener: (event: { readonly client: InterceptedClient }) => void): Handler
  }
}

interface SocketService {
  readonly baseUrl: string
  openSocket(request: RequestHead, peer: SocketPeer): Promise<ServedSocket | RefusedSocket | undefined>
}

/** The WebSockets of the chains as a handler of msw. A socket to a chain that the service does not have is closed. */
export function mswSocketHandler<Handler>(mock: SocketService, ws: MswSockets<Handler>): Handler {
  const chains = ws.link(`${mock.baseUrl.replace(/^http/, 'ws')}/__mock/chains/*`)
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
