// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Passkeys of the signed-in user, and signing in with one.
 *
 * @module passkeys
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { DeleteUserPasskeyRequest, ErrorBody, ForbiddenWithErrorAndPayload, GetPasskeyAuthenticationOptionsResponse, GetPasskeyRegistrationOptionsResponse, GetUserPasskeysResponse, OtherStatus, PasskeyAuthRequest, PasskeyRegisterRequest, UnprocessableEntity, UpdateUserPasskeyRequest, UserPasskey, VerifyResponse } from './schemas.ts'

/** The input of {@link remove}. */
export interface DeleteInput {
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
  /** Which passkey to delete. */
  body: DeleteUserPasskeyRequest
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Delete a passkey
 *
 * Deletes a passkey of the signed-in user. It cannot sign in from then on, its credential leaves
 * `verifiedCredentials`, and sessions that began with it continue. The authenticator keeps its key, which is useless
 * then. The last credential with which the user can sign in is 422 `cannot_delete_last_sign_in_verified_credential`.
 * If the passkey was registered as a second factor, its device is deleted, too; if that was the default device, the
 * oldest of the others becomes the default. Where passkeys are second factors, each passkey counts as one, and the
 * last second factor is 400 `bad_request` if the environment requires one.
 *
 * A user who can prove a second factor must have proved it within the last ten minutes, in this session or by a
 * token in the header `x-mfa-auth-token`. Without that the call is 403 `mfa_required`; a token that is unknown,
 * expired, used or another session's is 401. A single-use token is used up by a deletion, but not by a refusal.
 *
 * Another user's passkey is 422 `passkey_not_found`, like one that does not exist. A call by cookie from an origin
 * that is not listed is 403 `origin_not_allowed`. Fires no event, except `user.updated` if recovery codes are
 * deleted with the last device.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `missing_scope`,
 *   `mfa_required`, `origin_not_allowed`; 415 `unsupported_media_type`; 422 `passkey_not_found`,
 *   `cannot_delete_last_sign_in_verified_credential`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await passkeys.delete(client, { body: { passkeyId } })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('passkeys.delete DELETE sdk/{environmentId}/users/passkeys e')

/** The input of {@link getAuthenticationOptions}. */
export interface GetAuthenticationOptionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * The relying party, if it is not the host of the calling page: a parent domain of that host, or the host of an origin
     * that the environment lists. Browsers accept another site as relying party only if that site names this one among its
     * related origins.
     */
    relatedOriginRpId?: string | undefined
  } | undefined
}

/** The refusals of {@link getAuthenticationOptions}; `body` narrows by `status`. */
export type GetAuthenticationOptionsError =
  | ApiError<400 | 401 | 429 | 500, ErrorBody>
  | ApiError<403 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get options to prove a second factor with
 *
 * Returns the options for `navigator.credentials.get()`, to which the signed-in user answers with one of the user's
 * passkeys. Send the answer to `mfa.authenticatePasskey`. `allowCredentials` names the passkeys for this site,
 * whether they sign in or not; it is empty for a user who has none.
 *
 * The challenge is valid for one answer within five minutes, by this user and only to prove a factor. The relying
 * party is the host of the calling page, which the header `Origin` names. Without the header it is the host of the
 * environment's first origin without a wildcard, or else the service's own host. A page whose origin the environment
 * does not allow is 400 `bad_request`, and so is a `relatedOriginRpId` that does not fit the page.
 *
 * A session that waits for its second factor may call this, and so may the token of the first step.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetAuthenticationOptionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await passkeys.getAuthenticationOptions(client)
 * ```
 */
export const getAuthenticationOptions: (client: Caller, input?: GetAuthenticationOptionsInput, options?: CallOptions) => Call<GetPasskeyAuthenticationOptionsResponse, GetAuthenticationOptionsError> =
  /*#__PURE__*/ operation('passkeys.getAuthenticationOptions GET sdk/{environmentId}/users/passkeys/authenticate')

/** The input of {@link getRegistrationOptions}. */
export interface GetRegistrationOptionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getRegistrationOptions}; `body` narrows by `status`. */
export type GetRegistrationOptionsError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get options to register a passkey with
 *
 * Returns the options for `navigator.credentials.create()`, which creates a passkey for the signed-in user. Send the
 * answer to `passkeys.register`. The passkey has to be discoverable and to verify the person, so that it can sign in
 * without a name and without another factor. ES256, EdDSA and RS256 keys are accepted; no attestation is asked for.
 * `excludeCredentials` names the user's passkeys for this site, so that no authenticator creates a second one.
 *
 * The challenge is valid for one answer within five minutes, by this user and only to register. The relying party is
 * the host of the calling page, which the header `Origin` names. Without the header it is the host of the
 * environment's first origin without a wildcard, or else the service's own host. A page whose origin the environment
 * does not allow is 400 `bad_request`.
 *
 * If the provider `passkey` is not enabled the call is 400 `bad_request`, and so it is for a user who has ten
 * passkeys, which is the maximum. A session that waits for its second factor gets 403 `mfa_required`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetRegistrationOptionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `missing_scope`,
 *   `mfa_required`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await passkeys.getRegistrationOptions(client)
 * ```
 */
