// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What happened to an address on a network.
 *
 * @module walletTransactions
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ChainEnum, ErrorBody, OtherStatus, Unlisted, WalletTransactionsResponse } from './schemas.ts'

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
  /** An address of the chain. At most 255 characters. Matches `^(?=\S)[\p{L}\p{N}a-zA-Z _.,:!?&%@\/+\-'|]+(?<=\S)$`. */
  address: string
  query: {
    /** Number of a network of the chain, enabled or not. */
    networkId: number
    /** How many transactions the page holds at most. The default is 20. From 1 to 100. */
    limit?: number | undefined
    /** Where the page starts, as the page before says. */
    offset?: string | undefined
  }
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the transactions of an address
 *
 * Lists the confirmed transactions that touch an address on one network, the latest first, a page at a time. Any
 * address can be asked for. A transaction that failed is listed without transfers and labels.
 *
 * `offset` is the `nextOffset` of the page before. It is opaque and belongs to the address and the network; another
 * one is 400 `invalid_cursor`. The last page has no `nextOffset`. New transactions do not move the pages after an
 * offset.
 *
 * An address of another chain is a 400. A network that the environment does not know, and any network of a chain
 * that its settings turn off, is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`, `address`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`, `invalid_cursor`; 401 `unauthorized`; 403 `missing_scope`;
 *   404 `not_found`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await walletTransactions.list(client, { chainName: 'EVM', address, query: { networkId, limit: 50 } })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<WalletTransactionsResponse, ListError> =
  /*#__PURE__*/ operation('walletTransactions.list GET sdk/{environmentId}/chains/{chainName}/transactions/{address}')
