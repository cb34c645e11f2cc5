import type { IncomingMessage } from 'node:http'
import { hostNameOf, isLoopbackName } from '@latchkey/base/hostName'
import type { RefusalKey } from './refusals.ts'

export interface AdmissionOptions {
  /** Name or address that the server listens at. */
  readonly host: string
  /** Further names for which the server accepts requests. */
  readonly allowHosts: readonly string[]
  /** Origin by which callers reach the server, whatever `Host` a proxy sends. @default that of the request's `Host` */
  readonly ownOrigin?: string | undefined
}

/** The world that a request is for. */
interface Destination {
  /** The path below the world's base URL. */
  readonly path: string
  /** Whether a path is for the pages of apps, which are of any origin. */
  readonly isSdkPath: (path: string) => boolean
  /** Whether any environment lists the origin. */
  readonly listsOrigin: (origin: string) => boolean
}

/** Returns why a request is refused before the service reads it, or `undefined`. */
export type Admission = (incoming: IncomingMessage, destination: Destination) => RefusalKey | undefined

/**
 * Prevents web pages that a developer opens from using the server, whose ids and tokens everybody knows.
 *
 * A page whose host name was made to resolve to this machine (DNS rebinding) calls the server by that name, so the
 * server accepts its own names only. A page of another site has another `Origin`: it may call the sign-in operations
 * only, for which each environment has a list of origins.
 *
 * @throws TypeError when one of `allowHosts` is not a host name or address.
 * @see spec/decisions/38-loopback-server.md
 */
export function createAdmission({ host, allowHosts, ownOrigin }: AdmissionOptions): Admission {
  const names = new Set([hostNameOf(host), ...allowHosts.map(assertHostName)])
  // Almost every request has the same authority as the request before it.
  let lastAnswered: string | undefined
  const isAnswered = (authority: string) => {
    if (authority === lastAnswered) return true
    const name = withoutPort(authority)
    if (!isLoopbackName(name) && !names.has(name)) return false
    lastAnswered = authority
    return true
  }

  return ({ rawHeaders, headers, url: target = '/' }, { path, isSdkPath, listsOrigin }) => {
    if (hasSeveralHosts(rawHeaders)) return 'severalHosts'
    // Browsers always send `Host`. A client without it is not a page.
    if (headers.host && !isAnswered(headers.host)) return 'foreignHost'
    if (!target.startsWith('/') && URL.canParse(target) && !isAnswered(new URL(target).host)) return 'foreignHost'
    const { origin } = headers
    if (origin === undefined || origin === ownOrigin || isOwnOrigin(origin, headers.host)) return undefined
    return isSdkPath(path) || listsOrigin(origin) ? undefined : 'foreignOrigin'
  }
}

function assertHostName(text: string): string {
  const name = hostNameOf(text)
  if (name === undefined)
    throw new TypeError(
      `Failed to call "startServer()": \`allowHosts\` takes names or addresses without a port, not "${text}".`,
    )
  return name
}

/** Node keeps only the first `Host` header. The raw headers are names and values in turn. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}

/** The name in `name:port`, without a final dot. */
export function withoutPort(authority: string): string {
  return authority.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** Whether an origin is this machine, or the server under the name in the request. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, host: originHost } = new URL(origin)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && (isLoopbackName(hostname) || originHost === host?.toLowerCase())
}
