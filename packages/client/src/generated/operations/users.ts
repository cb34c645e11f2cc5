// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The end users of an environment, as servers and members manage them.
 *
 * @module users
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type ListCall, listOperation, type NextOffset, offset } from '../../calls/listOperation.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { BulkUserCreateResponse, ErrorBody, ForbiddenWithErrorAndPayload, InternalBulkUpdateUserFields, InternalUpdatableUserFields, InternalUserFields, OtherStatus, Session, SessionsResponse, Unlisted, UnprocessableEntity, User, UserOauthAccessTokenResponse, UserResponse, UserSearchFilterParams, UsersResponse } from './schemas.ts'

/** The input of {@link bulkCreate}. */
export interface BulkCreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * Whether rows whose user exists change that user. Without it they fail.
     * @default false
     */
    upsert?: boolean | undefined
  } | undefined
  /** From 1 to 50 items. */
  body: Array<InternalUserFields>
}

/** The refusals of {@link bulkCreate}; `body` narrows by `status`. */
export type BulkCreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Create or update many users
 *
 * Creates 1 to 50 users, each with wallets and social accounts as `users.create` does. Each row succeeds or fails on
 * its own: a row that fails stores nothing, and the others stay. Each row is in exactly one of the three lists, in
 * the order of the body; a user is shown as after the last row. Rows see the changes of the rows before them, so if
 * the same person is given twice, the second row fails, or updates the user.
 *
 * With `upsert=true` a row whose user exists changes that user instead. The e-mail address leads to the user who has
 * proved it, otherwise to the user that a server gave it to; each wallet and each social account lead to the user
 * who has them. The profile fields in the row are changed as by `users.update`, and the row's missing credentials
 * are added; none is removed. `emailVerifiedAt` verifies an address that was not verified before. The profile shows
 * the address, unless nobody has verified it and the profile already shows another one. If the user has proved the
 * address by a social account and a server gave it to another user, `emailVerifiedAt` takes it from the other user;
 * without it the address stays there, and the rest of the row is applied.
 *
 * A failed row has the code with which `users.create` or `users.update` would have failed, or `invalid_user` for a
 * row whose credentials lead to two users, or `linked_embedded_wallet` for another wallet of a user with an embedded
 * one. Its sentence begins with the row's number, counted from 0. Its `user` shows the profile that the row asked
 * for, with the id of the user that it identified, or else an unused id.
 *
 * Fires `user.created` for each new user, `user.updated` for each existing user whose profile has changed, and
 * `wallet.linked` and `user.social.linked` for what was added: a row that only adds a wallet fires only
 * `wallet.linked`. A body without rows or with more than 50, and one with a row that does not fit the schema, is a
 * 400, and nothing is stored.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`, `body`; see {@link BulkCreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await users.bulkCreate(client, {
 *   query: { upsert: true },
 *   body: [{ email: 'ada@example.com', emailVerifiedAt: '2026-01-15T09:30:00.000Z', firstName: 'Ada' }],
 * })
 * ```
 */