export const getRegistrationOptions: (client: Caller, input?: GetRegistrationOptionsInput, options?: CallOptions) => Call<GetPasskeyRegistrationOptionsResponse, GetRegistrationOptionsError> =
  /*#__PURE__*/ operation('passkeys.getRegistrationOptions GET sdk/{environmentId}/users/passkeys/register')

/** The input of {@link getSignInOptions}. */
export interface GetSignInOptionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * The relying party, if it is not the host of the calling page: a parent domain of that host, or the host of an origin
     * that the environment lists. Browsers accept another site as relying party only if that site names this one among its
     * related origins.
     */
    relatedOriginRpId?: string | undefined
  } | undefined
}

/** The refusals of {@link getSignInOptions}; `body` narrows by `status`. */
export type GetSignInOptionsError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get options to sign in with
 *
 * Returns the options for `navigator.credentials.get()`, with which a person signs in by a passkey. Send the answer
 * to `passkeys.signIn`. `allowCredentials` is empty: the person picks one of the passkeys that the authenticator has
 * for this site. The authenticator has to verify the person.
 *
 * The challenge is valid for one sign-in within five minutes. The relying party is the host of the calling page,
 * which the header `Origin` names. Without the header it is the host of the environment's first origin without a
 * wildcard, or else the service's own host. A page whose origin the environment does not allow is 400 `bad_request`,
 * and so is a `relatedOriginRpId` that does not fit the page. If the provider `passkey` is not enabled the call is
 * 400 `bad_request`, too; an environment that does not exist is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetSignInOptionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await passkeys.getSignInOptions(client)
 * ```
 */
export const getSignInOptions: (client: Caller, input?: GetSignInOptionsInput, options?: CallOptions) => Call<GetPasskeyAuthenticationOptionsResponse, GetSignInOptionsError> =
  /*#__PURE__*/ operation('passkeys.getSignInOptions GET sdk/{environmentId}/users/passkeys/signin')

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
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the user's passkeys
 *
 * Returns the passkeys of the signed-in user, oldest first: those that sign in, and those that were registered by
 * `mfaDevices` and are only a second factor. Public keys and counters are not shown.
 *
 * A session that waits for its second factor gets 403 `mfa_required`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`, `mfa_required`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await passkeys.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<GetUserPasskeysResponse, ListError> =
  /*#__PURE__*/ operation('passkeys.list GET sdk/{environmentId}/users/passkeys')

/** The input of {@link register}. */
export interface RegisterInput {
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
  /**
   * A new passkey, as `RegistrationResponseJSON` of WebAuthn except for the spelling of `response.clientDataJson`. Bytes
   * are base64url.
   */
  body: PasskeyRegisterRequest
}

