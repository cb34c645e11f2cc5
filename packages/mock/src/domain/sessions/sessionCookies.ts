import { basePathOf } from '@latchkey/base/baseUrl'
import { httpDate, instantOf } from '@latchkey/base/clock'
import type { CustomHostname, Session } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'
import { hasOrigins, isAllowedOrigin } from '../sites/origins.ts'
import { cookieHostnameOf } from './customHostnames.ts'

/** Name of the httpOnly cookie that holds the small session token. */
const sessionCookieName = 'LATCHKEY_AUTH'

/**
 * Whether the environment keeps sessions in cookies: its settings say so, and it has an active custom hostname for
 * them.
 */
function keepsCookies(backend: Backend, environmentId: string): boolean {
  return hostnameForCookies(backend, environmentId) !== undefined
}

/** The session token of the cookie, if the environment keeps sessions in cookies. */
export function readSessionCookie(
  backend: Backend,
  environmentId: string,
  { cookies }: Pick<RequestContext, 'cookies'>,
): string | undefined {
  const value = cookies[sessionCookieName]
  return value && keepsCookies(backend, environmentId) ? value : undefined
}

/**
 * Refuses a call by cookie that does not come from a listed origin, since browsers also send cookies with requests of
 * foreign pages.
 *
 * @throws {@link DomainError} `originNotAllowed`, also if no origins are listed
 */
export function assertCookieOrigin(backend: Backend, environmentId: string, origin: string | undefined): void {
  assert(
    origin !== undefined && hasOrigins(backend, environmentId) && isAllowedOrigin(backend, environmentId, origin),
    'originNotAllowed',
  )
}

/** `Set-Cookie` lines with a session's token; `undefined` if the environment does not use cookies. */
export function sessionCookies(
  backend: Backend,
  { environmentId, expiresAt }: Session,
  token: string,
): string[] | undefined {
  return cookieLines(backend, environmentId, { value: token, expires: instantOf(expiresAt) })
}

/** `Set-Cookie` lines that remove the token. */
export function clearedCookies(backend: Backend, environmentId: string): string[] | undefined {
  return cookieLines(backend, environmentId, { value: '', expires: 0 })
}

function cookieLines(
  backend: Backend,
  environmentId: string,
  { value, expires }: { readonly value: string; readonly expires: number },
): string[] | undefined {
  const hostname = hostnameForCookies(backend, environmentId)
  if (hostname === undefined) return undefined
  const domain = hostname.cookieDomain === undefined ? '' : ` Domain=${hostname.cookieDomain};`
  const path = `${basePathOf(backend.baseUrl)}/`
  // Lax suffices, because the site and the custom hostname share a parent domain, so calls between them are same-site.
  return [
    `${sessionCookieName}=${value}; Path=${path};${domain} Expires=${httpDate(expires)}; HttpOnly; Secure; SameSite=Lax`,
  ]
}

/** The hostname for cookies, if the settings keep sessions in cookies. */
function hostnameForCookies(backend: Backend, environmentId: string): CustomHostname | undefined {
  const storage = backend.store.environments.get(environmentId)?.settings.security.auth?.storage
  return storage?.includes('cookie') ? cookieHostnameOf(backend, environmentId) : undefined
}
