// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Selling tokens for money, outside of the service.
 *
 * @module offramps
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ChainEnum, ErrorBody, OtherStatus, SupportedOfframpsResponse, Unlisted } from './schemas.ts'

/** The input of {@link list}. */
export interface ListInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** The address that has the tokens. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    walletAddress: string
    /** The chain of the address. */
    chain: ChainEnum | Unlisted
    /**
     * Number of one network of the chain. Without it, the first one that the environment enables.
     * At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`.
     */
    networkId?: string | undefined
    /** Symbol of the token, or the address of its contract. At most 255 characters. Matches `^[a-zA-Z0-9 _.,:!?&%@\/'-]*$`. */
    token?: string | undefined
  }
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the buyers of tokens
 *
 * Lists the providers at which the owner of a wallet can sell tokens, each with a link to its page for this wallet. The
 * links are valid for an hour. Listed are the on-ramp providers that the environment has enabled and that buy tokens,
 * too. The list is empty if no network of the chain is enabled, and if nobody trades the token there.
 *
 * No credential is needed. An unknown environment is a 404, and an address of another chain is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await offramps.list(client, { query: { walletAddress, chain: 'EVM' } })
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => Call<SupportedOfframpsResponse, ListError> =
  /*#__PURE__*/ operation('offramps.list GET sdk/{environmentId}/offramps')
