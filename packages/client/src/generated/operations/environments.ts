// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The sandbox and the live environment of a project.
 *
 * @module environments
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { EnvironmentsResponse, EnvironmentVisitorsResponse, ErrorBody, KeyResponse, OtherStatus, ProjectEnvironment, ProjectSettings, ProjectSettingsInput, UnprocessableEntity } from './schemas.ts'

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
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an environment
 *
 * Returns the environment and its current settings. Write-only values, such as provider secrets, are left out. An
 * environment that the credential does not reach is a 403.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const projectEnvironment = await environments.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<ProjectEnvironment, GetError> =
  /*#__PURE__*/ operation('environments.get GET environments/{environmentId}')

/** The input of {@link getKeys}. */
export interface GetKeysInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getKeys}; `body` narrows by `status`. */
export type GetKeysError =
  | ApiError<401 | 403 | 429, ErrorBody>
  | ApiError<500, undefined>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the public key of an environment
 *
 * Returns the public key for the session tokens that the environment signs now, for servers that cannot read a JWK
 * set: `publicKey` is the SubjectPublicKeyInfo of the key as PEM text, in base64. After a rotation it is the new
 * key; tokens that were signed before can be verified with `jwks.get`, which has every valid key.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetKeysInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await environments.getKeys(client)
 * ```
 */
export const getKeys: (client: Caller, input?: GetKeysInput, options?: CallOptions) => Call<KeyResponse, GetKeysError> =
  /*#__PURE__*/ operation('environments.getKeys GET environments/{environmentId}/keys')

/** The input of {@link getVisitorStatistics}. */
export interface GetVisitorStatisticsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getVisitorStatistics}; `body` narrows by `status`. */
export type GetVisitorStatisticsError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Count users and visitors
 *
 * Counts the users and the visitors of the environment, and how many different ones signed in or connected a wallet
 * in the last 30 days, today included. `count` is the total number of `users.list` and of `visits.listVisitors`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetVisitorStatisticsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await environments.getVisitorStatistics(client)
 * ```
 */
export const getVisitorStatistics: (client: Caller, input?: GetVisitorStatisticsInput, options?: CallOptions) => Call<EnvironmentVisitorsResponse, GetVisitorStatisticsError> =
  /*#__PURE__*/ operation('environments.getVisitorStatistics GET environments/{environmentId}/statistics/visitors')

/** The input of {@link listByProject}. */
export interface ListByProjectInput {
  /** Id of the project. A UUID. */
  projectId: string
}

/** The refusals of {@link listByProject}; `body` narrows by `status`. */
export type ListByProjectError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get both environments of a project
 *
 * Returns the two environments that each project has from its creation on: `sandbox` for testing, `live` for real
 * users. They share nothing: users, settings, tokens and signing keys are separate. To a caller who is not a member
 * of the owning organization it is a 404, like an unknown id.
 *
 * @param client - Transport or client to call through.
 * @param input - `projectId`; see {@link ListByProjectInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await environments.listByProject(client, { projectId })
 * ```
 */
export const listByProject: (client: Caller, input: ListByProjectInput, options?: CallOptions) => Call<EnvironmentsResponse, ListByProjectError> =
  /*#__PURE__*/ operation('environments.listByProject GET projects/{projectId}/environments')

/** The input of {@link update}. */
export interface UpdateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /**
   * The settings of an environment that clients need. Fields marked as write-only accept secrets, which are never
   * returned.
   */
  body: ProjectSettingsInput
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change the settings of an environment
 *
 * Merges the given settings into those of the environment: objects are merged key by key, lists and plain values are
 * replaced, and what is left out stays. A client can change what `environments.get` returns and send it back. The
 * new settings apply from the next request on; `environments.get` and `sdkSettings.get` show them, and `updatedAt`
 * changes if anything is different. The other environment of the project stays as it is. These are ignored, since
 * they have their own operations: `customFields`, `providers`, `exchanges`, `networks`, the networks of the
 * organization in `chains`, `sdk.socialSignIn.providers`, `sdk.exchangeOptions` and `sdk.nameService`. The CAPTCHA
 * secret and the token of the device cloud are accepted, kept if left out, and never returned. An unknown key is a
 * 400.
 *
 * Fails with 422:
 *
 * - `empty_chain_name` for a chain without a name,
 * - `invalid_position`, `invalid_regex` and `repeated_options` for the rules of a standard field,
 * - `cannot_switch_to_unique` when a field becomes unique while two users share a value,
 * - `invalid_external_auth` when external sign-in is enabled without an issuer or its JWK set,
 * - `invalid_embedded_wallet_settings` for contradictory security methods and session keys of embedded wallets,
 * - `invalid_embedded_wallet_chains_configuration` unless each of their chains is named once and one enabled chain
 *   is the primary one,
 * - `invalid_update` for every other invalid setting, such as sessions of no length or of more than 30 days, an
 *   unknown standard field, a repeated entry of a list, another `environmentName`, or a change while
 *   `environmentLocked` is set that does not also unlock the settings.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_position`, `empty_chain_name`, `invalid_embedded_wallet_settings`,
 *   `invalid_regex`, `repeated_options`, `invalid_embedded_wallet_chains_configuration`, `cannot_switch_to_unique`,
 *   `invalid_external_auth`, `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const projectSettings = await environments.update(client, {
 *   body: {
 *     chains: [
 *       {
 *         name: 'evm',
 *         enabled: true,
 *         networks: [{ networkId: 1, chainName: 'Ethereum Mainnet', enabled: true, type: 'default' }],
 *       },
 *     ],
 *     kyc: [
 *       {
 *         name: 'email',
 *         type: 'standard',
 *         required: true,
 *         enabled: true,
 *         unique: true,
 *         verify: true,
 *         position: 1,
 *       },
 *     ],
 *     design: { modal: { theme: 'dark' } },
 *     general: { displayName: 'Example Store', supportEmail: 'help@example.com' },
 *     privacy: { collectIp: true },
 *     sdk: { multiWallet: false },
 *     security: { jwtDuration: { amount: 1, unit: 'hours' } },
 *   },
 * })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<ProjectSettings, UpdateError> =
  /*#__PURE__*/ operation('environments.update PUT environments/{environmentId}')
