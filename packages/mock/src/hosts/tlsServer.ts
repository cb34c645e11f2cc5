import type { Server } from 'node:https'
import type { Socket } from 'node:net'
import { setTimer } from '@latchkey/base/clock'
import { isDue, type ServerCertificate } from '../effects/certificates.ts'
import { writeReply } from './httpServer.ts'
import { refuse } from './refusals.ts'

/** The first byte of a record of TLS that begins a handshake (RFC 8446, section 5.1). */
const handshakeByte = 0x16
/** How long a connection may say nothing before its handshake, in milliseconds. */
const silenceMs = 120_000

interface TlsServerOptions {
  readonly certificate: ServerCertificate
  /** Where the certificate came from. One that came from no function is never replaced. */
  readonly https: ServerCertificate | (() => Promise<ServerCertificate>) | undefined
  /** Takes the error of a certificate that could not be replaced. The former one is used on. */
  readonly report: (cause: unknown) => void
}

/**
 * Lets a server of HTTPS refuse connections without TLS in the shape of the service's errors, and replace its
 * certificate when it is due. In Bun it does neither: what takes its connections is not the server's listener.
 *
 * @returns Ends the connections that are not encrypted yet.
 */
export function watchConnections(server: Server, { certificate, https, report }: TlsServerOptions): () => void {
  if (!('setSecureContext' in server)) return () => undefined
  const [encrypt] = server.listeners('connection')
  if (!encrypt) throw new TypeError('Failed to serve HTTPS: the server does not listen for connections.')
  const waiting = new Set<Socket>()
  let present = certificate
  let renewal: Promise<void> | undefined

  async function replace(): Promise<void> {
    try {
      if (typeof https === 'function') present = await https()
      server.setSecureContext({ cert: present.cert, key: present.key })
    } catch (error) {
      report(error)
    } finally {
      renewal = undefined
    }
  }

  async function begin(socket: Socket): Promise<void> {
    if (isDue(present)) await (renewal ??= replace())
    if (!socket.destroyed) Reflect.apply(encrypt as () => void, server, [socket])
  }

  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    const stopWaiting = setTimer(() => socket.destroy(), silenceMs)
    const destroy = () => void socket.destroy()
    socket.on('error', destroy)
    socket.once('close', () => {
      waiting.delete(socket)
      stopWaiting()
    })
    socket.once('readable', () => {
      stopWaiting()
      const first = socket.read() as Buffer | null
      if (first === null) return destroy()
      if (first[0] !== handshakeByte) {
        socket.resume()
        return writeReply(socket, refuse('plainRequest'))
      }
      socket.unshift(first)
      void begin(socket)
    })
  })
  return () => {
    for (const socket of waiting) socket.destroy()
  }
}
