// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The public settings of an environment, which clients read before anyone has signed in.
 *
 * @module sdkSettings
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, ProjectSettings, SdkSettingsRequest, UnprocessableEntity } from './schemas.ts'

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** Version of the client that asks, at most 50 characters. The environment shows the latest one; the settings do not depend on it. */
    sdkVersion?: string | undefined
  } | undefined
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the public settings of the environment
 *
 * Returns everything that a client needs to know before a sign-in: which ways to sign in are enabled and how they
 * look, the fields to ask for, chains and networks, wallet settings, and how long sessions last. The reply has the
 * current settings; a change by an administrator appears in the next reply. `providers` has only the enabled ones.
 * No credential is needed, so the reply contains no secrets: client secrets of providers, the CAPTCHA secret and API
 * tokens are left out.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const projectSettings = await sdkSettings.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<ProjectSettings, GetError> =
  /*#__PURE__*/ operation('sdkSettings.get GET sdk/{environmentId}/settings')

/** The input of {@link report}. */
export interface ReportInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** A client's report about its own setup. */
  body: SdkSettingsRequest
}

/** The refusals of {@link report}; `body` narrows by `status`. */
export type ReportError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Report how a client is set up
 *
 * Stores a client's report about its own setup, for support. It changes no setting, appears in no other reply and
 * fires no event. Only the latest report of an environment is kept. A report of more than 16,384 characters of JSON
 * is 422 `metadata_size_exceeded`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ReportInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 415 `unsupported_media_type`; 422
 *   `metadata_size_exceeded`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await sdkSettings.report(client, {
 *   body: {
 *     serviceContextProps: { initialAuthenticationMode: 'connect-and-sign' },
 *     frameworkSettings: { react: { version: '19.1.0' } },
 *   },
 * })
 * ```
 */
export const report: (client: Caller, input: ReportInput, options?: CallOptions) => Call<undefined, ReportError> =
  /*#__PURE__*/ operation('sdkSettings.report POST sdk/{environmentId}/sdkSettings e')
