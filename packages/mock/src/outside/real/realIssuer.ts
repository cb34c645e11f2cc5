import { defined } from '@latchkey/base/defined'
import { OutsideFailure } from '@latchkey/base/questions'
import { readRealUrl } from '@latchkey/base/realUrl'
import type { Issuers } from '../../effects/outside.ts'
import { attachFailure, nameOfIssuer, problemOf, type RealPart, type RealParts } from '../../effects/realParts.ts'
import { createWebSource, type WebRequest } from '../../effects/webSource.ts'
import { createKeySet, probeKeySet } from './keySet.ts'

/** The JWK set of a real issuer, as a developer names it. */
export interface RealIssuerInput {
  /** The URL as the settings of environments have it, `security.externalAuth.jwksUrl`. */
  readonly jwksUrl: string | URL
  /** Another URL to load the set from. Credentials in it are sent, but never shown. @default the `jwksUrl` */
  readonly servedAt?: string | URL | undefined
}

/**
 * Reads the JWK set of a real issuer, and makes it a real part.
 *
 * @param parts - The others, from which its name differs.
 * @throws UnavailablePart when there is no JWK set at the URL
 * @throws TypeError for an invalid URL
 */
export async function connectIssuer(
  parts: RealParts,
  { jwksUrl, servedAt = jwksUrl }: RealIssuerInput,
): Promise<RealPart> {
  const url = readRealUrl('the issuer', servedAt, ['http:', 'https:'])
  const name = nameOfIssuer(parts, String(jwksUrl), new URL(url.href).host)
  const where = `The ${name} (${url.origin})`
  const source = createWebSource(name, where)
  const request: WebRequest = { url: url.href, headers: defined({ authorization: url.authorization }) }
  const probe = () => probeKeySet(source, where, request)
  await probe().catch((cause: Error) => {
    throw attachFailure(name, cause)
  })
  const keySet = createKeySet(source, where, request)
  return {
    name,
    origin: url.origin,
    keySetUrl: String(jwksUrl),
    join(outside, answers, clock) {
      const issuers: Issuers = {
        keySetAt(asked, kid) {
          if (asked !== String(jwksUrl)) return outside.issuers.keySetAt(asked, kid)
          try {
            return keySet.keys(kid, { answers, clock })
          } catch (error) {
            if (error instanceof OutsideFailure) return { problem: error.message }
            throw error
          }
        },
      }
      return { ...outside, issuers }
    },
    check: () => problemOf(probe),
  }
}
