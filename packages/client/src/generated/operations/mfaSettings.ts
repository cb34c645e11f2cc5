// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Which second factors the members of an organization can use.
 *
 * @module mfaSettings
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, MfaDeviceType, OrganizationMfaSettings, OrganizationMfaSettingsResponse, OtherStatus, Unlisted } from './schemas.ts'

/** The input of {@link disable}. */
export interface DisableInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Kind of second factor. */
  mfaDeviceType: MfaDeviceType | Unlisted
}

/** The refusals of {@link disable}; `body` narrows by `status`. */
export type DisableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Turn off a second factor for members
 *
 * Members of the organization can no longer use this kind of second factor. Turning off a kind that is off changes
 * nothing. Nothing changes for end users.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `mfaDeviceType`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const organizationMfaSettings = await mfaSettings.disable(client, { organizationId, mfaDeviceType: 'totp' })
 * ```
 */
export const disable: (client: Caller, input: DisableInput, options?: CallOptions) => Call<OrganizationMfaSettings, DisableError> =
  /*#__PURE__*/ operation('mfaSettings.disable PUT organizations/{organizationId}/mfaSettings/{mfaDeviceType}/disable')

/** The input of {@link enable}. */
export interface EnableInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** Kind of second factor. */
  mfaDeviceType: MfaDeviceType | Unlisted
}

/** The refusals of {@link enable}; `body` narrows by `status`. */
export type EnableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Turn on a second factor for members
 *
 * Members of the organization can use this kind of second factor from now on. Turning on a kind that is on changes
 * nothing and keeps the first time. Nothing changes for end users.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `mfaDeviceType`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const organizationMfaSettings = await mfaSettings.enable(client, { organizationId, mfaDeviceType: 'totp' })
 * ```
 */
export const enable: (client: Caller, input: EnableInput, options?: CallOptions) => Call<OrganizationMfaSettings, EnableError> =
  /*#__PURE__*/ operation('mfaSettings.enable PUT organizations/{organizationId}/mfaSettings/{mfaDeviceType}/enable')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get which second factors members can use
 *
 * Returns for each kind of second factor since when the members of the organization can use it; null if they cannot.
 * Every kind is listed, and all are off by default. These settings are about the organization's members. The
 * settings of each environment decide what end users can use.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`; 429 `too_many_requests`;
 *   500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await mfaSettings.get(client, { organizationId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<OrganizationMfaSettingsResponse, GetError> =
  /*#__PURE__*/ operation('mfaSettings.get GET organizations/{organizationId}/mfaSettings')
