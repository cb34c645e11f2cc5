import { instantOf } from '@latchkey/base/clock'

/** The cookies of one origin, as in a browser: host-only, until they expire. */
export interface CookieJar {
  /** The `Cookie` header for a path; `undefined` when no cookie has this path. */
  header(path: string): string | undefined
  /** Applies `Set-Cookie` headers. */
  keep(setCookies: readonly string[]): void
  /** The cookies, for {@link CookieJar.restore} of another jar. */
  export(): Cookie[]
  /** Adds the exported cookies of another jar. */
  restore(cookies: readonly Cookie[]): void
}

/** A cookie as JSON data. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** Epoch milliseconds; absent when the cookie lasts as long as the jar. */
  readonly expiresAt?: number | undefined
}

/**
 * Creates a jar on the mock's clock. It serves a single origin, so it ignores `Domain`, `Secure` and `SameSite`.
 *
 * @param now - The time, in epoch milliseconds.
 * @see RFC 6265, sections 5.2 to 5.4
 */
export function createCookieJar(now: () => number): CookieJar {
  const cookies = new Map<string, Cookie>()
  const isExpired = ({ expiresAt }: Cookie) => expiresAt !== undefined && expiresAt <= now()
  const put = (cookie: Cookie) => {
    const key = `${cookie.path} ${cookie.name}`
    if (isExpired(cookie)) cookies.delete(key)
    else cookies.set(key, cookie)
  }
  return {
    keep(setCookies) {
      for (const line of setCookies) {
        const cookie = parse(line, now())
        if (cookie) put(cookie)
      }
    },
    export: () => [...cookies.values()],
    restore: (exported) => exported.forEach(put),
    header(path) {
      const sent = [...cookies.values()].filter((cookie) => !isExpired(cookie) && covers(cookie.path, path))
      // Longer paths come first, section 5.4.
      sent.sort((a, b) => b.path.length - a.path.length)
      return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
  }
}

function parse(line: string, now: number): Cookie | undefined {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  const equals = pair.indexOf('=')
  if (equals < 1) return undefined
  const attributes = new Map(rest.map((attribute) => split(attribute)))
  const path = attributes.get('path') ?? '/'
  return {
    name: pair.slice(0, equals),
    value: pair.slice(equals + 1),
    path: path.startsWith('/') ? path : '/',
    expiresAt: expiry(attributes, now),
  }
}

function split(attribute: string): [string, string] {
  const [name = '', ...value] = attribute.split('=')
  return [name.toLowerCase(), value.join('=')]
}

/** `Max-Age` has precedence over `Expires`, section 5.3. */
function expiry(attributes: ReadonlyMap<string, string>, now: number): number | undefined {
  const [maxAge, expires] = [attributes.get('max-age'), attributes.get('expires')]
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1000
  const at = expires === undefined ? Number.NaN : instantOf(expires)
  return Number.isNaN(at) ? undefined : at
}

function covers(cookiePath: string, path: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)
}
