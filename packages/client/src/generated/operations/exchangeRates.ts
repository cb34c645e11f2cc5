// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What currencies and tokens are worth in US dollars.
 *
 * @module exchangeRates
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, type NoInput, operation } from '../../calls/operation.ts'
import type { Currency, ErrorBody, OtherStatus } from './schemas.ts'

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<429 | 500, ErrorBody>
  | ApiError<400 | 401 | 403 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List exchange rates
 *
 * Returns every currency that has a rate, money first, each group in the order of its codes. `value` is how many
 * units of the currency one US dollar buys, so an amount in US dollars times `value` is an amount in that currency.
 * The rates are the prices that balances and simulations use. No credential is needed.
 *
 * @param client - Transport or client to call through.
 * @param input - None. Leave it out, or pass `{}` before options.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await exchangeRates.list(client)
 * ```
 */
export const list: (client: Caller, input?: NoInput, options?: CallOptions) => Call<Array<Currency>, ListError> =
  /*#__PURE__*/ operation('exchangeRates.list GET exchangeRates')

/** The input of {@link listForEnvironment}. */
export interface ListForEnvironmentInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link listForEnvironment}; `body` narrows by `status`. */
export type ListForEnvironmentError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List exchange rates for an environment
 *
 * Returns the same rates as `exchangeRates.list`, for clients whose calls all name their environment. No credential
 * is needed. An unknown environment is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListForEnvironmentInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await exchangeRates.listForEnvironment(client)
 * ```
 */
export const listForEnvironment: (client: Caller, input?: ListForEnvironmentInput, options?: CallOptions) => Call<Array<Currency>, ListForEnvironmentError> =
  /*#__PURE__*/ operation('exchangeRates.listForEnvironment GET sdk/{environmentId}/exchangeRates')
