import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { isoOf } from '@latchkey/base/clock'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { hasOrigins, isAllowedOrigin } from '../sites/origins.ts'
import { spendNonce } from './nonces.ts'
import type { MessageClaims } from './walletMessages.ts'

const maximumAgeMs = 600_000
/** How far ahead the clock of the message's writer may be. */
const maximumSkewMs = 60_000

/**
 * Checks the claims of a sign-in message of any chain: that it is for this site and this moment, and that this service
 * issued its nonce, which is used up.
 *
 * @param input.origin - `Origin` header of the request.
 * @throws {@link DomainError} `invalidVerification`, and says which claim does not hold
 */
export function assertClaims(
  backend: Backend,
  environmentId: string,
  { claims, origin }: { claims: MessageClaims; origin: string | undefined },
): void {
  assertSite(backend, environmentId, { claims, origin })
  assertTimes(backend, claims)
  spendNonce(backend, environmentId, claims.nonce)
}

/**
 * The domain must be the host of the request's origin, if there is one, and of a listed origin, if the environment
 * lists any. A URI must have the same host, and the scheme of the request or the message.
 */
function assertSite(
  backend: Backend,
  environmentId: string,
  { claims, origin }: { claims: MessageClaims; origin: string | undefined },
): void {
  const { uri } = claims
  assert(/^[!-~]+$/.test(claims.domain), 'invalidVerification', {
    message: 'The domain of the message has characters that no host is written with.',
  })
  const domain = asciiLowerCase(claims.domain)
  const site = origin === undefined ? undefined : siteOf(origin)
  const claimedScheme = asciiLowerCase(claims.scheme)
  const isOfSite = origin === undefined || (site?.host === domain && (claimedScheme ?? site.scheme) === site.scheme)
  assert(isOfSite, 'invalidVerification', {
    message: `The message was written for the site ${shown(claims.domain)}, the request comes from another.`,
  })
  const scheme = site?.scheme ?? claimedScheme
  const named = uri === undefined ? undefined : siteOf(uri)
  const isOfDomain = uri === undefined || (named?.host === domain && (scheme === undefined || named.scheme === scheme))
  assert(isOfDomain, 'invalidVerification', {
    message: 'The URI of the message is not of the site that it was written for.',
  })
  const schemes = [scheme ?? named?.scheme ?? ['https', 'http']].flat()
  const isListed =
    !hasOrigins(backend, environmentId) ||
    schemes.some((scheme) => isAllowedOrigin(backend, environmentId, `${scheme}://${domain}`))
  assert(isListed, 'invalidVerification', {
    message: `The site ${shown(claims.domain)} is not among the allowed origins of this environment.`,
  })
}

function assertTimes({ clock }: Backend, { issuedAtMs, expiresAtMs, validFromMs }: MessageClaims): void {
  const now = clock.now()
  const stands = `the service's clock stands at ${clock.iso()}`
  if (issuedAtMs !== undefined) {
    const message = `The message was issued at ${isoOf(issuedAtMs)}, ${stands}.`
    assert(issuedAtMs >= now - maximumAgeMs && issuedAtMs <= now + maximumSkewMs, 'invalidVerification', { message })
  }
  if (expiresAtMs !== undefined)
    assert(expiresAtMs > now, 'invalidVerification', {
      message: `The message expired at ${isoOf(expiresAtMs)}, ${stands}.`,
    })
  if (validFromMs !== undefined)
    assert(validFromMs <= now, 'invalidVerification', {
      message: `The message is valid from ${isoOf(validFromMs)} on, ${stands}.`,
    })
}

function siteOf(url: string): { readonly scheme: string; readonly host: string } | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host, username, password } = new URL(url)
  return host === '' || username !== '' || password !== '' ? undefined : { scheme: protocol.slice(0, -1), host }
}

/** The received text, shortened and cleaned for display. */
function shown(domain: string): string {
  return /^[\w.:[\]-]{1,255}$/.test(domain) ? domain : 'that it names'
}
