// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Buying tokens for money, and paying with tokens, at sellers outside of the service.
 *
 * @module onramps
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ChainEnum, CryptoPaymentCreateRequest, CryptoPaymentResponse, ErrorBody, HostedOnrampGetBuyUrlRequest, HostedOnrampGetBuyUrlResponse, HostedOnrampOrderCreateRequest, HostedOnrampOrderResponse, OtherStatus, SupportedOnrampsResponse, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link createBuyUrl}. */
export interface CreateBuyUrlInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What the page for buying tokens begins with. */
  body: HostedOnrampGetBuyUrlRequest
}

/** The refusals of {@link createBuyUrl}; `body` narrows by `status`. */
export type CreateBuyUrlError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a link to the hosted page for buying tokens
 *
 * Creates a link to the page of the provider `coinbaseOnramp`, on which a person buys tokens for an address. The link is
 * good for one order within five minutes.
 *
 * The provider has to be enabled, the networks have to be among those of `onramps.listNetworks`, and the address and
 * the assets have to exist there; otherwise the call is a 400. An unknown environment is a 404. A `redirectUrl` that the
 * environment does not list among its origins and deep links fails with 422 `unauthorized_mobile_deeplink_url`. No
 * credential is needed, and no event is fired.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateBuyUrlInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `unauthorized_mobile_deeplink_url`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await onramps.createBuyUrl(client, {
 *   body: {
 *     destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     networks: ['base-sepolia'],
 *     assets: ['ETH', 'USDC'],
 *     defaultAsset: 'USDC',
 *     fiatCurrency: 'EUR',
 *     presetFiatAmount: '50',
 *     redirectUrl: 'https://app.example.com',
 *   },
 * })
 * ```
 */
export const createBuyUrl: (client: Caller, input: CreateBuyUrlInput, options?: CallOptions) => Call<HostedOnrampGetBuyUrlResponse, CreateBuyUrlError> =
  /*#__PURE__*/ operation('onramps.createBuyUrl POST sdk/{environmentId}/onramps/hosted/buy')

/** The input of {@link createCryptoPayment}. */
export interface CreateCryptoPaymentInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What is to be paid, and where it goes. */
  body: CryptoPaymentCreateRequest
}

/** The refusals of {@link createCryptoPayment}; `body` narrows by `status`. */
export type CreateCryptoPaymentError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Ask for a payment in tokens
 *
 * Asks the provider `cryptoDotCom` for a payment to a wallet. The payment is `pending` until the chain has a transfer of
 * at least `cryptoAmount` to `recipient`, which makes it `paid`; after ten minutes it is `expired`. A transfer pays for
 * one payment, the earliest first.
 *
 * `currency` is the symbol of a token on the network, or the code of money; for money the payment is in USDC, or in the
 * network's currency where there is none. `qrCode` is the text of a QR code that wallets understand: an ERC-681 or
 * Solana Pay request. Nothing moves by this call, and it fires no event.
 *
 * While the provider is not enabled the call is a 404. A network that the environment has not enabled, an address of
 * another chain, and an amount that the token cannot express is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateCryptoPaymentInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await onramps.createCryptoPayment(client, {
 *   body: {
 *     amount: 25,
 *     currency: 'USD',
 *     walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     chain: 'EVM',
 *     networkId: '84532',
 *     orderId: 'order-7',
 *     description: 'A month of tea',
 *   },
 * })
 * ```
 */
export const createCryptoPayment: (client: Caller, input: CreateCryptoPaymentInput, options?: CallOptions) => Call<CryptoPaymentResponse, CreateCryptoPaymentError> =
  /*#__PURE__*/ operation('onramps.createCryptoPayment POST sdk/{environmentId}/onramps/cryptoPayment/payment')

/** The input of {@link createOrder}. */
export interface CreateOrderInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** An order of tokens, or a question for its price. */
  body: HostedOnrampOrderCreateRequest
}

