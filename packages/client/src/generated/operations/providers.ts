// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Identity, wallet and message providers that an environment uses.
 *
 * @module providers
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, Provider, ProviderCreateRequest, ProvidersResponse, ProviderUpdateRequest, ProviderUrlsResponse, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The provider to set up and its settings. The provider decides which fields are used. */
  body: ProviderCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Set up a provider
 *
 * Stores the settings of a provider for this environment. It is not enabled, so nobody can use it until
 * `providers.enable` is called. `clientSecret` is write-only: no reply shows it. Fails with 422 `duplicate_exists`
 * when the environment already has the provider, and `invalid_key_export_url` when `keyExportUrl` is not an https
 * URL.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_key_export_url`, `duplicate_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const provider = await providers.create(client, {
 *   body: {
 *     provider: 'google',
 *     clientId: '102938475610-app.example.com',
 *     clientSecret: 'example-client-secret',
 *     scopes: 'openid email profile',
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Provider, CreateError> =
  /*#__PURE__*/ operation('providers.create POST environments/{environmentId}/settings/providers')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the provider setting. A UUID. */
  providerId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a provider
 *
 * Deletes the settings of a provider, including its secret. The next sign-in with it is refused, and so are sign-ins
 * under way, even if the provider is set up again. Users, their linked accounts and sessions are kept; the accounts
 * work again once the provider is set up again. Any provider can be deleted. An exchange that uses it is not offered
 * while it is missing.
 *
 * @param client - Transport or client to call through.
 * @param input - `providerId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await providers.delete(client, { providerId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('providers.delete DELETE settings/providers/{providerId} e')

/** The input of {@link disable}. */
export interface DisableInput {
  /** Id of the provider setting. A UUID. */
  providerId: string
}

/** The refusals of {@link disable}; `body` narrows by `status`. */
export type DisableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Disable a provider
 *
 * Turns the provider off and sets `enabledAt` to null: the next sign-in with it is a 403. Its settings, linked
 * accounts and sessions are kept. Disabling a provider that is not enabled changes nothing.
 *
 * @param client - Transport or client to call through.
 * @param input - `providerId`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const provider = await providers.disable(client, { providerId })
 * ```
 */
export const disable: (client: Caller, input: DisableInput, options?: CallOptions) => Call<Provider, DisableError> =
  /*#__PURE__*/ operation('providers.disable PUT settings/providers/{providerId}/disable')

/** The input of {@link enable}. */
export interface EnableInput {
  /** Id of the provider setting. A UUID. */
  providerId: string
}

/** The refusals of {@link enable}; `body` narrows by `status`. */
export type EnableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Enable a provider
 *
 * Turns the provider on: people can sign in with it or link an account from now on. Enabling an enabled provider
 * changes nothing and keeps the first `enabledAt`. Fails with 422 `invalid_service_props` when settings that the
 * provider needs are missing, such as the client id and secret of an OAuth provider, `missing_aa_project_id` when
 * an account abstraction provider has no project id, and `conflicting_embedded_wallet_providers` when another
 * embedded wallet provider is enabled.
 *
 * @param client - Transport or client to call through.
 * @param input - `providerId`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   422 `invalid_service_props`, `conflicting_embedded_wallet_providers`, `missing_aa_project_id`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const provider = await providers.enable(client, { providerId })
 * ```
 */
export const enable: (client: Caller, input: EnableInput, options?: CallOptions) => Call<Provider, EnableError> =
  /*#__PURE__*/ operation('providers.enable PUT settings/providers/{providerId}/enable')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the provider setting. A UUID. */
  providerId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get a provider
 *
 * Returns one provider and its state, without its client secret. The id alone identifies it; a provider of another
 * environment than the token's is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `providerId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const provider = await providers.get(client, { providerId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Provider, GetError> =
  /*#__PURE__*/ operation('providers.get GET settings/providers/{providerId}')

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
 * List the providers of an environment
 *
 * Returns every provider that is set up in the environment, enabled or not, oldest first and in one reply. Client
 * secrets are never included.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await providers.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<ProvidersResponse, ListError> =
  /*#__PURE__*/ operation('providers.list GET environments/{environmentId}/settings/providers')

/** The input of {@link listUrls}. */
export interface ListUrlsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link listUrls}; `body` narrows by `status`. */
export type ListUrlsError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the OAuth addresses of the providers
 *
 * Returns, for each OAuth provider, the address to which people are sent and the redirect address to register with
 * the provider. The list is fixed per environment and does not depend on which providers are set up.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListUrlsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await providers.listUrls(client)
 * ```
 */
export const listUrls: (client: Caller, input?: ListUrlsInput, options?: CallOptions) => Call<ProviderUrlsResponse, ListUrlsError> =
  /*#__PURE__*/ operation('providers.listUrls GET environments/{environmentId}/settings/providers/urls')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the provider setting. A UUID. */
  providerId: string
  /** The settings of a provider to change; those left out stay. */
  body: ProviderUpdateRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Update a provider
 *
 * Changes the fields in the body and keeps the others, including the stored secret; a list is replaced as a whole.
 * The provider's name and whether it is enabled cannot be changed here. The next sign-in uses the new settings,
 * while sign-ins under way continue with the old ones. Fails with 422 `invalid_key_export_url` when `keyExportUrl`
 * is not an https URL. An enabled provider keeps the settings that `providers.enable` needs: a change that would
 * remove one is 422 `invalid_service_props` or `missing_aa_project_id`, and nothing is written. Disable the provider
 * first.
 *
 * @param client - Transport or client to call through.
 * @param input - `providerId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_key_export_url`, `invalid_service_props`, `missing_aa_project_id`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const provider = await providers.update(client, { providerId, body: { clientSecret: 'example-next-client-secret', scopes: 'openid email' } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<Provider, UpdateError> =
  /*#__PURE__*/ operation('providers.update PUT settings/providers/{providerId}')

export { remove as delete }
