/**
 * The wildcard of origins and deep links. It matches one whole label at the start of a host name, or the port of
 * `localhost`. Anything more would match hosts of other owners.
 *
 * Patterns are stored in a canonical spelling. A URL is matched by looking up the few patterns that could allow it, so
 * no pattern is ever interpreted.
 */

/** Why a pattern is refused: it has no valid host, or its wildcard is in the wrong place. */
export type PatternFault = 'malformed' | 'wildcard'

/** The parts of a URL or pattern; `port` is empty or begins with a colon. */
interface Parts {
  readonly scheme: string
  readonly host: string
  readonly port: string
  /** Path without a lone slash. */
  readonly path: string
  /** Empty, or begins with a question mark. */
  readonly query: string
}

const webSchemes = new Set(['http', 'https'])
const extensionSchemes = new Set(['chrome-extension', 'moz-extension'])
/** Schemes whose URLs run or show their own content; nothing is ever redirected there. */
const unsafeSchemes = new Set([
  'javascript',
  'data',
  'vbscript',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'ws',
  'wss',
  'ftp',
])
const defaultPorts: Record<string, string> = { http: ':80', https: ':443' }
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** The spelling in which an origin is stored and browsers send it: lower case, no default port. */
export function canonicalOriginPattern(text: string): string | PatternFault {
  const parts = split(text)
  if (!parts || parts.path || parts.query || text.endsWith('/')) return 'malformed'
  if (extensionSchemes.has(parts.scheme)) return extensionOrigin(parts)
  return webSchemes.has(parts.scheme) ? webAuthority(parts) : 'malformed'
}

/** The spelling in which a deep link is stored: scheme, and for web addresses the host, in lower case. */
export function canonicalDeeplinkPattern(text: string): string | PatternFault {
  const parts = split(text)
  if (!parts || unsafeSchemes.has(parts.scheme) || extensionSchemes.has(parts.scheme)) return 'malformed'
  if (`${parts.path}${parts.query}`.includes('*')) return 'wildcard'
  const authority = webSchemes.has(parts.scheme) ? webAuthority(parts) : appAuthority(parts)
  return authority.includes('://') ? authority + parts.path + parts.query : authority
}

/** The patterns that would allow the origin of a request; none for a text that no browser sends. */
export function patternsAllowingOrigin(origin: string): string[] {
  const parts = split(origin)
  if (!parts || parts.path || parts.query) return []
  const canonical = canonicalOriginPattern(origin)
  return canonical === origin && !origin.includes('*') ? authoritiesAllowing(parts) : []
}

/** The patterns that could allow a redirect address. */
export interface RedirectPatterns {
  /** Origin patterns that would allow it; only web addresses have any. */
  readonly origins: readonly string[]
  /** Deep link patterns that would allow it. */
  readonly deeplinks: readonly string[]
}

/**
 * The patterns that would allow a redirect address; `undefined` if none can: it has a user name, characters that
 * clients read differently, or a scheme that runs code.
 */
export function patternsAllowingRedirect(url: string): RedirectPatterns | undefined {
  const parts = split(url.replace(/#.*$/s, ''))
  if (!parts || url.includes('*') || unsafeSchemes.has(parts.scheme) || extensionSchemes.has(parts.scheme))
    return undefined
  const isWeb = webSchemes.has(parts.scheme)
  const authority = isWeb ? webAuthority(parts) : appAuthority(parts)
  if (!authority.includes('://')) return undefined
  const canonical = split(authority) as Parts
  const authorities = authoritiesAllowing(canonical)
  return {
    origins: isWeb ? authorities : [],
    deeplinks: authorities.flatMap((authority) => [
      authority + parts.path,
      ...(parts.query ? [authority + parts.path + parts.query] : []),
    ]),
  }
}

/** The authority itself, and with a wildcard for its first label or for the port of localhost. */
function authoritiesAllowing({ scheme, host, port }: Parts): string[] {
  const authorities = [`${scheme}://${host}${port}`]
  const dot = host.indexOf('.')
  if (dot > 0) authorities.push(`${scheme}://*${host.slice(dot)}${port}`)
  if (host === 'localhost') authorities.push(`${scheme}://${host}:*`)
  return authorities
}

function webAuthority({ scheme, host: givenHost, port: givenPort }: Parts): string | PatternFault {
  const host = givenHost.toLowerCase()
  const port = givenPort === defaultPorts[scheme] ? '' : givenPort
  if (port === ':*' ? host !== 'localhost' : port.includes('*')) return 'wildcard'
  if (port !== ':*' && port !== '' && !(Number(port.slice(1)) <= 65_535 && /^:(0|[1-9]\d*)$/.test(port)))
    return 'malformed'
  const fault = host.startsWith('[') ? undefined : hostFault(host)
  if (fault) return fault
  // The URL standard must leave the host unchanged: `0x7f.1` is a disguised address.
  const plain = `${scheme}://${host.replace('*', 'a')}`
  if (!URL.canParse(plain) || new URL(plain).host !== host.replace('*', 'a')) return 'malformed'
  return `${scheme}://${host}${port}`
}

function hostFault(host: string): PatternFault | undefined {
  const [first = '', ...rest] = host.split('.')
  const isWild = first === '*'
  if (host.length > 253 || !(isWild ? rest : [first, ...rest]).every((part) => label.test(part.replaceAll('*', 'a'))))
    return 'malformed'
  if (rest.join('.').includes('*') || (!isWild && first.includes('*'))) return 'wildcard'
  // A wildcard directly below a top-level domain would match everybody's hosts; below an IP address it has no meaning.
  if (isWild && rest.length < 2 && rest[0] !== 'localhost') return 'wildcard'
  if (isWild && /^\d+$/.test(rest.at(-1) ?? '')) return 'wildcard'
  return undefined
}

/** Other schemes have no normalization rules, so the host is stored and compared as written. */
function appAuthority({ scheme, host, port }: Parts): string | PatternFault {
  const [first = '', ...rest] = host.split('.')
  const isWild = first === '*'
  if (port.includes('*') || rest.join('.').includes('*')) return 'wildcard'
  if (isWild ? rest.length < 2 : first.includes('*')) return 'wildcard'
  return first === '' && rest.length > 0 ? 'malformed' : `${scheme}://${host}${port}`
}

function extensionOrigin({ scheme, host, port }: Parts): string | PatternFault {
  if (host.includes('*') || port.includes('*')) return 'wildcard'
  return port === '' && /^[a-z0-9-]+$/i.test(host) ? `${scheme}://${host.toLowerCase()}` : 'malformed'
}

/** Reads `scheme://host:port/path?query` of printable ASCII; user names, backslashes and encoded hosts are refused. */
function split(text: string): Parts | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[a-z0-9._*-]*)(:[*0-9]{1,5})?(?=[/?]|$)/i.exec(text)
  if (!match || !/^[!-~]*$/.test(text) || /[\\#]/.test(text)) return undefined
  const [authority, scheme = '', host = '', port = ''] = match
  const rest = text.slice(authority.length)
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  return {
    scheme: scheme.toLowerCase(),
    host,
    port,
    path: path === '/' ? '' : path,
    query: mark < 0 ? '' : rest.slice(mark),
  }
}