/** The refusals of {@link register}; `body` narrows by `status`. */
export type RegisterError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Register a passkey
 *
 * Adds a passkey to the signed-in user, from the answer of `navigator.credentials.create()` to the options of
 * `passkeys.getRegistrationOptions`. `passkeys.list` shows it, `verifiedCredentials` has it as a credential of
 * format `passkey`, and `passkeys.signIn` accepts it from then on. The body is the answer's JSON form with one
 * different spelling: `response.clientDataJson`. Other fields that browsers add to `response` are ignored.
 *
 * The reply has new tokens of the same session. With `createMfaToken` it also has an `mfaToken` for actions that ask
 * for a second factor again, which goes into the header `x-mfa-auth-token`: for one action, or for ten minutes.
 *
 * A user who can prove a second factor already has to have done so at most ten minutes ago, in this session or by
 * such a token in that header; passkeys are among the factors if the settings say so. Without that the call is 403
 * `mfa_required`, so that an attacker with an old session cannot add a factor; a token that is unknown, expired,
 * used or another session's is 401. A single-use token is used up by a registration, but not by a refusal.
 *
 * A challenge that is unknown, expired, used, or made for another user or purpose is 422 `invalid_verification`. An
 * answer fails with 422 `other_verify_failure` if
 *
 * - it comes from another page or from a frame of another site, or is for another site,
 * - its key is of a kind that was not offered, or invalid: not a point of the curve, or an RSA key of less than 2048
 *   bits,
 * - its id is longer than 1023 bytes,
 * - its flags say that the passkey is backed up although it is not eligible for backup,
 * - the person was not verified.
 *
 * Every answer that is checked uses its challenge up. A passkey that is already registered is 422
 * `duplicate_exists`, an eleventh one 422 `max_passkeys_per_user`. If the provider `passkey` is not enabled the call
 * is 422 `provider_not_available`. A page whose origin the environment does not allow, and client data that no
 * browser would write, are 400 `bad_request`. A session that waits for its second factor gets 403 `mfa_required`.
 * Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link RegisterInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403 `missing_scope`,
 *   `mfa_required`; 415 `unsupported_media_type`; 422 `invalid_verification`, `provider_not_available`,
 *   `other_verify_failure`, `duplicate_exists`, `max_passkeys_per_user`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await passkeys.register(client, { body: registration })
 * ```
 */
export const register: (client: Caller, input: RegisterInput, options?: CallOptions) => Call<VerifyResponse, RegisterError> =
  /*#__PURE__*/ operation('passkeys.register POST sdk/{environmentId}/users/passkeys/register')

/** The input of {@link signIn}. */
export interface SignInInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A signed challenge, as `AuthenticationResponseJSON` of WebAuthn. Bytes are base64url. */
  body: PasskeyAuthRequest
}

/** The refusals of {@link signIn}; `body` narrows by `status`. */
export type SignInError =
  | ApiError<400 | 401 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Sign in with a passkey
 *
 * Signs a person in with a passkey, from the answer of `navigator.credentials.get()` to the options of
 * `passkeys.getSignInOptions`. The passkey and the finger or PIN that unlocks it are two factors, so no second step
 * is needed. A session begins, and the passkey's credential becomes the user's latest one. Fires
 * `user.session.created`.
 *
 * With `createMfaToken` the reply also has an `mfaToken` for actions that ask for a second factor again, which goes
 * into the header `x-mfa-auth-token`: for one action, or for ten minutes.
 *
 * A challenge that is unknown, expired, used, or made for another purpose or environment is 422
 * `invalid_verification`. A passkey that is unknown here, was deleted, or is only a second factor is 422
 * `passkey_not_found`. An answer fails with 401 `unauthorized` if
 *
 * - its signature or user handle is wrong,
 * - it comes from another page or is for another site,
 * - the person was not verified,
 * - its counter did not increase, as with a key that was copied,
 * - its backup flags contradict those of the registration.
 *
 * Every answer that is checked uses its challenge up, even if a gate then refuses. Gates, allowlists and screening
 * are evaluated as at every sign-in; a refused person gets 403 and no session. If the provider `passkey` is not
 * enabled the call is 422 `provider_not_available`. A page whose origin the environment does not allow, and client
 * data that no browser would write, are 400 `bad_request`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link SignInInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `bad_request`; 401 `unauthorized`; 403; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_verification`, `provider_not_available`, `passkey_not_found`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await passkeys.signIn(client, { body: assertion })
 * ```
 */
export const signIn: (client: Caller, input: SignInInput, options?: CallOptions) => Call<VerifyResponse, SignInError> =
  /*#__PURE__*/ operation('passkeys.signIn POST sdk/{environmentId}/users/passkeys/signin')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What to change about a passkey. */
  body: UpdateUserPasskeyRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Name a passkey
 *
 * Gives a passkey of the signed-in user a name, by which the user recognises it in `passkeys.list`. Without `alias`,
 * or with its current name, nothing changes; otherwise `updatedAt` changes.
 *
 * Another user's passkey is 404, like one that does not exist. A session that waits for its second factor gets 403
 * `mfa_required`; a call by cookie from an origin that is not listed gets 403 `origin_not_allowed`. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`, `mfa_required`,
 *   `origin_not_allowed`; 404; 415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const userPasskey = await passkeys.update(client, { body: { id, alias: 'My laptop' } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<UserPasskey, UpdateError> =
  /*#__PURE__*/ operation('passkeys.update PUT sdk/{environmentId}/users/passkeys')

export { remove as delete }