/** The refusals of {@link createOrder}; `body` narrows by `status`. */
export type CreateOrderError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Order tokens for money
 *
 * Orders tokens from the provider `coinbaseOnramp` for an address, and returns the link to the page where the user pays.
 * With `isQuote` it only says what the order would cost: nothing is kept, and there is no link.
 *
 * Either `paymentAmount` or `purchaseAmount` is sent. A payment includes the fees, and a purchase is exactly what
 * arrives. All amounts are exact decimals: the total is the subtotal and the fees.
 *
 * An order goes from `PENDING_AUTH` to `PENDING_PAYMENT`, `PROCESSING` and `COMPLETED`, never back, and may fail at
 * each step before it is completed. When it is completed the tokens are on the chain and `txHash` names the
 * transaction. An order that is not paid within half an hour fails. Fires no event besides `wallet.activity`, when the
 * tokens arrive at an embedded wallet.
 *
 * Without a verified phone number of the user, while the provider is not enabled, and for a network, an asset, a
 * currency, an address or an amount that is not served, the call is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateOrderInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await onramps.createOrder(client, {
 *   body: {
 *     agreementAcceptedAt: '2026-01-15T09:29:00.000Z',
 *     destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     destinationNetwork: 'base-sepolia',
 *     partnerUserRef: 'user-7',
 *     paymentAmount: '51.25',
 *     paymentCurrency: 'USD',
 *     paymentMethod: 'GUEST_CHECKOUT_APPLE_PAY',
 *     purchaseCurrency: 'USDC',
 *   },
 * })
 * ```
 */
export const createOrder: (client: Caller, input: CreateOrderInput, options?: CallOptions) => Call<HostedOnrampOrderResponse, CreateOrderError> =
  /*#__PURE__*/ operation('onramps.createOrder POST sdk/{environmentId}/onramps/hosted/orders')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** The address that receives the tokens. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    walletAddress: string
    /** The chain of the address. */
    chain: ChainEnum | Unlisted
    /**
     * Number of one network of the chain. Without it, the first one that the environment enables.
     * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
     */
    networkId?: string | undefined
    /** Symbol of the token, or the address of its contract. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    token?: string | undefined
    /** How many whole tokens the page begins with. */
    tokenAmount?: number | undefined
    /** Whether to list providers that are not enabled, too. */
    includeDisabled?: boolean | undefined
    /** Code of the money to pay with, such as `EUR`. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    currency?: string | undefined
    /** Name of the site, which the page shows. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    merchantName?: string | undefined
  }
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the sellers of tokens
 *
 * Lists the providers at which the owner of a wallet can buy tokens, each with a link to its page for this wallet. The
 * links are valid for an hour.
 *
 * Listed are the providers of kind on-ramp that the environment has enabled, in the order of `sdk.funding.onramps`,
 * which leaves out those it does not name. While `sdk.onrampFunding` is off the list is empty. With `includeDisabled` it
 * has every such provider that is set up, whatever the settings say. The list is also empty if no network of the chain
 * is enabled, and if nobody sells the token there.
 *
 * No credential is needed. An unknown environment is a 404; an address of another chain, and money in which nobody
 * pays, is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await onramps.list(client, { query: { walletAddress, chain: 'EVM' } })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<SupportedOnrampsResponse, ListError> =
  /*#__PURE__*/ operation('onramps.list GET sdk/{environmentId}/onramps')

/** The input of {@link listNetworks}. */
export interface ListNetworksInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link listNetworks}; `body` narrows by `status`. */
export type ListNetworksError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the networks of hosted purchases
 *
 * Lists the networks on which the provider `coinbaseOnramp` sells tokens to the people of the environment, by the names
 * that the other hosted operations take: the built-in networks that the settings enable. No credential is needed. While
 * the provider is not enabled, and for an unknown environment, the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListNetworksInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await onramps.listNetworks(client)
 * ```
 */
export const listNetworks: (client: Caller, input?: ListNetworksInput, options?: CallOptions) => Call<Array<string>, ListNetworksError> =
  /*#__PURE__*/ operation('onramps.listNetworks GET sdk/{environmentId}/onramps/hosted/networks')
