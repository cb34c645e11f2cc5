import { decodeBase64url, encodeBase64url } from '@latchkey/device/base64url'
import { type CookieAttributes, type CookieJar, documentCookies, PageCookies } from './cookieJar.ts'
import { createCookieParts, maxLength, pageScopes } from './cookieParts.ts'
import type { StorageAdapter } from './storage.ts'

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
 * A `domain` or `path` that you choose is in the names of the cookies. So a change of either signs everybody out once,
 * and deletes the former cookies where the jar shows them.
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
  const partsOf = (key: string) => createCookieParts(jar, key, attributes)
  const write = (key: string, text: string, maxAgeMs: number): void => {
    const parts = partsOf(key)
    const maxAge = Math.ceil(maxAgeMs / 1000)
    if (parts.write(text, maxAge) || isServer) return
    // Another scope has a cookie of the same name, or the browser has refused the cookies without a report.
    if (globalThis.location) parts.sweep(pageScopes(location))
    if (!parts.write(text, maxAge)) throw new TypeError('The browser refused the cookies. Allow cookies for this site.')
  }
  return {
    scope: isServer ? 'request' : 'origin',
    readOnly: !jar.set,
    get(key) {
      const text = partsOf(key).read()
      return text && new TextDecoder().decode(decodeBase64url(text))
    },
    set(key, value, maxAgeMs) {
      // Cookies have little room, and a field that is null says no more than one that is absent. The quotes within a
      // text of JSON are escaped, so this finds fields only.
      const short = value.replace(/,"\w+":null/g, '')
      const text = encodeBase64url(new TextEncoder().encode(short))
      if (text.length > maxLength) throw new RangeError('The session is too long for cookies.')
      write(key, text, maxAgeMs)
    },
    remove: (key) => write(key, '', 0),
  }
}
