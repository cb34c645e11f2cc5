import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import { type OwnJwt, readOwnJwt } from '@latchkey/crypto/jwt'
import type { SigningKey } from '../../store/records.ts'
import { validKeys } from '../sessions/signingKeys.ts'
import type { Backend } from '../shared/backend.ts'
import { assert, DomainError } from '../shared/errors.ts'
import type { IssuedNames } from '../shared/issuedNames.ts'
import { hintAboutApiToken, hintAboutId } from './wrongCredentials.ts'

/** The claims of a JWT that the service itself reads. */
export interface ReadClaims {
  /** `JWT` is a session token. */
  readonly typ: string
  readonly iss: string
  readonly sub: string
  readonly sid: string
  /** The token generation; a refresh begins a new one. */
  readonly jti: string
  /** Unix time in seconds. */
  readonly exp: number
}

/** Verified claims, with the key of the signature and the names by which they were read. */
interface VerifiedClaims {
  readonly kid: string
  readonly claims: ReadClaims
  readonly issuedNames: IssuedNames | undefined
}

/** A cache of verified claims by raw token. A valid signature stays valid. */
const verified = new Map<string, VerifiedClaims>()
const maximumVerified = 1_000

/**
 * The claims of a JWT that a valid key of the environment has signed. Expiry and revocation are not checked here.
 *
 * @throws {@link DomainError} `unauthorized`
 */
export async function readClaims(backend: Backend, environmentId: string, raw: string): Promise<ReadClaims> {
  const keys = validKeys(backend, environmentId)
  const { issuedNames } = backend.settings
  const cached = verified.get(raw)
  if (cached && cached.issuedNames === issuedNames && keys.some(({ kid }) => kid === cached.kid)) return cached.claims
  const token = readOwnJwt(raw)
  const key = token && keys.find(({ kid, algorithm }) => kid === token.header.kid && algorithm === token.header.alg)
  const claims = token && claimsOf(token.header, issuedNames ? issuedNames.readClaims(token.claims) : token.claims)
  assert(key && claims, 'unauthorized', { ...hintAboutApiToken(backend, raw), ...hintAboutId(environmentId) })
  await verifySignature(raw, key)
  if (verified.size >= maximumVerified) verified.delete(verified.keys().next().value ?? '')
  verified.set(raw, { kid: key.kid, claims, issuedNames })
  return claims
}

async function verifySignature(raw: string, { publicJwk, algorithm }: SigningKey): Promise<void> {
  const jose = await import('jose')
  try {
    await jose.compactVerify(raw, await cryptoKeyOf(publicJwk, algorithm), { algorithms: [algorithm] })
  } catch (error) {
    if (error instanceof jose.errors.JOSEError)
      throw new DomainError('unauthorized', { message: 'The signature of this session token is wrong.' })
    throw error
  }
}

function claimsOf({ typ }: OwnJwt['header'], payload: Partial<OwnJwt['claims']>): ReadClaims | undefined {
  const { iss, sub, sid, jti, exp } = payload
  if (typeof exp !== 'number' || typeof iss !== 'string' || typeof sub !== 'string') return undefined
  return typeof sid === 'string' && typeof jti === 'string' ? { typ, iss, sub, sid, jti, exp } : undefined
}
