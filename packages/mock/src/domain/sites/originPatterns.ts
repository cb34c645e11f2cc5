/**
 * The wildcard of origins and deep links. It stands for one whole label at the start of a host name, or for the port
 * of `localhost`; anything more would let through hosts that belong to somebody else.
 *
 * Patterns are kept in one canonical spelling. A URL is then matched by looking up the few patterns that could allow
 * it, so that no pattern is ever interpreted.
 */

/** Why a pattern is refused: what it says makes no host, or its wildcard stands where none may. */
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
/** Schemes whose URLs run or show what is in them: nothing is ever redirected there. */
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

/** The spelling in which an origin is kept and in which browsers send it: lower case, no default port. */
export function canonicalOriginPattern(text: string): string | PatternFault {
  const parts = split(text)
  if (!parts || parts.path || parts.query || text.endsWith('/')) return 'malformed'
  if (extensionSchemes.has(parts.scheme)) return extensionOrigin(parts)
  return webSchemes.has(parts.scheme) ? webAuthority(parts) : 'malformed'
}

/** The spelling in which a deep link is kept: scheme, and for web addresses the host, in lower case. */
export function canonicalDeeplinkPattern(text: string): string | PatternFault {
  const parts = split(text)
  if (!parts || unsafeSchemes.has(parts.scheme) || extensionSchemes.has(parts.scheme)) return 'malformed'
  if (`${parts.path}${parts.query}`.includes('*')) return 'wildcard'
  const authority = webSchemes.has(parts.scheme) ? webAuthority(parts) : appAuthority(parts)
  return authority.includes('://') ? authority + parts.path + parts.query : authority
}

/** The patterns that would allow the origin of a request; none for what no browser sends. */
export function patternsAllowingOrigin(origin: string): string[] {
  const parts = split(origin)
  if (!parts || parts.path || parts.query) return []
  const canonical = canonicalOriginPattern(origin)
  return canonical === origin && !origin.includes('*') ? authoritiesAllowing(parts) : []
}

/** A redirect address, taken apart for matching. */
export interface RedirectPatterns {
  /** Patterns of origins that would allow it; only web addresses have any. */
  readonly origins: readonly string[]
  /** Patterns of deep links that would allow it. */
  readonly deeplinks: readonly string[]
}

/**
 * The patterns that would allow a redirect address; `undefined` when none ever could: user names in it, characters
 * that clients read differently, a scheme that runs code.
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
    deeplinks: authorities.flatMap((one) => [
      one + parts.path,
      ...(parts.query ? [one + parts.path + parts.query] : []),
    ]),
  }
}

/** The authority itself, with a wildcard for its first label, and with one for the port of localhost. */
function authoritiesAllowing({ scheme, host, port }: Parts): string[] {
  const found = [`${scheme}://${host}${port}`]
  const dot = host.indexOf('.')
  if (dot > 0) found.push(`${scheme}://*${host.slice(dot)}${port}`)
  if (host === 'localhost') found.push(`${scheme}://${host}:*`)
  return found
}

function webAuthority({ scheme, host: given, port: givenPort }: Parts): string | PatternFault {
  const host = given.toLowerCase()
  const port = givenPort === defaultPorts[scheme] ? '' : givenPort
  if (port === ':*' ? host !== 'localhost' : port.includes('*')) return 'wildcard'
  if (port !== ':*' && port !== '' && !(Number(port.slice(1)) <= 65_535 && /^:(0|[1-9]\d*)$/.test(port)))
    return 'malformed'
  const fault = host.startsWith('[') ? undefined : hostFault(host)
  if (fault) return fault
  // What the standard makes of the host must be the host: `0x7f.1` is an address in disguise.
  const plain = `${scheme}://${host.replace('*', 'a')}`
  if (!URL.canParse(plain) || new URL(plain).host !== host.replace('*', 'a')) return 'malformed'
  return `${scheme}://${host}${port}`
}

function hostFault(host: string): PatternFault | undefined {
  const [first = '', ...rest] = host.split('.')
  const isWild = first === '*'
  if (host.length > 253 || !(isWild ? rest : [first, ...rest]).every((one) => label.test(one.replaceAll('*', 'a'))))
    return 'malformed'
  if (rest.join('.').includes('*') || (!isWild && first.includes('*'))) return 'wildcard'
  // A wildcard right below the top would be everybody's; below an address it means nothing.
  if (isWild && rest.length < 2 && rest[0] !== 'localhost') return 'wildcard'
  if (isWild && /^\d+$/.test(rest.at(-1) ?? '')) return 'wildcard'
  return undefined
}

/** Other schemes have no rules of their own, so the host is kept and compared as it is written. */
function appAuthority({ scheme, host, port }: Parts): string | PatternFault {
  const [first = '', ...rest] = host.split('.')
  if (port.includes('*') || rest.join('.').includes('*') || (first !== '*' && first.includes('*'))) return 'wildcard'
  if (first === '*' && rest.length < 2) return 'wildcard'
  return first === '' && rest.length > 0 ? 'malformed' : `${scheme}://${host}${port}`
}

function extensionOrigin({ scheme, host, port }: Parts): string | PatternFault {
  if (host.includes('*') || port.includes('*')) return 'wildcard'
  return port === '' && /^[a-z0-9-]+$/i.test(host) ? `${scheme}://${host.toLowerCase()}` : 'malformed'
}

/** Reads `scheme://host:port/path?query` of printable ASCII; user names, backslashes and encoded hosts are not read. */
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
