// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Which sites may use the global wallet of an environment.
 *
 * @module globalWalletAccess
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, GlobalWalletAccessControlDomainCreateRequest, GlobalWalletAccessControlDomainResponse, GlobalWalletAccessControlResponse, GlobalWalletAccessControlUpdateRequest, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link addDomain}. */
export interface AddDomainInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The site to put on the list. */
  body: GlobalWalletAccessControlDomainCreateRequest
}

/** The refusals of {@link addDomain}; `body` narrows by `status`. */
export type AddDomainError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Put a site on the access list
 *
 * Adds a site by its origin, stored as browsers send it: in lower case and without the scheme's default port. One
 * wildcard may stand for the whole first label of the host, where it matches exactly one label, or for the port of
 * `localhost`. On an enabled blocklist this ends the site's connections. Fails with 422 `invalid_cors_origins` when
 * the wildcard stands elsewhere or the host is invalid, and `duplicate_exists` when the list has the site already.
 * Before the list is created the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link AddDomainInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_cors_origins`, `duplicate_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await globalWalletAccess.addDomain(client, { body: { domain: 'https://shop.example.com' } })
 * ```
 */
export const addDomain: (client: Caller, input: AddDomainInput, options?: CallOptions) => Call<GlobalWalletAccessControlDomainResponse, AddDomainError> =
  /*#__PURE__*/ operation('globalWalletAccess.addDomain POST environments/{environmentId}/globalWallet/accessControl/domains')

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The type of the list. */
  body: GlobalWalletAccessControlUpdateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create the access list of the global wallet
 *
 * Creates the environment's access list, without domains and not enabled until `globalWalletAccess.enable` is
 * called. It can be created before the global wallet. An environment has one list: a second one fails with 422
 * `duplicate_exists`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `duplicate_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await globalWalletAccess.create(client, { body: { type: 'allow' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<GlobalWalletAccessControlResponse, CreateError> =
  /*#__PURE__*/ operation('globalWalletAccess.create POST environments/{environmentId}/globalWallet/accessControl')

/** The input of {@link deleteDomain}. */
export interface DeleteDomainInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the domain on the access list. A UUID. */
  globalWalletAccessControlDomainId: string
}

/** The refusals of {@link deleteDomain}; `body` narrows by `status`. */
export type DeleteDomainError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Take a site off the access list
 *
 * Removes the site from the list. On an enabled allowlist this ends its connections. An id of another environment is
 * a 404, and so is one that is already deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `globalWalletAccessControlDomainId`; see {@link DeleteDomainInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await globalWalletAccess.deleteDomain(client, { globalWalletAccessControlDomainId })
 * ```
 */
export const deleteDomain: (client: Caller, input: DeleteDomainInput, options?: CallOptions) => Call<undefined, DeleteDomainError> =
  /*#__PURE__*/ operation('globalWalletAccess.deleteDomain DELETE environments/{environmentId}/globalWallet/accessControl/domains/{globalWalletAccessControlDomainId} e')

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
 * Disable the access list
 *
 * Lets every site use the global wallet. The domains stay on the list. Connections that the list has ended do not
 * reopen. Disabling a disabled list changes nothing.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await globalWalletAccess.disable(client)
 * ```
 */
export const disable: (client: Caller, input?: DisableInput, options?: CallOptions) => Call<GlobalWalletAccessControlResponse, DisableError> =
  /*#__PURE__*/ operation('globalWalletAccess.disable PUT environments/{environmentId}/globalWallet/accessControl/disable')

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
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Enable the access list
 *
 * From now on the list decides which sites may use the global wallet: with `allow` those that are on it, with
 * `block` all others. An allowlist without domains lets nobody in. Connections of excluded sites become
 * `disconnected`, and new ones are refused. Enabling an enabled list changes nothing and keeps the first
 * `enabledAt`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await globalWalletAccess.enable(client)
 * ```
 */
export const enable: (client: Caller, input?: EnableInput, options?: CallOptions) => Call<GlobalWalletAccessControlResponse, EnableError> =
  /*#__PURE__*/ operation('globalWalletAccess.enable PUT environments/{environmentId}/globalWallet/accessControl/enable')

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
 * Get the access list of the global wallet
 *
 * Returns the list of sites that may use the environment's global wallet, or may not, with its domains, oldest
 * first. `enabledAt` is null while the list is not enabled. Before the list is created the call is a 404, and every
 * site may use the wallet.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await globalWalletAccess.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<GlobalWalletAccessControlResponse, GetError> =
  /*#__PURE__*/ operation('globalWalletAccess.get GET environments/{environmentId}/globalWallet/accessControl')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The type of the list. */
  body: GlobalWalletAccessControlUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Turn the access list into an allowlist or a blocklist
 *
 * Changes the type of the list. Its domains stay, and it stays enabled or disabled. If it is enabled, connections of
 * sites that it now excludes become `disconnected`. Before the list is created the call is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await globalWalletAccess.update(client, { body: { type: 'block' } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<GlobalWalletAccessControlResponse, UpdateError> =
  /*#__PURE__*/ operation('globalWalletAccess.update PUT environments/{environmentId}/globalWallet/accessControl')
