// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Wallets whose key is shared, for servers: those of the environment itself, and those they make for users.
 *
 * @module waasWallets
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateUserWaasWalletsRequest, ErrorBody, OtherStatus, UnprocessableEntity, UserResponse, WaasAuthenticateResponse, WaasVerifyApiKeyErrorResponse, WaasVerifyApiKeyResponse, WaasWalletResponse } from './schemas.ts'

/** The input of {@link authenticate}. */
export interface AuthenticateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link authenticate}; `body` narrows by `status`. */
export type AuthenticateError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Get tokens for the wallets of the environment
 *
 * Answers a JWT of ten minutes with `server_auth` and the id of the API token as `sub`. As a bearer token it opens
 * `waas.createAccount`, `waas.importPrivateKey`, `waas.signMessage`, `waas.refresh`, `waas.reshare`,
 * `waas.exportPrivateKey` and the operations of `waasRooms`, for wallets of the environment itself and for no wallet
 * of a user, which are 404. A wallet that is created with it has no user and is no credential; `waasWallets.get`
 * shows it. The JWT ends with the API token. A member's token is 403 `forbidden`. Where wallets of the generation V3
 * are not active, the call is 422 `no_compatible_wallet_service_enabled`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link AuthenticateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`, `forbidden`; 422
 *   `no_compatible_wallet_service_enabled`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasWallets.authenticate(client)
 * ```
 */
export const authenticate: (client: Caller, input?: AuthenticateInput, options?: CallOptions) => Call<WaasAuthenticateResponse, AuthenticateError> =
  /*#__PURE__*/ operation('waasWallets.authenticate POST environments/{environmentId}/waas/authenticate')

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The user who gets wallets whose key is shared, and the chains. */
  body: CreateUserWaasWalletsRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create wallets whose key is shared for a user
 *
 * Creates the missing embedded wallets of the user that `identifier` names, one on each of the chains, and answers
 * 200 if all existed and 201 if one was created. Users are found, and created, as `embeddedWallets.create` does it,
 * with the same refusals. The wallets wait for whoever proves to be the user: until then their key is dealt into
 * shares of `TWO_OF_TWO`, of which the service stores the user's, too, and `claimed` is false. `keyShares.recover`
 * takes a wallet over. Fires `user.created` for a new user, then `wallet.created` for each wallet.
 *
 * Where wallets of the generation V3 are not active, the call is 422 `no_compatible_wallet_service_enabled`; a chain
 * that the settings leave out is `invalid_embedded_wallet_chains_configuration`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `no_compatible_wallet_service_enabled`,
 *   `invalid_embedded_wallet_chains_configuration`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasWallets.create(client, { body: { identifier: 'ada@example.com', type: 'email', chains: ['SVM'] } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<UserResponse, CreateError> =
  /*#__PURE__*/ operation('waasWallets.create POST environments/{environmentId}/waas/create')

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the wallet. A UUID. */
  walletId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a wallet whose key is shared
 *
 * Answers a wallet of a user, or one of the environment itself. An embedded wallet whose key is not shared, and one
 * that is deleted, are 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `walletId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasWallets.get(client, { walletId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<WaasWalletResponse, GetError> =
  /*#__PURE__*/ operation('waasWallets.get GET environments/{environmentId}/waas/{walletId}')

/** The input of {@link verifyApiKey}. */
export interface VerifyApiKeyInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link verifyApiKey}; `body` narrows by `status`. */
export type VerifyApiKeyError =
  | ApiError<401, WaasVerifyApiKeyErrorResponse>
  | ApiError<403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Ask whether an API token is valid here
 *
 * Answers the environment of the API token that the call is made with. For a token that is unknown, deleted or expired
 * the body has `verified: false`. A token of another environment, or without the scope, is 403.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link VerifyApiKeyInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401; 403 `missing_scope`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await waasWallets.verifyApiKey(client)
 * ```
 */
export const verifyApiKey: (client: Caller, input?: VerifyApiKeyInput, options?: CallOptions) => Call<WaasVerifyApiKeyResponse, VerifyApiKeyError> =
  /*#__PURE__*/ operation('waasWallets.verifyApiKey POST environments/{environmentId}/waas/verifyApiKey')
