// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type Call, operation } from '../../operation.ts'
import type { ErrorBody, OtherStatus, SdkUser } from './schemas.ts'

/** What {@link get} takes. */
export interface GetInput {
  /**
   * The environment that the call acts in.
   * @default the client's `environmentId`
   */
  environmentId?: string
}

/** How {@link get} may be refused; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the profile of the signed-in user
 *
 * Answers with the user that the session belongs to, as the user is now: changes by administrators show at once,
 * while the claims of the token stay as they were signed. `missingFields` lists the enabled required standard
 * and custom fields that are empty. A session that is expired or revoked, or whose user is deleted, is 401.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link GetInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 429, 500.
 * @example await profile.get(client, { environmentId })
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<SdkUser, GetError> =
  /*#__PURE__*/ operation('profile.get GET sdk/{environmentId}/users')
