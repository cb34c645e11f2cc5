import type { Backend } from '../../backend.ts'
import { isoOf } from '../../effects/clock.ts'
import { asciiLowerCase } from '../shared/asciiCase.ts'
import { assert } from '../shared/errors.ts'
import { spendNonce } from './nonces.ts'
import { hasOrigins, isAllowedOrigin } from '../sites/origins.ts'
import type { MessageClaims } from './walletMessages.ts'

const maximumAgeMs = 600_000
/** How far the clock of whoever wrote the message may be ahead. */
const maximumSkewMs = 60_000

/**
 * Checks what every sign-in message claims, whatever its chain: that it is meant for this site and this moment, and
 * that its nonce is one of ours, which is spent with it.
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
 * The domain has to be the host of the request's origin, where there is one, and of an origin that the environment
 * lists, where it lists any. A URI has to be of the same host, and of the scheme that the request or the message tells.
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
    schemes.some((one) => isAllowedOrigin(backend, environmentId, `${one}://${domain}`))
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

/** What was received, as far as it is fit to be shown. */
function shown(domain: string): string {
  return /^[\w.:[\]-]{1,255}$/.test(domain) ? domain : 'that it names'
}