export const bulkCreate: (client: Caller, input: BulkCreateInput, options?: CallOptions) => Call<BulkUserCreateResponse, BulkCreateError> =
  /*#__PURE__*/ operation('users.bulkCreate POST environments/{environmentId}/users/bulk')

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What a new user starts with. Everything is optional. */
  body: InternalBulkUpdateUserFields
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a user
 *
 * Creates a user together with the given wallets and social accounts; either everything is stored or nothing. The
 * person can sign in with each of them at once, but with the e-mail address only if `emailVerifiedAt` says that it
 * was verified. Fires `user.created`, then `wallet.linked` per wallet and `user.social.linked` per account. Fails
 * with 422:
 *
 * - `email_already_exists`, `username_already_exists`, `social_account_already_exists` or `reassign_wallet_error`
 *   when another user of the environment has the value,
 * - `duplicate_exists` when `id` is taken, even in another environment, since ids are unique in the service, or when
 *   the body names a wallet or account twice,
 * - `invalid_email` for an invalid address, and `email_cannot_be_null` for `emailVerifiedAt` without `email`,
 * - `invalid_chain_address_match` for an address that is not valid on its chain,
 * - `provider_not_available` for an embedded wallet, and for a social account of a provider without sign-in,
 * - `invalid_metadata_value` or `metadata_size_exceeded` (more than two kilobytes of JSON) for `metadata`.
 *
 * `mfaBackupCodeAcknowledgement` is stored as it is given, for a user who comes from another system; the user's first
 * recovery codes here make it `pending` again. If the call verifies an address, pending profile changes of other users
 * to it end: their codes become invalid. A value that another user has in a field, standard or custom, that the settings make unique
 * is `custom_field_data_not_unique`, a phone number `user_has_already_account_with_phone_number`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `email_cannot_be_null`, `invalid_email`, `email_already_exists`,
 *   `reassign_wallet_error`, `username_already_exists`, `provider_not_available`,
 *   `user_has_already_account_with_phone_number`, `social_account_already_exists`, `duplicate_exists`,
 *   `custom_field_data_not_unique`, `metadata_size_exceeded`, `invalid_chain_address_match`,
 *   `invalid_metadata_value`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await users.create(client, {
 *   body: {
 *     email: 'ada@example.com',
 *     emailVerifiedAt: '2026-01-15T09:30:00.000Z',
 *     alias: 'ada',
 *     firstName: 'Ada',
 *     lastName: 'Lovelace',
 *     country: 'GB',
 *     username: 'ada_l',
 *     metadata: { plan: 'studio' },
 *     wallets: [
 *       {
 *         publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
 *         chain: 'EVM',
 *         walletName: 'metamask',
 *         walletProvider: 'browserExtension',
 *       },
 *     ],
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<UserResponse, CreateError> =
  /*#__PURE__*/ operation('users.create POST environments/{environmentId}/users')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a user
 *
 * Deletes the user with credentials, wallets, social accounts and MFA devices, and revokes their sessions, so their
 * tokens are refused from now on. Codes that were sent to the user's addresses and numbers are answered like wrong
 * ones, even codes that others requested. Another user can then have the e-mail address, username and wallets. Fires
 * `user.deleted`, and no events for the parts. This cannot be undone; a repeated call is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await users.delete(client, { userId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('users.delete DELETE environments/{environmentId}/users/{userId} e')

/** The input of {@link deleteLegacy}. */
export interface DeleteLegacyInput {
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link deleteLegacy}; `body` narrows by `status`. */
export type DeleteLegacyError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a user by id alone
 *
 * Does the same as `users.delete`, which replaces it: an environment token finds users of its own environment
 * only, a member token those of the caller's organizations. Fires `user.deleted`. A user that the caller cannot
 * reach, or a repeated call, is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`; see {@link DeleteLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await users.deleteLegacy(client, { userId })
 * ```
 * @deprecated See above for what to call instead.
 */
export const deleteLegacy: (client: Caller, input: DeleteLegacyInput, options?: CallOptions) => Call<undefined, DeleteLegacyError> =
  /*#__PURE__*/ operation('users.deleteLegacy DELETE users/{userId} e')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a user
 *
 * Returns one user of the environment with credentials, wallets, linked social accounts and MFA devices. The id of
 * a deleted user, or of one in another environment, is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await users.get(client, { userId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<UserResponse, GetError> =
  /*#__PURE__*/ operation('users.get GET environments/{environmentId}/users/{userId}')

/** The input of {@link getLegacy}. */
export interface GetLegacyInput {
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link getLegacy}; `body` narrows by `status`. */
export type GetLegacyError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a user by id alone
 *
 * Does the same as `users.get`, which replaces it. It needs no environment in the URL: an environment token reaches
 * those of its own environment, a member token those of the caller's organizations, and any other id is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`; see {@link GetLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await users.getLegacy(client, { userId })
 * ```
 * @deprecated See above for what to call instead.
 */
export const getLegacy: (client: Caller, input: GetLegacyInput, options?: CallOptions) => Call<UserResponse, GetLegacyError> =
  /*#__PURE__*/ operation('users.getLegacy GET users/{userId}')

/** The input of {@link getOauthAccessToken}. */
export interface GetOauthAccessTokenInput {
  /** Id of the linked account, which is the id of its credential. A UUID. */
  oauthAccountId: string
}

/** The refusals of {@link getOauthAccessToken}; `body` narrows by `status`. */
export type GetOauthAccessTokenError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the access token of a user's account
 *
 * Returns the access token that the provider issued at the latest sign-in with the account, as
 * `oauth.getAccessToken` returns it to the user, so that a server can call the provider for its user. The id is that
 * of the account in `oauthAccounts`. The token is available for an hour; no other reply, event or export contains
 * it. A credential that is not an account of an OAuth provider, one without a valid token, and one that the caller
 * cannot reach are all 404, without a body: an environment token reaches its own environment, a member token those
 * of the caller's organizations.
 *
 * @param client - Transport or client to call through.
 * @param input - `oauthAccountId`; see {@link GetOauthAccessTokenInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await users.getOauthAccessToken(client, { oauthAccountId })
 * ```
 */
export const getOauthAccessToken: (client: Caller, input: GetOauthAccessTokenInput, options?: CallOptions) => Call<UserOauthAccessTokenResponse, GetOauthAccessTokenError> =
  /*#__PURE__*/ operation('users.getOauthAccessToken GET oauthAccounts/{oauthAccountId}/accessToken')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * Keeps the users that match every given part, for example
     * `filter[filterColumn]=email&filter[filterValue]=@example.com`. Without it all are listed.
     */
    filter?: UserSearchFilterParams | undefined
    /**
     * Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns that it can be ordered by;
     * another column is a 400. Records that are equal in the column are sorted by id.
     */
    orderBy?: "createdAt-asc" | "createdAt-desc" | "updatedAt-asc" | "updatedAt-desc" | "firstVisit-asc" | "firstVisit-desc" | "lastVisit-asc" | "lastVisit-desc" | "email-asc" | "email-desc" | "alias-asc" | "alias-desc" | "username-asc" | "username-desc" | Unlisted | undefined
    /**
     * How many records to skip from the start of the list. Beyond the end, the page is empty. At least 0.
     * @default 0
     */
    offset?: number | undefined
    /**
     * How many records the page holds at most. From 1 to 100.
     * @default 20
     */
    limit?: number | undefined
    /** Whether each user has `sessions`, including revoked ones. They are left out unless this is `true`. */
    includeSessions?: boolean | undefined
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List users
 *
 * Lists the users of the environment a page at a time. `orderBy` takes `createdAt`, `updatedAt`, `firstVisit`,
 * `lastVisit`, `email`, `alias` and `username`; without it the newest user comes first. Users without a value in the
 * column come first in ascending order and last in descending order. A user must fit all conditions of `filter`; an
 * unknown column, or a page size outside 1 to 100, is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @returns One page when awaited, each item of all pages when iterated.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * for await (const user of users.list(client, { query: { filter: { filterColumn: 'email', filterValue: 'ada@example.com' }, limit: 50 } })) console.log(user)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => ListCall<UsersResponse, User, NextOffset, ListError> =
  /*#__PURE__*/ listOperation('users.list GET environments/{environmentId}/users', offset)

/** The input of {@link listSessions}. */
export interface ListSessionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
  query?: {
    /**
     * How many sessions the page holds at most. From 1 to 100.
     * @default 100
     */
    limit?: number | undefined
    /**
     * How many records to skip from the start of the list. Beyond the end, the page is empty. At least 0.
     * @default 0
     */
    offset?: number | undefined
    /** Whether the sessions were revoked. Without it all are listed. */
    revoked?: boolean | undefined
  } | undefined
}

/** The refusals of {@link listSessions}; `body` narrows by `status`. */
export type ListSessionsError =
  | ApiError<400 | 401 | 404 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the sessions of a user
 *
 * Lists the sessions of the user a page at a time, newest first, 100 by default. An expired session counts as not
 * revoked. An unknown user is a 404; a page size outside 1 to 100 is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`, `query`; see {@link ListSessionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @returns One page when awaited, each item of all pages when iterated.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 404 `not_found`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * for await (const session of users.listSessions(client, { userId, query: { limit: 50 } })) console.log(session)
 * ```
 */
export const listSessions: (client: Caller, input: ListSessionsInput, options?: CallOptions) => ListCall<SessionsResponse, Session, NextOffset, ListSessionsError> =
  /*#__PURE__*/ listOperation('users.listSessions GET environments/{environmentId}/users/{userId}/sessions', offset)

/** The input of {@link revokeSessions}. */
export interface RevokeSessionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link revokeSessions}; `body` narrows by `status`. */
export type RevokeSessionsError =
  | ApiError<400 | 401 | 404 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Revoke all sessions of a user
 *
 * Ends every session of the user: their tokens are refused with 401 `session_revoked` from then on, and each fires
 * `admin.user.session.revoked`. Sessions that have ended stay as they are, so a repeated call changes nothing. The
 * user can sign in again. An unknown user is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`; see {@link RevokeSessionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`, `session_revoked`; 403; 404
 *   `not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await users.revokeSessions(client, { userId })
 * ```
 */
export const revokeSessions: (client: Caller, input: RevokeSessionsInput, options?: CallOptions) => Call<undefined, RevokeSessionsError> =
  /*#__PURE__*/ operation('users.revokeSessions POST environments/{environmentId}/users/{userId}/sessions/revoke e')

/** The input of {@link revokeSessionsLegacy}. */
export interface RevokeSessionsLegacyInput {
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link revokeSessionsLegacy}; `body` narrows by `status`. */
export type RevokeSessionsLegacyError =
  | ApiError<400 | 401 | 404 | 429 | 500, ErrorBody>
  | ApiError<403, ForbiddenWithErrorAndPayload>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Revoke all sessions of a user by id alone
 *
 * Does the same as `users.revokeSessions`, which replaces it. It needs no environment in the URL: an environment
 * token reaches those of its own environment, a member token those of the caller's organizations, and any other id
 * is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`; see {@link RevokeSessionsLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403; 404 `not_found`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await users.revokeSessionsLegacy(client, { userId })
 * ```
 * @deprecated See above for what to call instead.
 */
export const revokeSessionsLegacy: (client: Caller, input: RevokeSessionsLegacyInput, options?: CallOptions) => Call<undefined, RevokeSessionsLegacyError> =
  /*#__PURE__*/ operation('users.revokeSessionsLegacy POST users/{userId}/sessions/revoke e')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
  /** The profile fields to change. Fields left out stay as they are. */
  body: InternalUpdatableUserFields
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Update a user
 *
 * Changes the profile fields in the body and leaves all others as they are; an empty string empties a field, or null
 * if the field accepts that, and `metadata` is replaced as a whole. Credentials, including the e-mail address,
 * cannot be changed here. Fires `user.updated` when a value has changed. Fails with 422 `username_already_exists`,
 * `invalid_metadata_value` or `metadata_size_exceeded`, and then changes nothing. So does another user's value in a
 * field, standard or custom, that the settings make unique: `custom_field_data_not_unique`, or
 * `user_has_already_account_with_phone_number`. `mfaBackupCodeAcknowledgement` can be set to `complete` while it is
 * `pending`, if the user has confirmed in another way that the recovery codes are saved; they cannot be read from
 * then on. Any other change of it is `invalid_update`. A session token keeps the old values until the next refresh.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `username_already_exists`, `user_has_already_account_with_phone_number`,
 *   `custom_field_data_not_unique`, `metadata_size_exceeded`, `invalid_update`, `invalid_metadata_value`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await users.update(client, {
 *   userId,
 *   body: { firstName: 'Augusta', jobTitle: 'Analyst', metadata: { plan: 'studio', seats: 3 } },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<UserResponse, UpdateError> =
  /*#__PURE__*/ operation('users.update PUT environments/{environmentId}/users/{userId}')

/** The input of {@link updateLegacy}. */
export interface UpdateLegacyInput {
  /** Id of the user. A UUID. */
  userId: string
  /** The profile fields to change. Fields left out stay as they are. */
  body: InternalUpdatableUserFields
}

/** The refusals of {@link updateLegacy}; `body` narrows by `status`. */
export type UpdateLegacyError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Update a user by id alone
 *
 * Does the same as `users.update`, which replaces it, with the same codes. It needs no environment in the URL: an
 * environment token reaches those of its own environment, a member token those of the caller's organizations, and
 * any other id is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`, `body`; see {@link UpdateLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await users.updateLegacy(client, { userId, body: { firstName: 'Augusta' } })
 * ```
 * @deprecated See above for what to call instead.
 */
export const updateLegacy: (client: Caller, input: UpdateLegacyInput, options?: CallOptions) => Call<UserResponse, UpdateLegacyError> =
  /*#__PURE__*/ operation('users.updateLegacy PUT users/{userId}')

export { remove as delete }
