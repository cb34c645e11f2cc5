// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The wallets of users, held elsewhere or embedded.
 *
 * @module wallets
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type ListCall, listOperation, type NextOffset, offset } from '../../calls/listOperation.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateWalletRequest, ErrorBody, OtherStatus, UnprocessableEntity, UserWalletsResponse, Wallet, WalletDetail, WalletRecoveryRequest, WalletRecoveryResponse, WalletsResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
  /** An external wallet to link to a user. */
  body: CreateWalletRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Link an external wallet to a user
 *
 * Links an external wallet of the user and fires `wallet.linked`; the user can then sign in with it and sees it
 * among the `verifiedCredentials`. Nothing is signed: the caller vouches that the wallet belongs to the user. Fails
 * with 422 `provider_not_available` for the provider `embeddedWallet`, `linked_embedded_wallet` when the user has an
 * embedded wallet, `invalid_chain_address_match` when the address is not valid on the chain, `reassign_wallet_error`
 * when another user has the wallet, and `duplicate_exists` when this user already has it.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `reassign_wallet_error`, `provider_not_available`, `linked_embedded_wallet`,
 *   `duplicate_exists`, `invalid_chain_address_match`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const wallet = await wallets.create(client, {
 *   userId,
 *   body: {
 *     publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     chain: 'EVM',
 *     walletName: 'metamask',
 *     walletProvider: 'browserExtension',
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Wallet, CreateError> =
  /*#__PURE__*/ operation('wallets.create POST environments/{environmentId}/users/{userId}/wallets')

/** The input of {@link createLegacy}. */
export interface CreateLegacyInput {
  /** Id of the user. A UUID. */
  userId: string
  /** An external wallet to link to a user. */
  body: CreateWalletRequest
}

/** The refusals of {@link createLegacy}; `body` narrows by `status`. */
export type CreateLegacyError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Link an external wallet by user id alone
 *
 * Does the same as `wallets.create`, which replaces it, with the same codes. It needs no environment in the URL: an
 * environment token reaches those of its own environment, a member token those of the caller's organizations, and
 * any other id is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`, `body`; see {@link CreateLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const wallet = await wallets.createLegacy(client, {
 *   userId,
 *   body: {
 *     publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     chain: 'EVM',
 *     walletName: 'metamask',
 *     walletProvider: 'browserExtension',
 *   },
 * })
 * ```
 * @deprecated See above for what to call instead.
 */
export const createLegacy: (client: Caller, input: CreateLegacyInput, options?: CallOptions) => Call<Wallet, CreateLegacyError> =
  /*#__PURE__*/ operation('wallets.createLegacy POST users/{userId}/wallets')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a wallet
 *
 * Deletes a wallet in a way that `wallets.recover` can undo. The wallet and its credential disappear at once from
 * replies, sign-in, gates and exports; only `wallets.list` still shows the wallet, with `deletedAt`. The user's
 * `screeningChecks` stay and name its address. It can be linked again by anybody. Fires `wallet.unlinked`, or
 * `wallet.deleted` for an embedded wallet.
 *
 * The last way to sign in can be deleted, too. Sessions continue, also those that began with the wallet:
 * `users.revokeSessions` ends them. An unknown or already deleted wallet is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await wallets.delete(client, { walletId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('wallets.delete DELETE environments/{environmentId}/wallets/{walletId} e')

/** The input of {@link deleteLegacy}. */
export interface DeleteLegacyInput {
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link deleteLegacy}; `body` narrows by `status`. */
export type DeleteLegacyError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a wallet by id alone
 *
 * Does the same as `wallets.delete`, which replaces it. It needs no environment in the URL: an environment token
 * reaches those of its own environment, a member token those of the caller's organizations, and any other id is a
 * 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `walletId`; see {@link DeleteLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await wallets.deleteLegacy(client, { walletId })
 * ```
 * @deprecated See above for what to call instead.
 */
export const deleteLegacy: (client: Caller, input: DeleteLegacyInput, options?: CallOptions) => Call<undefined, DeleteLegacyError> =
  /*#__PURE__*/ operation('wallets.deleteLegacy DELETE wallets/{walletId} e')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a wallet
 *
 * Returns one wallet of any user of the environment. A wallet that was unlinked, or that belongs to another
 * environment, is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const wallet = await wallets.get(client, { walletId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Wallet, GetError> =
  /*#__PURE__*/ operation('wallets.get GET environments/{environmentId}/wallets/{walletId}')

/** The input of {@link getLegacy}. */
export interface GetLegacyInput {
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link getLegacy}; `body` narrows by `status`. */
export type GetLegacyError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a wallet by id alone
 *
 * Does the same as `wallets.get`, which replaces it. It needs no environment in the URL: an environment token
 * reaches those of its own environment, a member token those of the caller's organizations, and any other id is a
 * 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `walletId`; see {@link GetLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const wallet = await wallets.getLegacy(client, { walletId })
 * ```
 * @deprecated See above for what to call instead.
 */
export const getLegacy: (client: Caller, input: GetLegacyInput, options?: CallOptions) => Call<Wallet, GetLegacyError> =
  /*#__PURE__*/ operation('wallets.getLegacy GET wallets/{walletId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /**
     * How many wallets the page holds at most. From 1 to 100.
     * @default 50
     */
    limit?: number | undefined
    /**
     * How many records to skip from the start of the list. Beyond the end, the page is empty. At least 0.
     * @default 0
     */
    offset?: number | undefined
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the wallets of an environment
 *
 * Lists the wallets of all users of the environment a page at a time: the newest first, and after them those that
 * `wallets.delete` has deleted, the latest deleted first. Wallets that a user has unlinked, and wallets of deleted
 * users, are not listed. A page size outside 1 to 100 is a 400.
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
 * for await (const walletDetail of wallets.list(client, { query: { limit: 50 } })) console.log(walletDetail)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => ListCall<WalletsResponse, WalletDetail, NextOffset, ListError> =
  /*#__PURE__*/ listOperation('wallets.list GET environments/{environmentId}/wallets', offset)

/** The input of {@link listByUser}. */
export interface ListByUserInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link listByUser}; `body` narrows by `status`. */
export type ListByUserError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the wallets of a user
 *
 * Lists the wallets linked to the user, external and embedded, the earliest linked first and without pages. An
 * unknown user is a 404 without a body; a user without wallets has an empty list.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`; see {@link ListByUserInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await wallets.listByUser(client, { userId })
 * ```
 */
export const listByUser: (client: Caller, input: ListByUserInput, options?: CallOptions) => Call<UserWalletsResponse, ListByUserError> =
  /*#__PURE__*/ operation('wallets.listByUser GET environments/{environmentId}/users/{userId}/wallets')

/** The input of {@link listByUserLegacy}. */
export interface ListByUserLegacyInput {
  /** Id of the user. A UUID. */
  userId: string
}

/** The refusals of {@link listByUserLegacy}; `body` narrows by `status`. */
export type ListByUserLegacyError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the wallets of a user by id alone
 *
 * Does the same as `wallets.listByUser`, which replaces it. It needs no environment in the URL: an environment token
 * reaches those of its own environment, a member token those of the caller's organizations, and any other id is a
 * 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `userId`; see {@link ListByUserLegacyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await wallets.listByUserLegacy(client, { userId })
 * ```
 * @deprecated See above for what to call instead.
 */
export const listByUserLegacy: (client: Caller, input: ListByUserLegacyInput, options?: CallOptions) => Call<UserWalletsResponse, ListByUserLegacyError> =
  /*#__PURE__*/ operation('wallets.listByUserLegacy GET users/{userId}/wallets')

/** The input of {@link recover}. */
export interface RecoverInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Whose wallets to recover. */
  body: WalletRecoveryRequest
}

/** The refusals of {@link recover}; `body` narrows by `status`. */
export type RecoverError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Recover deleted wallets
 *
 * Undoes `wallets.delete` for all wallets of the user, or of every user of the environment if the body names none,
 * and fires `wallet.linked` or `wallet.created` for each. They keep their ids and credentials. A wallet that any
 * user has linked since then, even the same one, stays deleted. So does an embedded wallet if its user has another
 * one on the chain, unless the settings allow several per chain. The reply says why. Wallets that the user unlinked
 * are not recovered. If the user was merged with another, the other user's wallets are recovered, too. An unknown
 * user is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link RecoverInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await wallets.recover(client, { body: { userId } })
 * ```
 */
export const recover: (client: Caller, input: RecoverInput, options?: CallOptions) => Call<WalletRecoveryResponse, RecoverError> =
  /*#__PURE__*/ operation('wallets.recover POST environments/{environmentId}/wallets/recover')

export { remove as delete }
