import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Backend, newRecord } from '../../backend.ts'
import { encodeBase64url } from '../../crypto/base64url.ts'
import { readForeignJwt } from '../../crypto/foreignJwt.ts'
import { providerKey } from '../../crypto/providerKey.ts'
import type { IdpAccount, IdpToken } from '../../store/worldRecords.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { type ProviderName, providerRow } from '../providers/providerCatalogue.ts'
import { cryptoKeyOf } from '../sessions/signingKeys.ts'

const accessTokenMs = 3_600_000
const idTokenSeconds = 600
/** How far a clock may be off, in seconds. */
const toleranceSeconds = 60

/** The issuer that a pretended provider is, as its ID tokens and its answers name it. */
export function idpIssuerOf({ baseUrl }: Pick<Backend, 'baseUrl'>, provider: ProviderName): string {
  return `${baseUrl}/__mock/idp/${provider}`
}

/** What an ID token is about: who signed in, for which client, in answer to what. */
export interface IdTokenSubject {
  readonly provider: ProviderName
  /** The provider's id of the account. */
  readonly accountId: string
  readonly clientId: string
  /** The code that stands beside the token. */
  readonly code: string
  readonly nonce: string
}

/** Signs an ID token that stands beside a code (OpenID Connect, section 3.3.2.11). It lives for ten minutes. */
export async function signIdToken(
  backend: Backend,
  { provider, accountId, clientId, code, nonce }: IdTokenSubject,
  { account, scope }: { account: IdpAccount; scope?: string },
): Promise<string> {
  const jose = await import('jose')
  const now = Math.floor(backend.clock.now() / 1000)
  const claims = {
    ...claimsOfAccount(account, scope),
    iss: idpIssuerOf(backend, provider),
    aud: clientId,
    sub: accountId,
    iat: now,
    exp: now + idTokenSeconds,
    auth_time: now,
    nonce,
    c_hash: halfHash(code),
  }
  return new jose.CompactSign(utf8ToBytes(JSON.stringify(claims)))
    .setProtectedHeader({ alg: providerKey.algorithm, kid: providerKey.kid, typ: 'JWT' })
    .sign(await cryptoKeyOf(providerKey.privateJwk, providerKey.algorithm))
}

/** Whether an ID token is the provider's own, in time, and about exactly that (OpenID Connect, section 3.3.2.12). */
export async function isIdTokenOf(backend: Backend, subject: IdTokenSubject, raw: string): Promise<boolean> {
  const { header, claims } = readForeignJwt(raw) ?? {}
  if (!claims || header?.alg !== providerKey.algorithm || header.kid !== providerKey.kid || header.crit !== undefined)
    return false
  const jose = await import('jose')
  try {
    await jose.compactVerify(raw, await cryptoKeyOf(providerKey.publicJwk, providerKey.algorithm), {
      algorithms: [providerKey.algorithm],
    })
  } catch {
    return false
  }
  const now = backend.clock.now() / 1000
  const expected = {
    iss: idpIssuerOf(backend, subject.provider),
    aud: subject.clientId,
    sub: subject.accountId,
    nonce: subject.nonce,
    c_hash: halfHash(subject.code),
  }
  const isInTime =
    typeof claims.exp === 'number' &&
    claims.exp > now &&
    typeof claims.iat === 'number' &&
    claims.iat <= now + toleranceSeconds
  return isInTime && Object.entries(expected).every(([name, value]) => claims[name] === value)
}

/** The left half of a SHA-256, base64url: `c_hash` (OpenID Connect, section 3.3.2.11). */
function halfHash(text: string): string {
  return encodeBase64url(sha256(utf8ToBytes(text)).subarray(0, 16))
}

/** Makes a client's access token of an hour for an account; it serves once {@link keepAccessToken} has kept it. */
export function newAccessToken(
  backend: Backend,
  { provider, accountId }: IdpAccount,
  scope: string | undefined,
): IdpToken {
  return {
    ...newRecord(backend),
    provider,
    accountId,
    accessToken: backend.random.token(48),
    scope,
    expiresAt: backend.clock.isoIn(accessTokenMs),
  }
}

/** Keeps an access token, in the place of those that have expired. */
export function keepAccessToken({ store, clock }: Pick<Backend, 'store' | 'clock'>, token: IdpToken): void {
  forgetExpired(store.idpTokens, clock.iso())
  store.idpTokens.put(token)
}

/**
 * What a provider tells of the account that an access token is for (OpenID Connect, section 5.3).
 *
 * @throws DomainError `unauthorized`, `tokenExpired`
 */
export function userInfo(
  { store, clock }: Backend,
  provider: ProviderName,
  accessToken: string | undefined,
): Record<string, unknown> {
  const token = accessToken === undefined ? undefined : store.idpTokens.find('byToken', [provider, accessToken])
  assert(token, 'unauthorized', { message: 'Send an access token of this provider as a bearer token.' })
  assert(token.expiresAt > clock.iso(), 'tokenExpired')
  const account = store.idpAccounts.find('byAccountId', [provider, token.accountId])
  assert(account, 'unauthorized', { message: 'The account of this access token is gone.' })
  return { ...claimsOfAccount(account, token.scope), sub: account.accountId }
}

/** What is told of an account; where scopes are those of OpenID Connect, section 5.4, only what they ask for. */
function claimsOfAccount(
  { provider, email, emailVerified, username, displayName, photos, profile }: IdpAccount,
  scope = '',
): Record<string, unknown> {
  const { openId } = providerRow(provider)
  const scopes = new Set(scope.split(' '))
  const tells = (name: string) => !openId || scopes.has(name)
  return {
    ...(tells('profile') && { ...profile, name: displayName, preferred_username: username, picture: photos?.[0] }),
    ...(tells('email') && email !== undefined && { email, email_verified: emailVerified }),
  }
}

/** A provider's own description (OpenID Connect Discovery, section 3). */
export function idpDiscovery(backend: Backend, provider: ProviderName): Record<string, unknown> {
  const issuer = idpIssuerOf(backend, provider)
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    scopes_supported: ['openid', 'email', 'profile'],
    response_types_supported: ['code', 'code id_token'],
    response_modes_supported: ['query', 'form_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [providerKey.algorithm],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** The keys of the pretended providers' ID tokens (RFC 7517). */
export function idpJwks(): { keys: Record<string, string>[] } {
  return { keys: [{ ...providerKey.publicJwk, kid: providerKey.kid, alg: providerKey.algorithm, use: 'sig' }] }
}
