// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Lists of people who get in, stay out or gain a scope.
 *
 * @module allowlists
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { Allowlist, ErrorBody, OtherStatus, PostAllowlistsRequest, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /**
   * The name of an allowlist and what it does. Every field is optional: a new list gets the defaults, and a change keeps
   * the former values.
   */
  body: PostAllowlistsRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create an allowlist
 *
 * Creates an allowlist that has no entries and is not enabled, so it has no effect yet. Without `name` it is called
 * `Allowlist`. Without `outcome`, the outcome is `scope` if a scope is given and `siteAccess` if not. Fails with 422
 * `allowlist_already_exists` when another allowlist of the environment has the name, and `invalid_scopes` for a
 * `scope` that is not a single word, or is one that the service itself grants (`user:basic`,
 * `requiresAdditionalAuth`).
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_scopes`, `allowlist_already_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const allowlist = await allowlists.create(client, { body: { name: 'Early access', outcome: 'siteAccess' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<Allowlist, CreateError> =
  /*#__PURE__*/ operation('allowlists.create POST environments/{environmentId}/allowlists')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the allowlist. A UUID. */
  allowlistId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete an allowlist
 *
 * Deletes the allowlist and all of its entries. It has no effect from the next sign-in and refresh on: people that
 * it kept out can sign in, and listed people lose its scope. A deleted list is a 404, like one of another
 * environment.
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await allowlists.delete(client, { allowlistId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('allowlists.delete DELETE allowlists/{allowlistId} e')

/** The input of {@link disable}. */
export interface DisableInput {
  /** Id of the allowlist. A UUID. */
  allowlistId: string
}

/** The refusals of {@link disable}; `body` narrows by `status`. */
export type DisableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Disable an allowlist
 *
 * Turns the allowlist off and sets `enabledAt` to null; sign-ins and refreshes ignore it. Its entries are kept for
 * the next time it is enabled. Disabling an allowlist that is not enabled changes nothing.
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistId`; see {@link DisableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const allowlist = await allowlists.disable(client, { allowlistId })
 * ```
 */
export const disable: (client: Caller, input: DisableInput, options?: CallOptions) => Call<Allowlist, DisableError> =
  /*#__PURE__*/ operation('allowlists.disable PUT allowlists/{allowlistId}/disable')

/** The input of {@link enable}. */
export interface EnableInput {
  /** Id of the allowlist. A UUID. */
  allowlistId: string
}

/** The refusals of {@link enable}; `body` narrows by `status`. */
export type EnableError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Enable an allowlist
 *
 * Turns the allowlist on: from now on each sign-in and each refresh checks whether the list has the person. With
 * outcome `siteAccess`, or `scope` without a scope, only listed people get in; `block` refuses listed people. With
 * each outcome but `block`, the list's scope is added to the session token of listed people. An enabled `siteAccess`
 * list without entries lets nobody in. Enabling an enabled allowlist changes nothing and keeps the first
 * `enabledAt`.
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistId`; see {@link EnableInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const allowlist = await allowlists.enable(client, { allowlistId })
 * ```
 */
export const enable: (client: Caller, input: EnableInput, options?: CallOptions) => Call<Allowlist, EnableError> =
  /*#__PURE__*/ operation('allowlists.enable PUT allowlists/{allowlistId}/enable')

/** The input of {@link get}. */
export interface GetInput {
  /** Id of the allowlist. A UUID. */
  allowlistId: string
}

/** The refusals of {@link get}; `body` narrows by `status`. */
export type GetError =
  | ApiError<400 | 401 | 403 | 404 | 429 | 500, ErrorBody>
  | ApiError<405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get an allowlist
 *
 * Returns one allowlist and its state, without its entries. The id alone identifies it; a list of another
 * environment than the token's is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistId`; see {@link GetInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const allowlist = await allowlists.get(client, { allowlistId })
 * ```
 */
export const get: (client: Caller, input: GetInput, options?: CallOptions) => Call<Allowlist, GetError> =
  /*#__PURE__*/ operation('allowlists.get GET allowlists/{allowlistId}')

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
  | ApiError<401 | 403 | 405 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the allowlists of an environment
 *
 * Returns every allowlist of the environment, enabled or not, as a plain array, oldest first. The people on a list
 * are read with `allowlistEntries.list`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 405 `method_not_allowed`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await allowlists.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<Array<Allowlist>, ListError> =
  /*#__PURE__*/ operation('allowlists.list GET environments/{environmentId}/allowlists')

/** The input of {@link update}. */
export interface UpdateInput {
  /** Id of the allowlist. A UUID. */
  allowlistId: string
  /**
   * The name of an allowlist and what it does. Every field is optional: a new list gets the defaults, and a change keeps
   * the former values.
   */
  body: PostAllowlistsRequest
}

/** The refusals of {@link update}; `body` narrows by `status`. */
export type UpdateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Change an allowlist
 *
 * Changes the name, the scope and the outcome of an allowlist; what is left out stays, and so do its entries and
 * whether it is enabled. The new outcome and scope of an enabled list apply from the next sign-in and refresh on;
 * session tokens that were issued before stay valid until they expire. Fails with 422 `allowlist_already_exists`
 * when another allowlist of the environment has the name, and `invalid_scopes` for a `scope` that is not a single
 * word, or is one that the service itself grants (`user:basic`, `requiresAdditionalAuth`).
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistId`, `body`; see {@link UpdateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_scopes`, `allowlist_already_exists`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const allowlist = await allowlists.update(client, { allowlistId, body: { name: 'Early access', outcome: 'block' } })
 * ```
 */
export const update: (client: Caller, input: UpdateInput, options?: CallOptions) => Call<Allowlist, UpdateError> =
  /*#__PURE__*/ operation('allowlists.update PUT allowlists/{allowlistId}')

export { remove as delete }
