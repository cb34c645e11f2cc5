import { type CookieAttributes, type CookieJar, documentCookies, PageCookies } from './cookieJar.ts'
import { maxLength, readParts, sweepParts, writeParts } from './cookieParts.ts'
import { fromCookieText, toCookieText } from './cookieText.ts'
import type { StorageAdapter } from './storage.ts'

export interface CookieStorageOptions {
  /** @default `/` */
  path?: CookieAttributes['path'] | undefined
  /** @default `lax` */
  sameSite?: CookieAttributes['sameSite'] | undefined
  /** @default true, unless the page has no https */
  secure?: boolean | undefined
  /** @default false */
  httpOnly?: boolean | undefined
  /** @default the host of the address */
  domain?: string | undefined
  /** Whether the jar belongs to one request on a server. @default true, unless it is the jar of the page */
  isServer?: boolean | undefined
}

/**
 * Stores the session in cookies, so that a page and the server that renders it share the session: when one refreshes,
 * the other sees the new token.
 *
 * Without `httpOnly`, scripts of the page can read the cookie, like `localStorage`. Only a server can set `httpOnly`:
 * the page then has no token, and its calls go through the server. The session has the smaller of the service's tokens
 * (`minifiedJwt`), and is compressed. One that is too long for a cookie is split into up to three: that of a user with
 * thirty wallets and 2 kB of metadata takes two.
 *
 * A `domain` or `path` that you choose is in the names of the cookies. So a change of either signs everybody out once,
 * and deletes the former cookies where the jar shows them.
 *
 * @param jar - The cookies. @default the cookies of the page
 * @param options - Attributes of the cookies.
 * @example
 * const session = createSession({ api, storage: cookieStorage(await cookies()) }) // in a route handler
 * const session = createSession({ api, storage: cookieStorage() }) // in the page
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
