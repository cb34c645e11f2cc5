// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Well-known tokens of each chain.
 *
 * @module chains
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ChainEnum, ChainToken, ErrorBody, OtherStatus, Unlisted } from './schemas.ts'

/** The input of {@link listTokens}. */
export interface ListTokensInput {
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
  query?: {
    /** Keeps only contracts on this network, such as 1 for Ethereum Mainnet. */
    networkId?: number | undefined
  } | undefined
}

/** The refusals of {@link listTokens}; `body` narrows by `status`. */
export type ListTokensError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List known tokens of a chain
 *
 * Returns well-known tokens of a chain and their contracts, for use in the rules of gates: one entry per token with
 * its contract on each network. With `networkId` the reply has only the contracts on that network, and leaves out
 * tokens without one. Every member can call it. For a chain without known tokens, and for an unknown network, the
 * list is empty. `ETH` has the tokens of `EVM`.
 *
 * @param client - Transport or client to call through.
 * @param input - `chainName`, `query`; see {@link ListTokensInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await chains.listTokens(client, { chainName: 'EVM' })
 * ```
 */
export const listTokens: (client: Caller, input: ListTokensInput, options?: CallOptions) => Call<Array<ChainToken>, ListTokensError> =
  /*#__PURE__*/ operation('chains.listTokens GET chains/{chainName}/tokens')
