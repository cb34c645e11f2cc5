// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Signing in with a Farcaster account, and linking one.
 *
 * @module frame
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, FrameSignInRequest, OtherStatus, UnprocessableEntity, VerifyResponse } from './schemas.ts'

/** The input of {@link signIn}. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A Sign In With Farcaster message, with the signature of the account's custody address. */
  body: FrameSignInRequest
}

/** The refusals of {@link signIn}; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a Farcaster account
 *
 * Signs a person in with a Farcaster account, by a message that the account's custody address has signed (FIP-11).
 * The message is an EIP-4361 text for network 10 with the statement `Farcaster Auth`, and names the account as its
 * one resource of the form `farcaster://fid/<number>`; there may be other resources, too. `domain` and `nonce` of
 * the body must be the same as in the message. Domain, URI, times and nonce are checked as in `walletSignIn.verify`;
 * a failure is 422 `invalid_verification`, and so is a missing `captchaToken` if the environment asks for a CAPTCHA.
 * Fails with 422:
 *
 * - `other_verify_failure` for a wrong signature, for another address than the message names, and for an address
 *   that is not the custody address of the account,
 * - `invalid_wallet_address` for a text that is not an address,
 * - `unsupported_signature` for an unsupported kind of signature,
 * - `wallet_not_deployed` for a contract wallet without code.
 *
 * If the provider `farcaster` is not enabled, the call is 422 `provider_not_available`. A refusal does not use the
 * nonce up, unless the screening refuses. The person signs in as the user who has linked the account. If no user has
 * linked it, a user is created. The address is not linked as a wallet. Gates and allowlists are evaluated before
 * anything is stored, and a refused person gets 403. `newUser`, the open step for MFA, and cookies are as in
 * `oauth.verify`. A new user fires `user.created`, the session `user.session.created`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `wallet_not_deployed`, `provider_not_available`, `other_verify_failure`,
 *   `invalid_wallet_address`, `unsupported_signature`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await frame.signIn(client, { body: signedRequest })
 * ```
 */
export const signIn: (client: Caller, input: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('frame.signIn POST sdk/{environmentId}/frame/signin')

/** The input of {@link verify}. */
export interface VerifyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A Sign In With Farcaster message, with the signature of the account's custody address. */
  body: FrameSignInRequest
}

/** The refusals of {@link verify}; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Link a Farcaster account to the signed-in user
 *
 * Links a Farcaster account to the user who is signed in. The account is proved as in `frame.signIn`, with the same
 * refusals except that no CAPTCHA is needed. The session continues; the reply has tokens with the account and the
 * same expiry. If the user has already linked the account, the call succeeds without a change. An account of another
 * user is 422 `social_account_already_exists`, and is not moved.
 *
 * A session that waits for its second factor is 403 `mfa_required`. Fires `user.social.linked`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `social_account_already_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await frame.verify(client, { body: signedRequest })
 * ```
 */
export const verify: (client: Caller, input: VerifyInput, options?: CallOptions) => Call<VerifyResponse, VerifyError> =
  /*#__PURE__*/ operation('frame.verify POST sdk/{environmentId}/frame/verify')
