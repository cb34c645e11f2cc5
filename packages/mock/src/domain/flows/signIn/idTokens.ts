import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import { halfHash } from '@latchkey/crypto/halfHash'
import { readJwt } from '@latchkey/crypto/jwt'
import type { ProviderTenant } from '../../../effects/outside.ts'
import type { Backend } from '../../shared/backend.ts'

/** The values that an ID token must match: its client, and the answer that contains it. */
export interface IdTokenSubject {
  readonly tenant: ProviderTenant
  readonly clientId: string
  /** The code beside the token. */
  readonly code: string
  readonly nonce: string
}

/** How far the provider's clock may be off, in seconds. */
const toleranceSeconds = 60

/**
 * Whether an ID token is signed by the provider, valid now, and matches the subject (OpenID Connect, section 3.3.2.12).
 */
export async function isIdTokenOf(
  { outside: { identityProviders }, clock }: Backend,
  { tenant, clientId, code, nonce }: IdTokenSubject,
  raw: string,
): Promise<boolean> {
  const { header, claims } = readJwt(raw) ?? {}
  if (!claims || typeof header?.kid !== 'string' || header.crit !== undefined) return false
  const { kid, alg } = header
  const key = identityProviders.keysOf(tenant, kid).find((each) => each.kid === kid && each.algorithm === alg)
  if (!key) return false
  const jose = await import('jose')
  try {
    await jose.compactVerify(raw, await cryptoKeyOf(key.publicJwk, key.algorithm), { algorithms: [key.algorithm] })
  } catch {
    return false
  }
  const now = clock.now() / 1000
  const isInTime =
    typeof claims.exp === 'number' &&
    claims.exp > now &&
    typeof claims.iat === 'number' &&
    claims.iat <= now + toleranceSeconds
  const expected = { iss: identityProviders.issuerOf(tenant), aud: clientId, nonce, c_hash: halfHash(code) }
  return isInTime && Object.entries(expected).every(([name, value]) => claims[name] === value)
}
