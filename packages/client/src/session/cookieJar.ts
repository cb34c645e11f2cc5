import { assertArgument, assertObject } from '../shared/assertArgument.ts'

/** Attributes of a cookie, with the names that Next and other frameworks use. */
export interface CookieAttributes {
  path: string
  sameSite: 'lax' | 'strict' | 'none'
  secure: boolean
  httpOnly: boolean
  /** In seconds; 0 deletes the cookie. */
  maxAge: number
  domain?: string
}

/** A cookie of a request. */
export interface NamedCookie {
  readonly name: string
  readonly value: string
}

/**
 * The cookies of one request, or of a page, such as the result of Next's `await cookies()` where it can set cookies.
 */
export interface CookieJar {
  /** Returns the value of a cookie, or an object with it; `null` or undefined if there is no such cookie. */
  get(name: string): string | { readonly value: string } | null | undefined
  /**
   * Returns all cookies, in the order of the request; a name may occur twice. With it, the storage can find and delete
   * the session's cookies of another `domain` or `path`.
   */
  getAll?(): Iterable<NamedCookie>
  /**
   * Sets a cookie. Leave this function out where cookies can no longer be set, as while Next renders a page: Next's own
   * `set` throws there. Without it, the session does not refresh.
   */
  set?(name: string, value: string, attributes: CookieAttributes): unknown
}

/**
 * Writes the value of a `set-cookie` header. It does not encode `name` and `value`.
 *
 * @throws {@link TypeError} when `attributes` is not an object.
 * @example
 * const attributes = { path: '/', sameSite: 'lax', secure: true, httpOnly: true, maxAge: 60 } as const
 * response.headers.append('set-cookie', serializeCookie('theme', 'dark', attributes))
 */
export function serializeCookie(name: string, value: string, attributes: CookieAttributes): string {
  assertObject(attributes, 'attributes', "{ path: '/', sameSite: 'lax', secure: true, httpOnly: true, maxAge: 60 }")
  const { path, sameSite, secure, httpOnly, maxAge, domain } = attributes
  const flags = [domain && `Domain=${domain}`, secure && 'Secure', httpOnly && 'HttpOnly']
    .filter(Boolean)
    .map((flag) => `; ${flag}`)
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=${sameSite}${flags.join('')}`
}

/** The cookies of a request with plain headers, and of its reply. */
export interface HeaderCookies extends CookieJar {
  getAll(): readonly NamedCookie[]
  set(name: string, value: string, attributes: CookieAttributes): void
  /**
   * The `set-cookie` headers of the reply, one for each cookie. No cache may store such a reply: a CDN would sign other
   * people in as this person.
   */
  readonly setCookies: readonly string[]
}

/**
 * Creates a jar for servers that read and write headers themselves.
 *
 * @param header - The header `cookie` of the request.
 * @throws {@link TypeError} when `header` is an object, such as all headers.
 * @example
 * const jar = headerCookies(request.headers.cookie)
 * const session = createSession({ api, storage: cookieStorage(jar) })
 * response.setHeader('set-cookie', jar.setCookies)
 * if (jar.setCookies.length > 0) response.setHeader('cache-control', 'private, no-store')
 */
export function headerCookies(header: string | null | undefined): HeaderCookies {
  assertArgument(typeof (header ?? '') === 'string', 'header', 'the text of the header "cookie"')
  let cookies = parseCookies(header ?? '')
  const set = new Map<string, string>()
  return {
    get: (name) => cookies.find((cookie) => cookie.name === name)?.value,
    getAll: () => cookies,
    set(name, value, attributes) {
      cookies = [...cookies.filter((cookie) => cookie.name !== name), { name, value }]
      // A browser has one cookie for each name, domain and path (RFC 6265, section 5.3).
      set.set([name, attributes.domain, attributes.path].join(';'), serializeCookie(name, value, attributes))
    },
    get setCookies() {
      return Array.from(set.values())
    },
  }
}

/**
 * Creates a jar of the cookies that scripts of the page can read. Use it only in a page.
 *
 * @example const session = createSession({ api, storage: cookieStorage(documentCookies(), { path: '/app' }) })
 */
export function documentCookies(): CookieJar {
  return new PageCookies()
}

/** A class, so that `cookieStorage` can recognise it. */
export class PageCookies implements CookieJar {
  get(name: string): string | undefined {
    return this.getAll().find((cookie) => cookie.name === name)?.value
  }

  getAll(): readonly NamedCookie[] {
    return parseCookies(document.cookie)
  }

  set(name: string, value: string, attributes: CookieAttributes): void {
    document.cookie = serializeCookie(name, value, { ...attributes, httpOnly: false })
  }
}

function parseCookies(text: string): NamedCookie[] {
  return text
    .split(/; */)
    .map((pair) => /^([^=]*)=(.*)$/.exec(pair))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => ({ name, value }))
}
