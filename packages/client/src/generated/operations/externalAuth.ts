// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Signing in with the JWT of a foreign issuer that the environment trusts.
 *
 * @module externalAuth
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, ExternalAuthSigninRequest, ExternalJwtCheckRequest, ExternalJwtCheckResponse, ForbiddenWithErrorAndPayload, OtherStatus, UnprocessableEntity, VerifyResponse } from './schemas.ts'

/** The input of {@link check}. */
export interface CheckInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The token to check. */
  body: ExternalJwtCheckRequest
}

/** The refusals of {@link check}; `body` narrows by `status`. */
export type CheckError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Check a JWT of the external issuer
 *
 * Verifies a foreign JWT as `externalAuth.signIn` does, but reports everything that is wrong with it instead of
 * refusing it: signature and key, issuer, audience, subject, times, and whether external sign-in is enabled at all.
 * It signs nobody in, stores nothing and fires no event. The sentences in `errors` do not quote the token. If the
 * environment's settings have no external issuer, or no JWK set for it, the call is 422 `invalid_external_auth`:
 * there is nothing to check against.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CheckInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_external_auth`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await externalAuth.check(client, { body: { encodedJwt } })
 * ```
 */
export const check: (client: Caller, input: CheckInput, options?: CallOptions) => Call<ExternalJwtCheckResponse, CheckError> =
  /*#__PURE__*/ operation('externalAuth.check POST environments/{environmentId}/externalJwt/check')

/** The input of {@link signIn}. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The token of the external issuer, unless it comes in the configured cookie. */
  body: ExternalAuthSigninRequest
}

/** The refusals of {@link signIn}; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 401 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a JWT of the external issuer
 *
 * Signs a person in by a JWT of the issuer that the settings `security.externalAuth` name. The token is in the body,
 * or in the cookie that these settings name; without either the answer is 401. A token in a cookie is accepted only
 * from a listed origin, otherwise the call is 403 `origin_not_allowed`. Credentials of the service are ignored.
 *
 * The token must be signed asymmetrically (RS, PS or ES with 256, 384 or 512 bits, or EdDSA) by the key of the JWK
 * set that its `kid` names. `iss` must be the configured issuer, `aud` must contain the configured audience if there
 * is one, `sub` must have 1 to 255 characters, and `exp` is required and must be in the future; `nbf` and `iat` are
 * optional and must not be in the future. Clocks may differ by a minute. Headers that contain a key, or that change
 * what a header means, are refused. A token whose only problem is that it has expired is 401 `token_expired`;
 * anything else is 422 `invalid_external_auth` with a sentence for each problem. So is a call while external sign-in
 * is off or not set up. A token may be used again until it expires.
 *
 * The user is found by issuer and subject first, then by an e-mail address that both sides have verified, for which
 * the token needs `email_verified: true`. Otherwise a user is created with the names in the token, and with its
 * verified address unless another user has it. Later tokens do not change the profile, but its address: one for which
 * the token no longer vouches leaves, and one for which it newly vouches takes an empty place, unless another user
 * has it. Gates and allowlists are evaluated before anything is stored: a refused person gets 403, and no user or
 * session is created.
 *
 * A new user fires `user.created`, a new session `user.session.created`, and another address in the profile
 * `user.updated`. If the environment keeps sessions in cookies on a custom hostname, the reply sets the httpOnly
 * cookie `LATCHKEY_AUTH`, and leaves the tokens out of the body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`, `token_expired`; 403
 *   `origin_not_allowed`; 404 `not_found`; 415 `unsupported_media_type`; 422 `invalid_external_auth`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await externalAuth.signIn(client, { body: { jwt } })
 * ```
 */
export const signIn: (client: Caller, input: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('externalAuth.signIn POST sdk/{environmentId}/externalAuth/signin')

/** The input of {@link verify}. */
export interface VerifyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The token of the external issuer, unless it comes in the configured cookie. */
  body: ExternalAuthSigninRequest
}

/** The refusals of {@link verify}; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 415 | 429 | 500, ErrorBody>
  | ApiError<410, UnprocessableEntity>
  | ApiError<401 | 403 | 404 | 405 | 409 | 422 | OtherStatus, unknown>

/**
 * Verify a JWT of the external issuer (retired)
 *
 * Retired: every well-formed call is answered with 410 and does nothing. Call `externalAuth.signIn` instead, or
 * `externalAuth.check` to verify a token without signing in.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 410 `invalid_external_auth`; 415 `unsupported_media_type`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await externalAuth.verify(client, { body: { jwt } })
 * ```
 * @deprecated See above for what to call instead.
 */
export const verify: (client: Caller, input: VerifyInput, options?: CallOptions) => Call<never, VerifyError> =
  /*#__PURE__*/ operation('externalAuth.verify POST sdk/{environmentId}/externalAuth/verify')
