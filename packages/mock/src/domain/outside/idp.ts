import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Backend, newRecord, type ReadStore } from '../../backend.ts'
import { encodeBase64url } from '../../crypto/base64url.ts'
import type { IdpAccount, IdpCode, IdpToken } from '../../store/worldRecords.ts'
import { asciiLowerCase } from '../shared/asciiCase.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { idpIssuerOf, keepAccessToken, newAccessToken, signIdToken } from './idpTokens.ts'
import { type ProviderName, providerRow } from '../providers/providerCatalogue.ts'
import { enabledProvider, providerUrls } from '../providers/providers.ts'

/** What a person at a pretended identity provider begins with. */
export interface IdpAccountInput {
  readonly email?: string
  /** Whether the provider has verified the address. @default true */
  readonly emailVerified?: boolean
  /** The provider's id of the account. @default 21 digits */
  readonly accountId?: string
  readonly username?: string
  readonly displayName?: string
  /** URLs of pictures. */
  readonly photos?: readonly string[]
  /** The profile as the provider tells it, such as `given_name` and `family_name` (OpenID Connect, section 5.1). */
  readonly profile?: Readonly<Record<string, unknown>>
}

/** Adds a person at a provider. */
export function addIdpAccount(
  backend: Backend,
  provider: ProviderName,
  { emailVerified = true, accountId, ...input }: IdpAccountInput,
): IdpAccount {
  return backend.store.idpAccounts.put({
    ...newRecord(backend),
    provider,
    accountId: accountId ?? backend.random.digits(21),
    emailVerified,
    ...input,
  })
}

/**
 * Changes what a provider knows of a person, such as an e-mail address that the person has written over.
 *
 * @throws TypeError where the provider has no such account
 */
export function changeIdpAccount(
  { store }: Backend,
  provider: ProviderName,
  accountId: string,
  changes: Omit<IdpAccountInput, 'accountId'>,
): IdpAccount {
  const account = store.idpAccounts.find('byAccountId', [provider, accountId])
  if (!account) throw new TypeError('Failed to call "updateUser()": the provider has no account with this id.')
  return store.idpAccounts.put({ ...account, ...changes })
}

/** Lets the next authorize calls at a provider end in an OAuth error. @throws TypeError for what cannot be an error code */
export function failNextAuthorize(backend: Backend, provider: ProviderName, error: string, times = 1): void {
  if (!/^[a-zA-Z_-]{5,100}$/.test(error))
    throw new TypeError(
      'Failed to call "fail()": an OAuth error is 5 to 100 letters, dashes and underscores, such as "access_denied".',
    )
  if (!Number.isInteger(times) || times < 1)
    throw new TypeError('Failed to call "fail()": `times` is a whole number from 1.')
  backend.store.idpFailures.put({ ...newRecord(backend), provider, error, remaining: times })
}

/** A request for authorization whose client and redirect URI are known (RFC 6749, section 4.1.1). */
export interface AuthorizeRequest {
  /** The environment whose callback the redirect URI is. */
  readonly environmentId: string
  readonly provider: ProviderName
  readonly clientId: string
  readonly redirectUri: string
  readonly state?: string
  readonly scope?: string
  readonly codeChallenge?: string
  readonly loginHint?: string
  readonly prompt?: string
  /** How the answer travels (OAuth 2.0 Form Post Response Mode). */
  readonly responseMode: ResponseMode
  /** Set where an ID token is to stand beside the code: what it repeats. */
  readonly nonce?: string
  /** What is wrong with the rest of the request, as an OAuth error. */
  readonly error?: string
}

type ResponseMode = 'query' | 'form_post'

