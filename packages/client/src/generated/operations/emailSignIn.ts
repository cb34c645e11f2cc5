// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Signing in by e-mail with one-time codes, and verifying an address of a user.
 *
 * @module emailSignIn
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { EmailProviderResponse, EmailVerificationCreateRequest, EmailVerificationCreateResponse, EmailVerificationRetryRequest, EmailVerificationVerifyRequest, ErrorBody, ForbiddenWithErrorAndPayload, OtherStatus, SsoProviderCheckRequest, SsoProviderCheckResponse, UnprocessableEntity, UpdateSelfResponse, VerifyResponse } from './schemas.ts'

/** The input of {@link checkSso}. */
export interface CheckSsoInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The address whose domain decides. */
  body: SsoProviderCheckRequest
}

/** The refusals of {@link checkSso}; `body` narrows by `status`. */
export type CheckSsoError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<401 | 403 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Find out whether an address signs in by SSO
 *
 * Decides by the domain of an e-mail address. The answer is `sso` if the provider `okta` is enabled in the
 * environment and its `domain` is the domain of the address. It is also `sso` if that `domain` is the `ssoDomain` of
 * the organization's verified SSO provider (see `ssoProviders.create`) and the domain of the address is that
 * provider's `emailDomain`. Domains are compared without regard to case, and subdomains are other domains. Register
 * a state with `oauth.initialize`, naming `id` as `ssoProviderId`, and send the person to `ssoAuthUrl` with the
 * state and the code challenge added. For every other address the answer is `otp`: continue with
 * `emailSignIn.create`. Nothing is sent or stored.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CheckSsoInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await emailSignIn.checkSso(client, { body: { email: 'ada@example.com' } })
 * ```
 */
export const checkSso: (client: Caller, input: CheckSsoInput, options?: CallOptions) => Call<SsoProviderCheckResponse, CheckSsoError> =
  /*#__PURE__*/ operation('emailSignIn.checkSso POST sdk/{environmentId}/ssoProvider')

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Where to send a code. */
  body: EmailVerificationCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Send a one-time code by e-mail
 *
 * Sends six digits to the address and answers with the id of the verification. The answer and the message are the
 * same whether or not a user has the address. The code is valid for ten minutes and for one success, in
 * `emailSignIn.signIn` or `emailSignIn.verify`. If the environment lists origins, the e-mail also has a link to the
 * app: to the `Origin` of this call if it is a listed one, otherwise to the first listed origin without a wildcard.
 * It carries `verificationUUID` and `verificationToken` in its fragment.
 *
 * An address, compared without regard to case, has one valid code: a new request returns another id and ends the
 * previous verification, even one of another caller. The count of wrong codes continues. After five wrong codes no
 * further code is sent until the latest one would have expired. After 99 wrong codes for one address within 24
 * hours, none is sent until the first of them is a day old. An address gets at most five messages within an hour.
 * All three refusals are 422 `too_many_email_verification_attempts`. Addresses for which `emailSignIn.checkSso`
 * leads to an SSO provider that is enforced get no code: 422 `email_associated_with_different_provider`.
 *
 * 422 `no_enabled_email_provider` where the provider `emailOnly` is not enabled, `invalid_email_address` for an
 * address with a plus part where `sdk.blockEmailSubaddresses` is on, and `invalid_verification` where the
 * environment asks for a CAPTCHA and `captchaToken` is missing or empty. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_verification`, `too_many_email_verification_attempts`, `no_enabled_email_provider`,
 *   `email_associated_with_different_provider`, `invalid_email_address`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await emailSignIn.create(client, { body: { email: 'ada@example.com' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<EmailVerificationCreateResponse, CreateError> =
  /*#__PURE__*/ operation('emailSignIn.create POST sdk/{environmentId}/emailVerifications/create')

/** The input of {@link getProvider}. */
export interface GetProviderInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** The address that the person wants to sign in with. An e-mail address. */
    email: string
  }
}

/** The refusals of {@link getProvider}; `body` narrows by `status`. */
export type GetProviderError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Find out how to sign in by e-mail
 *
 * Returns the provider with which people sign in with an e-mail address here: `emailOnly` sends a code, `magicLink`
 * is the embedded wallet provider that sends its own links. If both are enabled, it is `magicLink` if
 * `sdk.emailSignIn.signInProvider` of the settings names it, and `emailOnly` otherwise. The answer does not depend
 * on whether a user has the address, so it reveals nothing about people. 422 `no_enabled_email_provider` if neither
 * is enabled, and `invalid_email_address` for an address with a plus part if `sdk.blockEmailSubaddresses` is on.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetProviderInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 422 `no_enabled_email_provider`,
 *   `invalid_email_address`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await emailSignIn.getProvider(client, { query: { email: 'ada@example.com' } })
 * ```
 */
export const getProvider: (client: Caller, input: GetProviderInput, options?: CallOptions) => Call<EmailProviderResponse, GetProviderError> =
  /*#__PURE__*/ operation('emailSignIn.getProvider GET sdk/{environmentId}/emailProvider')

/** The input of {@link retry}. */
export interface RetryInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The verification that needs another code. */
  body: EmailVerificationRetryRequest
}

/** The refusals of {@link retry}; `body` narrows by `status`. */
export type RetryError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Send another code for the same verification
 *
 * Sends a new code to the same address and keeps the id. The former code becomes invalid, the ten minutes begin
 * again, and wrong codes that were entered before still count. A verification that is unknown, used, expired, of
 * another environment or of another address is 422 `invalid_email_verification`. The limits and the other refusals
 * are those of `emailSignIn.create`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link RetryInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `invalid_email_verification`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await emailSignIn.retry(client, { body: { verificationUUID, email: 'ada@example.com' } })
 * ```
 */
export const retry: (client: Caller, input: RetryInput, options?: CallOptions) => Call<EmailVerificationCreateResponse, RetryError> =
  /*#__PURE__*/ operation('emailSignIn.retry POST sdk/{environmentId}/emailVerifications/retry')

/** The input of {@link signIn}. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A verification with the code that was sent. */
  body: EmailVerificationVerifyRequest
}

