import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { hmacSha256 } from '@latchkey/crypto/hmac'
import type { components } from '@latchkey/types'
import type { AuthorizationTerms } from '../../../effects/outside.ts'
import type { Provider } from '../../../store/records.ts'
import type { OAuthAttempt } from '../../../store/signInRecords.ts'
import { providerRow } from '../../providers/providerCatalogue.ts'
import {
  assertEnabledProvider,
  clientIdOf,
  enabledProvider,
  providerUrls,
  tenantOf,
} from '../../providers/providers.ts'
import { revokeSession } from '../../sessions/sessions.ts'
import type { Backend } from '../../shared/backend.ts'
import type { NoCaller, UserCaller } from '../../shared/callers.ts'
import { assertCaptcha } from '../../shared/captcha.ts'
import { assert } from '../../shared/errors.ts'
import { assertEnvironment } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { isAllowedRedirect, withScheme } from '../../sites/origins.ts'
import { isIdTokenOf } from './idTokens.ts'
import { linkOAuthAccount, signInWithOAuthAccount } from './oauthAccounts.ts'
import {
  attemptMs,
  type EnvironmentProvider,
  findAttempt,
  forgetOldAttempts,
  openAttempt,
  urlOfLatePerson,
  withAnswer,
} from './oauthAttempts.ts'
import type { SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']

/**
 * Registers the state of an OAuth round trip for ten minutes.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `unauthorizedDeeplink`, `invalidVerification`
 */
export function initializeOAuth(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  { state, redirectUrl, ssoProviderId }: Schemas['OauthInitAuthRequest'],
): OAuthAttempt {
  const { store, clock } = backend
  const { id } = assertOAuthProvider(backend, environmentProvider)
  assert(ssoProviderId === undefined || ssoProviderId === id, 'providerNotAvailable')
  const goesTo = redirectUrl ? withScheme(redirectUrl) : undefined
  assert(
    goesTo === undefined || isAllowedRedirect(backend, environmentProvider.environmentId, goesTo),
    'unauthorizedDeeplink',
  )
  assert(state !== '', 'invalidVerification', { message: 'An empty state ties the sign-in to nobody.' })
  forgetOldAttempts(backend)
  const former = findAttempt(backend, environmentProvider, state)
  assert(!former || former.expiresAt <= clock.iso(), 'invalidVerification', {
    message: 'This state is registered already.',
  })
  if (former) store.oauthAttempts.delete(former.id)
  return store.oauthAttempts.put({
    ...newRecord(backend),
    ...environmentProvider,
    state,
    redirectUrl: goesTo,
    ssoProviderId,
    expiresAt: clock.isoIn(attemptMs),
  })
}

/** The client's parameters in the login URL. */
export type LoginQuery = Readonly<
  Partial<Record<'state' | 'code_challenge' | 'code_challenge_method' | 'login_hint' | 'prompt', string>>
>

/**
 * The provider's authorize URL.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`
 */
export function loginUrl(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  query: LoginQuery & { readonly scope?: string | undefined },
): string {
  const provider = assertOAuthProvider(backend, environmentProvider)
  const { authorizationUrl, redirectUrl } = providerUrls(backend, environmentProvider.environmentId, tenantOf(provider))
  const terms = termsOf(backend, provider)
  const url = new URL(authorizationUrl)
  const parameters = {
    // Without a state there is no nonce, which an ID token beside the code would need (OpenID Connect, 3.3.2.11).
    response_type: query.state === undefined ? 'code' : terms.responseType,
    response_mode: terms.responseMode,
    nonce: terms.hasNonce && query.state !== undefined ? nonceOf(backend, query.state) : undefined,
    client_id: terms.clientId ?? clientIdOf(provider),
    redirect_uri: redirectUrl,
    scope: withScope(query.scope ?? scopesOf(backend, provider), terms.scope),
    state: query.state,
    code_challenge: query.code_challenge,
    code_challenge_method: query.code_challenge_method,
    login_hint: query.login_hint,
    prompt: query.prompt,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/**
 * Binds an ID token to its state by an HMAC, so that nothing has to be stored when the person leaves for the provider.
 */
function nonceOf({ cursorKey }: Backend, state: string): string {
  return hmacSha256(cursorKey, `nonce for the state ${state}`)
}

function termsOf({ outside }: Backend, setting: Provider): AuthorizationTerms {
  return outside.identityProviders.authorizationOf(tenantOf(setting))
}

function scopesOf(backend: Backend, provider: Provider): string | undefined {
  return provider.scopes ?? termsOf(backend, provider).defaultScopes ?? providerRow(provider.provider).scopes
}

function withScope(scopes: string | undefined, scope: string | undefined): string | undefined {
  return scope === undefined || wordsOf(scopes).includes(scope) ? scopes : [scope, ...wordsOf(scopes)].join(' ')
}

/** The application's parameters for the page that redirects to the provider. */
export interface AuthorizePageQuery {
  readonly state?: string
  /** Scopes, separated by spaces. */
  readonly scope?: string
  readonly redirect_uri?: string
}

/**
 * The provider's authorize URL for a page that redirects there, with the scopes that the application asks for.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `unauthorizedDeeplink`; `invalidVerification`
 * for another redirect URL than the state was registered with, `invalidScopes` for scopes that the provider's setting
 * does not have
 */
export function authorizePageUrl(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  { state, scope, redirect_uri: goesTo }: AuthorizePageQuery,
): string {
  const allowed = scopesOf(backend, assertOAuthProvider(backend, environmentProvider))
  assert(!goesTo || isAllowedRedirect(backend, environmentProvider.environmentId, goesTo), 'unauthorizedDeeplink')
  const attempt = findAttempt(backend, environmentProvider, state)
  assert(!goesTo || !attempt || attempt.redirectUrl === goesTo, 'invalidVerification', {
    message: 'This state was registered with another redirect URL.',
  })
  const requestedScopes = wordsOf(scope)
  assert(
    requestedScopes.every((word) => wordsOf(allowed).includes(word)),
    'invalidScopes',
    { message: 'This provider is not asked for these scopes here.' },
  )
  return loginUrl(
    backend,
    environmentProvider,
    defined({ state, scope: requestedScopes.length > 0 ? requestedScopes.join(' ') : allowed }),
  )
}

function wordsOf(text = ''): string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** A provider's answer: a code or an error. */
export interface ProviderAnswer {
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly error?: string | undefined
  /** In an answer by form post: the provider's ID token. */
  readonly id_token?: string | undefined
  /** The issuer that answers (RFC 9207). */
  readonly iss?: string | undefined
}

/**
 * Stores a provider's answer for its state.
 *
 * @returns Where the browser goes next, if the application has registered a URL.
 * @throws {@link DomainError} `recordNotFound`, `invalidVerification`
 */
export async function keepAnswer(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  { state, code, error, id_token: idToken, iss }: ProviderAnswer,
): Promise<string | undefined> {
  const { environmentId, provider } = environmentProvider
  const lateUrl = urlOfLatePerson(backend, environmentProvider, state)
  if (lateUrl !== undefined) return lateUrl
  const attempt = openAttempt(backend, environmentProvider, state)
  const isAnswered = attempt.code !== undefined || attempt.error !== undefined
  assert(!isAnswered && (code === undefined) !== (error === undefined), 'invalidVerification')
  const { identityProviders } = backend.outside
  const setting = enabledProvider(backend, environmentId, provider)
  const tenant = setting ? tenantOf(setting) : { provider }
  assert(iss !== undefined || !identityProviders.namesItself(tenant), 'invalidVerification', {
    message: 'The answer lacks `iss`. Pass on every parameter of the provider.',
  })
  assert(iss === undefined || iss === identityProviders.issuerOf(tenant), 'invalidVerification', {
    message: 'Another issuer answers than was asked.',
  })
  // A code for another state would sign somebody else in here, or use up this state.
  const isOwnCode = code !== undefined && identityProviders.hasIssued(tenant, { code, state: attempt.state })
  assert(code === undefined || isOwnCode, 'invalidVerification')
  if (idToken !== undefined) {
    const clientId = identityProviders.authorizationOf(tenant).clientId ?? clientIdOf(setting ?? {})
    const nonce = nonceOf(backend, attempt.state)
    const isFitting = code !== undefined && (await isIdTokenOf(backend, { tenant, clientId, code, nonce }, idToken))
    assert(isFitting, 'invalidVerification', { message: 'This ID token does not belong to the answer.' })
  }
  const { redirectUrl: providerRedirectUrl } = providerUrls(backend, environmentId, tenant)
  backend.store.oauthAttempts.put({ ...attempt, code, error, providerRedirectUrl })
  return attempt.redirectUrl && withAnswer(attempt.redirectUrl, { code, error, state: attempt.state })
}

/**
 * Whether the code goes on to a redirect URL that was registered for the state. Otherwise the party that chose the
 * state polls for the code, so a person has to confirm the sign-in on the provider's page.
 *
 * @see spec/decisions/06-sign-in.md
 */
export function hasRedirectUrl(backend: Backend, environmentProvider: EnvironmentProvider, state = ''): boolean {
  const attempt = findAttempt(backend, environmentProvider, state)
  return attempt?.redirectUrl !== undefined && attempt.expiresAt > backend.clock.iso()
}

/**
 * The status of a round trip. If a redirect URL is registered, only the redirect carries the code: the party that chose
 * the state must not collect the code of somebody who got a link from them.
 *
 * @throws {@link DomainError} `recordNotFound`, `invalidVerification`
 */
export function oauthResult(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  state: string | undefined,
): Schemas['OauthResultResponse'] {
  const { code, error, redirectUrl } = openAttempt(backend, environmentProvider, state)
  return {
    status: code === undefined && error === undefined ? 'pending' : 'completed',
    ...defined({ code: redirectUrl === undefined ? code : undefined, error }),
  }
}

export interface VerifyInput {
  readonly caller: UserCaller | NoCaller
  readonly body: Schemas['OauthRequest']
  readonly request: RequestContext
}

/**
 * Finishes a round trip: signs in, or links the account to the calling user.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `invalidVerification`, `socialAccountExists`,
 * and what a sign-in refuses
 */
export async function verifyOAuth(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  { caller, body, request }: VerifyInput,
): Promise<SignInOutcome> {
  const { state, code, codeVerifier, ssoProviderId, sessionPublicKey, captchaToken } = body
  const provider = assertOAuthProvider(backend, environmentProvider)
  assertCaptcha(backend, environmentProvider.environmentId, captchaToken)
  endReplayed(backend, environmentProvider, body)
  const attempt = openAttempt(backend, environmentProvider, state)
  assert(ssoProviderId === undefined || ssoProviderId === provider.id, 'providerNotAvailable')
  const { providerRedirectUrl: redirectUri } = attempt
  assert(code !== undefined && attempt.code === code && redirectUri !== undefined, 'invalidVerification')
  const proved = await backend.outside.identityProviders.exchangeCode(tenantOf(provider), {
    code,
    clientId: clientIdOf(provider),
    clientSecret: provider.clientSecret,
    redirectUri,
    codeVerifier,
    // The client adds the state to the URL of an SSO provider, which has no nonce therefore.
    nonces: [nonceOf(backend, attempt.state), ...(attempt.ssoProviderId === undefined ? [] : [undefined])],
  })
  assert(proved, 'invalidVerification')
  const usedAttempt = backend.store.oauthAttempts.put({ ...attempt, usedAt: backend.clock.iso() })
  if (caller.kind === 'user') return linkOAuthAccount(backend, caller, proved)
  const outcome = await signInWithOAuthAccount(backend, environmentProvider.environmentId, {
    ...proved,
    request,
    sessionPublicKey,
  })
  backend.store.oauthAttempts.put({ ...usedAttempt, sessionId: outcome.sessionId })
  return outcome
}

/**
 * Ends the session that a code has given when the code comes a second time: one of the two who had it has stolen it, and
 * nobody can say which one (RFC 6749, section 4.1.2). The caller is refused as for any state that was used.
 */
function endReplayed(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  { state, code }: Pick<Schemas['OauthRequest'], 'state' | 'code'>,
): void {
  const attempt = findAttempt(backend, environmentProvider, state)
  const sessionId = attempt !== undefined && attempt.code === code ? attempt.sessionId : undefined
  if (sessionId === undefined) return
  backend.outsideUndo((lasting) => {
    const session = lasting.store.sessions.get(sessionId)
    if (session) revokeSession(lasting, session)
  })
}

/**
 * The provider's setting.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment, `providerNotAvailable`
 */
function assertOAuthProvider(backend: Backend, { environmentId, provider: name }: EnvironmentProvider): Provider {
  assertEnvironment(backend, environmentId)
  assert(providerRow(name).kind === 'oauth', 'providerNotAvailable', {
    message: `The provider ${name} signs nobody in by OAuth.`,
  })
  return assertEnabledProvider(backend, environmentId, { provider: name })
}
