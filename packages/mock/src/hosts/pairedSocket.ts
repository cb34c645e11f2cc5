import type { WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import type { Mock } from '../mock/createMock.ts'
import type { SocketPair } from './cloudflarePlatform.ts'
import { refuseSocket } from './refusals.ts'

/** Whether a request asks for a WebSocket. */
export const isUpgrade = (request: Request) => request.headers.get('upgrade')?.toLowerCase() === 'websocket'

/**
 * Opens the WebSocket of a chain in a Durable Object, which stays awake until it is closed.
 *
 * @returns The response with the client's end, or a refusal; `undefined` for a URL without a WebSocket
 */
export async function answerUpgrade(mock: Mock, request: ServiceRequest): Promise<Response | WireReply | undefined> {
  const { WebSocketPair } = globalThis as { WebSocketPair?: new () => SocketPair }
  if (!WebSocketPair) throw new TypeError('Failed to open a WebSocket: this is no Durable Object.')
  const { 0: client, 1: server } = new WebSocketPair()
  // A socket beyond the limit is closed at once, which only an accepted one can be.
  server.accept()
  // The runtime does not tell what waits for a client. Who says nothing may read nothing, so all of that counts.
  let unconfirmed = 0
  const connection = await mock.openSocket(request, {
    send(text) {
      unconfirmed += text.length
      server.send(text)
    },
    close: (code, reason) => server.close(code, reason),
    get bufferedBytes() {
      return unconfirmed
    },
  })
  if (!connection) return undefined
  if ('error' in connection) return refuseSocket(connection)
  server.addEventListener('message', ({ data }) => {
    unconfirmed = 0
    connection.receive(typeof data === 'string' ? data : new TextDecoder().decode(data))
  })
  server.addEventListener('close', ({ code, reason }) => {
    connection.leave(code, reason)
    server.close(1000, '')
  })
  server.addEventListener('error', () => connection.close(1002, ''))
  const init: ResponseInit & { readonly webSocket: unknown } = { status: 101, webSocket: client }
  return new Response(null, init)
}
