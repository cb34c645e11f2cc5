import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { originOf } from '../baseUrl.ts'
import { createMock, type Mock, type MockOptions } from '../createMock.ts'
import type { createControlAnswer } from '../control/http.ts'
import { createWorlds, isWorldName, type WorldOptions, type Worlds, worldsPath } from '../control/worlds.ts'
import type { CreateDeliver, Deliver } from '../effects/deliver.ts'
import type { JournalEntry } from '../http/journal.ts'
import type { WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { createAdmission, mayControl } from './admission.ts'
import { incomingRequest, pathOf } from './incomingRequest.ts'
import type { DatabaseOptions } from './nodeSqlite.ts'
import { refuse, type RefusalKey } from './refusals.ts'
import type { StateFile } from './stateFile.ts'

/** The path of the control interface. Its code is loaded at the first request. */
const controlPrefix = '/__mock/v1/'

export interface ServerOptions {
  /** @default 0: a free port */
  port?: number
  /** Host name or address to listen at. @default '127.0.0.1' */
  host?: string
  /**
   * Further host names for which the server accepts requests, such as its name in a container network. It always
   * accepts `host` and loopback names. It refuses other names, so that a web page cannot use it by DNS rebinding.
   *
   * @default []
   */
  allowHosts?: readonly string[]
  /**
   * Whether the first address of `X-Forwarded-For` is the caller's, for rate limits and sessions. Set it only behind a
   * proxy that sets the header itself: otherwise a caller can claim any address.
   *
   * @default false: the caller's address is that of the connection
   */
  trustProxy?: boolean
  /** How many worlds the server keeps, and for how long. */
  worlds?: WorldOptions
  /**
   * A file in which the state of the mock and its worlds outlives the process. The server goes on from it, and creates
   * it if there is none. Needs Node 22.13 or later, and a port that stays the same, since tokens contain it.
   */
  state?: string
  /** Called after each answer, with its entry of the journal, and the name of the world if it was one's. */
  onAnswer?: (entry: JournalEntry, world?: string) => void
  /** When a commit is on the disk: `'full'` also survives a power cut, and is slower. @default 'normal' */
  stateSync?: 'normal' | 'full'
}

export interface MockServer {
  /** Origin, such as `http://127.0.0.1:4010`. */
  readonly url: string
  readonly mock: Mock
  /** Independent copies of the mock, each served below `/w/<name>` from the first request on. */
  readonly worlds: Worlds
  /** Ends all connections and frees the port. */
  close(): Promise<void>
}

/**
 * Serves a mock over HTTP. The server's address becomes the mock's `baseUrl`.
 *
 * @param mock - A mock, or the options for a new one.
 * @throws Error of the system, such as `EADDRINUSE`
 * @throws TypeError when an option is invalid
 * @example
 * const { url, mock, close } = await startServer({ seed: 'e2e' }, { port: 4010 })
 */
export async function startServer(
  mock: Mock | MockOptions = {},
  {
    port = 0,
    host = '127.0.0.1',
    allowHosts = [],
    trustProxy = false,
    worlds: worldOptions,
    state,
    stateSync,
    onAnswer,
  }: ServerOptions = {},
): Promise<MockServer> {
  const file = state === undefined ? undefined : await openState(state, mock, { sync: stateSync })
  const served = file?.mock ?? ('serve' in mock ? mock : createMock(mock))
  const admission = createAdmission({ host, allowHosts })
  const controls = new WeakMap<Mock, ReturnType<typeof createControlAnswer>>()
  const answerControl = async (world: Mock, request: ServiceRequest) => {
    const { createControlAnswer } = await import('../control/http.ts')
    const control = controls.get(world) ?? createControlAnswer(world, worlds)
    controls.set(world, control)
    return control(request) ?? world.serve(request)
  }
  const answer = (incoming: IncomingMessage) => {
    const path = pathOf(incoming)
    const name = nameOfWorld(path)
    const pathBelow = name === undefined ? path : path.slice(worldsPath.length + name.length)
    const listsOrigin = (origin: string) => ((name && worlds.get(name)) || served).listsOrigin(origin)
    const refusal = admission(incoming, { path: pathBelow, listsOrigin })
    if (refusal) return refuse(refusal)
    const world = name === undefined ? served : openWorld(name, incoming)
    if (typeof world === 'string') return refuse(world)
    const request = incomingRequest(incoming, { origin: originOf(served.baseUrl), path, trustProxy })
    return pathBelow.startsWith(controlPrefix) && mayControl(incoming, host)
      ? answerControl(world, request)
      : world.serve(request)
  }
  /** A page of another site may use a world, and create one only if the server's own mock lists its origin. */
  const openWorld = (name: string, { headers }: IncomingMessage): Mock | RefusalKey => {
    if (!isWorldName(name)) return 'worldName'
    const world = worlds.get(name)
    if (world) return world
    const { origin } = headers
    const isForeign = headers['sec-fetch-site'] === 'cross-site' && !(origin && served.listsOrigin(origin))
    return isForeign ? 'foreignWorld' : (worlds.open(name) ?? 'tooManyWorlds')
  }
  const server = createServer(
    { requireHostHeader: false },
    (incoming, outgoing) => void serve(answer, incoming, outgoing),
  )
  server.on('clientError', refuseBrokenRequest)
  server.on('checkExpectation', (_, outgoing) => send(outgoing, refuse('unknownExpectation')))
  try {
    await listen(server, port, host)
  } catch (error) {
    file?.close()
    throw error
  }
  const { address, family, port: taken } = server.address() as AddressInfo
  const name = /^[\w.-]+$/.test(host) ? host : family === 'IPv6' ? `[${address}]` : address
  const url = `http://${name === '0.0.0.0' || name === '[::]' ? 'localhost' : name}:${taken}`
  const createDeliver = guardedDeliver(taken)
  served.listenAt(url, createDeliver)
  if (onAnswer) served.journal.watch((entry) => onAnswer(entry))
  const onOpen = (world: string, { journal }: Mock) => void journal.watch((entry) => onAnswer?.(entry, world))
  const worlds = createWorlds(served, {
    onOpen,
    ...worldOptions,
    shelf: file?.shelf,
    createDeliver,
  })
  const close = async () => {
    await stop(server)
    if (!file) return
    worlds.close()
    file.close()
  }
  return { url, mock: served, worlds, close }
}

/** Opens a state file. Its code is loaded for a server that has one. */
async function openState(
  file: string,
  options: Mock | MockOptions,
  databaseOptions: DatabaseOptions,
): Promise<StateFile> {
  if ('serve' in options)
    throw new TypeError('Failed to call "startServer()": with `state` it takes the options of a mock, not a mock.')
  const { openStateFile } = await import('./stateFile.ts')
  return openStateFile(file, options, databaseOptions)
}

/** The name below `/w/` in a path; `undefined` for a path of the server's own mock. */
function nameOfWorld(path: string): string | undefined {
  return path.startsWith(worldsPath) ? /^[^/?#]*/.exec(path.slice(worldsPath.length))?.[0] : undefined
}

/** Delivers webhooks to allowed addresses, and never to this server. Its code is loaded for the first delivery. */
function guardedDeliver(ownPort: number): CreateDeliver {
  return ({ timeoutMs, allowPrivate }) => {
    let deliver: Promise<Deliver> | undefined
    return async (request) => (await (deliver ??= load()))(request)

    async function load(): Promise<Deliver> {
      const [{ createGuardedDeliver }, { isDeliverable }] = await Promise.all([
        import('../effects/guardedDeliver.ts'),
        import('../domain/webhooks/webhookUrls.ts'),
      ])
      const mayConnect = (url: URL, address: string) => isDeliverable({ url, address }, { allowPrivate, ownPort })
      return createGuardedDeliver({ timeoutMs, mayConnect })
    }
  }
}

async function serve(
  answer: (incoming: IncomingMessage) => Promise<WireReply | undefined> | WireReply | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const reply = await answer(incoming)
    // The caller has closed the connection.
    if (outgoing.destroyed) return
    if (!reply || reply.status === 0) incoming.socket.destroy()
    else send(outgoing, reply)
  } catch {
    incoming.socket.destroy()
  }
}

function send(outgoing: ServerResponse, reply: WireReply): void {
  const { status, headers, cookies, text, chunks, stream, truncated } = reply
  const length = text === null ? 0 : Buffer.byteLength(text)
  const all: Record<string, string | number | string[]> = { ...headers }
  // A HEAD reply has no length, since the body was not written.
  if (text !== null && status !== 204 && status !== 304) all['content-length'] = truncated ? length * 2 : length
  if (cookies && cookies.length > 0) all['set-cookie'] = [...cookies]
  if (chunks) all['content-length'] = chunks.reduce((length, chunk) => length + Buffer.byteLength(chunk), 0)
  outgoing.writeHead(status, all)
  // An error means that the caller has closed the connection, so nobody needs it.
  if (chunks) return void pipeline(Readable.from(chunks), outgoing, () => undefined)
  if (stream) return void pipeline(stream, outgoing, () => undefined)
  if (truncated) outgoing.write(text, () => outgoing.destroy())
  else outgoing.end(text)
}

/** Refuses a request line or header that is not HTTP, in the shape of the service's errors. */
function refuseBrokenRequest({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const { status, headers, text } = refuse(code === 'HPE_HEADER_OVERFLOW' ? 'headersTooLarge' : 'brokenRequest')
  const body = text ?? ''
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
