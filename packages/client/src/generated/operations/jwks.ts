// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The public keys that the session tokens of an environment are signed with.
 *
 * @module jwks
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, JwksResponse, OtherStatus } from './schemas.ts'

/** The input of {@link get}. */
export interface GetInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the JWK set of the environment
 *
 * Lists the public keys with which the session tokens of this environment can be verified. Each environment has its
 * own key, so a token of another environment never verifies here. Every token has the `kid` of its key in its
 * header, which is the key's RFC 7638 thumbprint. A key that was replaced stays in the set until the last token that
 * it may have signed has expired. The signature algorithm is RS256 unless the environment uses another one. No
 * credential is needed.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await jwks.get(client)
 * ```
 */
export const get: (client: Caller, input?: GetInput, options?: CallOptions) => Call<JwksResponse, GetError> =
  /*#__PURE__*/ operation('jwks.get GET sdk/{environmentId}/.well-known/jwks')

/** The input of {@link getJson}. */
export interface GetJsonInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
}

/** The refusals of {@link getJson}; `body` narrows by `status`. */
export type GetJsonError =
  | ApiError<400 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<401 | 403 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the JWK set by its .json address
 *
 * The same JWK set as `jwks.get`, byte for byte, for libraries that expect the address to end in `.json`. No
 * credential is needed.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link GetJsonInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await jwks.getJson(client)
 * ```
 */
export const getJson: (client: Caller, input?: GetJsonInput, options?: CallOptions) => Call<JwksResponse, GetJsonError> =
  /*#__PURE__*/ operation('jwks.getJson GET sdk/{environmentId}/.well-known/jwks.json')
