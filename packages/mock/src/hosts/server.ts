import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWorlds, type WorldOptions, type Worlds } from '../control/http/worlds.ts'
import type { ServerCertificate } from '../effects/certificates.ts'
import type { CreateDeliver, Deliver } from '../effects/deliver.ts'
import type { JournalEntry } from '../http/journal.ts'
import type { Mock, MockOptions } from '../mock/createMock.ts'
import { originOf, readBaseUrl } from '../shared/baseUrl.ts'
import { createIncomingAnswers, type IncomingAnswers } from './answerIncoming.ts'
import { createHttpServer, isTlsServer, listen, originAt, send, stop } from './httpServer.ts'
import { openMock, type OpenedMock } from './openMock.ts'
import type { Tracing } from './tracing/createTracing.ts'
import { createUpgrades, readWithoutOffer, type Upgrades } from './upgrades.ts'

export interface ServerOptions {
  /** @default 0: a free port */
  port?: number | undefined
  /** Host name or address to listen at. @default '127.0.0.1' */
  host?: string | undefined
  /**
   * Further host names for which the server accepts requests, such as its name in a container network. It always
   * accepts `host` and loopback names. It refuses other names, so that a web page cannot use it by DNS rebinding.
   *
   * @default []
   */
  allowHosts?: readonly string[] | undefined
  /**
   * Whether the first address of `X-Forwarded-For` is the caller's, for rate limits and sessions. Set it only behind a
   * proxy that sets the header itself: otherwise a caller can claim any address. Behind a proxy the control interface
   * needs `controlToken`.
   *
   * @default false: the caller's address is that of the connection
   */
  trustProxy?: boolean | undefined
  /**
   * Origin by which callers reach the server, such as that of a proxy or a container. The server answers to its host
   * name. If that is not a loopback name, the control interface needs `controlToken`.
   *
   * @default the address that it listens at
   */
  baseUrl?: string | undefined
  /**
   * Lets callers of any machine use the control interface, with `Authorization: Bearer` and this token. Callers of this
   * machine need it, too, since a proxy is one of them.
   *
   * @default only callers of this machine use it, without a proxy
   */
  controlToken?: string | undefined
  /**
   * How long a caller may take to send a request, in milliseconds, more than 0. A request that takes longer is 408, and
   * its connection ends. Its head must arrive within a minute in any case.
   *
   * @default 300_000
   */
  requestTimeoutMs?: number | undefined
  /** How many worlds the server keeps, and for how long. */
  worlds?: WorldOptions | undefined
  /**
   * A file in which the state of the mock and its worlds outlives the process. The server goes on from it, and creates
   * it if there is none. Needs Node 22.13 or later, and a port that stays the same, since tokens contain it.
   */
  state?: string | undefined
  /**
   * Fills a new mock before the server answers. It is not called when the server goes on from a state file. If it fails,
   * the server ends, and leaves no state file. The mock that it gets is a draft: the server's has its data, and not the
   * overrides, faults and receivers that were registered there. A reset leads to this data.
   */
  prepare?: ((mock: Mock) => unknown) | undefined
  /**
   * Serves HTTPS with this certificate. A function is asked before the server listens, and again for the first connection
   * after `renewAt`.
   *
   * @default the server speaks HTTP
   */
  https?: ServerCertificate | (() => Promise<ServerCertificate>) | undefined
  /** Called after each answer, with its entry of the journal, and the name of the world if it was one's. */
  onAnswer?: ((entry: JournalEntry, world?: string) => void) | undefined
  /** Called now and then while a state file is read, with the number of records until then. */
  onLoad?: ((records: number) => void) | undefined
  /**
   * Sends spans to this collector by OpenTelemetry: of requests, with their events and refusals, and of webhooks. A
   * request with `traceparent` joins its caller's trace. Needs four packages of OpenTelemetry, which an error names.
   */
  otlp?: string | undefined
  /** When a commit is on the disk: `'full'` also survives a power cut, and is slower. @default 'normal' */
  stateSync?: 'normal' | 'full' | undefined
}

export interface MockServer {
  /** Origin by which callers reach it, such as `http://127.0.0.1:4010`. */
  readonly url: string
  readonly mock: Mock
  /** Independent copies of the mock, each served below `/w/<name>` from the first request on. */
  readonly worlds: Worlds
  /** Ends all connections and frees the port. */
  close(): Promise<void>
}

/**
 * Serves a mock over HTTP. The mock's `baseUrl` becomes the server's.
 *
 * @param mock - A mock, or the options for a new one.
 * @throws Error of the system, such as `EADDRINUSE`
 * @throws TypeError when an option is invalid
 * @example
 * const { url, mock, close } = await startServer({ seed: 'e2e' }, { port: 4010 })
 */
