// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The signed-in user, as the user sees it.
 *
 * @module profile
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, ForbiddenWithErrorAndPayload, MergeUserConflictResolutions, OtherStatus, SdkUser, UnprocessableEntity, UpdateSelfResponse, UserFields, UserFieldsCheckParams, UserFieldsCheckResponse, VerifyResponse } from './schemas.ts'

/** The input of {@link checkField}. */
export interface CheckFieldInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** Field and value, both of them, as in `filter[field]=username&filter[value]=ada`. */
    filter?: UserFieldsCheckParams | undefined
  } | undefined
}

/** The refusals of {@link checkField}; `body` narrows by `status`. */
export type CheckFieldError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Check whether a unique value is free
 *
 * Says whether a value of a unique field is free for the calling user, without regard to case. The user's own value
 * is free. Nothing is reserved: another user may be faster. An e-mail address is taken if another user has proved
 * it, by a code or by an account whose provider has verified it. An address that a server gave to a user without a
 * proof is free, since the person who proves it gets it. The answer is meant for a form: `profile.update` answers
 * the same for a taken address as for any other. A name below the environment's domain is taken if another user has
 * it as username. A value that the field cannot have is 422: `invalid_email`, `invalid_email_address` for a plus
 * part if those are blocked, `invalid_username`. If there is nothing to check, the answer is 404: without a filter,
 * and for names if the settings have no `nameService`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link CheckFieldInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   422 `invalid_email`, `invalid_email_address`, `invalid_username`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await profile.checkField(client, { query: { filter: { field: 'username', value: 'ada_l' } } })
 * ```
 */
export const checkField: (client: Caller, input?: CheckFieldInput, options?: CallOptions) => Call<UserFieldsCheckResponse, CheckFieldError> =
  /*#__PURE__*/ operation('profile.checkField GET sdk/{environmentId}/users/check')

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
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete the signed-in user
 *
 * Deletes the user and all records of the user: credentials, wallets, passkeys, second factors and recovery codes,
 * sessions, open codes (also those that others have requested for the user's address or number), proposed merges and
 * screening checks. Every token of the user is 401 from then on, and servers no longer find this id. Address,
 * number, username and wallets become free; a person who proves them later is a new user. Earlier events and webhook
 * messages stay, and so do entries of allowlists, which belong to the environment. Fires `user.deleted` once, with
 * the user's last state; sessions, wallets and accounts that are deleted with the user have no events of their own.
 * In cookie mode the cookie is cleared, and the `Origin` must be one that the environment allows. A second factor is
 * asked for as in `profile.update`, with 403 `mfa_required`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`, `mfa_required`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await profile.delete(client)
 * ```
 */
export const remove: (client: Caller, input?: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('profile.delete DELETE sdk/{environmentId}/users e')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<400 | 403 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the profile of the signed-in user
 *
 * Returns the user of the session, as the user is now: changes by administrators appear at once, while the claims of
 * the token stay as they were signed. `missingFields` lists the empty standard and custom fields that are enabled
 * and required. A session that is expired or revoked, or whose user is deleted, is 401.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const sdkUser = await profile.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<SdkUser, GetError> =
  /*#__PURE__*/ operation('profile.get GET sdk/{environmentId}/users')

/** The input of {@link merge}. */
export interface MergeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link merge}; `body` narrows by `status`. */
export type MergeError =
  | ApiError<401 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Merge the other user of the same person
 *
 * Merges two users who are the same person: the signed-in user, and the user whose address or number was proved in
 * this session by `emailSignIn.verify` or `smsSignIn.verify`, which answered `merge_accounts_confirmation`. That
 * proof is valid for ten minutes, only in this session, and as long as the other user has the proved address or
 * number. The signed-in user stays and the session continues. The other user's verified credentials, wallets,
 * passkeys and screening checks move to the signed-in user; each credential names its former user in
 * `previous_users`. Empty fields are filled with the other user's values, metadata key by key, and the earlier
 * `firstVisit` stays. The other user is deleted, with sessions, recovery codes and unproved addresses. `users.get`
 * of the old id is 404.
 *
 * If both have different values in an enabled field, nothing is merged: 422 `merge_accounts_confirmation` lists the
 * fields in `payload.mergeConflicts`, and `profile.resolveMerge` accepts the person's choice. 422
 * `merge_accounts_invalid` means that there is nothing to merge, or that the users cannot be merged. They cannot be
 * merged if the other user has a second factor, which a code alone must not bypass, if both have an embedded wallet
 * on the same chain, or if both have a wallet and the settings allow one per user. Metadata of more than two
 * kilobytes together is `metadata_size_exceeded`.
 *
 * Gates, allowlists and screening are evaluated for both together. A refusal is 403, and both users stay as they
 * are. While an MFA step is open the call is 403 `mfa_required`; with the session cookie, the `Origin` must be one
 * that the environment allows. Fires `user.merged` once, with `fromUserId`, and no other event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link MergeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `mfa_required`; 422 `merge_accounts_confirmation`,
 *   `merge_accounts_invalid`, `metadata_size_exceeded`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await profile.merge(client)
 * ```
 */
export const merge: (client: Caller, input?: MergeInput, options?: CallOptions) => Call<VerifyResponse, MergeError> =
  /*#__PURE__*/ operation('profile.merge POST sdk/{environmentId}/users/merge')

/** The input of {@link resolveMerge}. */
export interface ResolveMergeInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The choices of a person whose two users differ. */
  body: MergeUserConflictResolutions
}

