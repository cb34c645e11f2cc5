import { decodeBase64url, encodeBase64url } from '@latchkey/device/base64url'
import type { StorageAdapter } from './storage.ts'

/** Attributes of a cookie, with the names that Next and others use. */
export interface CookieAttributes {
  path: string
  sameSite: 'lax' | 'strict' | 'none'
  secure: boolean
  httpOnly: boolean
  /** In seconds; 0 deletes the cookie. */
  maxAge: number
  domain?: string
}

/**
 * The cookies of one request, or of a page, such as the result of Next's `await cookies()` where it can set cookies.
 */
export interface CookieJar {
  get(name: string): string | { readonly value: string } | null | undefined
  /**
   * Leave it out where cookies can no longer be set, as while Next renders a page, where Next's `set` throws. The
   * session does not refresh there.
   */
  set?(name: string, value: string, attributes: CookieAttributes): unknown
}

export interface CookieStorageOptions extends Partial<
  Pick<CookieAttributes, 'path' | 'sameSite' | 'secure' | 'httpOnly' | 'domain'>
> {
  /** Whether the jar belongs to one request on a server. @default true, unless it is the jar of the page */
  isServer?: boolean
}

/**
 * Stores the session in cookies, so that a page and the server that renders it share the session: when one refreshes,
 * the other sees the new token.
 *
 * Without `httpOnly`, scripts of the page can read the cookie, like `localStorage`. Only a server can set `httpOnly`:
 * the page then has no token, and its calls go through the server. A session that is too long for one cookie is split
 * into up to three.
 *
 * @param jar - The cookies. @default the cookies of the page
 * @param options - Attributes of the cookies. `secure` is left out on a page without https.
 * @example
 * const session = createSession({ api, storage: cookieStorage(await cookies()) }) // in a route handler
 * const session = createSession({ api, storage: cookieStorage() }) // in the page
 */
export function cookieStorage(jar: CookieJar = documentCookies(), options: CookieStorageOptions = {}): StorageAdapter {
  const { isServer = !(jar instanceof PageCookies), ...chosen } = options
  const attributes = {
    path: '/',
    sameSite: 'lax' as const,
    secure: globalThis.location?.protocol !== 'http:',
    httpOnly: false,
    ...chosen,
  }
  const read = (name: string): string => {
    const cookie = jar.get(name)
    return (typeof cookie === 'string' ? cookie : cookie?.value) ?? ''
  }
  const readParts = (name: string): string =>
    Array.from({ length: parts }, (_, index) => read(nameOf(name, index))).join('')
  const write = (name: string, text: string, maxAgeMs: number): void => {
    for (let index = 0; index < parts; index++) {
      const part = text.slice(index * partLength, (index + 1) * partLength)
      const partName = nameOf(name, index)
      const maxAge = part ? Math.ceil(maxAgeMs / 1000) : 0
      if (part || read(partName)) jar.set?.(partName, part, { ...attributes, maxAge })
    }
    // A browser does not report that it refuses a cookie.
    if (!isServer && readParts(name) !== text)
      throw new TypeError('The browser refused the cookies. Allow cookies for this site.')
  }
  return {
    scope: isServer ? 'request' : 'origin',
    readOnly: !jar.set,
    get(name) {
      const text = readParts(name)
      return text && new TextDecoder().decode(decodeBase64url(text))
    },
    set(name, value, maxAgeMs) {
      // Cookies have little room, and a field that is null says no more than one that is absent. The quotes within a
      // text of JSON are escaped, so this finds fields alone.
      const short = value.replace(/,"\w+":null/g, '')
      const text = encodeBase64url(new TextEncoder().encode(short))
      // Servers refuse requests with more cookies.
      if (text.length > parts * partLength) throw new RangeError('The session is too long for cookies.')
      write(name, text, maxAgeMs)
    },
    remove: (name) => write(name, '', 0),
  }
}

const parts = 3
const partLength = 3800

function nameOf(name: string, index: number): string {
  return index ? `${name}.${index}` : name
}

/** Writes a `set-cookie` header. */
export function serializeCookie(
  name: string,
  value: string,
  { path, sameSite, secure, httpOnly, maxAge, domain }: CookieAttributes,
): string {
  const flags = [domain && `Domain=${domain}`, secure && 'Secure', httpOnly && 'HttpOnly']
    .filter(Boolean)
    .map((flag) => `; ${flag}`)
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=${sameSite}${flags.join('')}`
}

/** The cookies of a request with plain headers, and of its reply. */
export interface HeaderCookies extends CookieJar {
  set(name: string, value: string, attributes: CookieAttributes): void
  /** The `set-cookie` headers of the reply, one for each cookie. */
  readonly setCookies: readonly string[]
}

/**
 * Creates a jar for servers that read and write headers themselves.
 *
 * @param header - The request's `cookie`.
 * @example
 * const jar = headerCookies(request.headers.cookie)
 * const session = createSession({ api, storage: cookieStorage(jar) })
 * response.setHeader('set-cookie', jar.setCookies)
 */
export function headerCookies(header: string | null | undefined): HeaderCookies {
  const values = parseCookies(header ?? '')
  const set = new Map<string, string>()
  return {
    get: (name) => values.get(name),
    set(name, value, attributes) {
      values.set(name, value)
      set.set(name, serializeCookie(name, value, attributes))
    },
    get setCookies() {
      return Array.from(set.values())
    },
  }
}

/** The cookies that the page's script can read. A server has none. */
export function documentCookies(): CookieJar {
  return new PageCookies()
}

/** A class, so that {@link cookieStorage} can recognise it. */
class PageCookies implements CookieJar {
  get(name: string): string | undefined {
    return parseCookies(document.cookie).get(name)
  }

  set(name: string, value: string, attributes: CookieAttributes): void {
    document.cookie = serializeCookie(name, value, { ...attributes, httpOnly: false })
  }
}

function parseCookies(text: string): Map<string, string> {
  const pairs = text
    .split(/; */)
    .map((pair) => /^([^=]*)=(.*)$/.exec(pair))
    .filter((match) => match !== null)
  return new Map(pairs.map(([, name = '', value = '']): [string, string] => [name, value]).reverse())
}
