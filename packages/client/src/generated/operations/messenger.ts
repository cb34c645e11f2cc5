// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Signing in with an account of a messenger, by its login widget or from inside it.
 *
 * @module messenger
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import { readText } from '../../calls/readText.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, MessengerPostRequest, OauthResultRequest, OtherStatus, UnprocessableEntity, VerifyResponse } from './schemas.ts'

/** The input of {@link check}. */
export interface CheckInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Names a sign-in, and for a messenger how to complete it. */
  body?: OauthResultRequest | undefined
}

/** The refusals of {@link check}; `body` narrows by `status`. */
export type CheckError =
  | ApiError<400 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Ask whether a messenger account has a user
 *
 * Reports, before a sign-in, whether a user of this environment has the messenger account that a proof names: 204 if
 * so, otherwise 404. In the latter case `messenger.signIn` creates a user, but by a `messengerAuthToken` only with
 * `forceCreateUser`. The proof is either the `state` of an answered widget or a `messengerAuthToken`; the call does
 * not use it up, so call as often as needed.
 *
 * A state that is unknown, not answered yet, used or expired is 422 `invalid_verification`, and so is a
 * `messengerAuthToken` that is ten minutes old or not signed with the token of this environment's bot, and a call
 * with both or neither. An environment that has not enabled the messenger is 422 `provider_not_available`. An
 * existing user that gates or allowlists would refuse gets 403. Only `state` and `messengerAuthToken` are read.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CheckInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await messenger.check(client, { body: { state } })
 * ```
 */
export const check: (client: Caller, input?: CheckInput, options?: CallOptions) => Call<undefined, CheckError> =
  /*#__PURE__*/ operation('messenger.check POST sdk/{environmentId}/checkMessengerAuth e')

/** The input of {@link getPage}. */
export interface GetPageInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /**
     * A random value from the client, which binds the widget's answer to its sign-in.
     * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
     */
    state: string
  }
}

/** The refusals of {@link getPage}; `body` narrows by `status`. */
export type GetPageError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Show the messenger's login widget
 *
 * A page with the messenger's login widget, for applications that open it in a separate browser. When a person signs
 * in there, the answer is stored for the state as by `messenger.receive`; the application then calls
 * `messenger.check` and `messenger.signIn` with the same state. Opening the page stores nothing. Anybody who knows
 * the state can sign in by it, so the page names the app and waits for a click.
 *
 * An empty state is 422 `invalid_verification`; an environment that has not enabled the messenger is 422
 * `provider_not_available`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetPageInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 422 `invalid_verification`,
 *   `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const text = await messenger.getPage(client, { query: { state } })
 * ```
 */
export const getPage: (client: Caller, input: GetPageInput, options?: CallOptions) => Call<string, GetPageError> =
  /*#__PURE__*/ operation('messenger.getPage GET sdk/{environmentId}/messenger/auth', readText)

/** The input of {@link receive}. */
export interface ReceiveInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What the messenger's login widget has signed, and which sign-in it is for. */
  body: MessengerPostRequest
}

/** The refusals of {@link receive}; `body` narrows by `status`. */
export type ReceiveError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Receive the messenger's answer
 *
 * Stores what the messenger's login widget has signed, under the state of the sign-in, for ten minutes. The service
 * computes the signature with the token of this environment's bot (the provider's `clientSecret`) and compares it.
 *
 * A signature that does not fit is 422 `invalid_verification`, and so are an answer that is ten minutes old or from
 * the future, an empty state, and a state or signature that was used before: each is valid once. An environment that
 * has not enabled the messenger is 422 `provider_not_available`. Gates, allowlists and screening are evaluated at
 * once: a refused person gets 403, and nothing is stored but the checks of the screening.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ReceiveInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await messenger.receive(client, { body: { state, messengerUser } })
 * ```
 */
export const receive: (client: Caller, input: ReceiveInput, options?: CallOptions) => Call<undefined, ReceiveError> =
  /*#__PURE__*/ operation('messenger.receive POST sdk/{environmentId}/messenger/auth e')

/** The input of {@link signIn}. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Names a sign-in, and for a messenger how to complete it. */
  body?: OauthResultRequest | undefined
}

/** The refusals of {@link signIn}; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a messenger account
 *
 * Signs in the person that a proof names. The proof is either the `state` of an answered widget, which is valid for
 * one sign-in, or a `messengerAuthToken` for automatic login, which may be used again until it is ten minutes old.
 * The token has one of two forms:
 *
 * - A JWT that the environment's bot has signed by HS256 with its token (the provider's `clientSecret`) as the key.
 *   It needs the claims `id`, `authDate` (Unix time, in seconds or milliseconds) and `hash`, and may have
 *   `firstName`, `lastName`, `username` and `photoUrl`. `hash` is that of the login widget over these claims, with
 *   empty ones left out. `exp` and `nbf` are checked if present.
 * - The query string (init data) that the messenger gives to an application inside it.
 *
 * Proofs are refused as by `messenger.check`. A missing CAPTCHA is 422 `invalid_verification`, too, if the
 * environment asks for one.
 *
 * The user is found by the messenger account only. If no user has it, one is created with the names from the
 * messenger: by the widget always, by a token only if `forceCreateUser` is true, otherwise the answer is 422
 * `invalid_user`. Gates and allowlists are evaluated before anything is stored: a refused person gets 403, and no
 * user or session is created. `code` is ignored.
 *
 * A new user fires `user.created`, a new session `user.session.created`. If the environment keeps sessions in
 * cookies on a custom hostname, the reply sets the httpOnly cookie `LATCHKEY_AUTH`, and leaves the
 * tokens out of the body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `invalid_user`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await messenger.signIn(client, { body: { state } })
 * ```
 */
export const signIn: (client: Caller, input?: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('messenger.signIn POST sdk/{environmentId}/messenger/signin')

/** The input of {@link verify}. */
export interface VerifyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Names a sign-in, and for a messenger how to complete it. */
  body?: OauthResultRequest | undefined
}

/** The refusals of {@link verify}; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Link a messenger account
 *
 * Links the messenger account that a proof names to the user who is signed in, and continues that session: the reply
 * has tokens with the new credential and the same expiry. The proof is the same as in `messenger.signIn`, and a
 * state is used up, too. Linking an account that the user already has succeeds without a change. An account of
 * another user is 422 `social_account_already_exists`. An invalid proof is 422 `invalid_verification`, and so is a
 * missing CAPTCHA if the environment asks for one. An environment that has not enabled the messenger is 422
 * `provider_not_available`. A session that waits for its second factor is 403 `mfa_required`. `forceCreateUser`,
 * `code` and `sessionPublicKey` are ignored.
 *
 * An account that is new to the user fires `user.social.linked`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   415 `unsupported_media_type`; 422 `invalid_verification`, `provider_not_available`,
 *   `social_account_already_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await messenger.verify(client, { body: { state } })
 * ```
 */
export const verify: (client: Caller, input?: VerifyInput, options?: CallOptions) => Call<VerifyResponse, VerifyError> =
  /*#__PURE__*/ operation('messenger.verify POST sdk/{environmentId}/messenger/verify')
