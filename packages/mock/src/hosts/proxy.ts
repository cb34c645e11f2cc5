import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { urlAt } from '@latchkey/base/baseUrl'
import type { ObservedExchange } from '../comparison/observedExchange.ts'
import { sendUpstream, UpstreamTimeout } from '../effects/upstream.ts'
import { createAdmission } from './admission.ts'
import { type BodyCopy, copyBody, decompress } from './bodyCopy.ts'
import { createHttpServer, listen, originAt, send, stop } from './httpServer.ts'
import { pathOf } from './incomingRequest.ts'
import { headerPairs, passedHeaders } from './passedHeaders.ts'
import { refuse, type RefusalKey } from './refusals.ts'

/** Hears of what passes a proxy. */
export interface ProxyObserver {
  observe(exchange: ObservedExchange): void
  /** The target did not answer, or its reply broke off. */
  noteUnanswered(reason: string): void
}

export interface ProxyOptions {
  /** Where the requests go: an origin, and a path if the deployment is below one. */
  readonly target: URL
  readonly port: number
  /** Further names under which the proxy accepts requests, besides those of loopback. */
  readonly allowHosts?: readonly string[]
  /** How long the target may be silent, in milliseconds. */
  readonly timeoutMs: number
  /** Whether pages of any origin may call a path. @default those below `/api/v0/sdk/` */
  readonly isSdkPath?: (path: string) => boolean
}

export interface Proxy {
  readonly url: string
  close(): Promise<void>
}

/** The proxy carries real credentials, so it is only for this machine. */
const host = '127.0.0.1'

const isDocumentedSdkPath = (path: string) => path.startsWith('/api/v0/sdk/')

/** The longest body that is compared. Longer ones pass as well. */
const maximumComparedBytes = 2_097_152

/**
 * Passes requests on to a deployment, and its replies back as they are, for callers of this machine. The same pages
 * may use it that may use a mock's server.
 *
 * @throws Error of the system, such as `EADDRINUSE`
 * @throws TypeError when one of `allowHosts` is not a host name or address.
 * @see spec/decisions/38-loopback-server.md
 */
export async function startProxy(options: ProxyOptions, observer: ProxyObserver): Promise<Proxy> {
  const { isSdkPath = isDocumentedSdkPath } = options
  const admission = createAdmission({ host, allowHosts: options.allowHosts ?? [] })
  const passing = new Set<Promise<void>>()
  const server = createHttpServer((incoming, outgoing) => {
    const path = pathOf(incoming)
    const refusal = admission(incoming, { path, isSdkPath, listsOrigin: () => false })
    if (refusal) return send(outgoing, refuse(refusal))
    const passed = pass(options, { incoming, outgoing, path }, observer).finally(() => passing.delete(passed))
    passing.add(passed)
  })
  await listen(server, options.port, host)
  const close = async () => {
    await stop(server)
    // Replies that have arrived are still observed.
    await Promise.allSettled(passing)
  }
  return { url: originAt(server, host), close }
}

interface Passing {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly path: string
}

async function pass(options: ProxyOptions, passing: Passing, observer: ProxyObserver): Promise<void> {
  const { incoming, outgoing } = passing
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const requestBody = copyBody(incoming, maximumComparedBytes)
  try {
    const reply = await ask(options, passing, gone.signal)
    const isEventStream = reply.headers['content-type']?.startsWith('text/event-stream') === true
    const replyBody = copyBody(reply, isEventStream ? -1 : maximumComparedBytes)
    outgoing.sendDate = false
    outgoing.writeHead(reply.statusCode ?? 502, reply.statusMessage, passedHeaders(reply.rawHeaders))
    // A head without a body has to arrive at once, since a stream of events may begin much later.
    outgoing.flushHeaders()
    await pipeline(reply, outgoing)
    observer.observe(await exchangeOf(passing, reply, { requestBody, replyBody }))
  } catch (error) {
    // The caller has left.
    if (callerLeft.has((error as NodeJS.ErrnoException).code ?? '')) return
    observer.noteUnanswered(reasonOf(error, outgoing.headersSent))
    if (outgoing.headersSent) outgoing.destroy()
    else send(outgoing, refuse(refusalOf(error)))
  }
}

async function ask({ target, timeoutMs }: ProxyOptions, { incoming, path }: Passing, signal: AbortSignal) {
  const { method = 'GET', rawHeaders, headers } = incoming
  const url = urlAt(target, path)
  // Without a length the body is sent in chunks, as it came.
  const framing = headers['transfer-encoding'] === undefined ? [] : ['transfer-encoding', 'chunked']
  const passed = ['host', url.host, ...passedHeaders(rawHeaders, ['host', 'expect']), ...framing]
  return sendUpstream({ method, url, headers: passed, body: incoming }, timeoutMs, signal)
}

interface Copies {
  readonly requestBody: BodyCopy
  readonly replyBody: BodyCopy
}

async function exchangeOf(
  { incoming, path }: Passing,
  reply: IncomingMessage,
  { requestBody, replyBody }: Copies,
): Promise<ObservedExchange> {
  const bytes = replyBody.read()
  const encoding = reply.headers['content-encoding'] ?? 'identity'
  return {
    method: incoming.method ?? 'GET',
    url: path,
    requestHeaders: new Headers(headerPairs(incoming.rawHeaders)),
    requestBody: requestBody.read(),
    status: reply.statusCode ?? 0,
    replyHeaders: new Headers(headerPairs(reply.rawHeaders)),
    replyBody: bytes && (await decompress(bytes, encoding, maximumComparedBytes)),
  }
}

/** How a transfer ends that the caller has ended. */
const callerLeft: ReadonlySet<string> = new Set(['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'])

const refusalOf = (error: unknown): RefusalKey =>
  error instanceof UpstreamTimeout ? 'targetSilent' : 'targetUnreachable'

/** Why there was no whole reply, without the target's name. */
function reasonOf(error: unknown, hasBegun: boolean): string {
  if (error instanceof UpstreamTimeout) return 'the target was silent for too long.'
  if (hasBegun) return 'the reply broke off.'
  const { code = '' } = error as NodeJS.ErrnoException
  return reasons[code] ?? 'the connection to the target failed.'
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at the target.',
  ECONNRESET: 'the target closed the connection.',
  ENOTFOUND: "the target's name is unknown.",
  EAI_AGAIN: "the target's name could not be looked up.",
}
