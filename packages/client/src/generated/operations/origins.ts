// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Web origins that browsers may call an environment from.
 *
 * @module origins
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { AddOriginBadRequest, AddOriginRequest, AddOriginResponse, ErrorBody, OriginsResponse, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The origin to allow. */
  body: AddOriginRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400, AddOriginBadRequest>
  | ApiError<401, string>
  | ApiError<403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Allow an origin
 *
 * Allows pages of this origin to call the environment, at once: cross-origin replies name it, and unsafe calls with
 * a session cookie are accepted from it. An origin is scheme, host and port without a path, stored as browsers send
 * it: in lower case and without the scheme's default port. One wildcard may stand for the whole first label of the
 * host, before at least two others or before `localhost`, where it matches exactly one label; or for the port of
 * `localhost`, where it matches any port. A malformed origin is a 400 in a special form. Fails with 422
 * `invalid_cors_origins` when the wildcard is elsewhere or the host is invalid, and `duplicate_exists` when the
 * environment allows the same origin already.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400; 401; 403 `missing_scope`; 415 `unsupported_media_type`; 422
 *   `invalid_cors_origins`, `duplicate_exists`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await origins.create(client, { body: { origin: 'https://app.example.com' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<AddOriginResponse, CreateError> =
  /*#__PURE__*/ operation('origins.create POST environments/{environmentId}/origins')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the origin. A UUID. */
  originId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Remove an allowed origin
 *
 * Stops allowing the origin; from the next call on, pages there get no cross-origin permission and their unsafe
 * cookie calls are a 403. Sessions are not ended. The id alone identifies it; an origin of another environment than
 * the token's is a 404, and so is one that is already deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `originId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await origins.delete(client, { originId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('origins.delete DELETE origins/{originId} e')

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
  | ApiError<401, string>
  | ApiError<403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the allowed origins of an environment
 *
 * Returns every origin that browsers may call the environment from, oldest first and in one reply. Its 401 is
 * plain text.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401; 403 `missing_scope`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await origins.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<OriginsResponse, ListError> =
  /*#__PURE__*/ operation('origins.list GET environments/{environmentId}/origins')

export { remove as delete }
