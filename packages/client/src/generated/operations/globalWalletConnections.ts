// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Sites that users have connected the global wallet to.
 *
 * @module globalWalletConnections
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type ListCall, listOperation, type NextOffset, offset } from '../../calls/listOperation.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, GlobalWalletConnection, GlobalWalletConnectionCreateRequest, GlobalWalletConnectionStatusEnum, OtherStatus, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** How long the connection to the calling site lasts. */
  body: GlobalWalletConnectionCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Connect the global wallet to the calling site
 *
 * Connects the user's global wallet to the site of the `Origin` header until `expiresAt`. An open connection to the
 * site is renewed with the new expiry and keeps its id.
 *
 * Without an `Origin` that names a site the call is a 400, and so is an `expiresAt` that has passed. Fails with 403
 * `origin_not_allowed` when the access list excludes the site, and with 422 `no_global_wallet_found` while the
 * environment has no global wallet that is on. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `origin_not_allowed`; 415 `unsupported_media_type`; 422 `no_global_wallet_found`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletConnection = await globalWalletConnections.create(client, { body: { expiresAt: '2026-02-14T09:30:00.000Z' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<GlobalWalletConnection, CreateError> =
  /*#__PURE__*/ operation('globalWalletConnections.create POST sdk/{environmentId}/globalWallets/connections')

/** The input of {@link disconnect}. */
export interface DisconnectInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the connection of the global wallet to a site. A UUID. */
  globalWalletConnectionId: string
}

/** The refusals of {@link disconnect}; `body` narrows by `status`. */
export type DisconnectError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * End a connection of the global wallet
 *
 * Ends a connection of the user's global wallet for good. One that has ended already stays as it is. The connection
 * of another user is a 404. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `globalWalletConnectionId`; see {@link DisconnectInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletConnection = await globalWalletConnections.disconnect(client, { globalWalletConnectionId })
 * ```
 */
export const disconnect: (client: Caller, input: DisconnectInput, options?: CallOptions) => Call<GlobalWalletConnection, DisconnectError> =
  /*#__PURE__*/ operation('globalWalletConnections.disconnect PUT sdk/{environmentId}/globalWallets/connections/{globalWalletConnectionId}/disconnect')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** The user whose connections to list. Without it, those of all users are listed. A UUID. */
    userId?: string | undefined
    /** Leaves out connections in the other state. */
    status?: GlobalWalletConnectionStatusEnum | Unlisted | undefined
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
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List connections of the global wallet to sites
 *
 * Returns the connections that users have made between the environment's global wallet and other sites, newest
 * first, including those that have ended. A connection ends when it is revoked, at its `expiresAt`, when the wallet
 * is disabled, and when the access list excludes its site. It does not reopen: connecting again creates a new one.
 * With `userId` the list has the connections of one user; the id of a user that the environment does not have is a 404. An
 * environment without a global wallet has an empty list.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @returns One page when awaited, each item of all pages when iterated.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * for await (const globalWalletConnection of globalWalletConnections.list(client, { query: { limit: 50 } })) console.log(globalWalletConnection)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => ListCall<Array<GlobalWalletConnection>, GlobalWalletConnection, NextOffset, ListError> =
  /*#__PURE__*/ listOperation('globalWalletConnections.list GET environments/{environmentId}/globalWallet/connections', offset)