/** The refusals of {@link resolveMerge}; `body` narrows by `status`. */
export type ResolveMergeError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Merge users with a choice for each conflict
 *
 * Merges like `profile.merge`, with the value that the person has chosen for each field in which the users differ. A
 * choice names the field as in the conflict, and the user whose value stays. The person can sign in with the
 * addresses of both users, whichever of them the profile shows. Fields without a conflict keep the value of the
 * signed-in user. A missing choice is 422 `merge_accounts_confirmation` with all current conflicts, so that the
 * person can choose again until the proof expires. A choice of a third user, of a field without a conflict, or a
 * second one for the same field is 422 `merge_accounts_invalid`, as is everything that `profile.merge` refuses with
 * that code. Nothing is merged then. The other refusals and the event are those of `profile.merge`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ResolveMergeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 415 `unsupported_media_type`; 422
 *   `merge_accounts_confirmation`, `merge_accounts_invalid`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await profile.resolveMerge(client, { body: { mergeUserResolutions: [{ userId, fieldKey: 'firstName', type: 'standard' }] } })
 * ```
 */
export const resolveMerge: (client: Caller, input: ResolveMergeInput, options?: CallOptions) => Call<VerifyResponse, ResolveMergeError> =
  /*#__PURE__*/ operation('profile.resolveMerge POST sdk/{environmentId}/verify/merge')

/** The input of {@link update}. */
export interface UpdateInput {
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
  /** What users change about their own profile. Fields that are left out stay as they are. */
  body: UserFields
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 415 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change the profile of the signed-in user
 *
 * Writes the fields in the body and leaves all others. An empty text empties a field; null empties `country` and the
 * addresses of wallets, which accept no empty text, and `username`. A boolean cannot be emptied, and `metadata` is
 * replaced as a whole. The session continues: the reply has tokens with the current claims and the same expiry, and
 * the earlier tokens stay valid. `profile.get` and servers see the change at once.
 *
 * A new e-mail address or phone number is not written but proved first: a code is sent there, `nextView` is
 * `verify-email` or `verify-sms`, and `emailSignIn.verify` or `smsSignIn.verify` completes the change with the id of
 * `emailVerification` or `smsVerification`, for this user only. All other fields of the body are written at once. If
 * both change, both codes are sent, the reply has both ids, and `nextView` names the address, which comes first. The
 * answer is the same whether or not another user has the address. An address that the user has proved before, by a
 * code or by an account whose provider has verified it, is shown at once. So is a number if the settings do not ask
 * for its verification; such a number is any text, and cannot be used to sign in. The same address in another spelling changes
 * nothing.
 *
 * An empty `email` or `phoneNumber` removes the address or number and its credential. If the field is required that
 * is 422 `email_cannot_be_null` or `invalid_update`, and if it is the last credential with which the user can sign
 * in, `cannot_delete_last_sign_in_verified_credential`.
 *
 * `mfaBackupCodeAcknowledgement` can be set to `complete` while it is `pending`; the recovery codes cannot be read
 * from then on. Any other change of it is `invalid_update`.
 *
 * These are refused with 422, and nothing is written:
 *
 * - a username of another user: `username_already_exists`,
 * - metadata of more than two kilobytes: `metadata_size_exceeded`,
 * - a value that a custom field does not accept: `invalid_metadata_value`,
 * - another user's value in a standard or custom field that the settings make unique:
 *   `custom_field_data_not_unique`, or `user_has_already_account_with_phone_number` for a number that needs no
 *   proof,
 * - an invalid address or number: `invalid_email`, `invalid_phone`,
 * - an address with a plus part if those are blocked: `invalid_email_address`,
 * - an address of a domain that signs in only by SSO: `email_associated_with_different_provider`,
 * - an address or number if codes cannot be sent: `no_enabled_email_provider`, `no_enabled_sms_provider`,
 * - an address or number after too many messages to it: `too_many_email_verification_attempts`,
 *   `too_many_sms_verification_attempts`,
 * - a missing `captchaToken` if the environment asks for one: `invalid_verification`.
 *
 * While an MFA step is open the call is 403 `mfa_required`. So is a call without the header `x-mfa-auth-token` if
 * the settings require a second factor for `user.update` and the user has one; a proof that is unknown, expired or
 * used is 401. Emptying the e-mail address needs a fresh proof as well if codes by e-mail are a second factor. With
 * the session cookie, the `Origin` must be one that the environment allows. Fires `user.updated` if a value has
 * changed.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `headers`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `mfa_required`; 415
 *   `unsupported_media_type`; 422 `email_cannot_be_null`, `invalid_email`, `username_already_exists`,
 *   `invalid_verification`, `too_many_sms_verification_attempts`, `too_many_email_verification_attempts`,
 *   `no_enabled_email_provider`, `no_enabled_sms_provider`, `email_associated_with_different_provider`,
 *   `user_has_already_account_with_phone_number`, `invalid_email_address`, `invalid_phone`,
 *   `custom_field_data_not_unique`, `metadata_size_exceeded`, `invalid_update`, `invalid_metadata_value`,
 *   `cannot_delete_last_sign_in_verified_credential`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await profile.update(client, {
 *   body: { email: 'ada@byron.example', firstName: 'Ada', country: 'GB', metadata: { plan: 'solo' } },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<UpdateSelfResponse, UpdateError> =
  /*#__PURE__*/ operation('profile.update PUT sdk/{environmentId}/users')

export { remove as delete }
