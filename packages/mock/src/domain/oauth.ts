import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../backend.ts'
import type { RequestContext } from '../operations/operation.ts'
import type { OAuthAttempt, Provider } from '../store/records.ts'
import type { NoCaller, UserCaller } from './callers.ts'
import { assert } from './errors.ts'
import { answersState, clientIdOf, exchange } from './idp.ts'
import { linkOAuthAccount, signInWithOAuthAccount } from './oauthAccounts.ts'
import { isAllowedRedirect } from './origins.ts'
import { type ProviderName, providerRow } from './providerCatalogue.ts'
import { enabledProvider, providerUrls } from './providers.ts'
import type { SignInOutcome } from './signIn.ts'

type Schemas = components['schemas']

/** A provider in an environment. */
export interface OAuthPlace {
  readonly environmentId: string
  readonly provider: ProviderName
}

const attemptMs = 600_000

/**
 * Registers the state of a round trip for ten minutes.
 *
 * @throws DomainError `recordNotFound`, `providerNotAvailable`, `unauthorizedDeeplink`, `invalidVerification`
 */
export function initializeOAuth(backend: Backend, place: OAuthPlace, { state, redirectUrl, ssoProviderId }: Schemas['OauthInitAuthRequest']): OAuthAttempt {
  const { store, clock } = backend
  const { id } = assertOAuthProvider(backend, place)
  assert(ssoProviderId === undefined || ssoProviderId === id, 'providerNotAvailable')
  const goesTo = redirectUrl ? withScheme(redirectUrl) : undefined
  assert(goesTo === undefined || isAllowedRedirect(backend, place.environmentId, goesTo), 'unauthorizedDeeplink')
  forgetExpired(backend)
  assert(!store.oauthAttempts.find('byState', [place.environmentId, place.provider, state]), 'invalidVerification', { message: 'This state is registered already.' })
  return store.oauthAttempts.put({ ...newRecord(backend), ...place, state, redirectUrl: goesTo, ssoProviderId, expiresAt: clock.isoIn(attemptMs) })
}

