import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type Duplex, pipeline, Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setTimer } from '@latchkey/base/clock'
import { nodeProblem } from '@latchkey/base/nodeVersion'
import type { ServerCertificate } from '../effects/certificates.ts'
import type { WireReply } from '../http/respond.ts'
import { listenRefusals } from './listenRefusals.ts'
import { refuse, type RefusalKey } from './refusals.ts'
import { serverOptionRules } from './serverOptionRules.ts'

const problem = nodeProblem()
if (problem !== undefined) throw new TypeError(`Failed to load "@latchkey/mock/node": ${problem}`)

// An import of this module reads all that it exports, and with WebSocket Node loads its network classes.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

/** Answers one request of a server. It never rejects. */
type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** How long a head may take, in milliseconds. */
const headTimeoutMs = 60_000
/** The largest head of a request, in bytes: more than the longest token. Node's own limit is 16 kB. */
const maxHeadBytes = 300_000
/** How often a server looks for requests that have taken too long, at least, in milliseconds. */
const checkEveryMs = 30_000
/**
 * How long a connection may wait for its next request, in milliseconds: longer than the pools of clients keep one, so
 * that none sends a request while the server closes. Node's own 5 s lose requests.
 */
const keepAliveMs = 65_000
/** How long a caller who is refused may go on sending, in milliseconds. */
const lingerMs = 2_000

interface HttpServerOptions {
  /** How long a caller may take to send a request. @default that of `startServer` */
  readonly requestTimeoutMs?: number | undefined
  /** The certificate of a server of HTTPS. @default the server speaks HTTP */
  readonly certificate?: ServerCertificate | undefined
}

/**
 * Creates a server of HTTP or HTTPS, which refuses what is no request in the shape of the service's errors.
 *
 * @param serve - Answers a request.
 */
export function createHttpServer(
  serve: Serve,
  { requestTimeoutMs = serverOptionRules.requestTimeoutMs.default, certificate }: HttpServerOptions = {},
): Server | TlsServer {
  const limits = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(headTimeoutMs, requestTimeoutMs),
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(checkEveryMs, requestTimeoutMs),
  }
  const options = { requireHostHeader: false, maxHeaderSize: maxHeadBytes, ...limits }
  const server = certificate ? createTlsServer(options, { certificate, serve }) : createServer(options, serve)
  server.on('clientError', refuseBrokenRequest)
  server.on('checkExpectation', (_, outgoing) => send(outgoing, refuse('unknownExpectation')))
  return server
}

interface TlsServerInput {
  readonly certificate: ServerCertificate
  readonly serve: Serve
}

/** @throws TypeError for a certificate that cannot be used */
function createTlsServer(options: object, { certificate: { cert, key }, serve }: TlsServerInput): TlsServer {
  try {
    const server = process.getBuiltinModule('node:https').createServer({ ...options, cert, key }, serve)
    tlsServers.add(server)
    return server
  } catch (cause) {
    throw new TypeError(
      'Failed to call "startServer()": `https` takes a certificate (`cert`) and its private key (`key`) in PEM.',
      { cause },
    )
  }
}

// In Bun, a server of HTTPS has nothing that one of HTTP lacks.
const tlsServers = new WeakSet<object>()

/** Whether a server speaks HTTPS. */
export const isTlsServer = (server: Server | TlsServer): server is TlsServer => tlsServers.has(server)

/** Sends a reply. */
export function send(outgoing: ServerResponse, reply: WireReply): void {
  const { status, headers, cookies, text, chunks, stream } = reply
  const all: Record<string, string | number | string[]> = { ...headers }
  // A HEAD reply has no length, since the body was not written.
  if (text !== null && status !== 204 && status !== 304) all['content-length'] = Buffer.byteLength(text)
  if (cookies && cookies.length > 0) all['set-cookie'] = [...cookies]
  if (chunks) all['content-length'] = chunks.reduce((length, chunk) => length + Buffer.byteLength(chunk), 0)
  outgoing.writeHead(status, all)
  // An error means that the caller has closed the connection, or that a fault breaks it.
  if (chunks) return void pipeline(Readable.from(chunks), outgoing, () => undefined)
  // A `Readable` cancels the stream at once when the connection closes. By itself the pipeline would wait for the next
  // chunk.
  if (stream) return void pipeline(Readable.fromWeb(stream as WebStream), outgoing, () => undefined)
  outgoing.end(text)
}

/** The refusals of requests that Node has given up, by its codes. */
const refusalOf: Readonly<Partial<Record<string, RefusalKey>>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'slowRequest',
}

/** The connections that have been refused, and may still send the rest of their request. */
const refused = new WeakSet<Socket>()

/** Refuses a request that is not HTTP, or does not end, in the shape of the service's errors. */
function refuseBrokenRequest({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  // Each further chunk of it comes here, too. Who closes before all is read resets the connection, and the caller
  // may lose the reply.
  if (refused.has(socket)) return
  // A handshake of TLS that fails has no place for a reply.
  if (!socket.writable || /^ERR_(SSL|TLS)_/.test(code)) return void socket.destroy()
  refused.add(socket)
  socket.once(
    'close',
    setTimer(() => socket.destroy(), lingerMs),
  )
  writeReply(socket, refuse(refusalOf[code] ?? 'brokenRequest'))
}

/** Writes a reply to a connection without a request of Node, and ends it. */
export function writeReply(socket: Duplex, { status, headers, text }: WireReply): void {
  const body = text ?? ''
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
}

/** Where a server listens, as URLs write it. */
export function originAt(server: Server, host: string): string {
  const { address, family, port } = server.address() as AddressInfo
  const numeric = family === 'IPv6' ? `[${address}]` : address
  const name = /^[\w.-]+$/.test(host) ? host : numeric
  const hostName = name === '0.0.0.0' || name === '[::]' ? 'localhost' : name
  // An origin has no port that is its scheme's own.
  return new URL(`${isTlsServer(server) ? 'https' : 'http'}://${hostName}:${port}`).origin
}

/**
 * Begins to listen.
 *
 * @param host - A name or an address. An IPv6 address may have its brackets.
 * @throws Error with the code of the system, such as `EADDRINUSE`, and a sentence
 */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(listenError(error, `${host}:${port}`))
    server.once('error', refuse)
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), () => {
      server.off('error', refuse)
      resolve()
    })
  })
}

function listenError(cause: NodeJS.ErrnoException, address: string): Error {
  const { code = '', syscall } = cause
  const reason = listenRefusals[code]
  if (reason === undefined) return cause
  const advice = code === 'EADDRINUSE' ? ' Choose another `port`, or 0 for a free one.' : ''
  return Object.assign(new Error(`Cannot listen at ${address}: ${reason}${advice}`, { cause }), { code, syscall })
}

/** Ends all connections and frees the port. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
