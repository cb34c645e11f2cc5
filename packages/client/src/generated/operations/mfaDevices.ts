// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The second factors of the signed-in user: authenticator apps and passkeys.
 *
 * @module mfaDevices
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, MfaDevice, MfaListDevicesResponse, MfaRegisterPasskeyDeviceGetResponse, MfaRegisterPasskeyDevicePostRequest, MfaRegisterTotpDeviceGetResponse, MfaRegisterTotpDevicePostRequest, MfaUpdateDeviceRequest, OtherStatus, UnprocessableEntity, VerifyResponse } from './schemas.ts'

/** The input of {@link createPasskey}. */
export interface CreatePasskeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link createPasskey}; `body` narrows by `status`. */
export type CreatePasskeyError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Begin to register a passkey device
 *
 * Creates a device without a passkey yet, and returns the options with which the browser creates the passkey, as
 * `PublicKeyCredentialCreationOptionsJSON` (WebAuthn). Their challenge is valid once, for five minutes. An earlier
 * unfinished passkey device is replaced.
 *
 * A session that waits for its second factor may register one only if the user has none: no verified device, no
 * passkey and no other address that is a second factor here. A user who has one gets 403 `mfa_required`, so that
 * nobody can add a second factor with only the first one.
 *
 * If second factors are off, or passkeys are not among them, the call is 422 `mfa_invalid_request`; a user who
 * already has ten passkeys gets 422 `max_passkeys_per_user`. A page whose origin the environment does not allow gets
 * 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link CreatePasskeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   422 `mfa_invalid_request`, `max_passkeys_per_user`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfaDevices.createPasskey(client)
 * ```
 */
export const createPasskey: (client: Caller, input?: CreatePasskeyInput, options?: CallOptions) => Call<MfaRegisterPasskeyDeviceGetResponse, CreatePasskeyError> =
  /*#__PURE__*/ operation('mfaDevices.createPasskey GET sdk/{environmentId}/users/mfa/register/passkey')

/** The input of {@link createTotp}. */
export interface CreateTotpInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link createTotp}; `body` narrows by `status`. */
export type CreateTotpError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Begin to register an authenticator app
 *
 * Creates a device without a first code yet, and returns its secret: as base32 to type in, and in an `otpauth`
 * address to show as a QR code. The app computes codes of six digits from it, a new one every 30 seconds, by
 * HMAC-SHA-1 (RFC 6238). The secret is shown only here. An earlier unfinished app is replaced.
 *
 * A session that waits for its second factor may register one only if the user has none: no verified device, no
 * passkey and no other address that is a second factor here. A user who has one gets 403 `mfa_required`, so that
 * nobody can add a second factor with only the first one.
 *
 * If second factors are off, or apps are not among them, the call is 422 `mfa_invalid_request`, and so it is for a
 * user who has ten verified apps.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link CreateTotpInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`, `mfa_required`; 422 `mfa_invalid_request`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfaDevices.createTotp(client)
 * ```
 */
export const createTotp: (client: Caller, input?: CreateTotpInput, options?: CallOptions) => Call<MfaRegisterTotpDeviceGetResponse, CreateTotpError> =
  /*#__PURE__*/ operation('mfaDevices.createTotp GET sdk/{environmentId}/users/mfa/register/totp')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the second factor. A UUID. */
  mfaDeviceId: string
  headers: {
    /**
     * Proof of a second factor in this session, as the `mfa` operations, `passkeys.register` and `passkeys.signIn` give it
     * for `createMfaToken`.
     */
    'x-mfa-auth-token': string
  }
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a second factor
 *
 * Deletes a device; its codes and signatures are refused from then on. A passkey that was registered as a second
 * factor is deleted with its device; one that signs in stays. The header `x-mfa-auth-token` must have a proof of the
 * second factor from this session, as the `mfa` operations give it for `createMfaToken`. Without it the call is 400
 * `bad_request`; a proof that is unknown, expired, used, or from another session is 401. A refused call does not use
 * the proof up. A session that waits for its second factor gets 403 `mfa_required`.
 *
 * The default device is 400 `bad_request` while the user has another verified one: make that the default first. The
 * last verified device can be deleted and is not asked for any more. The recovery codes and their acknowledgement
 * are deleted with the last device that they can replace. If the environment requires a second factor, the last one
 * is 400 `bad_request`; passkeys that sign in are counted for this, and devices of a kind that is turned off are
 * not. Another user's device is 404. Fires `user.updated` if the acknowledgement is deleted, and no other event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `mfaDeviceId`, `headers`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `missing_scope`,
 *   `mfa_required`; 404 `not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await mfaDevices.delete(client, { mfaDeviceId, headers: { 'x-mfa-auth-token': mfaToken } })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('mfaDevices.delete DELETE sdk/{environmentId}/users/mfa/{mfaDeviceId} e')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the second factor. A UUID. */
  mfaDeviceId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 404 | 429 | 500, ErrorBody>
  | ApiError<403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a second factor
 *
 * Returns one device of the signed-in user. The id of another user's device is 404, like one that does not exist. A
 * session that waits for its second factor may call this, and so may the token of the first step.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `mfaDeviceId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 404 `not_found`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const mfaDevice = await mfaDevices.get(client, { mfaDeviceId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<MfaDevice, GetError> =
  /*#__PURE__*/ operation('mfaDevices.get GET sdk/{environmentId}/users/mfa/{mfaDeviceId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<400 | 403 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the user's second factors
 *
 * Returns the devices that the signed-in user has registered as second factors, oldest first, including those that
 * are not verified yet. No reply contains secrets. Passkeys with which the user only signs in are not devices:
 * `mfa.listMethods` lists both. A session that waits for its second factor may call this, and so may the token of
 * the first step.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfaDevices.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<MfaListDevicesResponse, ListError> =
  /*#__PURE__*/ operation('mfaDevices.list GET sdk/{environmentId}/users/mfa')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the second factor. A UUID. */
  mfaDeviceId: string
  /** What to change about a second factor. */
  body: MfaUpdateDeviceRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Make a second factor the default
 *
 * With `default` true the user is asked for this device first, and the former default is no longer the default:
 * exactly one of the verified devices is. If nothing changes, the answer is 204, too. With `default` false for the
 * default device the call is 422 `mfa_invalid_request`, since there would be no default: make another device the
 * default instead. A device that is not verified is 422 `mfa_invalid_request`, too. Another user's device is 404. A
 * session that waits for its second factor gets 403 `mfa_required`. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `mfaDeviceId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   404 `not_found`; 415 `unsupported_media_type`; 422 `mfa_invalid_request`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await mfaDevices.update(client, { mfaDeviceId, body: { default: true } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<undefined, UpdateError> =
  /*#__PURE__*/ operation('mfaDevices.update PUT sdk/{environmentId}/users/mfa/{mfaDeviceId} e')

/** The input of {@link verifyPasskey}. */
export interface VerifyPasskeyInput {
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
  /** The passkey for an unfinished device. */
  body: MfaRegisterPasskeyDevicePostRequest
}

/** The refusals of {@link verifyPasskey}; `body` narrows by `status`. */
export type VerifyPasskeyError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Finish registering a passkey device
 *
 * Takes the passkey that the browser has created with the options of `mfaDevices.createPasskey`. `id` is the
 * unfinished device; one that is unknown, already verified or was replaced is 422 `mfa_device_not_found`. A
 * challenge that is unknown, expired, used or another user's is 422 `invalid_verification`; an answer that does not
 * fit the challenge or the page is 422 `other_verify_failure`. An answer uses the challenge up, right or wrong. The
 * passkey cannot be used to sign in. If second factors are off, or passkeys are not among them, the call is 422
 * `mfa_invalid_request`; a passkey that is already registered is 422 `duplicate_exists`, an eleventh one 422
 * `max_passkeys_per_user`.
 *
 * The device is a second factor from now on; the first one becomes the default. With the first device that recovery
 * codes can replace, ten codes are created, and the user's `mfaBackupCodeAcknowledgement` becomes `pending`, which
 * fires `user.updated`. Registering proves the second factor for this session, too: the reply has new tokens, and
 * those from before are refused. Other sessions of the user now wait for their second factor. A user that a
 * gate, an allowlist or the screening now refuses gets 403, and nothing is stored or used up.
 *
 * A session that waits for its second factor may register one only if the user has none: no verified device, no
 * passkey and no other address that is a second factor here. A user who has one gets 403 `mfa_required`, so that
 * nobody can add a second factor with only the first one.
 *
 * A user who can already prove a second factor must have proved it within the last ten minutes, in this session or
 * by a token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
 * expired, used or another session's is 401. A single-use token is used up by a success, but not by a refusal.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link VerifyPasskeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `invalid_verification`, `other_verify_failure`, `duplicate_exists`,
 *   `mfa_device_not_found`, `mfa_invalid_request`, `max_passkeys_per_user`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfaDevices.verifyPasskey(client, { body: { id, attestation } })
 * ```
 */
export const verifyPasskey: (client: Caller, input: VerifyPasskeyInput, options?: CallOptions) => Call<VerifyResponse, VerifyPasskeyError> =
  /*#__PURE__*/ operation('mfaDevices.verifyPasskey POST sdk/{environmentId}/users/mfa/register/passkey')

/** The input of {@link verifyTotp}. */
export interface VerifyTotpInput {
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
  /** The first code of an authenticator app. */
  body: MfaRegisterTotpDevicePostRequest
}

/** The refusals of {@link verifyTotp}; `body` narrows by `status`. */
export type VerifyTotpError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Finish registering an authenticator app
 *
 * Verifies the unfinished app by a code that it shows. The codes of the current step, the step before and the step
 * after are accepted. A wrong code is 422 `mfa_invalid_code` and is counted as in `mfa.authenticateTotp`, with the
 * same lock. Without an unfinished app the call is 422 `mfa_device_not_found`; another `type` than `totp` is 422
 * `mfa_invalid_request`.
 *
 * The device is a second factor from now on; the first one becomes the default. With the first device that recovery
 * codes can replace, ten codes are created, and the user's `mfaBackupCodeAcknowledgement` becomes `pending`, which
 * fires `user.updated`. Registering proves the second factor for this session, too, which keeps its token: refresh
 * it to see the scope change. Other sessions of the user now wait for their second factor.
 *
 * A session that waits for its second factor may register one only if the user has none: no verified device, no
 * passkey and no other address that is a second factor here. A user who has one gets 403 `mfa_required`, so that
 * nobody can add a second factor with only the first one.
 *
 * A user who can already prove a second factor must have proved it within the last ten minutes, in this session or
 * by a token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
 * expired, used or another session's is 401. A single-use token is used up by a success, but not by a refusal.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link VerifyTotpInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`;
 *   415 `unsupported_media_type`; 422 `mfa_device_not_found`, `mfa_invalid_code`, `mfa_invalid_request`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const mfaDevice = await mfaDevices.verifyTotp(client, { body: { type: 'totp', code } })
 * ```
 */
export const verifyTotp: (client: Caller, input: VerifyTotpInput, options?: CallOptions) => Call<MfaDevice, VerifyTotpError> =
  /*#__PURE__*/ operation('mfaDevices.verifyTotp POST sdk/{environmentId}/users/mfa/register/totp')

export { remove as delete }
