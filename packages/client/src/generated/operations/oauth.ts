// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Signing in with an account at an identity provider, from the registered state to the session.
 *
 * @module oauth
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { form } from '../../calls/form.ts'
import { type Call, operation } from '../../calls/operation.ts'
import { readRedirect, readRedirectOrText, type Redirect } from '../../calls/readRedirect.ts'
import { readText } from '../../calls/readText.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, OauthInitAuthRequest, OauthProviderLoginUrl, OauthRedirectRequest, OauthRequest, OauthResultRequest, OauthResultResponse, OtherStatus, ProviderEnum, Unlisted, UnprocessableEntity, UserOauthAccessTokenResponse, VerifyResponse } from './schemas.ts'

/** The input of {@link getAccessToken}. */
export interface GetAccessTokenInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the linked account, which is the id of its credential. A UUID. */
  oauthAccountId: string
}

/** The refusals of {@link getAccessToken}; `body` narrows by `status`. */
export type GetAccessTokenError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the access token of a social account
 *
 * Returns the access token that the provider issued at the latest sign-in with this account, so that the application
 * can call the provider for its user. The token is unchanged and available for an hour; no other reply, event or
 * export contains it. Another user's account, one that is not from an OAuth provider, and one without a valid token
 * are all 404, without a body. Signing in or linking again stores a new token. A session that waits for its second
 * factor is 403 `mfa_required`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `oauthAccountId`; see {@link GetAccessTokenInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await oauth.getAccessToken(client, { oauthAccountId })
 * ```
 */
export const getAccessToken: (client: Caller, input: GetAccessTokenInput, options?: CallOptions) => Call<UserOauthAccessTokenResponse, GetAccessTokenError> =
  /*#__PURE__*/ operation('oauth.getAccessToken GET sdk/{environmentId}/oauthAccounts/{oauthAccountId}/accessToken')

/** The input of {@link getAuthorizePage}. */
export interface GetAuthorizePageInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  query?: {
    /**
     * Scopes to ask for, separated by spaces; all those of the provider setting if absent or empty.
     * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
     */
    scope?: string | undefined
    /** The state that was registered with `oauth.initialize`. At most 255 characters. */
    state?: string | undefined
    /**
     * The URL for the browser afterwards, as it was registered with the state.
     * Matches `^(https?:\/\/[a-zA-Z0-9 _.,:?&%\/-]+)?$`.
     */
    redirect_uri?: string | undefined
  } | undefined
}

/** The refusals of {@link getAuthorizePage}; `body` narrows by `status`. */
export type GetAuthorizePageError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Show a page that leads to the provider
 *
 * A page that leads to the provider's authorize URL, automatically and by a link, for mobile applications that can
 * open a page but not follow a redirect. It runs no script and stores nothing: register the state with
 * `oauth.initialize` first. The authorize URL is that of `oauth.getLoginUrl`, without PKCE.
 *
 * If `redirect_uri` is given, it must match an origin or deep link of the environment if there are any, otherwise
 * the call is 422 `unauthorized_mobile_deeplink_url`. If the state is registered, it must have been registered with
 * the same URL, otherwise the call is 422 `invalid_verification`. `scope` may ask for less than the provider
 * setting, but a scope that the setting does not have is 422 `invalid_scopes`. A provider that is not enabled here
 * is 422 `provider_not_available`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `query`; see {@link GetAuthorizePageInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 422 `invalid_scopes`, `invalid_verification`,
 *   `provider_not_available`, `unauthorized_mobile_deeplink_url`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const text = await oauth.getAuthorizePage(client, { providerType: 'google' })
 * ```
 */
export const getAuthorizePage: (client: Caller, input: GetAuthorizePageInput, options?: CallOptions) => Call<string, GetAuthorizePageError> =
  /*#__PURE__*/ operation('oauth.getAuthorizePage GET sdk/{environmentId}/providers/{providerType}/authorizeHtml', readText)

/** The input of {@link getLoginUrl}. */
export interface GetLoginUrlInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  query?: {
    /**
     * The state that was registered with `oauth.initialize`. The provider returns it, and an answer without it is refused.
     * At most 255 characters.
     */
    state?: string | undefined
    /**
     * PKCE code challenge, the base64url SHA-256 of the code verifier that `oauth.verify` gets later.
     * Matches `^[A-Za-z0-9_-]{43}$`.
     */
    code_challenge?: string | undefined
    /** How the challenge was computed. Only SHA-256 is accepted. */
    code_challenge_method?: "S256" | Unlisted | undefined
    /**
     * The person who is expected to sign in, usually as an e-mail address. The provider may fill in its form with it.
     * At most 255 characters.
     */
    login_hint?: string | undefined
    /**
     * What the provider asks the person: nothing at all (`none`, which fails if the person is not signed in there),
     * consent again, the password again (`login`), or which account to use.
     */
    prompt?: "none" | "consent" | "login" | "select_account" | Unlisted | undefined
  } | undefined
}

