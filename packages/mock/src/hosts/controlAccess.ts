import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hostNameOf, isLoopbackName } from '@latchkey/base/hostName'
import { withoutPort } from './admission.ts'
import type { RefusalKey } from './refusals.ts'

export interface ControlAccessOptions {
  /** Name or address that the server listens at. */
  readonly host: string
  /** Origin by which callers reach the server, if it was given. */
  readonly baseUrl?: string | undefined
  readonly trustProxy: boolean
  readonly controlToken: string | undefined
}

/** Returns why a caller may not control the mock, or `undefined`. */
export type ControlAccess = (incoming: IncomingMessage) => RefusalKey | undefined

/**
 * Decides who may use the control interface.
 *
 * A reverse proxy calls from this machine, often by a loopback name, for people anywhere. So callers of this machine do
 * without the token only while nothing says that there is a proxy: no token, no `trustProxy`, no base URL of another
 * name, and no header that proxies add. The options come first, since a caller can make some proxies leave out a header
 * (`Connection: X-Forwarded-For`), and some add none.
 *
 * @see spec/decisions/38-loopback-server.md
 */
export function createControlAccess({ host, baseUrl, trustProxy, controlToken }: ControlAccessOptions): ControlAccess {
  if (controlToken !== undefined)
    return (incoming) => {
      if (hasToken(incoming, controlToken)) return undefined
      return incoming.headers.authorization === undefined ? 'controlToken' : 'otherControlToken'
    }
  if (isForProxy({ baseUrl, trustProxy })) return () => 'controlBehindProxy'
  return (incoming) => {
    if (isForwarded(incoming)) return 'controlForwarded'
    return isOfThisMachine(incoming, host) ? undefined : 'controlElsewhere'
  }
}

/** Whether the options of a server are those of one behind a proxy. */
export function isForProxy({ baseUrl, trustProxy }: Pick<ControlAccessOptions, 'baseUrl' | 'trustProxy'>): boolean {
  return trustProxy || (baseUrl !== undefined && !isLoopbackName(new URL(baseUrl).hostname))
}

/**
 * Headers that proxies, tunnels and content networks add to what they pass on, besides `X-Forwarded-…`: `Forwarded`
 * (RFC 7239), `Via` (RFC 9110, section 7.6.3), `CDN-Loop` (RFC 8586), and the names that vendors use for the caller's
 * address and for the URL that it has asked for.
 */
const proxyHeader = /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded(-.+)?|x-original-.+|(.+-)?(client|connecting)-ip)$/

/** Whether a proxy has passed a request on. nginx speaks HTTP/1.0 by default, and adds no header. */
function isForwarded({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  if (httpVersionMajor === 1 && httpVersionMinor === 0) return true
  for (const name in headers) if (proxyHeader.test(name)) return true
  return false
}

/**
 * Whether a request comes from this machine, under a loopback name or `host`. Names of `allowHosts` do not count, since
 * a tunnel that makes the server public calls from this machine by such a name.
 */
function isOfThisMachine({ headers, socket }: IncomingMessage, host: string): boolean {
  const name = withoutPort(headers.host ?? '')
  return (
    /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '') && (isLoopbackName(name) || name === hostNameOf(host))
  )
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [sent, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
