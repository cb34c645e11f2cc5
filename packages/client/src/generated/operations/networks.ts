// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The networks that an environment uses.
 *
 * @module networks
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, NetworkConfigurationResponse, OtherStatus } from './schemas.ts'

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
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the networks of an environment
 *
 * Returns the networks that the environment uses, chain by chain, with all that a client needs to talk to them: the
 * networks that its settings enable, then the custom networks of its organization. A chain that the settings turn
 * off is left out with all of its networks. An RPC endpoint from the settings of a network is in
 * `privateCustomerRpcUrls`. No credential is needed. An unknown environment answers 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await networks.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<Array<NetworkConfigurationResponse>, ListError> =
  /*#__PURE__*/ operation('networks.list GET sdk/{environmentId}/networks')
