import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { encodeBase64url } from '@latchkey/base/base64url'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { providerKey } from '@latchkey/crypto/providerKey'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type ProviderName, providerRow } from '../domain/providers/providerCatalogue.ts'
import type { OutsideBackend, OutsideReadStore } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'
import { forgetExpired } from '../domain/shared/expiry.ts'
import type { CodeExchange, IdentityProviders, ProvedAccount } from '../effects/outside.ts'
import type { IdpAccount, IdpCode } from '../store/outsideRecords.ts'
import { idpIssuerOf, issueAccessToken, signIdToken } from './providerTokens.ts'

/** The initial data of a person at a simulated identity provider. */
export interface IdpAccountInput {
  readonly email?: string | undefined
  /** Whether the provider has verified the address. @default true */
  readonly emailVerified?: boolean | undefined
  /** The provider's id of the account. @default 21 digits */
  readonly accountId?: string | undefined
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** URLs of pictures. */
  readonly photos?: readonly string[] | undefined
  /** The profile as the provider reports it, such as `given_name` and `family_name` (OpenID Connect, section 5.1). */
  readonly profile?: Readonly<Record<string, unknown>> | undefined
}

/** Adds a person at a provider. */
export function addIdpAccount(
  backend: OutsideBackend,
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
 * Changes the data of a person at a provider, such as an e-mail address that the person has changed.
 *
 * @throws TypeError if the provider has no such account
 */
export function changeIdpAccount(
  { store }: OutsideBackend,
  { provider, accountId }: Pick<IdpAccount, 'provider' | 'accountId'>,
  changes: Omit<IdpAccountInput, 'accountId'>,
): IdpAccount {
  const account = store.idpAccounts.find('byAccountId', [provider, accountId])
  if (!account) throw new TypeError('Failed to call "updateUser()": the provider has no account with this id.')
  const { emailVerified = account.emailVerified } = changes
  return store.idpAccounts.put({ ...account, ...changes, emailVerified })
}

/**
 * Makes the next authorize calls at a provider fail with an OAuth error.
 *
 * @throws TypeError for a text that cannot be an error code
 */
export function failNextAuthorize(
  backend: OutsideBackend,
  provider: ProviderName,
  { error, times = 1 }: { readonly error: string; readonly times?: number },
): void {
  if (!/^[a-zA-Z_-]{5,100}$/.test(error))
    throw new TypeError(
      'Failed to call "fail()": an OAuth error is 5 to 100 letters, dashes and underscores, such as "access_denied".',
    )
  if (!Number.isInteger(times) || times < 1)
    throw new TypeError('Failed to call "fail()": `times` is a whole number from 1.')
  backend.store.idpFailures.put({ ...newRecord(backend), provider, error, remaining: times })
}

/** A request for authorization (RFC 6749, section 4.1.1). */
export interface AuthorizeRequest {
  readonly provider: ProviderName
  readonly clientId: string
  readonly redirectUri: string
  readonly state?: string | undefined
  readonly scope?: string | undefined
  readonly codeChallenge?: string | undefined
  readonly loginHint?: string | undefined
  readonly prompt?: string | undefined
  /** How the answer travels (OAuth 2.0 Form Post Response Mode). */
  readonly responseMode: ResponseMode
  /** Set if the answer has an ID token beside the code, which repeats it. */
  readonly nonce?: string | undefined
  /** The OAuth error of the rest of the request, if it is invalid. */
  readonly error?: string | undefined
}

/** An authorize call by a client of an environment's provider setting. */
export interface ClientRequest extends AuthorizeRequest {
  /** The environment whose callback the redirect URI is. Its deletion ends the codes that lead there. */
  readonly environmentId: string
}

type ResponseMode = 'query' | 'form_post'

/** A provider's answer to an authorize call, and where the browser takes it. */
export interface AuthorizeAnswer {
  readonly redirectUri: string
  readonly responseMode: ResponseMode
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads the query of an authorize call. The caller has to check whether the provider knows the client.
 *
 * @throws {@link DomainError} `badRequest` for a parameter that is given more than once
 */
export function readAuthorizeRequest(provider: ProviderName, params: URLSearchParams): AuthorizeRequest {
  for (const name of params.keys())
    assert(params.getAll(name).length === 1, 'badRequest', { message: 'A parameter is given more than once.' })
  const get = (name: string) => params.get(name) ?? undefined
  const codeChallenge = get('code_challenge')
  const method = get('code_challenge_method')
  // Without a method the challenge would be `plain` (RFC 7636, section 4.3), which is not supported.
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
  const typeFits = responseType === 'code' || asksForIdToken
  const unfit = typeFits ? 'invalid_request' : 'unsupported_response_type'
  const error = typeFits && challengeFits && modeFits ? undefined : unfit
  return {
    provider,
    clientId: get('client_id') ?? '',
    redirectUri: get('redirect_uri') ?? '',
    state: get('state'),
    scope: get('scope'),
    codeChallenge,
    loginHint: get('login_hint'),
    prompt: get('prompt'),
    responseMode: mode === 'form_post' ? mode : 'query',
    ...defined({ nonce: asksForIdToken ? nonce : undefined }),
    error,
  }
}

/**
 * Answers an authorize call if that needs no person.
 *
 * @param options.isSilentAllowed - Whether `prompt=none` may be answered without a person.
 * @returns A code or an error; `undefined` if a person has to choose.
 */
export async function authorize(
  backend: OutsideBackend,
  request: ClientRequest,
  { isSilentAllowed }: { readonly isSilentAllowed: boolean },
): Promise<AuthorizeAnswer | undefined> {
  const error = request.error ?? takeFailure(backend, request.provider)
  if (error !== undefined) return answerWith(backend, request, { error })
  if (request.prompt !== 'none' || !isSilentAllowed) return undefined
  const account = silentAccount(backend, request)
  return typeof account === 'string'
    ? answerWith(backend, request, { error: account })
    : approve(backend, request, account)
}

/** Approves a sign-in: the answer is a single-use code that is valid for 60 seconds. */
export async function approve(
  backend: OutsideBackend,
  request: ClientRequest,
  account: IdpAccount,
): Promise<AuthorizeAnswer> {
  const { environmentId, provider, clientId, redirectUri, codeChallenge, state, scope, nonce } = request
  const { accountId } = account
  const code = backend.random.token(40)
  forgetExpired(backend.store.idpCodes, backend.clock.iso())
  backend.store.idpCodes.put({
    ...newRecord(backend),
    environmentId,
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

/** Denies a sign-in, as the person has chosen. */
export function deny(backend: OutsideBackend, request: AuthorizeRequest): AuthorizeAnswer {
  return answerWith(backend, request, { error: 'access_denied' })
}

/** Accounts at a provider or messenger, in the order in which they were added. */
export function idpAccountsOf(
  { store }: { readonly store: Pick<OutsideReadStore, 'idpAccounts'> },
  provider: ProviderName,
): IdpAccount[] {
  return [...store.idpAccounts.scan('byProvider', [provider])]
}

/** The account that a hint names, usually by its e-mail address. */
export function findIdpAccount(backend: OutsideBackend, provider: ProviderName, hint: string): IdpAccount | undefined {
  const wanted = asciiLowerCase(hint)
  const accounts = idpAccountsOf(backend, provider)
  return accounts.find(
    ({ accountId, email, username }) =>
      accountId === hint || asciiLowerCase(email) === wanted || asciiLowerCase(username) === wanted,
  )
}

/** The identity providers, as the service sees them. */
export function identityProviders(backend: OutsideBackend): IdentityProviders {
  return {
    authorizationUrl: ({ provider }) => `${idpIssuerOf(backend, provider)}/authorize`,
    authorizationOf: ({ provider }) =>
      providerRow(provider).answersByForm
        ? { responseType: 'code id_token', responseMode: 'form_post', hasNonce: true }
        : { responseType: 'code', hasNonce: false },
    issuerOf: ({ provider }) => idpIssuerOf(backend, provider),
    namesItself: () => true,
    keysOf: () => [providerKey],
    hasIssued: ({ provider }, { code, state }) => usableCode(backend, provider, code)?.state === state,
    exchangeCode: ({ provider }, exchange) => exchangeCode(backend, provider, exchange),
  }
}

function usableCode({ store, clock }: OutsideBackend, provider: ProviderName, code: string): IdpCode | undefined {
  const issued = store.idpCodes.find('byCode', [provider, code])
  return issued && issued.usedAt === undefined && issued.expiresAt > clock.iso() ? issued : undefined
}

function exchangeCode(
  backend: OutsideBackend,
  provider: ProviderName,
  { code, clientId, redirectUri, codeVerifier }: CodeExchange,
): ProvedAccount | undefined {
  const { store, clock } = backend
  const issued = usableCode(backend, provider, code)
  if (!issued || issued.clientId !== clientId || issued.redirectUri !== redirectUri) return undefined
  const account = store.idpAccounts.find('byAccountId', [provider, issued.accountId])
  if (!account || !isVerifierOf(issued, codeVerifier)) return undefined
  store.idpCodes.put({ ...issued, usedAt: clock.iso() })
  return { account, token: issueAccessToken(backend, account, issued.scope) }
}

/** RFC 7636, section 4.6; a verifier where no challenge was sent is a downgrade (RFC 9700, section 4.8.2). */
function isVerifierOf({ codeChallenge }: IdpCode, codeVerifier: string | undefined): boolean {
  if (codeChallenge === undefined || codeVerifier === undefined) return codeChallenge === codeVerifier
  return /^[\w.~-]{43,128}$/.test(codeVerifier) && encodeBase64url(sha256(utf8ToBytes(codeVerifier))) === codeChallenge
}

/**
 * `prompt=none` (OpenID Connect, section 3.1.2.6): the hinted account, or the only one there is, or the error that says
 * why there is none.
 */
function silentAccount(
  backend: OutsideBackend,
  { provider, loginHint }: AuthorizeRequest,
): IdpAccount | 'login_required' | 'account_selection_required' {
  if (loginHint) return findIdpAccount(backend, provider, loginHint) ?? 'login_required'
  const [account, another] = idpAccountsOf(backend, provider)
  return another ? 'account_selection_required' : (account ?? 'login_required')
}

function takeFailure({ store }: OutsideBackend, provider: ProviderName): string | undefined {
  const [failure] = store.idpFailures.scan('byProvider', [provider])
  if (!failure) return undefined
  if (failure.remaining > 1) store.idpFailures.put({ ...failure, remaining: failure.remaining - 1 })
  else store.idpFailures.delete(failure.id)
  return failure.error
}

/** Adds the issuer to the answer, so that one provider's answer cannot be passed off as another's (RFC 9207). */
function answerWith(
  backend: OutsideBackend,
  { provider, redirectUri, responseMode, state }: AuthorizeRequest,
  answer: Readonly<Record<string, string>>,
): AuthorizeAnswer {
  return {
    redirectUri,
    responseMode,
    fields: { ...answer, ...defined({ state }), iss: idpIssuerOf(backend, provider) },
  }
}
