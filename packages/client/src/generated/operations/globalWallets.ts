// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The own wallet of an environment, which other sites can use.
 *
 * @module globalWallets
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, GlobalWalletSettings, GlobalWalletSettingsCreateRequest, GlobalWalletSettingsUpdateRequest, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The settings to begin with. */
  body: GlobalWalletSettingsCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create the settings of the global wallet
 *
 * Creates the environment's global wallet, which is off until `globalWallets.enable` is called. Until then the
 * wallet needs no name. An environment has one: a second one fails with 422 `duplicate_exists`. The icon is a PNG or
 * SVG, the style sheet a CSS file; a URL that ends otherwise is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `duplicate_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletSettings = await globalWallets.create(client, {
 *   body: {
 *     walletName: 'Example Wallet',
 *     popupPageTitle: 'Sign with Example Wallet',
 *     walletIconUrl: 'https://assets.example.com/wallet/icon.svg',
 *     termsOfServiceUrl: 'https://example.com/terms',
 *     customMenuLinks: [{ label: 'Help', url: 'https://example.com/help' }],
 *     enableLoginWithExternalWallets: false,
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<GlobalWalletSettings, CreateError> =
  /*#__PURE__*/ operation('globalWallets.create POST environments/{environmentId}/globalWallet/settings')

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
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Turn the global wallet off
 *
 * Ends the use of the wallet on all sites at once: every connection becomes `disconnected`, and new ones are
 * refused. The settings and the access list stay. Turning off a wallet that is off changes nothing.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletSettings = await globalWallets.disable(client)
 * ```
 */
export const disable: (client: Caller, input?: DisableInput, options?: CallOptions) => Call<GlobalWalletSettings, DisableError> =
  /*#__PURE__*/ operation('globalWallets.disable PUT environments/{environmentId}/globalWallet/disable')

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
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Turn the global wallet on
 *
 * Lets users connect the global wallet to other sites, or to those that an enabled access list allows. The wallet
 * needs a name: without one the call fails with 422 `invalid_wallet_name`. Turning on a wallet that is on changes
 * nothing and keeps the first `enabledAt`. Connections that ended when the wallet was turned off do not reopen.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 422 `invalid_wallet_name`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletSettings = await globalWallets.enable(client)
 * ```
 */
export const enable: (client: Caller, input?: EnableInput, options?: CallOptions) => Call<GlobalWalletSettings, EnableError> =
  /*#__PURE__*/ operation('globalWallets.enable PUT environments/{environmentId}/globalWallet/enable')

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
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the settings of the global wallet
 *
 * Returns the settings of the environment's own wallet, which other sites can use. Fields that were never set are
 * left out; `enabledAt` is null while the wallet is off. Before the settings are created the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletSettings = await globalWallets.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<GlobalWalletSettings, GetError> =
  /*#__PURE__*/ operation('globalWallets.get GET environments/{environmentId}/globalWallet/settings')

/** The input of {@link getPublic}. */
export interface GetPublicInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getPublic}; `body` narrows by `status`. */
export type GetPublicError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the settings of the global wallet, as clients see them
 *
 * Returns the settings of the environment's global wallet while it is on. Sites that offer the wallet and the wallet's
 * own pages read them before anybody has signed in. An environment without a global wallet, one whose wallet is off,
 * and an unknown environment are a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetPublicInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletSettings = await globalWallets.getPublic(client)
 * ```
 */
export const getPublic: (client: Caller, input?: GetPublicInput, options?: CallOptions) => Call<GlobalWalletSettings, GetPublicError> =
  /*#__PURE__*/ operation('globalWallets.getPublic GET sdk/{environmentId}/globalWallets/settings')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The fields to change. */
  body: GlobalWalletSettingsUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change the settings of the global wallet
 *
 * Changes the fields that the body names and leaves the others as they are; `customMenuLinks` is replaced as a
 * whole. An empty text or URL clears a field. The wallet stays on or off. Fails with 422 `invalid_wallet_name` when
 * the body clears the name while the wallet is on. Before the settings are created the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 415
 *   `unsupported_media_type`; 422 `invalid_wallet_name`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const globalWalletSettings = await globalWallets.update(client, { body: { popupPageTitle: 'Sign with Example Wallet', enableLoginWithExternalWallets: false } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<GlobalWalletSettings, UpdateError> =
  /*#__PURE__*/ operation('globalWallets.update PUT environments/{environmentId}/globalWallet/settings')
