// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Exchanges that users can move funds from.
 *
 * @module exchanges
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, Exchange, ExchangeCreateRequest, ExchangeResponse, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** An exchange and the providers that it works with. */
  body: ExchangeCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Set up an exchange
 *
 * Sets up an exchange, not enabled. `socialProvider` names the identity provider with which users sign in to the
 * exchange, `onRampProvider` the provider that sells funds; neither has to be set up yet. Fails with 422
 * `duplicate_exists` when the environment has the exchange, and `invalid_exchange_provider` when a provider is of
 * another kind.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_exchange_provider`, `duplicate_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const exchange = await exchanges.create(client, {
 *   body: { exchange: 'coinbase', socialProvider: 'coinbasesocial', onRampProvider: 'coinbaseOnramp' },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Exchange, CreateError> =
  /*#__PURE__*/ operation('exchanges.create POST environments/{environmentId}/settings/exchanges')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the exchange setting. A UUID. */
  exchangeId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete an exchange
 *
 * Deletes the setting, so the exchange is no longer offered. The providers that it named stay.
 *
 * @param client - Transport or client to call through.
 * @param input - `exchangeId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await exchanges.delete(client, { exchangeId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('exchanges.delete DELETE settings/exchanges/{exchangeId} e')

/** The input of {@link disable}. */
export interface DisableInput {
  /** Id of the exchange setting. A UUID. */
  exchangeId: string
}

/** The refusals of {@link disable}; `body` narrows by `status`. */
export type DisableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Disable an exchange
 *
 * Removes the exchange from the public settings and sets `enabledAt` to null. Disabling an exchange that is not
 * enabled changes nothing.
 *
 * @param client - Transport or client to call through.
 * @param input - `exchangeId`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const exchange = await exchanges.disable(client, { exchangeId })
 * ```
 */
export const disable: (client: Caller, input: DisableInput, options?: CallOptions) => Call<Exchange, DisableError> =
  /*#__PURE__*/ operation('exchanges.disable PUT settings/exchanges/{exchangeId}/disable')

/** The input of {@link enable}. */
export interface EnableInput {
  /** Id of the exchange setting. A UUID. */
  exchangeId: string
}

/** The refusals of {@link enable}; `body` narrows by `status`. */
export type EnableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Enable an exchange
 *
 * Offers the exchange to users: it shows in `exchanges` and `sdk.exchangeOptions` of the settings, as long as
 * the providers that it names are enabled. Enabling an enabled exchange changes nothing and keeps the first
 * `enabledAt`. Fails with 422 `exchange_cannot_be_enabled` while one of those providers is not enabled.
 *
 * @param client - Transport or client to call through.
 * @param input - `exchangeId`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   422 `exchange_cannot_be_enabled`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const exchange = await exchanges.enable(client, { exchangeId })
 * ```
 */
export const enable: (client: Caller, input: EnableInput, options?: CallOptions) => Call<Exchange, EnableError> =
  /*#__PURE__*/ operation('exchanges.enable PUT settings/exchanges/{exchangeId}/enable')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the exchange setting. A UUID. */
  exchangeId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an exchange
 *
 * Returns one exchange setting. The id alone identifies it; one of another environment than the token's is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `exchangeId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const exchange = await exchanges.get(client, { exchangeId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Exchange, GetError> =
  /*#__PURE__*/ operation('exchanges.get GET settings/exchanges/{exchangeId}')

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the exchanges of an environment
 *
 * Returns every exchange that is set up in the environment, enabled or not, oldest first.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await exchanges.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<ExchangeResponse, ListError> =
  /*#__PURE__*/ operation('exchanges.list GET environments/{environmentId}/settings/exchanges')

export { remove as delete }
