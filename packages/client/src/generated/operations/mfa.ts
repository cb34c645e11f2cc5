// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Proving a second factor, recovery codes, and taking the second factors of a user away.
 *
 * @module mfa
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { EmailVerificationMfaRequest, ErrorBody, ForbiddenWithErrorAndPayload, MfaAuthRecoveryDevicePostRequest, MfaAuthTotpDevicePostRequest, MfaGetRecoveryCodesResponse, MfaMethodsResponse, MfaRegenRecoveryCodesResponse, OtherStatus, PasskeyAuthRequest, UnprocessableEntity, VerifyResponse } from './schemas.ts'

/** The input of {@link authenticateEmail}. */
export interface AuthenticateEmailInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A code that was sent by e-mail, as a second factor. */
  body: EmailVerificationMfaRequest
}

/** The refusals of {@link authenticateEmail}; `body` narrows by `status`. */
export type AuthenticateEmailError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Prove the second factor by a code sent by e-mail
 *
 * Proves the second factor of this session by a code that `emailSignIn.create` has sent to a verified address of the
 * user. Codes by e-mail must be among the factors in the environment's settings; otherwise the call is 422
 * `mfa_invalid_request`. The address with which this session began is 422 `mfa_invalid_request` as well, since it
 * would be the same factor twice. So is an address of another user, whose code is not used up.
 *
 * A wrong code is 422 `wrong_email_verification_token`, after five of them, or 99 for the address within 24 hours,
 * 422 `too_many_email_verification_attempts`; an unknown, expired or used verification is 422
 * `invalid_email_verification`.
 *
 * The reply has new tokens with a new expiry. Their scope contains `user:basic` unless a required field is missing.
 * Tokens from before are refused at once. With `createMfaToken` the reply also has an `mfaToken` for actions that
 * ask for the second factor again, which goes into the header `x-mfa-auth-token`: for one action, or for ten
 * minutes. A user that a gate, an allowlist or the screening now refuses gets 403, and nothing is used up.
 * Fires no event.
 *
 * The credential is the session's token or the token of the first step, both while the second step is open and
 * later.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link AuthenticateEmailInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 415 `unsupported_media_type`; 422
 *   `wrong_email_verification_token`, `invalid_email_verification`, `too_many_email_verification_attempts`,
 *   `mfa_invalid_request`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfa.authenticateEmail(client, { body: { verificationUUID, verificationToken, createMfaToken: { singleUse: true } } })
 * ```
 */
export const authenticateEmail: (client: Caller, input: AuthenticateEmailInput, options?: CallOptions) => Call<VerifyResponse, AuthenticateEmailError> =
  /*#__PURE__*/ operation('mfa.authenticateEmail POST sdk/{environmentId}/users/mfa/auth/email')

/** The input of {@link authenticatePasskey}. */
export interface AuthenticatePasskeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A signed challenge, as `AuthenticationResponseJSON` of WebAuthn. Bytes are base64url. */
  body: PasskeyAuthRequest
}

/** The refusals of {@link authenticatePasskey}; `body` narrows by `status`. */
export type AuthenticatePasskeyError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Prove the second factor by a passkey
 *
 * Proves the second factor of this session by a passkey's signature over a challenge from
 * `passkeys.getAuthenticationOptions`. Any passkey of the user is accepted, whether it was registered as a device or
 * to sign in. If second factors are off, or passkeys are not among them, the call is 422 `mfa_invalid_request`. A
 * challenge that is unknown, expired, used or another user's is 422 `invalid_verification`, a passkey that is not
 * the user's 422 `passkey_not_found`, and a signature that does not verify 422 `other_verify_failure`. An answer
 * uses the challenge up, even a wrong one. A page whose origin the environment does not allow, and client data that
 * no browser would write, are 400 `bad_request`.
 *
 * The reply has new tokens with a new expiry. Their scope contains `user:basic` unless a required field is missing.
 * Tokens from before are refused at once. With `createMfaToken` the reply also has an `mfaToken` for actions that
 * ask for the second factor again, which goes into the header `x-mfa-auth-token`: for one action, or for ten
 * minutes. A user that a gate, an allowlist or the screening now refuses gets 403, and the challenge is still
 * used up. Fires no event.
 *
 * The credential is the session's token or the token of the first step, both while the second step is open and
 * later.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link AuthenticatePasskeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403; 415
 *   `unsupported_media_type`; 422 `invalid_verification`, `other_verify_failure`, `mfa_invalid_request`,
 *   `passkey_not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfa.authenticatePasskey(client, { body: assertion })
 * ```
 */
export const authenticatePasskey: (client: Caller, input: AuthenticatePasskeyInput, options?: CallOptions) => Call<VerifyResponse, AuthenticatePasskeyError> =
  /*#__PURE__*/ operation('mfa.authenticatePasskey POST sdk/{environmentId}/users/mfa/auth/passkey')

/** The input of {@link authenticateRecoveryCode}. */
export interface AuthenticateRecoveryCodeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A recovery code, as a second factor. */
  body: MfaAuthRecoveryDevicePostRequest
}

/** The refusals of {@link authenticateRecoveryCode}; `body` narrows by `status`. */
export type AuthenticateRecoveryCodeError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Prove the second factor by a recovery code
 *
 * Proves the second factor of this session by one of the user's recovery codes, which is used up. Case, spaces and
 * hyphens are ignored. The devices stay as they are; a user who has lost one deletes it afterwards. A code that is
 * wrong, was used or was replaced by newer ones is 422 `mfa_invalid_code`. Wrong codes are counted together with
 * those of `mfa.authenticateTotp`, with the same lock. A user without a verified device that recovery codes can
 * replace gets 422 `mfa_invalid_request`.
 *
 * The reply has new tokens with a new expiry. Their scope contains `user:basic` unless a required field is missing.
 * Tokens from before are refused at once. With `createMfaToken` the reply also has an `mfaToken` for actions that
 * ask for the second factor again, which goes into the header `x-mfa-auth-token`: for one action, or for ten
 * minutes. A user that a gate, an allowlist or the screening now refuses gets 403, and nothing is used up.
 * Fires no event.
 *
 * The credential is the session's token or the token of the first step, both while the second step is open and
 * later.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link AuthenticateRecoveryCodeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 415 `unsupported_media_type`; 422
 *   `mfa_invalid_code`, `mfa_invalid_request`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfa.authenticateRecoveryCode(client, { body: { code } })
 * ```
 */
