import type { OperationId } from '@latchkey/types'
import type { Backend } from '../../backend.ts'
import { httpDate, instantOf } from '../../effects/clock.ts'
import type { RequestContext } from '../shared/request.ts'
import type { CustomHostname, Session } from '../../store/records.ts'
import { cookieHostnameOf } from './customHostnames.ts'
import { assert } from '../shared/errors.ts'
import { hasOrigins, isAllowedOrigin } from '../sites/origins.ts'

/** Name of the httpOnly cookie that holds the small session token. */
const sessionCookieName = 'LATCHKEY_AUTH'

/** Whether the environment keeps sessions in cookies: its settings say so, and a custom hostname for them is active. */
function keepsCookies(backend: Backend, environmentId: string): boolean {
  return hostnameForCookies(backend, environmentId) !== undefined
}

/** The session token of the cookie, where the environment keeps sessions in cookies. */
export function readSessionCookie(
  backend: Backend,
  environmentId: string,
  { cookies }: Pick<RequestContext, 'cookies'>,
): string | undefined {
  const value = cookies[sessionCookieName]
  return value && keepsCookies(backend, environmentId) ? value : undefined
}

/**
 * Operations that are a GET and change something all the same: the device that they begin takes the place of one that
 * was begun before.
 */
const changingReads: ReadonlySet<OperationId> = new Set<OperationId>([
  'mfaDevices.createTotp',
  'mfaDevices.createPasskey',
])

/** Whether an operation changes nothing that counts; a challenge that waits for an authenticator's answer does not. */
export function isReadOnly(id: OperationId, method: string): boolean {
  return method === 'GET' && !changingReads.has(id)
}

/**
 * A cookie goes along with requests of foreign pages, too; so what changes something must come from a listed origin.
 *
 * @throws {@link DomainError} `originNotAllowed`, also where no origins are listed at all
 */
export function assertCookieOrigin(backend: Backend, environmentId: string, origin: string | undefined): void {
  assert(
    origin !== undefined && hasOrigins(backend, environmentId) && isAllowedOrigin(backend, environmentId, origin),
    'originNotAllowed',
  )
}

/** `Set-Cookie` lines that keep a session's token; none where the environment does not use cookies. */
export function sessionCookies(
  backend: Backend,
  { environmentId, expiresAt }: Session,
  token: string,
): string[] | undefined {
  return cookieLines(backend, environmentId, { value: token, expires: instantOf(expiresAt) })
}

/** `Set-Cookie` lines that take the token away again. */
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
  // Lax is enough: the site and the custom hostname share a parent domain, so calls between them are same-site.
  return [
    `${sessionCookieName}=${value}; Path=/;${domain} Expires=${httpDate(expires)}; HttpOnly; Secure; SameSite=Lax`,
  ]
}

/** The hostname that cookies are set under, where the settings have sessions kept in cookies. */
function hostnameForCookies(backend: Backend, environmentId: string): CustomHostname | undefined {
  const storage = backend.store.environments.get(environmentId)?.settings.security.auth?.storage
  return storage?.includes('cookie') ? cookieHostnameOf(backend, environmentId) : undefined
}
