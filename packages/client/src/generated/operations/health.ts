// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Whether the service can serve an environment.
 *
 * @module health
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, HealthcheckResponse, OtherStatus } from './schemas.ts'

/** The input of {@link check}. */
export interface CheckInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link check}; `body` narrows by `status`. */
export type CheckError =
  | ApiError<400 | 404 | 429 | 500, ErrorBody>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Ask whether the service is well
 *
 * Reports whether the service can serve this environment. Both answers have status 200; read `status` in the body.
 * No credential is needed, and nothing changes. An environment that does not exist is 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link CheckInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await health.check(client)
 * ```
 */
export const check: (client: Caller, input?: CheckInput, options?: CallOptions) => Call<HealthcheckResponse, CheckError> =
  /*#__PURE__*/ operation('health.check GET sdk/{environmentId}/healthcheck')
