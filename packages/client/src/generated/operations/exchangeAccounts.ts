// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Accounts of users at exchanges, and transfers from there.
 *
 * @module exchangeAccounts
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { Account, ChainEnum, CreateExchangeTransferRequest, ErrorBody, ExchangeKeyEnum, ExchangeTransaction, ExchangeTransferResponse, OtherStatus, TransferDestinationResponse, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The exchange, by its wire name. */
  exchangeKey: ExchangeKeyEnum | Unlisted
  query?: {
    /** Number of the network to send on. */
    networkId?: number | undefined
    /** Chain to send on. */
    chainName?: ChainEnum | Unlisted | undefined
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * List the user's accounts at an exchange
 *
 * Returns the accounts of the user at an exchange with their balances. `availableBalance` leaves out what is on its way
 * out. With a chain or a network, only balances that the exchange sends there are shown; one that the environment has
 * not enabled fails with 422 `invalid_transfer_network`.
 *
 * The user has to have linked the account with which people sign in to the exchange, and the environment has to have
 * enabled the exchange with its providers; otherwise the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `exchangeKey`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 422
 *   `invalid_transfer_network`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await exchangeAccounts.list(client, { exchangeKey })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<Array<Account>, ListError> =
  /*#__PURE__*/ operation('exchangeAccounts.list GET sdk/{environmentId}/exchange/{exchangeKey}/accounts')

/** The input of {@link listDestinations}. */
export interface ListDestinationsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The exchange, by its wire name. */
  exchangeKey: ExchangeKeyEnum | Unlisted
}

/** The refusals of {@link listDestinations}; `body` narrows by `status`. */
export type ListDestinationsError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the addresses to transfer to
 *
 * Returns the addresses that a transfer can go to, each with the currencies of the account that the exchange sends there:
 * the user's wallets, or, if `enforcesAddressWhitelist`, the addresses that the person has listed at the exchange.
 *
 * The user has to have linked the account with which people sign in to the exchange, and the environment has to have
 * enabled the exchange with its providers; otherwise the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `exchangeKey`; see {@link ListDestinationsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await exchangeAccounts.listDestinations(client, { exchangeKey })
 * ```
 */
export const listDestinations: (client: Caller, input: ListDestinationsInput, options?: CallOptions) => Call<TransferDestinationResponse, ListDestinationsError> =
  /*#__PURE__*/ operation('exchangeAccounts.listDestinations GET sdk/{environmentId}/exchange/{exchangeKey}/accounts/transfer/destinations')

/** The input of {@link listTransactions}. */
export interface ListTransactionsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The exchange, by its wire name. */
  exchangeKey: ExchangeKeyEnum | Unlisted
  query?: {
    /** The account. Without it, those of all accounts of the user are listed. A UUID. */
    accountId?: string | undefined
  } | undefined
}

/** The refusals of {@link listTransactions}; `body` narrows by `status`. */
export type ListTransactionsError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List deposits and transfers at an exchange
 *
 * Returns the deposits into the user's account at an exchange and the transfers out of it, the latest first. A transfer
 * has its `transactionHash` once it has left the exchange. The `accountId` of somebody else is a 404.
 *
 * The user has to have linked the account with which people sign in to the exchange, and the environment has to have
 * enabled the exchange with its providers; otherwise the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `exchangeKey`, `query`; see {@link ListTransactionsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await exchangeAccounts.listTransactions(client, { exchangeKey })
 * ```
 */
export const listTransactions: (client: Caller, input: ListTransactionsInput, options?: CallOptions) => Call<Array<ExchangeTransaction>, ListTransactionsError> =
  /*#__PURE__*/ operation('exchangeAccounts.listTransactions GET sdk/{environmentId}/exchange/{exchangeKey}/accounts/transactions')

/** The input of {@link transfer}. */
export interface TransferInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The exchange, by its wire name. */
  exchangeKey: ExchangeKeyEnum | Unlisted
  /** Id of the account at the exchange. A UUID. */
  accountId: string
  /** A transfer from an exchange. */
  body: CreateExchangeTransferRequest
}

/** The refusals of {@link transfer}; `body` narrows by `status`. */
export type TransferError =
  | ApiError<400 | 401 | 403 | 409 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 410 | OtherStatus, unknown>

/**
 * Transfer from an exchange to an address
 *
 * Sends a currency from the user's account at an exchange to an address. The transfer is `pending` and reserves its
 * amount; after a minute the chain has it and it is `completed`, or it has `failed` and the amount is available again.
 *
 * A repeated request with the same `id` returns the same transfer, and another request with that id is a 409. Then the
 * first of these applies:
 * - `invalid_transfer_currency`: the exchange does not know the currency;
 * - `invalid_transfer_network`: it does not send the currency on the named network, or the environment has not enabled
 *   it. Without a network it is the first one on which the address exists;
 * - `transfer_amount_too_small`, `transfer_address_not_whitelisted`, `invalid_transfer_funds`;
 * - `transfer_mfa_required`: the exchange has sent a code to the person. The same request is repeated with it as
 *   `mfaCode` within ten minutes;
 * - `transfer_mfa_failed`: the code is not that of this transfer, or there were five wrong ones, after which only a new
 *   code helps;
 * - `unknown_transfer_error`: the exchange refuses the transfer and does not say why.
 *
 * An address of another chain is a 400, and the id of another account is a 404. Fires no event besides `wallet.activity`,
 * when the tokens arrive at an embedded wallet.
 *
 * The user has to have linked the account with which people sign in to the exchange, and the environment has to have
 * enabled the exchange with its providers; otherwise the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `exchangeKey`, `accountId`, `body`; see {@link TransferInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 409
 *   `conflict`; 415 `unsupported_media_type`; 422 `transfer_amount_too_small`, `transfer_address_not_whitelisted`,
 *   `unknown_transfer_error`, `transfer_mfa_required`, `transfer_mfa_failed`, `invalid_transfer_funds`,
 *   `invalid_transfer_currency`, `invalid_transfer_network`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await exchangeAccounts.transfer(client, {
 *   exchangeKey,
 *   accountId,
 *   body: {
 *     to: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     amount: 0.25,
 *     currency: 'ETH',
 *     networkObject: { networkId: '84532', chainName: 'EVM' },
 *     id,
 *   },
 * })
 * ```
 */
export const transfer: (client: Caller, input: TransferInput, options?: CallOptions) => Call<ExchangeTransferResponse, TransferError> =
  /*#__PURE__*/ operation('exchangeAccounts.transfer POST sdk/{environmentId}/exchange/{exchangeKey}/accounts/{accountId}/transfer')
