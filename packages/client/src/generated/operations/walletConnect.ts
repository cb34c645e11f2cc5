// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The project that wallets connect through.
 *
 * @module walletConnect
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, UnprocessableEntity, WalletConnectProject, WalletConnectProjectUpsertRequest } from './schemas.ts'

/** The input of {@link upsertProject}. */
export interface UpsertProjectInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The name for the project. */
  body: WalletConnectProjectUpsertRequest
}

/** The refusals of {@link upsertProject}; `body` narrows by `status`. */
export type UpsertProjectError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Set up the WalletConnect project
 *
 * Names the project at WalletConnect through which wallets connect. The first call creates it; every later call
 * changes its name and keeps its id. Each call writes the id to `sdk.walletConnect.projectId` of the settings, over
 * one that was entered by hand. Fails with 422 `invalid_update` when that would change locked settings.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link UpsertProjectInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_update`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const walletConnectProject = await walletConnect.upsertProject(client, { body: { name: 'Example Store' } })
 * ```
 */
export const upsertProject: (client: Caller, input: UpsertProjectInput, options?: CallOptions) => Call<WalletConnectProject, UpsertProjectError> =
  /*#__PURE__*/ operation('walletConnect.upsertProject PUT environments/{environmentId}/walletConnect/projects')
