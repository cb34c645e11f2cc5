// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Blockchain networks that an organization describes itself.
 *
 * @module customNetworks
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CustomNetworkRequest, CustomNetworkResponse, CustomNetworksResponse, ErrorBody, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** The full description of a custom network. */
  body: CustomNetworkRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a custom network
 *
 * Describes a blockchain network that is not built into the service, for all projects of the organization. All ten
 * fields are required; a missing or malformed one is a 400. The addresses are stored as given and are not called.
 * Fails with 422 `duplicate_exists` when another network of the same chain has the `chainId`, either one of the
 * organization or one built into the service. A `chainId` above 9007199254740991 is a 400. Needs the role admin or
 * owner, otherwise 403 `insufficient_role`.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404 `not_found`; 415 `unsupported_media_type`; 422 `duplicate_exists`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await customNetworks.create(client, {
 *   organizationId,
 *   body: {
 *     networkType: 'EVM',
 *     chainName: 'Harbour Testnet',
 *     chainId: '424242',
 *     rpcUrl: 'https://rpc.harbour.example.com',
 *     blockExplorerUrl: 'https://explorer.harbour.example.com',
 *     iconUrl: 'https://static.example.com/harbour.svg',
 *     nativeCurrencyName: 'Harbour Coin',
 *     nativeCurrencySymbol: 'HBR',
 *     nativeCurrencyIconUrl: 'https://static.example.com/hbr.svg',
 *     nativeCurrencyDecimals: 18,
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<CustomNetworkResponse, CreateError> =
  /*#__PURE__*/ operation('customNetworks.create POST organizations/{organizationId}/customNetworks')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Id of the custom network. A UUID. */
  networkId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a custom network
 *
 * Removes a custom network from the settings of all environments of the organization. Wallets and users stay as they
 * are; a sign-in message that names the network is refused from now on. Needs the role admin or owner, otherwise 403
 * `insufficient_role`. A network of another organization is a 404 without a body, like one that is already deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `networkId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await customNetworks.delete(client, { organizationId, networkId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('customNetworks.delete DELETE organizations/{organizationId}/customNetworks/{networkId} e')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Id of the custom network. A UUID. */
  networkId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a custom network
 *
 * Returns one custom network of the organization, wrapped in `customNetwork`. A network of another organization is a
 * 404 without a body, like one that does not exist.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `networkId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await customNetworks.get(client, { organizationId, networkId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<CustomNetworkResponse, GetError> =
  /*#__PURE__*/ operation('customNetworks.get GET organizations/{organizationId}/customNetworks/{networkId}')

/** The input of {@link list}. */
export interface ListInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the custom networks of an organization
 *
 * Returns every custom network of the organization, oldest first. Each item is an object with the single key
 * `customNetwork`. Any member of the organization may read it; to a person who is not a member it is a 404, as if it
 * did not exist.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await customNetworks.list(client, { organizationId })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<CustomNetworksResponse, ListError> =
  /*#__PURE__*/ operation('customNetworks.list GET organizations/{organizationId}/customNetworks')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Id of the custom network. A UUID. */
  networkId: string
  /** The full description of a custom network. */
  body: CustomNetworkRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change a custom network
 *
 * Replaces the description of a custom network. All ten fields are required; a missing or malformed one is a 400.
 * The settings of all environments of the organization show the change at once. The `chainId` follows the rules of
 * `customNetworks.create` (422 `duplicate_exists`, or 400). Needs the role admin or owner, otherwise 403
 * `insufficient_role`. A network of another organization is a 404 without a body, like one that does not exist.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `networkId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`,
 *   `insufficient_role`; 404; 415 `unsupported_media_type`; 422 `duplicate_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await customNetworks.update(client, {
 *   organizationId,
 *   networkId,
 *   body: {
 *     networkType: 'EVM',
 *     chainName: 'Harbour Testnet',
 *     chainId: '424242',
 *     rpcUrl: 'https://rpc2.harbour.example.com',
 *     blockExplorerUrl: 'https://explorer.harbour.example.com',
 *     iconUrl: 'https://static.example.com/harbour.svg',
 *     nativeCurrencyName: 'Harbour Coin',
 *     nativeCurrencySymbol: 'HBR',
 *     nativeCurrencyIconUrl: 'https://static.example.com/hbr.svg',
 *     nativeCurrencyDecimals: 18,
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<CustomNetworkResponse, UpdateError> =
  /*#__PURE__*/ operation('customNetworks.update PUT organizations/{organizationId}/customNetworks/{networkId}')

export { remove as delete }
