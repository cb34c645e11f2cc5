// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { ErrorBody, OtherStatus, ProjectSettings, SdkSettingsRequest, UnprocessableEntity } from './schemas.ts'

/** What {@link get} takes. */
export interface GetInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  query?: {
    /** Version of the client that asks, at most 50 characters. The environment shows the latest one; the settings do not depend on it. */
    sdkVersion?: string
  }
}

/** How {@link get} may be refused; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the public settings of the environment
 *
 * Everything a client needs to know before anyone has signed in: which ways to sign in are enabled and how they
 * look, the fields to ask for, chains and networks, wallet settings, and how long sessions last. The reply holds
 * the settings of this moment; a change by an administrator shows in the next one. `providers` holds the enabled
 * ones only.
 *
 * No credential is needed, so nothing secret is in it: client secrets of providers, the CAPTCHA secret and API
 * tokens are left out.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link GetInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 404, 429, 500.
 * @example await sdkSettings.get(client, { environmentId })
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<ProjectSettings, GetError> =
  /*#__PURE__*/ operation('sdkSettings.get GET sdk/{environmentId}/settings')

/** What {@link report} takes. */
export interface ReportInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  body: SdkSettingsRequest
}

/** How {@link report} may be refused; `body` narrows by `status`. */
export type ReportError =
  | ApiError<400 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Report how a client is set up
 *
 * Takes what a client tells about its own setup, for support. It changes no setting, shows in no other reply and
 * fires no event. The latest report of an environment is kept, in place of the one before. A report of more than
 * 16,384 characters of JSON is 422 `metadata_size_exceeded`.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids and body of the request; see {@link ReportInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 404, 415, 422, 429, 500.
 * @example await sdkSettings.report(client, { environmentId, body })
 */
export const report: (client: Caller, input: ReportInput, options?: CallOptions) => Call<undefined, ReportError> =
  /*#__PURE__*/ operation('sdkSettings.report POST sdk/{environmentId}/sdkSettings e')