/** What a provider answers an authorize call with, and where the browser takes it. */
export interface AuthorizeAnswer {
  readonly redirectUri: string
  readonly responseMode: ResponseMode
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads the query of an authorize call.
 *
 * @throws DomainError `badRequest` where client or redirect URI are not known: then nobody may be sent anywhere (RFC 6749,
 * section 4.1.2.1).
 */
export function readAuthorizeRequest(
  backend: Backend,
  provider: ProviderName,
  params: URLSearchParams,
): AuthorizeRequest {
  for (const name of params.keys())
    assert(params.getAll(name).length === 1, 'badRequest', { message: 'A parameter is given more than once.' })
  const get = (name: string) => params.get(name) ?? undefined
  const [clientId = '', redirectUri = ''] = [get('client_id'), get('redirect_uri')]
  const environmentId = clientEnvironment(backend, { provider, clientId, redirectUri })
  assert(environmentId !== undefined, 'badRequest', {
    message: 'This client or its redirect URI is not registered with the provider.',
  })
  const codeChallenge = get('code_challenge')
  const method = get('code_challenge_method')
  // Without a method the challenge would be plain (RFC 7636, section 4.3), which is not offered here.
  const challengeFits =
    codeChallenge === undefined ? method === undefined : method === 'S256' && /^[\w-]{43}$/.test(codeChallenge)
  const { openId } = providerRow(provider)
  const responseType = get('response_type') ?? ''
  const asksForIdToken = openId === true && ['code id_token', 'id_token code'].includes(responseType)
  const mode = get('response_mode') ?? 'query'
  const nonce = get('nonce')
  // An ID token must not stand in a URL, and must repeat a nonce (OpenID Connect, section 3.3.2.11).
  const modeFits = asksForIdToken
    ? mode === 'form_post' && nonce !== undefined
    : mode === 'query' || mode === 'form_post'
  const error =
    responseType !== 'code' && !asksForIdToken
      ? 'unsupported_response_type'
      : challengeFits && modeFits
        ? undefined
        : 'invalid_request'
  return {
    environmentId,
    provider,
    clientId,
    redirectUri,
    state: get('state'),
    scope: get('scope'),
    codeChallenge,
    loginHint: get('login_hint'),
    prompt: get('prompt'),
    responseMode: mode === 'form_post' ? mode : 'query',
    ...(asksForIdToken && { nonce }),
    error,
  }
}

/**
 * The environment whose provider setting registered a client, with that environment's callback as its redirect URI.
 *
 * @returns `undefined` where no environment did.
 */
function clientEnvironment(
  backend: Backend,
  { provider, clientId, redirectUri }: Pick<AuthorizeRequest, 'provider' | 'clientId' | 'redirectUri'>,
): string | undefined {
  const environmentId = /\/sdk\/([\da-f-]{36})\/providers\//.exec(redirectUri)?.[1]
  if (environmentId === undefined || providerUrls(backend, environmentId, provider).redirectUrl !== redirectUri)
    return undefined
  const setting = enabledProvider(backend, environmentId, provider)
  const isClient = setting !== undefined && clientId !== '' && clientIdOf(setting) === clientId
  return isClient ? environmentId : undefined
}

/** The client id of a provider setting, as the setting shows it. An enabled provider of this kind has one. */
export function clientIdOf({ clientId = '' }: { readonly clientId?: string }): string {
  return clientId
}

/**
 * Answers an authorize call as far as no person is needed.
 *
 * @returns A code or an error; `undefined` when a person has to choose.
 */
export async function authorize(backend: Backend, request: AuthorizeRequest): Promise<AuthorizeAnswer | undefined> {
  const error = request.error ?? takeFailure(backend, request.provider)
  if (error !== undefined) return answerWith(backend, request, { error })
  if (request.prompt !== 'none' || !hasRedirectUrl(backend, request)) return undefined
  const account = silentAccount(backend, request)
  return typeof account === 'string'
    ? answerWith(backend, request, { error: account })
    : approve(backend, request, account)
}

/**
 * Whether the code goes on to a redirect URL that was registered for the state. Otherwise whoever chose the state collects
 * the code by polling, so a person has to confirm the sign-in on the provider's page.
 *
 * @see spec/decisions/06-sign-in.md
 */
export function hasRedirectUrl(
  { store, clock }: Pick<Backend, 'store' | 'clock'>,
  { environmentId, provider, state = '' }: Pick<AuthorizeRequest, 'environmentId' | 'provider' | 'state'>,
): boolean {
  const attempt = store.oauthAttempts.find('byState', [environmentId, provider, state])
  return attempt?.redirectUrl !== undefined && attempt.expiresAt > clock.iso()
}

/** Lets a person in: the browser goes on with a code of 60 seconds, which serves once. */
export async function approve(
  backend: Backend,
  request: AuthorizeRequest,
  account: IdpAccount,
): Promise<AuthorizeAnswer> {
  const { provider, clientId, redirectUri, codeChallenge, state, scope, nonce } = request
  const { accountId } = account
  const code = backend.random.token(40)
  forgetExpired(backend.store.idpCodes, backend.clock.iso())
  backend.store.idpCodes.put({
    ...newRecord(backend),
    provider,
    code,
    accountId,
    clientId,
    redirectUri,
    codeChallenge,
    state,
    scope,
    expiresAt: backend.clock.isoIn(60_000),
  })
  if (nonce === undefined) return answerWith(backend, request, { code })
  return answerWith(backend, request, {
    code,
    id_token: await signIdToken(backend, { provider, accountId, clientId, code, nonce }, { account, scope }),
  })
}

/** The person has said no. */
export function deny(backend: Backend, request: AuthorizeRequest): AuthorizeAnswer {
  return answerWith(backend, request, { error: 'access_denied' })
}

/** Accounts at a provider or messenger, in the order in which they were added. */
export function idpAccountsOf(
  { store }: { readonly store: Pick<ReadStore, 'idpAccounts'> },
  provider: ProviderName,
): IdpAccount[] {
  return [...store.idpAccounts.scan('byProvider', [provider])]
}

/** The account that a hint, an e-mail address as a rule, means. */
export function findIdpAccount(backend: Backend, provider: ProviderName, hint: string): IdpAccount | undefined {
  const wanted = asciiLowerCase(hint)
  const accounts = idpAccountsOf(backend, provider)
  return accounts.find(
    ({ accountId, email, username }) =>
      accountId === hint || asciiLowerCase(email) === wanted || asciiLowerCase(username) === wanted,
  )
}

/** The code that was given in answer to that state, if it still serves. */
export function codeForState(
  { store, clock }: Backend,
  { provider, code, state }: { provider: ProviderName; code: string; state: string },
): IdpCode | undefined {
  const issued = store.idpCodes.find('byCode', [provider, code])
  return issued?.state === state && issued.usedAt === undefined && issued.expiresAt > clock.iso() ? issued : undefined
}

export interface CodeExchange {
  readonly provider: ProviderName
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly codeVerifier?: string
}

/** What a code is exchanged for. */
export interface Exchanged {
  readonly account: IdpAccount
  readonly token: IdpToken
  readonly code: IdpCode
}

/**
 * Exchanges an authorization code for the account behind it and an access token (RFC 6749, section 4.1.3). Nothing is written:
 * {@link useCode} does that.
 *
 * @returns `undefined` for a code that is unknown, used, expired or another client's, and for a verifier that does not fit.
 */
export function exchange(
  backend: Backend,
  { provider, code, clientId, redirectUri, codeVerifier }: CodeExchange,
): Exchanged | undefined {
  const { store, clock } = backend
  const issued = store.idpCodes.find('byCode', [provider, code])
  if (!issued || issued.usedAt !== undefined || issued.expiresAt <= clock.iso()) return undefined
  if (issued.clientId !== clientId || issued.redirectUri !== redirectUri || !verifierFits(issued, codeVerifier))
    return undefined
  const account = store.idpAccounts.find('byAccountId', [provider, issued.accountId])
  return account && { account, token: newAccessToken(backend, account, issued.scope), code: issued }
}

/** Uses a code up, and keeps the access token that it was exchanged for. */
export function useCode(
  backend: Pick<Backend, 'store' | 'clock'>,
  { code, token }: Pick<Exchanged, 'code' | 'token'>,
): void {
  backend.store.idpCodes.put({ ...code, usedAt: backend.clock.iso() })
  keepAccessToken(backend, token)
}

/** RFC 7636, section 4.6; a verifier where no challenge was sent is a downgrade (RFC 9700, section 4.8.2). */
function verifierFits({ codeChallenge }: IdpCode, codeVerifier: string | undefined): boolean {
  if (codeChallenge === undefined || codeVerifier === undefined) return codeChallenge === codeVerifier
  return /^[\w.~-]{43,128}$/.test(codeVerifier) && encodeBase64url(sha256(utf8ToBytes(codeVerifier))) === codeChallenge
}

/** `prompt=none` (OpenID Connect, section 3.1.2.6): the hinted account, or the only one there is, or why there is none. */
function silentAccount(
  backend: Backend,
  { provider, loginHint }: AuthorizeRequest,
): IdpAccount | 'login_required' | 'account_selection_required' {
  if (loginHint) return findIdpAccount(backend, provider, loginHint) ?? 'login_required'
  const [account, another] = idpAccountsOf(backend, provider)
  return another ? 'account_selection_required' : (account ?? 'login_required')
}

function takeFailure({ store }: Backend, provider: ProviderName): string | undefined {
  const [failure] = store.idpFailures.scan('byProvider', [provider])
  if (!failure) return undefined
  if (failure.remaining > 1) store.idpFailures.put({ ...failure, remaining: failure.remaining - 1 })
  else store.idpFailures.delete(failure.id)
  return failure.error
}

/** Names the issuer beside the answer, so that one provider's cannot be passed off as another's (RFC 9207). */
function answerWith(
  backend: Backend,
  { provider, redirectUri, responseMode, state }: AuthorizeRequest,
  answer: Readonly<Record<string, string>>,
): AuthorizeAnswer {
  return {
    redirectUri,
    responseMode,
    fields: { ...answer, ...(state !== undefined && { state }), iss: idpIssuerOf(backend, provider) },
  }
}
