import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimer } from '@latchkey/base/clock'
import type { SocketPeer } from '@latchkey/chains/rpc/sockets/clientEnd'
import type { WebSocket, WebSocketServer } from 'ws'
import type { WireReply } from '../http/respond.ts'
import type { RequestHead } from '../http/serviceRequest.ts'
import type { Mock } from '../mock/createMock.ts'
import { isTlsServer, writeReply } from './httpServer.ts'
import { refuseSocket } from './refusals.ts'

/** Where a WebSocket leads. */
export interface SocketTarget {
  readonly world: Mock
  /** Its URL has the origin of the service. */
  readonly request: RequestHead
  /** The reply to those who come to a URL without a WebSocket. */
  refuse(): Promise<WireReply | undefined>
}

/** A WebSocket that the server refuses, and the world that is told. */
export interface UnadmittedSocket {
  readonly world: Mock
  readonly request: RequestHead
  readonly refusal: WireReply
}

/** The WebSockets of a server. */
export interface Upgrades {
  /** Turns a connection into a WebSocket, or refuses it over HTTP. It never rejects. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Closes all of them. Clients have a second to say goodbye. */
  close(): void
}

/** Headers of an offer to speak another protocol (RFC 9110, section 7.8; RFC 7540, section 3.2). */
const offers = new Set(['upgrade', 'connection', 'http2-settings'])

/**
 * Lets a server read a request once more without its offer, which is what a server does that does not know the other
 * protocol. Some clients offer HTTP/2 with each request, and Node gives such requests to the listener for upgrades.
 */
export function readWithoutOffer(server: Server, incoming: IncomingMessage, [socket, rest]: readonly [Duplex, Buffer]) {
  const { method, url, httpVersion, rawHeaders } = incoming
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!offers.has(String(rawHeaders[i]).toLowerCase())) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]))
  server.emit(isTlsServer(server) ? 'secureConnection' : 'connection', socket)
}

/** How long a client has to say goodbye, in milliseconds. */
const goodbyeMs = 1_000

/** Whether a message was longer than `maxPayload`. */
const isTooLong = ({ code }: NodeJS.ErrnoException) => code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'

/**
 * @param find - Where a request leads, or the reply that refuses it.
 * @param report - Hears of failures that are not the client's.
 */
export function createUpgrades(
  find: (incoming: IncomingMessage) => SocketTarget | UnadmittedSocket,
  report: (cause: unknown) => void,
): Upgrades {
  let loaded: Promise<WebSocketServer> | undefined

  /** @param maxPayload - In bytes; the worlds of a server have the same. */
  async function load(maxPayload: number): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws')
    return new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  }

  async function accept(target: SocketTarget, incoming: IncomingMessage, rest: readonly [Duplex, Buffer]) {
    let client: WebSocket | undefined
    /** Of a socket that was closed before the handshake. */
    let refusal: readonly [code: number, reason: string] | undefined
    const peer: SocketPeer = {
      send: (text) => client?.send(text),
      close(code, reason) {
        if (!client) refusal = [code, reason]
        else sayGoodbye(client, code, reason)
      },
      get bufferedBytes() {
        return client?.bufferedAmount ?? 0
      },
    }
    const connection = await target.world.openSocket(target.request, peer)
    if (!connection) return false
    if ('error' in connection) {
      writeReply(rest[0], refuseSocket(connection))
      return true
    }
    const [socket] = rest
    // A handshake that fails ends without a word of the library.
    const release = () => {
      if (!client) connection.close(1002, 'The handshake has failed.')
    }
    if (socket.destroyed) release()
    else socket.once('close', release)
    const server = await (loaded ??= load(connection.limits.messageBytes))
    server.handleUpgrade(incoming, ...rest, (opened) => {
      client = opened
      opened.on('message', (message) => connection.receive(String(message)))
      // 1005 is a goodbye without a code (RFC 6455, section 7.1.5).
      opened.on('close', (code, reason) => connection.leave(code, String(reason)))
      opened.on('error', (error) => {
        if (isTooLong(error)) connection.close(1009, 'The message is too long.')
        else connection.close(1002, 'The client has broken the protocol, or its connection.')
      })
      if (refusal) opened.close(...refusal)
    })
    return true
  }

  return {
    async upgrade(incoming, socket, head) {
      try {
        const target = find(incoming)
        if ('refusal' in target) {
          target.world.noteRefusedSocket(target.request, target.refusal)
          return writeReply(socket, target.refusal)
        }
        if (await accept(target, incoming, [socket, head])) return
        const refusal = await target.refuse()
        if (refusal) writeReply(socket, refusal)
        else socket.destroy()
      } catch (error) {
        if (!socket.destroyed) report(error)
        socket.destroy()
      }
    },
    close() {
      const closeAll = ({ clients }: WebSocketServer) => {
        for (const client of clients) sayGoodbye(client, 1001, 'The server was closed.')
      }
      // A library that could not be loaded has no sockets, and was reported.
      void loaded?.then(closeAll, () => undefined)
    },
  }
}

/** Closes a WebSocket. What waits for a client that does not read is given up with it. */
function sayGoodbye(client: WebSocket, code: number, reason: string): void {
  client.close(code, reason)
  setTimer(() => client.terminate(), goodbyeMs)
}
