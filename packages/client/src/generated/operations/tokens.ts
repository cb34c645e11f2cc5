// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * API tokens with which servers act in an environment.
 *
 * @module tokens
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { CreateTokenResponse, ErrorBody, OtherStatus, PostTokenFields, TokensResponse, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** What a new API token needs. */
  body: PostTokenFields
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create an API token
 *
 * Creates a token for servers that act in this environment and shows its raw value, this one time: only a hash is
 * stored. The token may do what its scopes allow; without `scopes` it gets all scopes of its creator. It is valid at
 * once and until it is deleted. Fails with 422 `invalid_scopes` when the creator asks for a scope that it does not
 * have, and `too_many_api_tokens` when the environment has 100 tokens.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_scopes`, `too_many_api_tokens`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await tokens.create(client, {
 *   body: { note: 'Nightly user sync', scopes: ['environment.users.read', 'environment.users.write'] },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<CreateTokenResponse, CreateError> =
  /*#__PURE__*/ operation('tokens.create POST environments/{environmentId}/tokens')

/** The input of {@link remove}. */
export interface DeleteInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** Id of the API token. A UUID. */
  tokenId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 405 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete an API token
 *
 * Revokes the token at once and for good; the next call with it is a 401 `token_revoked`. A token may delete
 * itself. Deleting it again is a 404 without a body.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `tokenId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`, `token_revoked`; 403 `missing_scope`;
 *   404; 405 `method_not_allowed`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await tokens.delete(client, { tokenId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('tokens.delete DELETE environments/{environmentId}/tokens/{tokenId} e')

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
 * List the API tokens of an environment
 *
 * Returns every API token of the environment that is not deleted, oldest first and in one reply. The raw tokens are
 * not in the list and cannot be recovered: recognise a token by its `note` and its `checksum`. A member needs the
 * role `admin` or `owner` (403 `insufficient_role`).
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`, `insufficient_role`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await tokens.list(client)
 * ```
 */
export const list: (client: Caller, input?: ListInput, options?: CallOptions) => Call<TokensResponse, ListError> =
  /*#__PURE__*/ operation('tokens.list GET environments/{environmentId}/tokens')

export { remove as delete }
