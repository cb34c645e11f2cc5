// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { ErrorBody, GlobalWalletConnection, GlobalWalletConnectionStatusEnum, OtherStatus } from './schemas.ts'

/** What {@link list} takes. */
export interface ListInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  query?: {
    /** The user whose connections are asked for; those of all users without it. */
    userId?: string
    /** Leaves out connections in the other state. */
    status?: GlobalWalletConnectionStatusEnum
    /** How many records to leave out from the start of the list. Beyond the end, the page is empty. */
    offset?: number
    /** How many records the page holds at most. */
    limit?: number
  }
}

/** How {@link list} may be refused; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List connections of the global wallet to sites
 *
 * Returns the connections that users have made between the environment's global wallet and other sites, newest
 * first, those that have ended too. A connection ends when it is taken back, when its `expiresAt` comes, when the
 * wallet is turned off, and when the access list keeps its site out. It does not begin again: connecting once more
 * makes another one.
 *
 * With `userId` these are the connections of one user; a user whom the environment does not have is a 404. An
 * environment without a global wallet has an empty list.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link ListInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 429, 500.
 * @example await globalWalletConnections.list(client, { environmentId })
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<Array<GlobalWalletConnection>, ListError> =
  /*#__PURE__*/ operation('globalWalletConnections.list GET environments/{environmentId}/globalWallet/connections')
