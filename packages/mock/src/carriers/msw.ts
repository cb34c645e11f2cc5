import { escapeExpression } from '@latchkey/base/escapeExpression'
import { toResponse, type WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'
import { type CookieJar, createCookieJar } from './cookieJar.ts'
import type { MswSockets } from './mswSockets.ts'

type Resolver = (info: { request: Request }) => Promise<Response | undefined>

/** The parts of the app's copy of msw that the mock uses, of either major version. */
export interface Msw<Handler> {
  readonly http: { all(path: RegExp, resolver: Resolver): Handler }
  readonly HttpResponse: { error(): Response }
}

/** The same with the part for WebSockets, which a mock uses for those of its chains. */
export interface MswWithSockets<Handler, SocketHandler> extends Msw<Handler> {
  readonly ws?: MswSockets<SocketHandler> | undefined
}

interface Service {
  readonly baseUrl: string
  readonly clock: { now(): number }
  serve(request: ServiceRequest): Promise<WireReply> | undefined
  fetchControl(request: Request): Promise<Response>
}

interface CookieOptions {
  readonly jar?: CookieJar
  /** `include`: every request has credentials. msw 3 in Node does not say which requests have. @default as requested */
  readonly credentials?: 'include'
}

/**
 * The service as a single msw request handler for all operations.
 *
 * In a page, the handler keeps the service's cookies itself and adds them to requests with credentials, since neither a
 * page's script nor a service worker may read or set an httpOnly cookie. It also answers the control interface there, for
 * the inspector: only pages of the service worker's own origin reach it.
 */
export function mswHandlers<Handler>(
  mock: Service,
  msw: Msw<Handler>,
  { jar = createCookieJar(mock.clock.now), credentials }: CookieOptions = {},
): [Handler] {
  const { http, HttpResponse } = Object(msw) as Msw<Handler>
  if (typeof http?.all !== 'function' || typeof HttpResponse?.error !== 'function')
    throw new TypeError(
      'Failed to call "handlers()": it takes `{ http, HttpResponse }` of msw 2.12 or later. ' +
        'msw 1 has `rest` in their place: update msw.',
    )
  const handler = http.all(below(mock.baseUrl), async ({ request }) => {
    const page = typeof document === 'undefined' ? undefined : document.location
    if (page && isControlCall(mock, request)) return mock.fetchControl(request)
    const credentialed = page !== undefined && (credentials === 'include' || sendsCookies(request, page.origin))
    const cookie = credentialed ? jar.header(new URL(request.url).pathname) : undefined
    const sent = page ? asSent(request, page.origin, cookie) : request
    const reply = await mock.serve(isChainCall(mock, request) ? asInside(request) : sent)
    if (reply === undefined) return undefined
    if (reply.status === 0) return HttpResponse.error()
    if (credentialed) jar.keep(reply.cookies ?? [])
    return withLength(toResponse(untilAborted(reply, request.signal)), reply)
  })
  return [handler]
}

/** All URLs of the service. With a path in place of an expression, msw 2 fails for a URL with a lone `%`. */
const below = (baseUrl: string) => new RegExp(`^${escapeExpression(baseUrl)}(?:/|$)`)

const isControlCall = ({ baseUrl }: Service, { url }: Request) => url.startsWith(`${baseUrl}/__mock/v1/`)

const isChainCall = ({ baseUrl }: Service, { url }: Request) => url.startsWith(`${baseUrl}/__mock/chains/`)

/** The request of the process, or the page, that has the mock: it may control it, whatever its own origin is. */
function asInside(request: Request): ServiceRequest {
  const { method, url, headers } = request
  const isOfPage = (name: string) => ['origin', 'sec-fetch-site'].includes(name.toLowerCase())
  return {
    method,
    url,
    headers: { get: (name) => (isOfPage(name) ? null : headers.get(name)) },
    text: () => request.text(),
    mayControl: true,
  }
}

/** msw 2 does not tell a body that a caller has given up, who would wait for one that stalls. */
function untilAborted(reply: WireReply, signal: AbortSignal): WireReply {
  if (reply.half !== 'stalled' || !reply.stream) return reply
  return { ...reply, stream: reply.stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) }
}

/** Adds the length of the body, with which msw is faster. */
function withLength(response: Response, { text }: WireReply): Response {
  if (text !== null) response.headers.set('content-length', String(new TextEncoder().encode(text).length))
  return response
}

function sendsCookies({ credentials, url }: Request, pageOrigin: string): boolean {
  return credentials === 'include' || (credentials === 'same-origin' && new URL(url).origin === pageOrigin)
}

/** The request with the headers that a browser adds only after a service worker has seen it. */
function asSent(request: Request, pageOrigin: string, cookie: string | undefined): ServiceRequest {
  const { method, url, headers } = request
  const crossOrigin = new URL(url).origin !== pageOrigin
  const added: Record<string, string | undefined> = {
    cookie,
    origin: crossOrigin || !['GET', 'HEAD'].includes(method) ? pageOrigin : undefined,
  }
  return {
    method,
    url,
    headers: {
      get: (name) => headers.get(name) ?? added[name.toLowerCase()] ?? null,
      keys: () => new Set([...headers.keys(), ...Object.keys(added)]),
    },
    text: () => request.text(),
  }
}
