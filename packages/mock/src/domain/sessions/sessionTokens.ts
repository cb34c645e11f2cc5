import { encodeBase64url, encodeTextBase64url } from '@latchkey/base/base64url'
import { instantOf } from '@latchkey/base/clock'
import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import type { FormerToken, Session, SigningKey } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import type { UsableKey } from './signingKeys.ts'

/**
 * `iss` of an environment's tokens: host and port of the service without a scheme, then a slash and the environment's
 * id, unless the settings say otherwise.
 */
export function issuerOf(
  { baseUrl, settings: { issuer } }: Pick<Backend, 'baseUrl' | 'settings'>,
  environmentId: string,
): string {
  if (issuer !== undefined) return issuer.replaceAll('{environmentId}', environmentId)
  // Every authenticated call gets here, so `baseUrl`, an origin, is cut instead of parsed.
  return `${baseUrl.slice(baseUrl.indexOf('://') + 3)}/${environmentId}`
}

/** The claims of every token of a session. `exp` and `iat` are Unix times in seconds. */
export function registeredClaims(backend: Backend, session: Session, { kid }: SigningKey) {
  return {
    kid,
    iss: issuerOf(backend, session.environmentId),
    aud: session.audience,
    sub: session.userId,
    sid: session.id,
    jti: session.tokenId,
    iat: Math.floor(backend.clock.now() / 1000),
    exp: expiryOf(session),
  }
}

/** When a session's tokens expire, Unix time in whole seconds. */
export function expiryOf({ expiresAt }: Pick<Session, 'expiresAt'>): number {
  return Math.floor(instantOf(expiresAt) / 1000)
}

/**
 * Web Crypto's names of the JWS algorithms (RFC 7518, section 3.1; RFC 8037, section 3.1); its signatures have the
 * format of JWS.
 */
const signatureAlgorithms: Record<SigningKey['algorithm'], AlgorithmIdentifier | EcdsaParams> = {
  RS256: 'RSASSA-PKCS1-v1_5',
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  EdDSA: 'Ed25519',
}

/**
 * Signs claims as a JWT in compact form (RFC 7515, section 7.1), under the names of the deployment.
 *
 * @param input.typ - What kind of token it is (RFC 7515, section 4.1.9); only `JWT` is a session token.
 */
export async function signClaims(
  { settings: { issuedNames } }: Pick<Backend, 'settings'>,
  claims: object,
  { key: { algorithm, kid, privateJwk }, typ = 'JWT' }: { readonly key: UsableKey; readonly typ?: string },
): Promise<string> {
  const payload = issuedNames?.spellClaims(claims) ?? claims
  const signed = `${encodeJson({ alg: algorithm, kid, typ })}.${encodeJson(payload)}`
  const key = await cryptoKeyOf(privateJwk, algorithm)
  const signature = await crypto.subtle.sign(signatureAlgorithms[algorithm], key, new TextEncoder().encode(signed))
  return `${signed}.${encodeBase64url(new Uint8Array(signature))}`
}

function encodeJson(value: object): string {
  return encodeTextBase64url(JSON.stringify(value))
}

/** How long a replaced token stays valid, so that a second tab is not signed out. */
const graceMs = 10_000
/** On a stopped clock, former tokens never expire. */
const maximumFormerTokens = 20

/**
 * The former token generations of a session after its present one is replaced: those of the last ten seconds, each with
 * its instant.
 *
 * @param input.counts - Whether the replaced tokens stay valid for a moment. If not, all former ones become invalid.
 */
export function retireToken(backend: Backend, session: Session, { counts }: { counts: boolean }): FormerToken[] {
  const retired: FormerToken = { tokenId: session.tokenId, retiredAt: backend.clock.iso(), counts }
  return [
    ...recentTokens(backend, session).map((token) => ({ ...token, counts: token.counts && counts })),
    retired,
  ].slice(-maximumFormerTokens)
}

/** The former token generations that were replaced in the last ten seconds. */
export function recentTokens({ clock }: Backend, { formerTokens = [] }: Session): FormerToken[] {
  return formerTokens.filter(({ retiredAt }) => clock.now() < instantOf(retiredAt) + graceMs)
}
