import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'
import { patternsAllowingOrigin } from '../sites/originPatterns.ts'
import { isAllowedOrigin } from '../sites/origins.ts'

interface Ceremony {
  readonly request: Pick<RequestContext, 'origin'>
  /** The relying party that the page asks for. @default the host of the page */
  readonly relatedOriginRpId?: string | undefined
}

/**
 * The relying party id of a ceremony (WebAuthn, section 5.1.2): the host of the calling page, or the id that the page
 * requests if it is a parent domain of that host or the host of a listed origin. Without an `Origin` header it is the
 * host of the first listed origin, or else the service's own.
 *
 * @throws {@link DomainError} `badRequest` for a page that the environment does not allow, and for an id that the page
 * may not use
 */
export function relyingPartyId(
  backend: Backend,
  environmentId: string,
  { request, relatedOriginRpId }: Ceremony,
): string {
  const origin = allowedOrigin(backend, environmentId, request)
  const listed = listedHosts(backend, environmentId)
  const host = origin === undefined ? (listed[0] ?? hostOf(backend.baseUrl)) : hostOf(origin)
  const rpId = relatedOriginRpId?.toLowerCase() ?? host
  assert(rpId === host || isParentDomain(rpId, host) || listed.includes(rpId), 'badRequest', {
    message:
      'relatedOriginRpId: has to be the host of the calling page, a parent domain of it, or the host of an allowed origin.',
  })
  return rpId
}

/**
 * The origin of the calling page, if the request names one.
 *
 * @throws {@link DomainError} `badRequest` for one that the environment does not allow
 */
export function allowedOrigin(
  backend: Backend,
  environmentId: string,
  { origin }: Pick<RequestContext, 'origin'>,
): string | undefined {
  const isAllowed = origin === undefined || (isWebOrigin(origin) && isAllowedOrigin(backend, environmentId, origin))
  assert(isAllowed, 'badRequest', {
    message: 'Passkeys are for pages of an allowed origin. Add the origin of this page to the environment.',
  })
  return origin
}

/** The origin of an app of Android: the SHA-256 of the certificate that has signed it, in base64url. */
const androidApp = /^android:apk-key-hash:[\w-]{43}$/

/**
 * Whether an answer from a page's origin can be for a relying party. Browsers check domains; only the list of origins
 * says which other sites are related. Android gives the passkeys of a site only to the apps that its `assetlinks.json`
 * names, and no list of this interface can name an app.
 *
 * @param input.origin - The origin that the answer itself names.
 */
export function isOriginOf(
  backend: Backend,
  environmentId: string,
  { origin, rpId }: { origin: string; rpId: string },
): boolean {
  if (androidApp.test(origin)) return true
  if (!isWebOrigin(origin) || !isAllowedOrigin(backend, environmentId, origin)) return false
  const host = hostOf(origin)
  return host === rpId || isParentDomain(rpId, host) || listedHosts(backend, environmentId).includes(rpId)
}

/** Whether a domain of at least two labels is above the host. Browsers check for public suffixes. */
function isParentDomain(domain: string, host: string): boolean {
  return domain.includes('.') && !domain.startsWith('.') && host.endsWith(`.${domain}`)
}

/** Whether an origin is spelled as browsers spell it: without a user name, path, query or default port. */
function isWebOrigin(origin: string): boolean {
  return /^https?:/.test(origin) && patternsAllowingOrigin(origin).length > 0
}

function hostOf(origin: string): string {
  return new URL(origin).hostname
}

/** Hosts of the environment's origins, oldest first; a wildcard names none. */
function listedHosts({ store }: Pick<Backend, 'store'>, environmentId: string): string[] {
  return [...store.origins.scan('byEnvironment', [environmentId])].flatMap(({ origin }) => {
    const withoutPort = origin.replace(/:\*$/, '')
    return isWebOrigin(withoutPort) ? [hostOf(withoutPort)] : []
  })
}
