import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { NodeAdapter } from 'crossws/adapters/node'
import { setTimer } from '../effects/clock.ts'
import type { WireReply } from '../http/respond.ts'
import type { RequestHead } from '../http/serviceRequest.ts'
import type { Mock } from '../mock/createMock.ts'
import type { SocketPeer } from '../pages/sockets/clientEnd.ts'
import { isTlsServer, writeReply } from './httpServer.ts'

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

type Connection = NonNullable<Awaited<ReturnType<Mock['openSocket']>>>

/** One WebSocket, from before the handshake on. */
interface Opening {
  connection?: Connection
  /** The client's end, once there is one. */
  client?: { send(text: string): void; close(code: number, reason: string): void; buffered(): number }
  /** Of a socket that was closed before the handshake. */
  refusal?: readonly [code: number, reason: string]
}

/** Whether a message was longer than `maxPayload`, in the words of `ws`. */
const isTooLong = ({ message }: Error) => message.includes('Max payload size exceeded')

/**
 * @param find - Where a request leads, or the reply that refuses it.
 * @param report - Hears of failures that are not the client's.
 */
export function createUpgrades(
  find: (incoming: IncomingMessage) => SocketTarget | UnadmittedSocket,
  report: (cause: unknown) => void,
): Upgrades {
  let loaded: Promise<NodeAdapter> | undefined
  const openings = new WeakMap<object, Opening>()

  /** @param maxPayload - In bytes; the worlds of a server have the same. */
  async function load(maxPayload: number): Promise<NodeAdapter> {
    const { default: createAdapter } = await import('crossws/adapters/node')
    const openingOf = (peer: { readonly context: Record<string, unknown> }) => peer.context.opening as Opening
    return createAdapter({
      serverOptions: { maxPayload, perMessageDeflate: false },
      hooks: {
        upgrade: (request) => ({ context: { opening: openings.get(request) } }),
        open(peer) {
          const opening = openingOf(peer)
          opening.client = {
            send: (text) => void peer.send(text),
            close(code, reason) {
              peer.close(code, reason)
              // What waits for a client that does not read is given up with it.
              setTimer(() => peer.terminate(), 1_000)
            },
            buffered: () => peer.websocket.bufferedAmount ?? 0,
          }
          if (opening.refusal) peer.close(...opening.refusal)
        },
        message: (peer, message) => openingOf(peer).connection?.receive(message.text()),
        // 1005 is a goodbye without a code (RFC 6455, section 7.1.5).
        close: (peer, { code = 1005, reason = '' }) => openingOf(peer).connection?.leave(code, reason),
        error(peer, error) {
          const { connection } = openingOf(peer)
          if (isTooLong(error)) connection?.close(1009, 'The message is too long.')
          else connection?.close(1002, 'The client has broken the protocol, or its connection.')
        },
      },
    })
  }

  async function accept(target: SocketTarget, incoming: IncomingMessage, rest: readonly [Duplex, Buffer]) {
    const opening: Opening = {}
    const peer: SocketPeer = {
      send: (text) => opening.client?.send(text),
      close(code, reason) {
        if (opening.client) opening.client.close(code, reason)
        else opening.refusal = [code, reason]
      },
      get bufferedBytes() {
        return opening.client?.buffered() ?? 0
      },
    }
    const connection = await target.world.openSocket(target.request, peer)
    if (!connection) return false
    opening.connection = connection
    const [socket] = rest
    // A handshake that fails ends without a word of the adapter.
    const release = () => {
      if (!opening.client) connection.close(1002, 'The handshake has failed.')
    }
    if (socket.destroyed) release()
    else socket.once('close', release)
    const request = new Request(target.request.url)
    openings.set(request, opening)
    await (await (loaded ??= load(connection.limits.messageBytes))).handleUpgrade(incoming, ...rest, request)
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
      const closeAll = (adapter: NodeAdapter) => {
        adapter.closeAll(1001, 'The server was closed.')
        setTimer(() => adapter.closeAll(undefined, undefined, true), 1_000)
      }
      // An adapter that could not be loaded has no sockets, and was reported.
      void loaded?.then(closeAll, () => undefined)
    },
  }
}
