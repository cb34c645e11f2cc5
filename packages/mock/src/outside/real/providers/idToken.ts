import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import { isForeignAlgorithm } from '@latchkey/crypto/foreignAlgorithms'
import { readJwt } from '@latchkey/crypto/jwt'
import { DomainError } from '../../../domain/shared/errors.ts'
import type { VerificationKey } from '../../../effects/outside.ts'
import type { ProviderMetadata } from './providerMetadata.ts'

/** The values that the ID token of an exchange must match. */
export interface ExpectedIdToken extends Pick<ProviderMetadata, 'issuer' | 'idTokenAlgorithms'> {
  readonly clientId: string
  /** The values that its nonce may have. */
  readonly nonces: readonly unknown[]
  /** The provider, for sentences: `provider google (https://accounts.example.com)`. */
  readonly where: string
}

/** How far the provider's clock may be off, in seconds. */
const toleranceSeconds = 60

/** The ends of sentences about a claim that does not match. */
const problemsOfClaims: Readonly<Record<string, string>> = {
  iss: 'is of another issuer',
  aud: 'is for another client',
  azp: 'is for another client',
  exp: 'has expired',
  nbf: 'is not valid yet',
  nonce: 'does not belong to this sign-in: its nonce is another one',
}

/**
 * Verifies the ID token of a code exchange (OpenID Connect, section 3.1.3.7) in real time, in which its provider lives.
 *
 * @param keysFor - The provider's keys, for the id of one that is needed.
 * @returns Its claims, with `sub`.
 * @throws DomainError `invalidVerification` with a sentence that quotes nothing from the token
 */
export async function verifyIdToken(
  raw: unknown,
  expected: ExpectedIdToken,
  keysFor: (kid: string | undefined) => readonly VerificationKey[],
): Promise<Readonly<Record<string, unknown>> & { readonly sub: string }> {
  const refuse = (problem: string) =>
    new DomainError('invalidVerification', { message: `The ID token of ${expected.where} ${problem}.` })
  if (raw === undefined) throw refuse('is missing in the reply to the token request')
  const jwt = typeof raw === 'string' ? readJwt(raw) : undefined
  if (typeof raw !== 'string' || !jwt) throw refuse('is not a signed JWT')
  const { alg, kid, crit } = jwt.header
  if (!isForeignAlgorithm(alg) || expected.idTokenAlgorithms?.includes(alg) === false || crit !== undefined)
    throw refuse('is signed in a way that is not accepted')
  if (kid !== undefined && typeof kid !== 'string') throw refuse('names no key')
  const keys = keysFor(kid).filter((key) => key.algorithm === alg && (kid === undefined || key.kid === kid))
  const [key] = keys
  if (!key) throw refuse('is signed by a key that the JWK set does not have')
  if (keys.length > 1) throw refuse('names no key, and there are several')
  const jose = await import('jose')
  try {
    await jose.jwtVerify(raw, await cryptoKeyOf(key.publicJwk, key.algorithm), {
      algorithms: [key.algorithm],
      issuer: expected.issuer,
      audience: expected.clientId,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
  } catch (error) {
    const isClaim = error instanceof jose.errors.JWTClaimValidationFailed || error instanceof jose.errors.JWTExpired
    throw refuse(isClaim ? (problemsOfClaims[error.claim] ?? 'lacks a claim') : 'has a signature that does not fit')
  }
  const { sub, aud, azp, nonce } = jwt.claims
  const isForClient = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === expected.clientId
  if (!isForClient) throw refuse(String(problemsOfClaims['azp']))
  if (!expected.nonces.includes(nonce)) throw refuse(String(problemsOfClaims['nonce']))
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw refuse('does not say whose it is')
  return { ...jwt.claims, sub }
}