/** The refusals of {@link getLoginUrl}; `body` narrows by `status`. */
export type GetLoginUrlError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get the URL of the provider's sign-in page
 *
 * Answers with the URL that `oauth.login` would redirect to, for clients that open it themselves: in a pop-up, a
 * system browser or a web view. It takes the same query parameters and also stores nothing. A client that gives
 * no `state` adds it to the URL itself. A provider that is not enabled here is 422 `provider_not_available`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `query`; see {@link GetLoginUrlInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 422 `provider_not_available`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const oauthProviderLoginUrl = await oauth.getLoginUrl(client, { providerType: 'google' })
 * ```
 */
export const getLoginUrl: (client: Caller, input: GetLoginUrlInput, options?: CallOptions) => Call<OauthProviderLoginUrl, GetLoginUrlError> =
  /*#__PURE__*/ operation('oauth.getLoginUrl GET sdk/{environmentId}/providers/{providerType}/loginUrl')

/** The input of {@link getResult}. */
export interface GetResultInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  /** Names a sign-in, and for a messenger how to complete it. */
  body: OauthResultRequest
}

/** The refusals of {@link getResult}; `body` narrows by `status`. */
export type GetResultError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Ask for the result of an OAuth sign-in
 *
 * Returns for a `state` the progress of the round trip to the provider, for clients that have no redirect URL. The
 * status is `pending` until the provider has answered; then it is `completed`, with the provider's `code` or its
 * `error`. Reading does not use the state up: call as often as needed until `oauth.verify` has used the state or it
 * has expired. If a redirect URL was registered for the state, a `completed` sign-in has no code. Only the redirect
 * carries the code, so that a person who chose the state and sent a link to somebody else cannot collect that
 * person's code.
 *
 * A state that is missing, unknown, expired, used, or registered for another environment or provider is 422
 * `invalid_verification`. Only `state` is used; the other fields belong to other kinds of sign-in.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `body`; see {@link GetResultInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await oauth.getResult(client, { providerType: 'google', body: { state } })
 * ```
 */
export const getResult: (client: Caller, input: GetResultInput, options?: CallOptions) => Call<OauthResultResponse, GetResultError> =
  /*#__PURE__*/ operation('oauth.getResult POST sdk/{environmentId}/providers/{providerType}/oauthResult')

/** The input of {@link initialize}. */
export interface InitializeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  /** What to store while the person is at the provider. */
  body: OauthInitAuthRequest
}

