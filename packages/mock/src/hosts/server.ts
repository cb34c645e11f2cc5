import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { originOf, readBaseUrl } from '@latchkey/base/baseUrl'
import { defined } from '@latchkey/base/defined'
import { createWorlds, type Worlds } from '../control/http/worlds.ts'
import type { CreateDeliver, Deliver } from '../effects/deliver.ts'
import type { Mock, MockOptions } from '../mock/createMock.ts'
import { waitsOf } from '../world/waits.ts'
import { createIncomingAnswers, type IncomingAnswers } from './answerIncoming.ts'
import { createHttpServer, isTlsServer, listen, originAt, send, stop } from './httpServer.ts'
import { openMock, type OpenedMock } from './openMock.ts'
import { type FilledServerOptions, readServerOptions } from './serverOptionRules.ts'
import type { ServerOptions } from './serverOptions.ts'
import type { Tracing } from './tracing/createTracing.ts'
import { createUpgrades, readWithoutOffer, type Upgrades } from './upgrades.ts'

/** A server that serves a mock. */
export interface MockServer {
  /** Origin by which callers reach it, such as `http://127.0.0.1:4010`. */
  readonly url: string
  readonly mock: Mock
  /** Independent copies of the mock, each served below `/w/<name>` from the first request on. */
  readonly worlds: Worlds
  /**
   * The URL at which the state of the file was served before, if it is another one. Earlier tokens of users name that
   * URL, so this server refuses them, unless the mock has an `issuer`.
   */
  readonly movedFrom?: string
  /** Ends all connections, what callers wait for, and a mock that was made by options, and frees the port. */
  close(): Promise<void>
}

/**
 * Serves a mock over HTTP. The mock's `baseUrl` becomes the server's.
 *
 * @param mock - A mock, or the options for a new one.
 * @throws Error of the system, such as `EADDRINUSE`
 * @throws TypeError when an option is unknown or invalid
 * @example
 * const { url, mock, close } = await startServer({ seed: 'e2e' }, { port: 4010 })
 */
export async function startServer(
  mock: Mock | MockOptions = {},
  serverOptions: ServerOptions = {},
): Promise<MockServer> {
  const options = readServerOptions(mock, serverOptions)
  const { baseUrl, port, host, requestTimeoutMs, https, state, stateSync, onLoad, prepare, attach, otlp } = options
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
    await attach?.(opened.served)
    const { answers, worlds, end } = serveMock(opened, url, {
      ...options,
      isOwn: opened.served !== mock,
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
    const { served, file } = opened
    const hasMoved = file?.servedAt !== undefined && file.servedAt !== url
    return { url, mock: served, worlds, ...defined({ movedFrom: hasMoved ? file.servedAt : undefined }), close }
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

interface ServingOptions extends FilledServerOptions {
  /** Whether the server has made the mock, which then ends with it. */
  readonly isOwn: boolean
  readonly tracing: Tracing | undefined
  readonly ownPort: () => number
}

/** @throws TypeError for a URL that no collector has, or without OpenTelemetry */
async function loadTracing(otlp: string): Promise<Tracing> {
  const { createTracing } = await import('./tracing/createTracing.ts')
  return createTracing(otlp)
}

function serveMock({ served, file }: OpenedMock, url: string, options: ServingOptions) {
  const { baseUrl, allowHosts, trustProxy, controlToken, host, onAnswer, tracing } = options
  const createDeliver = guardedDeliver(options.ownPort)
  const worlds = createWorlds(served, {
    ...options.worlds,
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
    // The connections of those who wait are closed, but not what they wait for.
    if (options.isOwn) served.close()
    else waitsOf(served).end()
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
