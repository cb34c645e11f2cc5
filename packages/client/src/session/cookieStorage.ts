import { type CookieAttributes, type CookieJar, documentCookies, PageCookies } from './cookieJar.ts'
import { maxLength, readParts, sweepParts, writeParts } from './cookieParts.ts'
import { fromCookieText, toCookieText } from './cookieText.ts'
import type { StorageAdapter } from './storage.ts'

/** Attributes of the cookies of {@link cookieStorage}. */
export interface CookieStorageOptions {
  /** @default `/` */
  path?: CookieAttributes['path'] | undefined
  /** @default `lax` */
  sameSite?: CookieAttributes['sameSite'] | undefined
  /** Whether browsers send the cookies only over HTTPS. @default true, unless the page was loaded by http: */
  secure?: boolean | undefined
  /** Whether scripts of the page cannot read the cookies; only a server can set it. @default false */
  httpOnly?: boolean | undefined
  /** The domain whose hosts share the cookies. @default only the host of the page */
  domain?: string | undefined
  /** Whether the jar belongs to one request on a server. @default true, unless it is the jar of the page */
  isServer?: boolean | undefined
}

/**
 * Stores the session in cookies, so that a page and the server that renders it share the session: when one refreshes,
 * the other sees the new token.
 *
 * Without `httpOnly`, scripts of the page can read the cookies, as they can read `localStorage`. Only a server can set
 * `httpOnly`: the page then has no token, and its calls go through the server. The session contains the smaller of the
 * service's tokens (`minifiedJwt`), and is compressed. If it is too long for one cookie, it is split into up to three;
 * the session of a user with thirty wallets and 2 kB of metadata needs two.
 *
 * The names of the cookies include the `domain` and `path` that you choose. So changing either signs everybody out
 * once, and deletes the former cookies if the jar shows them.
 *
 * @param jar - The cookies. @default the cookies of the page
 * @param options - Attributes of the cookies.
 * @throws {@link TypeError} when `jar` has no `get`, such as the promise that Next's `cookies()` returns.
 * @example
 * const session = createSession({ api, storage: cookieStorage(await cookies()) }) // in a route handler of Next
 * const sessionOfPage = createSession({ api, storage: cookieStorage() }) // in the page
 */
export function cookieStorage(jar: CookieJar = documentCookies(), options: CookieStorageOptions = {}): StorageAdapter {
  if (typeof jar.get !== 'function')
    throw new TypeError('"cookieStorage" needs an object with get(): cookieStorage(await cookies()).')
  const { isServer = !(jar instanceof PageCookies), path = '/', sameSite = 'lax', httpOnly = false, domain } = options
  const { secure = globalThis.location?.protocol !== 'http:' } = options
  const attributes = { path, sameSite, secure, httpOnly, ...(domain && { domain }) }
  const write = (key: string, text: string, maxAgeMs: number): void => {
    const input = { text, attributes: { ...attributes, maxAge: Math.ceil(maxAgeMs / 1000) } }
    if (writeParts(jar, key, input) || isServer) return
    // Another scope has a cookie of the same name, or the browser has refused the cookies without a report.
    if (globalThis.location) sweepParts(jar, key, { ...input, address: location })
    if (!writeParts(jar, key, input))
      throw new TypeError('The browser refused the cookies. Allow cookies for this site.')
  }
  return {
    scope: isServer ? 'request' : 'origin',
    readOnly: !jar.set,
    isSmall: true,
    isRequired: true,
    get: (key) => fromCookieText(readParts(jar, key, attributes)),
    set(key, value, maxAgeMs) {
      if (!jar.set)
        throw new TypeError('No cookie can be set here. Sign in where the reply can have cookies, such as an action.')
      const text = toCookieText(value)
      if (text.length > maxLength) throw new RangeError('The session is too long for cookies.')
      write(key, text, maxAgeMs)
    },
    remove: (key) => write(key, '', 0),
  }
}
