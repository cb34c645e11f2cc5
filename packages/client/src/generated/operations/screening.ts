// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Sanctions screening of wallets at sign-in and refresh.
 *
 * @module screening
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, ScreeningConfiguration } from './schemas.ts'

/** The input of {@link disable}. */
export interface DisableInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link disable}; `body` narrows by `status`. */
export type DisableError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Disable sanctions screening
 *
 * Turns off the sanctions check from the next sign-in or refresh on; earlier checks stay readable. Calling it while it is off
 * changes nothing. Where screening was never enabled there are no settings to change: 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const screeningConfiguration = await screening.disable(client)
 * ```
 */
export const disable: (client: Caller, input?: DisableInput, options?: CallOptions) => Call<ScreeningConfiguration, DisableError> =
  /*#__PURE__*/ operation('screening.disable PUT environments/{environmentId}/integrations/screening/sanctions/disable')

/** The input of {@link enable}. */
export interface EnableInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link enable}; `body` narrows by `status`. */
export type EnableError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Enable sanctions screening
 *
 * Turns on the sanctions check: from now on wallets are checked when they sign in, each check is stored with its
 * user, and a sanctioned wallet is refused. The wallets of a user are checked again at each refresh and at the second
 * step of a sign-in; such a check is stored if its result differs from the one before. The first call creates the settings. Calling it again while it is on
 * changes nothing, `updatedAt` included.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const screeningConfiguration = await screening.enable(client)
 * ```
 */
export const enable: (client: Caller, input?: EnableInput, options?: CallOptions) => Call<ScreeningConfiguration, EnableError> =
  /*#__PURE__*/ operation('screening.enable PUT environments/{environmentId}/integrations/screening/sanctions/enable')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the wallet screening settings
 *
 * Returns how the environment screens wallets. An environment where screening was never enabled has no settings
 * yet and answers 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const screeningConfiguration = await screening.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<ScreeningConfiguration, GetError> =
  /*#__PURE__*/ operation('screening.get GET environments/{environmentId}/integrations/screening')