export const authenticateRecoveryCode: (client: Caller, input: AuthenticateRecoveryCodeInput, options?: CallOptions) => Call<VerifyResponse, AuthenticateRecoveryCodeError> =
  /*#__PURE__*/ operation('mfa.authenticateRecoveryCode POST sdk/{environmentId}/users/mfa/auth/recovery')

/** The input of {@link authenticateTotp}. */
export interface AuthenticateTotpInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A code of an authenticator app, as a second factor. */
  body: MfaAuthTotpDevicePostRequest
}

/** The refusals of {@link authenticateTotp}; `body` narrows by `status`. */
export type AuthenticateTotpError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Prove the second factor by an authenticator app
 *
 * Proves the second factor of this session by a code of an authenticator app: of the device with the `id`, or
 * without one of any device of the user. The codes of the current 30 seconds, the 30 seconds before and the 30
 * seconds after are accepted, each only once over all sessions. After a code was accepted, earlier codes are
 * refused. A code that is wrong, too old or was accepted before is 422 `mfa_invalid_code`. Wrong codes are counted
 * per user, over all devices and sessions and together with recovery codes: after five in a row no code is accepted
 * for five minutes, not even the right one, and the call is 422 `too_many_verification_attempts` with `Retry-After`.
 * From then on each wrong code locks again, until a right one is entered. A device that is unknown, another user's
 * or not verified is 422 `mfa_device_not_found`. If second factors are off, or apps are not among them, the call is
 * 422 `mfa_invalid_request`.
 *
 * The reply has new tokens with a new expiry. Their scope contains `user:basic` unless a required field is missing.
 * Tokens from before are refused at once. With `createMfaToken` the reply also has an `mfaToken` for actions that
 * ask for the second factor again, which goes into the header `x-mfa-auth-token`: for one action, or for ten
 * minutes. A user that a gate, an allowlist or the screening now refuses gets 403, and nothing is used up.
 * Fires no event.
 *
 * The credential is the session's token or the token of the first step, both while the second step is open and
 * later.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link AuthenticateTotpInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 415 `unsupported_media_type`; 422
 *   `too_many_verification_attempts`, `mfa_device_not_found`, `mfa_invalid_code`, `mfa_invalid_request`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfa.authenticateTotp(client, { body: { id, code, createMfaToken: { singleUse: true } } })
 * ```
 */
export const authenticateTotp: (client: Caller, input: AuthenticateTotpInput, options?: CallOptions) => Call<VerifyResponse, AuthenticateTotpError> =
  /*#__PURE__*/ operation('mfa.authenticateTotp POST sdk/{environmentId}/users/mfa/auth/totp')

/** The input of {@link createRecoveryCodes}. */
export interface CreateRecoveryCodesInput {
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
}

/** The refusals of {@link createRecoveryCodes}; `body` narrows by `status`. */
export type CreateRecoveryCodesError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Create new recovery codes
 *
 * Creates ten recovery codes and returns them; the former codes become invalid. The user's
 * `mfaBackupCodeAcknowledgement` becomes `pending` again, which fires `user.updated` if it changes. A user without a
 * verified device that recovery codes can replace gets 404 without a body. A session that waits for its second
 * factor gets 403 `mfa_required`.
 *
 * A user who can prove a second factor must have proved it within the last ten minutes, in this session or by a
 * token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
 * expired, used or another session's is 401. A single-use token is used up by a success, but not by a refusal.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`; see {@link CreateRecoveryCodesInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`, `mfa_required`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfa.createRecoveryCodes(client)
 * ```
 */
export const createRecoveryCodes: (client: Caller, input?: CreateRecoveryCodesInput, options?: CallOptions) => Call<MfaRegenRecoveryCodesResponse, CreateRecoveryCodesError> =
  /*#__PURE__*/ operation('mfa.createRecoveryCodes POST sdk/{environmentId}/users/mfa/recovery')

/** The input of {@link deleteDevices}. */
export interface DeleteDevicesInput {
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link deleteDevices}; `body` narrows by `status`. */
export type DeleteDevicesError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete the second factors of a user
 *
 * Deletes all second factors of a user: the devices, even those that are not verified, their passkeys, the recovery
 * codes with their acknowledgement, and the proofs for further actions. A lock after wrong codes ends. Passkeys with
 * which the user signs in stay, and the user's sessions continue. If the environment requires a second factor, the
 * user has to register one at the next sign-in. For a user without a second factor the answer is 204, too. A user of
 * another environment is 404. Fires `user.updated` if the acknowledgement is deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`; see {@link DeleteDevicesInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await mfa.deleteDevices(client, { userId })
 * ```
 */
export const deleteDevices: (client: Caller, input: DeleteDevicesInput, options?: CallOptions) => Call<undefined, DeleteDevicesError> =
  /*#__PURE__*/ operation('mfa.deleteDevices DELETE users/{userId}/mfa e')

/** The input of {@link listMethods}. */
export interface ListMethodsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * Whether devices that are not verified yet are left out.
     * @default true
     */
    verifiedOnly?: boolean | undefined
  } | undefined
}

