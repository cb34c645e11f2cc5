// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * URLs that sign-ins in mobile apps may redirect to.
 *
 * @module deeplinkUrls
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { AddDeeplinkUrlRequest, DeeplinkUrl, DeeplinkUrlsResponse, ErrorBody, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The deep link to allow. */
  body: AddDeeplinkUrlRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Allow a deep link
 *
 * Allows sign-ins to redirect to this URL, at once and for the whole environment: scheme, host, port and path must
 * be the same, and the query too if the deep link has one. Custom schemes are allowed. One wildcard may stand for
 * the whole first label of the host, before at least two others; it matches exactly one label. The scheme, and the
 * host of a web address, are stored in lower case. Fails with 422 `invalid_mobile_deeplink_urls` when the wildcard
 * is elsewhere, the host of a web address is invalid, or URLs of the scheme run code or read files, and
 * `duplicate_exists` when the environment allows the same URL already.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_mobile_deeplink_urls`, `duplicate_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const deeplinkUrl = await deeplinkUrls.create(client, { body: { url: 'exampleapp://callback' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<DeeplinkUrl, CreateError> =
  /*#__PURE__*/ operation('deeplinkUrls.create POST environments/{environmentId}/deeplinkUrls')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the deep link. A UUID. */
  deeplinkUrlId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Remove a deep link
 *
 * Stops allowing the URL; a sign-in that asks to return there is refused from now on. The id alone identifies it; a
 * deep link of another environment than the token's is a 404, and so is one that is already deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `deeplinkUrlId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await deeplinkUrls.delete(client, { deeplinkUrlId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('deeplinkUrls.delete DELETE deeplinkUrls/{deeplinkUrlId} e')

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
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the deep links of an environment
 *
 * Returns every deep link that mobile apps of the environment may be sent back to, oldest first and in one reply.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await deeplinkUrls.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<DeeplinkUrlsResponse, ListError> =
  /*#__PURE__*/ operation('deeplinkUrls.list GET environments/{environmentId}/deeplinkUrls')

export { remove as delete }