/** The refusals of {@link signIn}; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a code sent by e-mail
 *
 * Signs the person in with the code, which is then used up. A wrong code is 422 `wrong_email_verification_token` and
 * is counted; after the fifth, and after 99 for one address within 24 hours, the right one is refused too, with 422
 * `too_many_email_verification_attempts`. A verification that is unknown, used, expired, of another environment, or
 * begun by a signed-in user as a change of profile is 422 `invalid_email_verification`, and so is an address that
 * may not be used to sign in. 422 `no_enabled_email_provider` and `invalid_verification` (CAPTCHA) are those of
 * `emailSignIn.create`.
 *
 * The person signs in as the user who has proved the address before, by a code or through an account whose provider
 * has verified it. If no user has proved it but a server gave it to one, the person signs in as that user only if
 * nothing else of the user was proved, and all other sessions of the user end. Otherwise the address leaves that
 * user. If no user is found, one is created with the address in profile and credentials. `newUser` is true only in
 * the reply to a user's first sign-in.
 *
 * Gates and allowlists are evaluated before anything is stored: a refused person gets 403, no user or session is
 * created, and the code stays valid. The screening then checks the wallets of an existing user; if it refuses, only
 * its checks are stored. An open MFA step shows as `requiresAdditionalAuth` in the scope and comes with `mfaToken`.
 * A new user fires `user.created`, the session `user.session.created`, a profile that the address comes into or
 * leaves `user.updated`, and each session that ends `user.session.revoked`. If the environment keeps sessions in
 * cookies on a custom hostname, the reply sets the httpOnly cookie `LATCHKEY_AUTH`, and leaves the
 * tokens out of the body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 403; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `wrong_email_verification_token`, `invalid_email_verification`, `invalid_verification`,
 *   `too_many_email_verification_attempts`, `no_enabled_email_provider`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await emailSignIn.signIn(client, { body: { verificationUUID, verificationToken } })
 * ```
 */
export const signIn: (client: Caller, input: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('emailSignIn.signIn POST sdk/{environmentId}/emailVerifications/signin')

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
  body: EmailVerificationVerifyRequest
}

/** The refusals of {@link verify}; `body` narrows by `status`. */
export type VerifyError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Verify an e-mail address of the signed-in user
 *
 * Takes a code from the signed-in user. The verification was begun with `emailSignIn.create`, or by this user with a
 * change of profile; one that another user began is 422 `invalid_email_verification`, like one that is unknown,
 * used, expired or of another environment. Wrong codes are counted together with those of a sign-in and refused the
 * same way. 422 `no_enabled_email_provider` and `invalid_verification` (CAPTCHA) are those of `emailSignIn.create`.
 *
 * The address becomes a credential that the user can sign in with. The profile shows it if it had none, or if the
 * user began the change; a change also removes the former address and its credential. The session continues: the
 * reply has tokens with the new credential and the same expiry, and `nextView` is `done`.
 *
 * If a server gave the address to another user who has not proved it, it leaves that user. One that another user has
 * proved moves to the signed-in user if the other user has nothing else: no other proved credential, no wallet, not
 * even a deleted one, no passkey, no second factor, and no other field of the profile and no metadata. The other user
 * is then deleted with every session, and `nextView` is `verified-and-transferred`. Otherwise nothing moves: 422
 * `merge_accounts_confirmation` with `payload.mergeConflicts`, and this session can merge both users with
 * `profile.merge` within ten minutes. A code alone does not merge a user who has a second factor: 422
 * `merge_accounts_invalid`, and the same if settings do not allow the merge. The code is used up in either case.
 *
 * A session whose second factor is still open is 403 `mfa_required`. So is a call without the header
 * `x-mfa-auth-token` where the settings require a second factor for `user.update` and the user has one; a proof that
 * is unknown, expired or used is 401, and the code stays valid then. Where codes by e-mail are a second factor, a
 * user who can prove one must have done so in this session within the last ten minutes, or send the header.
 *
 * Fires `user.updated` when the profile changes, and `user.deleted` if the other user is deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link VerifyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `invalid_email_verification`, `invalid_verification`,
 *   `no_enabled_email_provider`, `merge_accounts_confirmation`, `merge_accounts_invalid`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await emailSignIn.verify(client, { body: { verificationUUID, verificationToken } })
 * ```
 */
export const verify: (client: Caller, input: VerifyInput, options?: CallOptions) => Call<UpdateSelfResponse, VerifyError> =
  /*#__PURE__*/ operation('emailSignIn.verify POST sdk/{environmentId}/emailVerifications/verify')
