// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Single-use values for the messages that wallets sign.
 *
 * @module nonces
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, NonceResponse, OtherStatus } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 404 | 429, ErrorBody>
  | ApiError<500, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Create a nonce for a sign-in message
 *
 * Creates a nonce, although the method is GET: each call returns a new one, so the reply must not come from a cache.
 * The client puts it into the message that a wallet signs, which proves that the message was written for this
 * sign-in. A nonce is accepted once, within five minutes, in this environment only. No credential is needed.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404 `not_found`; 429 `too_many_requests`; 500.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await nonces.create(client)
 * ```
 */
export const create: (client: Caller, input?: CreateInput, options?: CallOptions) => Call<NonceResponse, CreateError> =
  /*#__PURE__*/ operation('nonces.create GET sdk/{environmentId}/nonce')