/** The refusals of {@link initialize}; `body` narrows by `status`. */
export type InitializeError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Register the state of an OAuth sign-in
 *
 * Registers `state` before the person leaves for the provider. A state belongs to this environment, this provider
 * and the redirect URL given here. It is valid for at most ten minutes and for one sign-in. A state that is already
 * registered is refused with 422 `invalid_verification`, so nobody can redirect another person's sign-in. So is an
 * empty one, which would bind the sign-in to nobody. If the environment has origins or deep links, `redirectUrl`
 * must match one of them, otherwise the call is 422 `unauthorized_mobile_deeplink_url`. In any environment, a URL
 * that runs code or reads files has the same code. A provider that is not enabled here, and an `ssoProviderId` of
 * another provider setting, are 422 `provider_not_available`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `body`; see {@link InitializeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `provider_not_available`, `unauthorized_mobile_deeplink_url`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await oauth.initialize(client, { providerType: 'google', body: { state, redirectUrl: 'https://app.example.com/signed-in' } })
 * ```
 */
export const initialize: (client: Caller, input: InitializeInput, options?: CallOptions) => Call<undefined, InitializeError> =
  /*#__PURE__*/ operation('oauth.initialize POST sdk/{environmentId}/providers/{providerType}/initAuth e')

/** The input of {@link login}. */
export interface LoginInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  query?: {
    /**
     * The state that was registered with `oauth.initialize`. The provider returns it, and an answer without it is refused.
     * At most 255 characters.
     */
    state?: string | undefined
    /**
     * PKCE code challenge, the base64url SHA-256 of the code verifier that `oauth.verify` gets later.
     * Matches `^[A-Za-z0-9_-]{43}$`.
     */
    code_challenge?: string | undefined
    /** How the challenge was computed. Only SHA-256 is accepted. */
    code_challenge_method?: "S256" | Unlisted | undefined
    /**
     * The person who is expected to sign in, usually as an e-mail address. The provider may fill in its form with it.
     * At most 255 characters.
     */
    login_hint?: string | undefined
    /**
     * What the provider asks the person: nothing at all (`none`, which fails if the person is not signed in there),
     * consent again, the password again (`login`), or which account to use.
     */
    prompt?: "none" | "consent" | "login" | "select_account" | Unlisted | undefined
  } | undefined
}

/** The refusals of {@link login}; `body` narrows by `status`. */
export type LoginError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Go to the provider's sign-in page
 *
 * Redirects the browser to the provider's authorize URL, with the client id, scopes and callback of the
 * environment's provider setting. The query parameters below are passed on unchanged, others are dropped. Nothing is
 * stored: register the state with `oauth.initialize` first. A provider that is not enabled here is 422
 * `provider_not_available`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `query`; see {@link LoginInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 422 `provider_not_available`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const { location } = await oauth.login(client, { providerType: 'google' })
 * ```
 */
export const login: (client: Caller, input: LoginInput, options?: CallOptions) => Call<Redirect, LoginError> =
  /*#__PURE__*/ operation('oauth.login GET sdk/{environmentId}/providers/{providerType}/login', readRedirect)

/** The input of {@link redirect}. */
export interface RedirectInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  query?: {
    /** The provider's authorization code; absent if the sign-in failed there. Matches `^[a-zA-Z0-9_\.\-\/\\%*!+=]{5,1500}$`. */
    code?: string | undefined
    /** The scopes that the provider granted, separated by spaces. Not read. */
    scope?: string | undefined
    /** The state that the sign-in was started with. At most 255 characters. */
    state?: string | undefined
    /**
     * Which of several signed-in accounts the person chose, by its position. Not read.
     * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
     */
    authuser?: string | undefined
    /** What the provider asked the person. Not read. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    prompt?: string | undefined
    /**
     * The provider's error code, such as `access_denied`; absent if the sign-in succeeded there.
     * Matches `^[a-zA-Z_\-]{5,100}$`.
     */
    error?: string | undefined
  } | undefined
}

