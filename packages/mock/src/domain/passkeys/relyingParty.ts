import type { Backend } from '../../backend.ts'
import type { RequestContext } from '../shared/request.ts'
import { assert } from '../shared/errors.ts'
import { patternsAllowingOrigin } from '../sites/originPatterns.ts'
import { isAllowedOrigin } from '../sites/origins.ts'

interface Ceremony {
  readonly request: Pick<RequestContext, 'origin'>
  /** The relying party that the page asks for. @default the host of the page */
  readonly relatedOriginRpId?: string
}

/**
 * The relying party id of a ceremony (WebAuthn, section 5.1.2): the host of the page that asks, or the one that the page
 * asks for, if that is a parent domain of its host or the host of an origin that the environment lists. Without an `Origin`
 * header it is the host of the first listed origin, or else the service's own.
 *
 * @throws DomainError `badRequest` for a page that the environment does not allow, and for an id that does not go with the page
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

/** The page that asks, if the request names one. @throws DomainError `badRequest` for one that the environment does not allow */
export function allowedOrigin(
  backend: Backend,
  environmentId: string,
  { origin }: Pick<RequestContext, 'origin'>,
): string | undefined {
  const isFit = origin === undefined || (isWebOrigin(origin) && isAllowedOrigin(backend, environmentId, origin))
  assert(isFit, 'badRequest', {
    message: 'Passkeys are for pages of an allowed origin. Add the origin of this page to the environment.',
  })
  return origin
}

/**
 * Whether an answer that was given on a page can be meant for a relying party. A browser makes sure of the domains; that
 * other sites are related is known from the list of origins alone.
 *
 * @param input.origin - What the answer itself says.
 */
export function isOriginOf(
  backend: Backend,
  environmentId: string,
  { origin, rpId }: { origin: string; rpId: string },
): boolean {
  if (!isWebOrigin(origin) || !isAllowedOrigin(backend, environmentId, origin)) return false
  const host = hostOf(origin)
  return host === rpId || isParentDomain(rpId, host) || listedHosts(backend, environmentId).includes(rpId)
}

/** A domain of at least two labels above the host; which of them are public suffixes is for browsers to know. */
function isParentDomain(domain: string, host: string): boolean {
  return domain.includes('.') && !domain.startsWith('.') && host.endsWith(`.${domain}`)
}

/** Spelled as browsers do: without a user name, path, query or default port. */
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
