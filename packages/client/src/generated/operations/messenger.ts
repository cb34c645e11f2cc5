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

/** What {@link check} takes. */
export interface CheckInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Names the sign-in that is asked for, and for a messenger how to go on. */
  body?: OauthResultRequest
}

/** How {@link check} may be refused; `body` narrows by `status`. */
export type CheckError =
  | ApiError<400 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Ask whether a messenger account has a user
 *
 * Tells, before anything is signed in, whether somebody in this environment has the messenger account that a proof
 * names: 204 if so, and 404 if nobody does, in which case `messenger.signIn` creates a user, by a
 * `messengerAuthToken` only with `forceCreateUser`. The proof is either the `state` of a widget that was answered or
 * a `messengerAuthToken`; nothing of it is used up, so ask as often as needed.
 *
 * A state that is unknown, not answered yet, used or expired is 422 `invalid_verification`, and so is a token that
 * is not signed with the token of this environment's bot or is ten minutes old, and a call with both or neither. An
 * environment that has not enabled the messenger is 422 `provider_not_available`. A known person whom gates or
 * allowlists would refuse gets 403. Only `state` and `messengerAuthToken` are read.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CheckInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * await messenger.check(client, { body: { state } })
 * ```
 */
export const check: (client: Caller, input?: CheckInput, options?: CallOptions) => Call<undefined, CheckError> =
  /*#__PURE__*/ operation('messenger.check POST sdk/{environmentId}/checkMessengerAuth e')

/** What {@link getPage} takes. */
export interface GetPageInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  query: {
    /**
     * A random value made by the client, which ties the widget's answer to its sign-in.
     * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
     */
    state: string
  }
}

/** How {@link getPage} may be refused; `body` narrows by `status`. */
export type GetPageError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Show the messenger's login widget
 *
 * A page with the messenger's login widget, for applications that open it in a browser of its own. Whoever signs in
 * there is handed to the state as by `messenger.receive`; the application then asks by the same state, with
 * `messenger.check` and `messenger.signIn`. Opening the page keeps nothing. Whoever knows the state signs in by it, so
 * the page names the app and waits for a click.
 *
 * An empty state is 422 `invalid_verification`; an environment that has not enabled the messenger is 422
 * `provider_not_available`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetPageInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 422 `invalid_verification`,
 *   `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * const text = await messenger.getPage(client, { query: { state } })
 * ```
 */
export const getPage: (client: Caller, input: GetPageInput, options?: CallOptions) => Call<string, GetPageError> =
  /*#__PURE__*/ operation('messenger.getPage GET sdk/{environmentId}/messenger/auth', readText)

/** What {@link receive} takes. */
export interface ReceiveInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** What the messenger's login widget has signed, and which sign-in it is for. */
  body: MessengerPostRequest
}

/** How {@link receive} may be refused; `body` narrows by `status`. */
export type ReceiveError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Receive the messenger's answer
 *
 * Keeps what the messenger's login widget has signed, under the state of the sign-in, for ten minutes. The
 * signature is made anew with the token of this environment's bot (the provider's `clientSecret`) and compared;
 * nothing of the person is believed without it.
 *
 * A signature that does not fit is 422 `invalid_verification`, and so are an answer that is ten minutes old or from
 * the future, an empty state, and a state or signature that was used before: each serves once. An environment that
 * has not enabled the messenger is 422 `provider_not_available`. Gates and allowlists are asked at once: whoever
 * they refuse gets 403, and nothing is kept.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ReceiveInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `provider_not_available`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * await messenger.receive(client, { body: { state, messengerUser } })
 * ```
 */
export const receive: (client: Caller, input: ReceiveInput, options?: CallOptions) => Call<undefined, ReceiveError> =
  /*#__PURE__*/ operation('messenger.receive POST sdk/{environmentId}/messenger/auth e')

/** What {@link signIn} takes. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Names the sign-in that is asked for, and for a messenger how to go on. */
  body?: OauthResultRequest
}

/** How {@link signIn} may be refused; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a messenger account
 *
 * Signs in whoever a proof names. The proof is either the `state` of a widget that was answered, which serves one
 * sign-in, or a `messengerAuthToken` for automatic login, which may be used again until it is ten minutes old. The
 * token has one of two forms:
 *
 * - A JWT that the environment's bot has signed by HS256 with its token (the provider's `clientSecret`) as the key.
 *   It needs the claims `id`, `authDate` (Unix time, in seconds or milliseconds) and `hash`, and may have
 *   `firstName`, `lastName`, `username` and `photoUrl`. `hash` is that of the login widget over these claims, with
 *   empty ones left out. `exp` and `nbf` count if they are there.
 * - The query string (init data) that the messenger hands to an application inside it.
 *
 * Proofs are refused as by `messenger.check`. A CAPTCHA that the environment asks for and that is missing is 422
 * `invalid_verification`, too.
 *
 * The user is found by the messenger account alone. Without one, a user is created with the names that the messenger
 * tells: by the widget always, by a token only if `forceCreateUser` is true, otherwise the answer is 422
 * `invalid_user`. Gates and allowlists are evaluated before anything is stored: a person whom they refuse gets 403,
 * and no user or session is created. `code` is not read.
 *
 * A new user fires `user.created`, a new session `user.session.created`. If the environment keeps sessions in
 * cookies on a custom hostname, the reply sets the httpOnly cookie `LATCHKEY_AUTH`, and live environments leave the
 * tokens out of the body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `invalid_user`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * const reply = await messenger.signIn(client, { body: { state } })
 * ```
 */
export const signIn: (client: Caller, input?: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('messenger.signIn POST sdk/{environmentId}/messenger/signin')

/** What {@link verify} takes. */
export interface VerifyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** Names the sign-in that is asked for, and for a messenger how to go on. */
  body?: OauthResultRequest
}

/** How {@link verify} may be refused; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Link a messenger account
 *
 * Links the messenger account that a proof names to the user who is signed in, and goes on with that session: the
 * reply has tokens with the new credential and the same expiry. The proof is the same as in `messenger.signIn`, and
 * a state is used up likewise. Linking an account that the user holds already succeeds without a change.
 *
 * An account that another user holds is 422 `social_account_already_exists`; a proof that is none is 422
 * `invalid_verification`, and so is a CAPTCHA that the environment asks for and that is missing. An environment that
 * has not enabled the messenger is 422 `provider_not_available`. A session that waits for its second factor is 403
 * `mfa_required`. `forceCreateUser`, `code` and `sessionPublicKey` are not read.
 *
 * An account that is new to the user fires `user.social.linked`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call alone.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   415 `unsupported_media_type`; 422 `invalid_verification`, `provider_not_available`,
 *   `social_account_already_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when no answer is had.
 * @example
 * ```ts
 * const reply = await messenger.verify(client, { body: { state } })
 * ```
 */
export const verify: (client: Caller, input?: VerifyInput, options?: CallOptions) => Call<VerifyResponse, VerifyError> =
  /*#__PURE__*/ operation('messenger.verify POST sdk/{environmentId}/messenger/verify')
