// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What addresses hold on their networks: currency and tokens.
 *
 * @module balances
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ChainEnum, ErrorBody, MultichainAccountBalanceResponse, MultichainAccountBalancesRequest, OtherStatus, TokenBalance, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link getByAccount}. */
export interface GetByAccountInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The chain, as wallets name it. */
  chainName: ChainEnum | Unlisted
  query: {
    /** Number of a network of the chain, enabled or not. */
    networkId?: number | undefined
    /** The address whose balances are wanted. */
    accountAddress: string
    /** Whether to add prices and market values. The default is false. */
    includePrices?: boolean | undefined
    /** Whether to add the network's currency, even if there is none. The default is false. */
    includeNative?: boolean | undefined
    /** Whether to leave out tokens whose contract is reported as malicious. The default is true. */
    filterSpamTokens?: boolean | undefined
    /** Contracts of tokens to show although they are reported as malicious. */
    whitelistedContracts?: Array<string> | undefined
    /** Whether to read the present amounts. Each call counts under the rate limits. */
    forceRefresh?: boolean | undefined
  }
}

/** The refusals of {@link getByAccount}; `body` narrows by `status`. */
export type GetByAccountError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get the balances of an address
 *
 * Returns the tokens that an address holds on one network, or on all networks of the chain that the environment has
 * enabled; those of one network together, its currency first, then the tokens by symbol. Any address can be asked
 * for. NFTs are not listed.
 *
 * An address's amounts on a network are read once and reused for 60 seconds in the environment, unless
 * `forceRefresh` asks for the present ones, which then replace the reused ones. Prices and reports about tokens are
 * always the present ones.
 *
 * Fails with 422 `invalid_chain_address_match` for an address of another chain, and with 422
 * `unable_to_fetch_balances` for a network that the environment does not know, for a chain that its settings turn
 * off, and, without `networkId`, for a chain without an enabled network.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `chainName`, `query`; see {@link GetByAccountInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 422
 *   `unable_to_fetch_balances`, `invalid_chain_address_match`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await balances.getByAccount(client, { chainName: 'EVM', query: { accountAddress } })
 * ```
 */
export const getByAccount: (client: Caller, input: GetByAccountInput, options?: CallOptions) => Call<Array<TokenBalance>, GetByAccountError> =
  /*#__PURE__*/ operation('balances.getByAccount GET sdk/{environmentId}/chains/{chainName}/balances')

/** The input of {@link getByUser}. */
export interface GetByUserInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the user. A UUID. */
  userId: string
  /** Whose balances to read, on which networks. */
  body: MultichainAccountBalancesRequest
}

/** The refusals of {@link getByUser}; `body` narrows by `status`. */
export type GetByUserError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Get the balances of a user's wallets
 *
 * Returns for a server what wallets of one user hold, as `balances.getMultichain` does for a signed-in user. Each
 * address must be that of a wallet of the user; another one fails with 422 `invalid_wallet_address`. The other
 * failures are the same. An unknown user is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `userId`, `body`; see {@link GetByUserInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_wallet_address`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await balances.getByUser(client, {
 *   userId,
 *   body: {
 *     filterSpamTokens: false,
 *     balanceRequests: [
 *       {
 *         address: '0x52908400098527886E0F7030069857D2E4169EE7',
 *         chain: 'EVM',
 *         networkIds: [84532],
 *         whitelistedContracts: ['0x036CbD53842c5426634e7929541eC2318f3dCF7e'],
 *       },
 *     ],
 *   },
 * })
 * ```
 */
export const getByUser: (client: Caller, input: GetByUserInput, options?: CallOptions) => Call<MultichainAccountBalanceResponse, GetByUserError> =
  /*#__PURE__*/ operation('balances.getByUser POST environments/{environmentId}/users/{userId}/balances')

/** The input of {@link getMultichain}. */
export interface GetMultichainInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Whose balances to read, on which networks. */
  body: MultichainAccountBalancesRequest
}

/** The refusals of {@link getMultichain}; `body` narrows by `status`. */
export type GetMultichainError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Get the balances of several addresses
 *
 * Returns what one to five addresses hold on networks of their chains, with prices and the networks' currencies. Any
 * addresses can be asked for. Amounts are reused for 60 seconds, as for `balances.getByAccount`.
 *
 * Fails as a whole if one request fails: with 422 `invalid_chain_address_match` for an address of another chain, and
 * with 422 `unable_to_fetch_balances` for a network that the environment does not know and for a chain that its
 * settings turn off. No request and more than five are 400. Nothing is changed and no event is fired.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link GetMultichainInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `unable_to_fetch_balances`, `invalid_chain_address_match`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await balances.getMultichain(client, {
 *   body: {
 *     balanceRequests: [{ address: '0x52908400098527886E0F7030069857D2E4169EE7', chain: 'EVM', networkIds: [84532] }],
 *   },
 * })
 * ```
 */
export const getMultichain: (client: Caller, input: GetMultichainInput, options?: CallOptions) => Call<MultichainAccountBalanceResponse, GetMultichainError> =
  /*#__PURE__*/ operation('balances.getMultichain POST sdk/{environmentId}/balances')