/** The refusals of {@link redirect}; `body` narrows by `status`. */
export type RedirectError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Receive the provider's answer
 *
 * The URL to which the provider sends the browser back, with `code` and `state`, or with `error` and `state`. The
 * result is stored for the state. The browser is redirected to the registered redirect URL, with `code` and `state`,
 * or `error` and `state`, added to its query; only this redirect carries the code. Parameters of an earlier answer
 * (`code`, `state`, `error`, `error_description`, `error_uri`, `iss`) are removed from the redirect URL first. Without
 * a redirect URL the answer is a small page that asks the person to go back to the app, which reads the code with
 * `oauth.getResult`.
 *
 * A state lasts for ten minutes. For a day after its registration a person who comes back too late goes to the
 * redirect URL with `error=state_expired`, an `error_description` and `state`, and without a code.
 *
 * Each state accepts one answer. A state that is missing, unknown, expired, already answered, or registered for
 * another environment or provider is 422 `invalid_verification`. So is an answer with neither `code` nor `error`, or
 * with both, and a code that the provider did not issue for this state. A refused answer leaves the state unchanged.
 * The provider names itself in another query parameter, `iss` (RFC 9207). An answer without it, and one of another
 * provider than was asked, are 422 `invalid_verification`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `query`; see {@link RedirectInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 422 `invalid_verification`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const text = await oauth.redirect(client, { providerType: 'google' })
 * ```
 */
export const redirect: (client: Caller, input: RedirectInput, options?: CallOptions) => Call<string | Redirect, RedirectError> =
  /*#__PURE__*/ operation('oauth.redirect GET sdk/{environmentId}/providers/{providerType}/redirect', readRedirectOrText)

/** The input of {@link redirectCoinbase}. */
export interface RedirectCoinbaseInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** The provider's authorization code; absent if the sign-in failed there. Matches `^[a-zA-Z0-9_\.\-\/\\%*!+=]{5,1500}$`. */
    code?: string | undefined
    /** The scopes that the provider granted, separated by spaces. Not read. */
    scope?: string | undefined
    /** The state that the sign-in was started with. At most 255 characters. */
    state?: string | undefined
    /**
     * Which of several signed-in accounts the person chose, by its position. Not read.
     * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
     */
    authuser?: string | undefined
    /** What the provider asked the person. Not read. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    prompt?: string | undefined
    /**
     * The provider's error code, such as `access_denied`; absent if the sign-in succeeded there.
     * Matches `^[a-zA-Z_\-]{5,100}$`.
     */
    error?: string | undefined
  } | undefined
}

/** The refusals of {@link redirectCoinbase}; `body` narrows by `status`. */
export type RedirectCoinbaseError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Receive Coinbase's answer
 *
 * The callback of the provider `coinbasesocial`, which accepts no callback with its own name. The provider setting
 * shows this URL as `redirectUrl`, and it has to be registered at the provider. It accepts and refuses the same
 * answers as `oauth.redirect`, whose path completes the same sign-in.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link RedirectCoinbaseInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 422; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const text = await oauth.redirectCoinbase(client)
 * ```
 */
export const redirectCoinbase: (client: Caller, input?: RedirectCoinbaseInput, options?: CallOptions) => Call<string | Redirect, RedirectCoinbaseError> =
  /*#__PURE__*/ operation('oauth.redirectCoinbase GET sdk/{environmentId}/providers/cbOauthRedirectUrl', readRedirectOrText)

/** The input of {@link redirectFormPost}. */
export interface RedirectFormPostInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  /** The provider's answer as form fields: a code, or an error. */
  body: OauthRedirectRequest
}

