// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { ErrorBody, OtherStatus, ProjectSettings } from './schemas.ts'

/** What {@link get} takes. */
export interface GetInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  query?: {
    /** Version of the client that asks. The settings are the same for every version. */
    sdkVersion?: string
  }
}

/** How {@link get} may be refused; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 415 | 422 | OtherStatus, unknown>

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