/** A web address may come without its scheme. */
function withScheme(url: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`
}

/** An expired state answers like one that never was, so it need not be kept. */
function forgetExpired({ store, clock }: Backend): void {
  const now = clock.iso()
  for (const attempt of store.oauthAttempts.scan('byExpiry', [])) {
    if (attempt.expiresAt > now) return
    store.oauthAttempts.delete(attempt.id)
  }
}

/** What a client may say about the round trip in the login URL. */
export type LoginQuery = Readonly<Partial<Record<'state' | 'code_challenge' | 'code_challenge_method' | 'login_hint' | 'prompt', string>>>

/**
 * The provider's authorize URL.
 *
 * @throws DomainError `recordNotFound`, `providerNotAvailable`
 */
export function loginUrl(backend: Backend, place: OAuthPlace, query: LoginQuery): string {
  const provider = assertOAuthProvider(backend, place)
  const { authorizationUrl, redirectUrl } = providerUrls(backend, place.environmentId, place.provider)
  const url = new URL(authorizationUrl)
  const parameters = {
    response_type: 'code',
    client_id: clientIdOf(provider),
    redirect_uri: redirectUrl,
    scope: provider.scopes ?? providerRow(place.provider).scopes,
    state: query.state,
    code_challenge: query.code_challenge,
    code_challenge_method: query.code_challenge_method,
    login_hint: query.login_hint,
    prompt: query.prompt,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** What a provider answers with: a code or an error. */
export interface ProviderAnswer {
  readonly state?: string
  readonly code?: string
  readonly error?: string
}

/**
 * Keeps a provider's answer for its state.
 *
 * @returns Where the browser goes on to, if the application has said so.
 * @throws DomainError `recordNotFound`, `invalidVerification`
 */
export function keepAnswer(backend: Backend, place: OAuthPlace, { state, code, error }: ProviderAnswer): string | undefined {
  const attempt = openAttempt(backend, place, state)
  const isAnswered = attempt.code !== undefined || attempt.error !== undefined
  assert(!isAnswered && (code === undefined) !== (error === undefined), 'invalidVerification')
  // A code that was given for another state would sign somebody else in here, or use this state up for nothing.
  assert(code === undefined || answersState(backend, { provider: place.provider, code, state: attempt.state }), 'invalidVerification')
  const { redirectUrl: providerRedirectUrl } = providerUrls(backend, place.environmentId, place.provider)
  backend.store.oauthAttempts.put({ ...attempt, code, error, providerRedirectUrl })
  if (attempt.redirectUrl === undefined) return undefined
  const url = new URL(attempt.redirectUrl)
  for (const [name, value] of Object.entries({ code, error, state: attempt.state })) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** How a round trip stands. @throws DomainError `recordNotFound`, `invalidVerification` */
export function oauthResult(backend: Backend, place: OAuthPlace, state: string | undefined): Schemas['OauthResultResponse'] {
  const { code, error } = openAttempt(backend, place, state)
  return { status: code === undefined && error === undefined ? 'pending' : 'completed', code, error }
}

export interface VerifyInput {
  readonly caller: UserCaller | NoCaller
  readonly body: Schemas['OauthRequest']
  readonly request: RequestContext
}

/**
 * Finishes a round trip: signs in, or links the account to the user who calls.
 *
 * @throws DomainError `recordNotFound`, `providerNotAvailable`, `invalidVerification`, `socialAccountExists`, and what a
 * sign-in is refused with
 */
export async function verifyOAuth(backend: Backend, place: OAuthPlace, { caller, body, request }: VerifyInput): Promise<SignInOutcome> {
  const { state, code, codeVerifier, ssoProviderId, sessionPublicKey, captchaToken } = body
  const provider = assertOAuthProvider(backend, place)
  const captcha = backend.store.environments.get(place.environmentId)?.settings.security.captcha
  assert(!captcha?.enabled || captchaToken, 'invalidVerification', { message: 'This environment asks for a solved CAPTCHA.' })
  assert(ssoProviderId === undefined || ssoProviderId === provider.id, 'providerNotAvailable')
  const attempt = openAttempt(backend, place, state)
  const { providerRedirectUrl: redirectUri } = attempt
  assert(code !== undefined && attempt.code === code && redirectUri !== undefined, 'invalidVerification')
  const account = exchange(backend, { provider: place.provider, code, clientId: clientIdOf(provider), redirectUri, codeVerifier })
  assert(account, 'invalidVerification')
  backend.store.oauthAttempts.put({ ...attempt, usedAt: backend.clock.iso() })
  return caller.kind === 'user'
    ? linkOAuthAccount(backend, caller, account)
    : signInWithOAuthAccount(backend, place.environmentId, account, { request, sessionPublicKey })
}

/** The provider's setting. @throws DomainError `recordNotFound` without such an environment, `providerNotAvailable` */
function assertOAuthProvider(backend: Backend, { environmentId, provider: name }: OAuthPlace): Provider {
  assert(backend.store.environments.has(environmentId), 'recordNotFound')
  const provider = providerRow(name).kind === 'oauth' ? enabledProvider(backend, environmentId, name) : undefined
  assert(provider, 'providerNotAvailable')
  return provider
}

/** A state that still counts. @throws DomainError `recordNotFound` without such an environment, `invalidVerification` */
function openAttempt({ store, clock }: Backend, { environmentId, provider }: OAuthPlace, state: string | undefined): OAuthAttempt {
  assert(store.environments.has(environmentId), 'recordNotFound')
  const attempt = state === undefined ? undefined : store.oauthAttempts.find('byState', [environmentId, provider, state])
  assert(attempt && attempt.usedAt === undefined && attempt.expiresAt > clock.iso(), 'invalidVerification')
  return attempt
}
