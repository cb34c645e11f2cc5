import type { NamedCookie } from '../session/cookieJar.ts'

/** The headers of a `Request`, or those of a Node server: an object with lower-case names. */
export type IncomingHeaders = { get(name: string): string | null } | NodeHeaders

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request of a user: a `Request`, or a request of Express, Fastify or `node:http`. */
export interface IncomingRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHeaders
}

/** The value of a header, empty without one; several headers of one name are joined, as `Request` does. */
export function headerOf({ headers }: IncomingRequest, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as NodeHeaders)[name]
  return [value].flat().join(', ')
}

/** The cookies of a request, in its order. */
export function cookiesOf(request: IncomingRequest): NamedCookie[] {
  return headerOf(request, 'cookie')
    .split(';')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name: name.trim(), value: value.join('=').trim() }
    })
}

/** The host of a request of HTTP/2, which Node has among its headers; those of a `Request` cannot have the name. */
function authorityOf({ headers }: IncomingRequest): string | undefined {
  const authority = typeof headers.get === 'function' ? undefined : (headers as NodeHeaders)[':authority']
  return authority?.toString()
}

/**
 * Whether a request only reads. Browsers let every page begin a WebSocket by a GET with the cookies of its host, and
 * read what comes (RFC 6455 section 10.2).
 */
export function isReading(request: IncomingRequest): boolean {
  const isHandshake = /websocket/i.test(headerOf(request, 'upgrade')) || headerOf(request, 'sec-websocket-key') !== ''
  return /^(GET|HEAD|OPTIONS)$/.test(`${request.method}`) && !isHandshake
}

/** Whether a page of the host to which the request went has sent it, or a page of one of these origins. */
export function isFromOrigin(request: IncomingRequest, origins: readonly string[]): boolean {
  // A `Request` that a test creates has no header `host`. A request of HTTP/1.0 has neither a host nor a whole URL.
  const url = `${request.url}`
  const host = headerOf(request, 'host') || authorityOf(request) || (URL.canParse(url) && new URL(url).host)
  const own = host ? [`https://${host}`, `http://${host}`] : []
  return [...own, ...origins].includes(headerOf(request, 'origin'))
}
