// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { ErrorBody, OtherStatus, UnprocessableEntity, WalletConnectProject, WalletConnectProjectUpsertRequest } from './schemas.ts'

/** What {@link upsertProject} takes. */
export interface UpsertProjectInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
  body: WalletConnectProjectUpsertRequest
}

/** How {@link upsertProject} may be refused; `body` narrows by `status`. */
export type UpsertProjectError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Set up the WalletConnect project
 *
 * Names the project at WalletConnect that wallets connect through. The first call creates it; every later one
 * changes its name and keeps its id. Each call puts the id into `sdk.walletConnect.projectId` of the settings,
 * in place of one that was entered by hand. Fails with 422 `invalid_update` when that would change locked
 * settings.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids and body of the request; see {@link UpsertProjectInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 415, 422, 429, 500.
 * @example await walletConnect.upsertProject(client, { environmentId, body })
 */
export const upsertProject: (client: Caller, input: UpsertProjectInput, options?: CallOptions) => Call<WalletConnectProject, UpsertProjectError> =
  /*#__PURE__*/ operation('walletConnect.upsertProject PUT environments/{environmentId}/walletConnect/projects')