export async function startServer(
  mock: Mock | MockOptions = {},
  { state, stateSync, onLoad, prepare, otlp, ...options }: ServerOptions = {},
): Promise<MockServer> {
  const { baseUrl, port = 0, host = '127.0.0.1', requestTimeoutMs, https } = options
  assertTimeout(requestTimeoutMs)
  const certificate = typeof https === 'function' ? await https() : https
  const address = baseUrl === undefined ? undefined : readAddress(baseUrl)
  const tracing = otlp === undefined ? undefined : await loadTracing(otlp)
  const report = reporterOf(mock)
  // It listens before there is a mock, whose data can contain the address. Requests wait until it is ready.
  let setAnswers: (answers: IncomingAnswers) => void = () => undefined
  const ready = new Promise<IncomingAnswers>((resolve) => (setAnswers = resolve))
  const server = createHttpServer(
    (incoming, outgoing) =>
      void ready
        .then(({ answer }) => serve(answer, incoming, outgoing))
        .catch((error) => {
          if (!incoming.socket.destroyed) report(error)
          incoming.socket.destroy()
        }),
    { requestTimeoutMs, certificate },
  )
  const endHandshakes =
    certificate && isTlsServer(server)
      ? (await import('./tlsServer.ts')).watchConnections(server, { certificate, https, report })
      : undefined
  const stopServer = () => {
    const stopped = stop(server)
    endHandshakes?.()
    return stopped
  }
  let upgrades: Upgrades | undefined
  server.on('upgrade', (incoming, socket, head: Buffer) => {
    if (incoming.headers.upgrade?.toLowerCase() !== 'websocket')
      return readWithoutOffer(server, incoming, [socket, head])
    // The client may leave before there is a mock.
    socket.on('error', () => socket.destroy())
    void ready.then(({ findSocket }) =>
      (upgrades ??= createUpgrades(findSocket, report)).upgrade(incoming, socket, head),
    )
  })
  await listen(server, port, host)
  const url = address ?? originAt(server, host)
  let opened: OpenedMock | undefined
  try {
    opened = await openMock(mock, { url, state, database: { sync: stateSync, onLoad }, prepare })
    const { answers, worlds, end } = serveMock(opened, url, {
      ...options,
      host,
      tracing,
      ownPort: () => portOf(server),
    })
    setAnswers(answers)
    const close = async () => {
      upgrades?.close()
      await stopServer()
      end()
      await tracing?.close()
    }
    return { url, mock: opened.served, worlds, close }
  } catch (error) {
    opened?.file?.close()
    await stopServer()
    await tracing?.close()
    throw error
  }
}

const reporterOf = (mock: Mock | MockOptions) =>
  ('onError' in mock && mock.onError) || ((cause: unknown) => console.error(cause))

type Answer = IncomingAnswers['answer']

interface ServingOptions extends Pick<
  ServerOptions,
  'allowHosts' | 'trustProxy' | 'controlToken' | 'worlds' | 'baseUrl' | 'onAnswer'
> {
  readonly host: string
  readonly tracing: Tracing | undefined
  readonly ownPort: () => number
}

/** @throws TypeError for a URL that no collector has, or without OpenTelemetry */
async function loadTracing(otlp: string): Promise<Tracing> {
  const { createTracing } = await import('./tracing/createTracing.ts')
  return createTracing(otlp)
}

function serveMock({ served, file }: OpenedMock, url: string, options: ServingOptions) {
  const {
    baseUrl,
    allowHosts = [],
    trustProxy = false,
    controlToken,
    host,
    onAnswer,
    tracing,
    worlds: worldOptions,
  } = options
  const createDeliver = guardedDeliver(options.ownPort)
  const worlds = createWorlds(served, {
    ...worldOptions,
    shelf: file?.shelf,
    createDeliver,
    onOpen(name, mock) {
      mock.journal.watch((entry) => onAnswer?.(entry, name))
      tracing?.watch(mock, name)
    },
  })
  const answers = createIncomingAnswers({
    served,
    worlds,
    host,
    allowHosts: baseUrl === undefined ? allowHosts : [...allowHosts, new URL(url).hostname],
    baseUrl: baseUrl && url,
    trustProxy,
    controlToken,
  })
  served.listenAt(url, createDeliver)
  tracing?.watch(served)
  const unwatch = onAnswer && served.journal.watch((entry) => onAnswer(entry))
  const end = () => {
    unwatch?.()
    worlds.close()
    file?.close()
  }
  return { answers, worlds, end }
}

/** @throws TypeError for a base URL with a path */
function readAddress(baseUrl: string): string {
  const url = readBaseUrl('startServer()', baseUrl)
  if (url === originOf(url)) return url
  throw new TypeError('Failed to call "startServer()": `baseUrl` takes an origin, without a path.')
}

/** @throws TypeError for a limit that would be none */
function assertTimeout(requestTimeoutMs = 1): void {
  if (requestTimeoutMs > 0) return
  throw new TypeError('Failed to call "startServer()": `requestTimeoutMs` takes a number above 0.')
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Delivers webhooks to allowed addresses, and never to this server. Its code is loaded for the first delivery. */
function guardedDeliver(ownPort: () => number): CreateDeliver {
  return ({ timeoutMs, ...rules }) => {
    let deliver: Promise<Deliver> | undefined
    return async (request) => (await (deliver ??= load()))(request)

    async function load(): Promise<Deliver> {
      const [{ createGuardedDeliver }, { isDeliverable }] = await Promise.all([
        import('../effects/guardedDeliver.ts'),
        import('../domain/webhooks/webhookUrls.ts'),
      ])
      const mayConnect = (url: URL, address: string) =>
        isDeliverable({ url, address }, { ...rules, ownPort: ownPort() })
      return createGuardedDeliver({ timeoutMs, mayConnect })
    }
  }
}

async function serve(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const reply = await answer(incoming)
  // The caller has closed the connection.
  if (outgoing.destroyed) return
  if (!reply || reply.status === 0) incoming.socket.destroy()
  else send(outgoing, reply)
}
