import { newRecord } from '@latchkey/base/newRecord'
import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import { halfHash } from '@latchkey/crypto/halfHash'
import { providerKey } from '@latchkey/crypto/providerKey'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type ProviderName, providerRow } from '../domain/providers/providerCatalogue.ts'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'
import { forgetExpired } from '../domain/shared/expiry.ts'
import type { IdpAccount, IdpToken } from '../store/outsideRecords.ts'
import { outsideUrls } from './addresses.ts'

const accessTokenMs = 3_600_000
const idTokenSeconds = 600

/** The issuer of a simulated provider, as in its ID tokens and answers. */
export function idpIssuerOf({ baseUrl }: Pick<OutsideBackend, 'baseUrl'>, provider: ProviderName): string {
  return outsideUrls({ baseUrl }).provider(provider)
}

/** The input of an ID token: the account, the client, and the code and nonce that it belongs to. */
export interface IdTokenSubject {
  readonly provider: ProviderName
  /** The provider's id of the account. */
  readonly accountId: string
  readonly clientId: string
  /** The code beside the token. */
  readonly code: string
  readonly nonce: string
}

/** Signs an ID token that stands beside a code (OpenID Connect, section 3.3.2.11). It is valid for ten minutes. */
export async function signIdToken(
  backend: OutsideBackend,
  { provider, accountId, clientId, code, nonce }: IdTokenSubject,
  { account, scope }: { account: IdpAccount; scope?: string | undefined },
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

/** Issues an access token for an account to a client, valid for one hour. Expired tokens are deleted. */
export function issueAccessToken(
  backend: OutsideBackend,
  { provider, accountId }: IdpAccount,
  scope: string | undefined,
): IdpToken {
  const { store, clock, random } = backend
  forgetExpired(store.idpTokens, clock.iso())
  return store.idpTokens.put({
    ...newRecord(backend),
    provider,
    accountId,
    accessToken: random.token(48),
    scope,
    expiresAt: clock.isoIn(accessTokenMs),
  })
}

/**
 * The claims of a provider about the account of an access token (OpenID Connect, section 5.3).
 *
 * @throws {@link DomainError} `unauthorized`, `tokenExpired`
 */
export function userInfo(
  { store, clock }: OutsideBackend,
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

/**
 * The claims about an account. If the provider has the scopes of OpenID Connect, section 5.4, only the claims that they
 * request.
 */
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

/** A provider's metadata (OpenID Connect Discovery, section 3). */
export function idpDiscovery(backend: OutsideBackend, provider: ProviderName): Record<string, unknown> {
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

/** The keys of the simulated providers' ID tokens (RFC 7517). */
export function idpJwks(): { keys: Record<string, string>[] } {
  return { keys: [{ ...providerKey.publicJwk, kid: providerKey.kid, alg: providerKey.algorithm, use: 'sig' }] }
}
