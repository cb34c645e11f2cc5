// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Your hostnames that serve the API, verified by DNS.
 *
 * @module customHostnames
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CustomHostnameCreateRequest, CustomHostnamesResponse, ErrorBody, Hostname, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The hostname to add and what it is for. */
  body: CustomHostnameCreateRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Add a custom hostname
 *
 * Registers your own hostname for the API, and returns the DNS records that prove that you own it. The hostname
 * starts as `pending`, and a DNS lookup is made every minute. It becomes `active` when all records are found, and
 * `error`, with the reason in `errors`, when a record has another value or is still missing after 72 hours. Cookie
 * sessions need an active hostname of usage `cookies`. Hostnames are stored in lower case. Fails with 422
 * `invalid_custom_hostname` when any environment already has the hostname, or when it is too long for DNS.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_custom_hostname`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const hostname = await customHostnames.create(client, { body: { hostname: 'auth.example.com', usage: 'cookies' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Hostname, CreateError> =
  /*#__PURE__*/ operation('customHostnames.create POST environments/{environmentId}/custom/hostnames')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the custom hostname. A UUID. */
  customHostnameId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a custom hostname
 *
 * Removes the hostname in any status and ends its DNS lookups; another environment may register it from then on.
 * With usage `cookies`, cookie sessions under it stop working at once. Deleting it again is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `customHostnameId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await customHostnames.delete(client, { customHostnameId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('customHostnames.delete DELETE environments/{environmentId}/custom/hostnames/{customHostnameId} e')

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
 * List the custom hostnames of an environment
 *
 * Returns every custom hostname of the environment with its status and its verification records, oldest first. The
 * status is that of the last DNS lookup; reading the list does not start a lookup.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await customHostnames.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<CustomHostnamesResponse, ListError> =
  /*#__PURE__*/ operation('customHostnames.list GET environments/{environmentId}/custom/hostnames')

export { remove as delete }
