// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Signing in by text message with one-time codes, and verifying a number of a user.
 *
 * @module smsSignIn
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, OtherStatus, SmsVerificationCreateRequest, SmsVerificationCreateResponse, SmsVerificationRetryRequest, SmsVerificationVerifyRequest, UnprocessableEntity, UpdateSelfResponse, VerifyResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Where to send a code. */
  body: SmsVerificationCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Send a one-time code by text message
 *
 * Sends six digits to a mobile number and answers with the id of the verification. The answer and the message are
 * the same whether or not a user has the number. The code is valid for ten minutes and for one success, in
 * `smsSignIn.signIn` or `smsSignIn.verify`.
 *
 * The number may be national, with or without its trunk prefix, or international; country and calling code have to
 * fit it. A number that is not a mobile number of that country is 422 `invalid_phone`, and so is a country that is
 * not among the `enabledCountries` of the provider setting, if it has any. The reply has the parts of the number in
 * E.164, which is a plus sign, `phoneCountryCode` and `phoneNumber`.
 *
 * A number has one valid code: a new request returns another id and ends the previous verification, even one of
 * another caller. The count of wrong codes continues. After five wrong codes no further code is sent until the
 * latest one would have expired. After 99 wrong codes for one number within 24 hours, none is sent until the first
 * of them is a day old. A number gets at most five messages within an hour. All three refusals are 422
 * `too_many_sms_verification_attempts`.
 *
 * 422 `no_enabled_sms_provider` where the provider `sms` is not enabled, and `invalid_verification` where the
 * environment asks for a CAPTCHA and `captchaToken` is missing or empty. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `too_many_sms_verification_attempts`, `no_enabled_sms_provider`, `invalid_phone`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await smsSignIn.create(client, { body: { phoneCountryCode: '49', phoneNumber: '0151 12345678', isoCountryCode: 'DE' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<SmsVerificationCreateResponse, CreateError> =
  /*#__PURE__*/ operation('smsSignIn.create POST sdk/{environmentId}/smsVerifications/create')

/** The input of {@link retry}. */
export interface RetryInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Which verification needs another code. */
  body: SmsVerificationRetryRequest
}

/** The refusals of {@link retry}; `body` narrows by `status`. */
export type RetryError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Send another code for the same verification
 *
 * Sends a new code to the same number and keeps the id. The former code becomes invalid, the ten minutes begin
 * again, and wrong codes that were entered before still count. A verification that is unknown, used, expired, of
 * another environment or of another number is 422 `invalid_sms_verification`. The limits and the other refusals are
 * those of `smsSignIn.create`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link RetryInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_sms_verification`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await smsSignIn.retry(client, {
 *   body: { verificationUUID, phoneCountryCode: '49', phoneNumber: '0151 12345678', isoCountryCode: 'DE' },
 * })
 * ```
 */
export const retry: (client: Caller, input: RetryInput, options?: CallOptions) => Call<SmsVerificationCreateResponse, RetryError> =
  /*#__PURE__*/ operation('smsSignIn.retry POST sdk/{environmentId}/smsVerifications/retry')

/** The input of {@link signIn}. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A verification with the code that was sent. */
  body: SmsVerificationVerifyRequest
}

/** The refusals of {@link signIn}; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a code sent by text message
 *
 * Signs the person in with the code, which is then used up. A wrong code is 422 `wrong_sms_verification_token` and
 * is counted; after the fifth, and after 99 for one number within 24 hours, the right one is refused too, with 422
 * `too_many_sms_verification_attempts`. A verification that is unknown, used, expired, of another environment, or
 * begun by a signed-in user as a change of profile is 422 `invalid_sms_verification`, and so is a number that may
 * not be used to sign in. 422 `no_enabled_sms_provider` and `invalid_verification` (CAPTCHA) are those of
 * `smsSignIn.create`.
 *
 * The person signs in as the user who has proved the number before. If no user has proved it, a user is created with
 * the number in profile and credentials. `newUser` is true only in the reply to a user's first sign-in. The profile
 * has the number in E.164 form, the credential in its parts. If the settings make numbers unique, the number is
 * removed from the profiles of users who have not proved it.
 *
 * Gates and allowlists are evaluated before anything is stored: a refused person gets 403, no user or session is
 * created, and the code stays valid. The screening then checks the wallets of an existing user; if it refuses, only
 * its checks are stored. An open MFA step shows as `requiresAdditionalAuth` in the scope and comes with `mfaToken`.
 * A new user fires `user.created`, the session `user.session.created`, and a profile that the number comes into or
 * leaves `user.updated`. If the environment keeps sessions in cookies on a custom hostname, the reply sets the
 * httpOnly cookie `LATCHKEY_AUTH`, and leaves the tokens out of the body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `wrong_sms_verification_token`, `invalid_sms_verification`, `invalid_verification`,
 *   `too_many_sms_verification_attempts`, `no_enabled_sms_provider`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await smsSignIn.signIn(client, { body: { verificationUUID, verificationToken } })
 * ```
 */
export const signIn: (client: Caller, input: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('smsSignIn.signIn POST sdk/{environmentId}/smsVerifications/signin')

/** The input of {@link verify}. */
export interface VerifyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  headers?: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`. Each operation says when it is needed: if the environment's settings require it for the
     * action, or if factors are added, read or deleted in a session whose own proof is more than ten minutes old.
     */
    'x-mfa-auth-token'?: string | undefined
  } | undefined
  /** A verification with the code that was sent. */
  body: SmsVerificationVerifyRequest
}

/** The refusals of {@link verify}; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Verify a phone number of the signed-in user
 *
 * Takes a code from the signed-in user. The verification was begun with `smsSignIn.create`, or by this user with a
 * change of profile; one that another user began is 422 `invalid_sms_verification`, like one that is unknown, used,
 * expired or of another environment. Wrong codes are counted together with those of a sign-in and refused the same
 * way. 422 `no_enabled_sms_provider` and `invalid_verification` (CAPTCHA) are those of `smsSignIn.create`.
 *
 * The number becomes a credential that the user can sign in with. The profile shows it if it had none, or if the
 * user began the change; a change also removes the former number and its credential. The session continues: the
 * reply has tokens with the new credential and the same expiry, and `nextView` is `done`.
 *
 * A number that another user has proved moves to the signed-in user if the other user has nothing else: no other
 * proved credential, no wallet, not even a deleted one, no passkey, no second factor, and no other field of the
 * profile and no metadata. The other user is then deleted with every session, and `nextView` is
 * `verified-and-transferred`. Otherwise nothing moves: 422 `merge_accounts_confirmation` with
 * `payload.mergeConflicts`, and this session can merge both users with `profile.merge` within ten minutes. A code
 * alone does not merge a user who has a second factor: 422 `merge_accounts_invalid`, and the same if settings do
 * not allow the merge. The code is used up in either case.
 *
 * A session whose second factor is still open is 403 `mfa_required`. So is a call without the header
 * `x-mfa-auth-token` where the settings require a second factor for `user.update` and the user has one; a proof that
 * is unknown, expired or used is 401, and the code stays valid then. Fires `user.updated` when the profile changes,
 * and `user.deleted` if the other user is deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `invalid_sms_verification`, `invalid_verification`, `no_enabled_sms_provider`,
 *   `merge_accounts_confirmation`, `merge_accounts_invalid`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await smsSignIn.verify(client, { body: { verificationUUID, verificationToken } })
 * ```
 */
export const verify: (client: Caller, input: VerifyInput, options?: CallOptions) => Call<UpdateSelfResponse, VerifyError> =
  /*#__PURE__*/ operation('smsSignIn.verify POST sdk/{environmentId}/smsVerifications/verify')
