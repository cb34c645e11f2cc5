// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Sites that users have connected the global wallet to.
 *
 * @module globalWalletConnections
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type ListCall, listOperation, type NextOffset, offset } from '../../calls/listOperation.ts'
import type { ErrorBody, GlobalWalletConnection, GlobalWalletConnectionStatusEnum, OtherStatus, Unlisted } from './schemas.ts'

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  query?: {
    /** The user whose connections to list. Without it, those of all users are listed. A UUID. */
    userId?: string
    /** Leaves out connections in the other state. */
    status?: GlobalWalletConnectionStatusEnum | Unlisted
    /**
     * How many records to skip from the start of the list. Beyond the end, the page is empty. At least 0.
     * @default 0
     */
    offset?: number
    /**
     * How many records the page holds at most. From 1 to 100.
     * @default 20
     */
    limit?: number
  }
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