/** The refusals of {@link redirectFormPost}; `body` narrows by `status`. */
export type RedirectFormPostError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Receive the provider's answer as a form
 *
 * Does the same as `oauth.redirect` for providers that answer with a form post, such as Apple. The result is stored
 * for the state. The browser is redirected to the registered redirect URL with a GET, or gets a small page if there
 * is none. An `id_token` in the form has to be signed by the provider, be valid at this time, and fit this client,
 * this state and this code. Otherwise the answer is 422 `invalid_verification`, and so is an `id_token` together
 * with an error. It is not stored: the exchange of the code in `oauth.signIn` or `oauth.verify` shows who the person
 * is.
 *
 * The same answers are refused as in `oauth.redirect`, with 422 `invalid_verification`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `body`; see {@link RedirectFormPostInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const text = await oauth.redirectFormPost(client, { providerType: 'google', body: { code, state, iss } })
 * ```
 */
export const redirectFormPost: (client: Caller, input: RedirectFormPostInput, options?: CallOptions) => Call<string | Redirect, RedirectFormPostError> =
  /*#__PURE__*/ operation('oauth.redirectFormPost POST sdk/{environmentId}/providers/{providerType}/redirect', readRedirectOrText, form)

/** The input of {@link signIn}. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  /** The proof of a finished round trip to the provider. */
  body: OauthRequest
}

/** The refusals of {@link signIn}; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with an OAuth code
 *
 * Exchanges the provider's code for the person's account there and signs that person in, as `oauth.verify` does
 * without a credential. A credential in the request is ignored: use `oauth.verify` to link an account to the
 * signed-in user.
 *
 * Code, state, verifier, provider and CAPTCHA are refused as in `oauth.verify`, and the user is found or created by
 * the same rules: by the provider account first, then by an e-mail address that both sides have verified. Gates and
 * allowlists are evaluated before anything is stored: a refused person gets 403, and no user or session is created.
 *
 * A profile without an e-mail address shows the one that the account newly proves: an account that is new to the user,
 * or whose address has changed at the provider, unless another user has the address.
 *
 * A new user fires `user.created`, a new session `user.session.created`, and an account that joins an existing user
 * `user.social.linked`; `user.updated` if the account's former address leaves the profile, or its address takes the
 * empty place. If the environment keeps sessions in cookies on a custom hostname, the reply sets the httpOnly cookie
 * `LATCHKEY_AUTH`, and leaves the tokens out of the body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await oauth.signIn(client, { providerType: 'google', body: { code, state, codeVerifier } })
 * ```
 */
export const signIn: (client: Caller, input: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('oauth.signIn POST sdk/{environmentId}/providers/{providerType}/signIn')

/** The input of {@link verify}. */
export interface VerifyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The identity provider, by its wire name. */
  providerType: ProviderEnum | Unlisted
  /** The proof of a finished round trip to the provider. */
  body: OauthRequest
}

/** The refusals of {@link verify}; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 401 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in or link with an OAuth code
 *
 * Exchanges the provider's code for the person's account there and completes the sign-in. Code and state are
 * single-use and must belong together. The code verifier must fit the challenge that was sent to the provider (PKCE,
 * S256), and must be left out if none was sent. An unknown, expired, replayed or foreign state or code, and a
 * verifier that does not fit, are all 422 `invalid_verification`. A provider that is not enabled here, and an
 * `ssoProviderId` of another provider setting, are 422 `provider_not_available`. If the environment asks for a
 * CAPTCHA, a missing `captchaToken` is 422 `invalid_verification`. If a code comes a second time with its state, the
 * session that it gave is revoked, since one of the two senders has stolen it (RFC 6749, section 4.1.2).
 *
 * Without a credential this call signs in. The user is found by the provider account first, then by an e-mail
 * address that both sides have verified; otherwise a user is created. `newUser` is true only in the reply to a
 * user's first sign-in. An unverified e-mail address never links an account, nor does one from a provider that does
 * not verify addresses. Each sign-in starts a session. The scope contains `user:basic` only when no required field
 * is missing and no MFA step is open; an open step shows as `requiresAdditionalAuth` and comes with `mfaToken`.
 * Gates and allowlists are evaluated before anything is stored, and the wallets of an existing user are screened. A
 * person who is refused gets 403, and no user or session is created. The state can still be used; if the screening
 * refuses, only its checks are stored.
 *
 * With a valid session of a user this call links the account to that user and continues the session: the reply has
 * tokens with the new credential and the same expiry. The former tokens stay valid for ten seconds. Linking an account
 * that the user already has succeeds without a change. An account of another user is 422 `social_account_already_exists`. A credential that is invalid, expired
 * or revoked is 401 and never starts a new sign-in. A session that waits for its second factor is 403
 * `mfa_required`.
 *
 * A profile without an e-mail address shows the one that the account newly proves: an account that is new to the user,
 * or whose address has changed at the provider, unless another user has the address.
 *
 * A new user fires `user.created`, a new session `user.session.created`, and an account that joins an existing user
 * `user.social.linked`; `user.updated` if the account's former address leaves the profile, or its address takes the
 * empty place. If the environment keeps sessions in cookies on a custom hostname, the reply sets the httpOnly cookie
 * `LATCHKEY_AUTH`, and leaves the tokens out of the body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `providerType`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_verification`, `provider_not_available`,
 *   `social_account_already_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await oauth.verify(client, { providerType: 'google', body: { code, state, codeVerifier } })
 * ```
 */
export const verify: (client: Caller, input: VerifyInput, options?: CallOptions) => Call<VerifyResponse, VerifyError> =
  /*#__PURE__*/ operation('oauth.verify POST sdk/{environmentId}/providers/{providerType}/verify')