/** The refusals of {@link listMethods}; `body` narrows by `status`. */
export type ListMethodsError =
  | ApiError<400 | 401 | 429 | 500, ErrorBody>
  | ApiError<403 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List what the user can prove a second factor with
 *
 * Returns the devices and passkeys of the signed-in user that can be the second factor in this environment; kinds
 * that are turned off are left out. With `verifiedOnly` false, devices that are not verified yet are included.
 * `userHasVerifiedMfaMethods` says whether there is a verified device or a passkey. If it is false and the second
 * step is open, the user registers a device with `mfaDevices`, unless codes to another e-mail address are a second
 * factor here; addresses are not listed. A session that waits for its second factor may call this, and so may the
 * token of the first step.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListMethodsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfa.listMethods(client)
 * ```
 */
export const listMethods: (client: Caller, input?: ListMethodsInput, options?: CallOptions) => Call<MfaMethodsResponse, ListMethodsError> =
  /*#__PURE__*/ operation('mfa.listMethods GET sdk/{environmentId}/users/mfa/methods')

/** The input of {@link listRecoveryCodes}. */
export interface ListRecoveryCodesInput {
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
}

/** The refusals of {@link listRecoveryCodes}; `body` narrows by `status`. */
export type ListRecoveryCodesError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the recovery codes that are left
 *
 * Returns how many recovery codes of the user are left. While `mfaBackupCodeAcknowledgement` is `pending`, the reply
 * also has the codes. Once the user has confirmed that they are saved (`profile.update` with `complete`), only their
 * hashes are stored and `recoveryCodes` is empty. For a user without codes the count is 0. A session that waits for
 * its second factor gets 403 `mfa_required`.
 *
 * A user who can prove a second factor must have proved it within the last ten minutes, in this session or by a
 * token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
 * expired, used or another session's is 401. A single-use token is used up by a success, but not by a refusal.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`; see {@link ListRecoveryCodesInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`, `mfa_required`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfa.listRecoveryCodes(client)
 * ```
 */
export const listRecoveryCodes: (client: Caller, input?: ListRecoveryCodesInput, options?: CallOptions) => Call<MfaGetRecoveryCodesResponse, ListRecoveryCodesError> =
  /*#__PURE__*/ operation('mfa.listRecoveryCodes GET sdk/{environmentId}/users/mfa/recovery')

/** The input of {@link reset}. */
export interface ResetInput {
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link reset}; `body` narrows by `status`. */
export type ResetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Reset the second factors of a user
 *
 * Does what `mfa.deleteDevices` does and also ends all sessions of the user, for an account that an attacker may
 * have taken over. The tokens of these sessions are 401 `session_revoked` from then on. The user signs in again and,
 * if the environment requires a second factor, registers one. Fires `admin.user.session.revoked` for each session
 * that ends, and `user.updated` if the acknowledgement of recovery codes is deleted. A user of another environment
 * is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`; see {@link ResetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`, `session_revoked`; 403
 *   `missing_scope`; 404 `not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await mfa.reset(client, { userId })
 * ```
 */
export const reset: (client: Caller, input: ResetInput, options?: CallOptions) => Call<undefined, ResetError> =
  /*#__PURE__*/ operation('mfa.reset POST users/{userId}/mfa/reset e')
