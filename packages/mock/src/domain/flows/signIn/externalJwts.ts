import { defined } from '@latchkey/base/defined'
import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import { foreignAlgorithms, isForeignAlgorithm } from '@latchkey/crypto/foreignAlgorithms'
import { readJwt } from '@latchkey/crypto/jwt'
import type { EnvironmentSettings } from '../../../store/records.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { environmentOf } from '../../shared/recordGuards.ts'

/** The claims of an external token about its bearer. */
export interface ExternalClaims extends Readonly<Record<string, unknown>> {
  readonly iss: string
  readonly sub: string
}

/** The result of checking an external token: its claims, or its problems. */
export interface ExaminedJwt {
  /** Whole sentences, which quote nothing from the token. */
  readonly problems: readonly string[]
  /** Whether the only problem is that it has expired. */
  readonly isExpiredOnly: boolean
  /** The token's claims, including `iss` and `sub`; absent if there is any problem. */
  readonly claims?: ExternalClaims
}

interface Trust {
  readonly enabled: boolean
  readonly iss: string
  readonly jwksUrl: string
  /** Absent if any audience is accepted. */
  readonly aud?: string
}

/** How far the issuer's clock may be off, in seconds. */
const toleranceSeconds = 60
const expired = 'This token has expired.'

/**
 * Verifies an external issuer's JWT against the environment's settings: signature, issuer, audience and times.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment, `invalidExternalAuth` where it names no
 * issuer or no JWK set
 * @see spec/decisions/22-external-jwts-and-messengers.md
 */
export async function examineExternalJwt(backend: Backend, environmentId: string, raw: string): Promise<ExaminedJwt> {
  const trust = trustOf(environmentOf(backend, environmentId).settings)
  const jwt = readJwt(raw)
  const problems = trust.enabled ? [] : ['External sign-in is not enabled in this environment.']
  if (!jwt) return examined([...problems, 'This is not a signed JWT in compact form.'])
  const { header, claims } = jwt
  problems.push(
    ...headerProblems(header),
    ...(await signatureProblems(backend, trust, { raw, header })),
    ...claimProblems(claims, trust, backend.clock.now() / 1000),
  )
  return examined(problems, claims)
}

function examined(problems: readonly string[], claims: Readonly<Record<string, unknown>> = {}): ExaminedJwt {
  const { iss, sub } = claims
  const isAccepted = problems.length === 0 && typeof iss === 'string' && typeof sub === 'string'
  return {
    problems,
    isExpiredOnly: problems.length > 0 && problems.every((problem) => problem === expired),
    ...defined({ claims: isAccepted ? { ...claims, iss, sub } : undefined }),
  }
}

function trustOf(settings: EnvironmentSettings): Trust {
  const { enabled = false, iss, jwksUrl, aud } = settings.security.externalAuth ?? {}
  assert(iss && jwksUrl, 'invalidExternalAuth', {
    message: "The environment's settings name no external issuer, or no JWK set of it.",
  })
  return { enabled, iss, jwksUrl, ...defined({ aud: aud || undefined }) }
}

/**
 * Header parameters by which a token would choose its own key (RFC 7515, sections 4.1.2 to 4.1.6) or change the meaning
 * of others.
 */
const refusedParameters = ['crit', 'jku', 'jwk', 'x5c', 'x5u']

function headerProblems(header: Readonly<Record<string, unknown>>): string[] {
  return [
    ...(isForeignAlgorithm(header.alg)
      ? []
      : [`The header parameter "alg" must be one of ${foreignAlgorithms.join(', ')}.`]),
    ...(typeof header.kid === 'string' ? [] : ['The header parameter "kid" must name the key.']),
    ...refusedParameters
      .filter((name) => Object.hasOwn(header, name))
      .map((name) => `The header parameter "${name}" is not accepted.`),
  ]
}

async function signatureProblems(
  { outside }: Backend,
  { jwksUrl }: Trust,
  { raw, header }: { raw: string; header: Readonly<Record<string, unknown>> },
): Promise<string[]> {
  const { kid, alg } = header
  const keys = outside.issuers.keySetAt(jwksUrl, typeof kid === 'string' ? kid : undefined)
  if ('problem' in keys) return [keys.problem]
  // A key that is for several algorithms has a row for each.
  const rows = keys.filter((key) => key.kid === kid)
  if (rows.length === 0) return typeof kid === 'string' ? ['The JWK set of the issuer has no key with this "kid".'] : []
  const key = rows.find(({ algorithm }) => algorithm === alg)
  if (!key) return isForeignAlgorithm(alg) ? ['The key with this "kid" is for another algorithm.'] : []
  const jose = await import('jose')
  try {
    await jose.compactVerify(raw, await cryptoKeyOf(key.publicJwk, key.algorithm), { algorithms: [key.algorithm] })
    return []
  } catch {
    return ['The signature does not fit.']
  }
}

function claimProblems(
  { iss, aud, sub, exp, nbf, iat }: Readonly<Record<string, unknown>>,
  trust: Trust,
  now: number,
): string[] {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  const notYet = (name: string, value: unknown, sentence: string) => {
    if (value === undefined) return []
    if (!isTime(value)) return [timeSentence(name)]
    return value > now + toleranceSeconds ? [sentence] : []
  }
  const expiry = isTime(exp) ? expired : timeSentence('exp')
  return [
    ...(iss === trust.iss ? [] : ['The claim "iss" is not the configured issuer.']),
    ...(trust.aud === undefined || audiences.includes(trust.aud)
      ? []
      : ['The claim "aud" does not contain the configured audience.']),
    ...(typeof sub === 'string' && sub !== '' && sub.length <= 255
      ? []
      : ['The claim "sub" must be a text of 1 to 255 characters.']),
    ...(isTime(exp) && exp + toleranceSeconds > now ? [] : [expiry]),
    ...notYet('nbf', nbf, 'This token is not valid yet.'),
    ...notYet('iat', iat, 'This token was issued in the future.'),
  ]
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function timeSentence(name: string): string {
  return `The claim "${name}" must be a number of seconds since 1970.`
}
