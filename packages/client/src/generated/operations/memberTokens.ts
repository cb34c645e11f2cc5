// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * API tokens with which a member acts in all of their organizations.
 *
 * @module memberTokens
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, type NoInput, operation } from '../../calls/operation.ts'
import type { CreateTokenResponse, ErrorBody, OtherStatus, PostTokenFields, TokensResponse, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /** What a new API token needs. */
  body: PostTokenFields
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<404 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Create a personal API token
 *
 * Creates a token that acts as the caller, and shows its raw value this one time: only a hash is stored. In each
 * organization and its environments it may do what the caller's role there allows at the time of the call. It has no
 * scopes: with `scopes`, even an empty list, the call fails with 422 `invalid_scopes`, so that nobody believes that
 * a token may do less than it can. Fails with 422 `too_many_api_tokens` when the caller has 100 tokens.
 *
 * @param client - Transport or client to call through.
 * @param input - `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 422 `invalid_scopes`, `too_many_api_tokens`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await memberTokens.create(client, { body: { note: 'Deployment scripts' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<CreateTokenResponse, CreateError> =
  /*#__PURE__*/ operation('memberTokens.create POST user/tokens')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the API token. A UUID. */
  tokenId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 405 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete a personal API token
 *
 * Revokes the token at once and for good; the next call with it is a 401 `token_revoked`. A token may delete itself.
 * Another member's token is a 404 without a body, like one that is already deleted.
 *
 * @param client - Transport or client to call through.
 * @param input - `tokenId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`, `token_revoked`; 403 `missing_scope`;
 *   404; 405 `method_not_allowed`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await memberTokens.delete(client, { tokenId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('memberTokens.delete DELETE user/tokens/{tokenId} e')

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<400 | 404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List your API tokens
 *
 * Lists the API tokens of the caller that are not deleted, oldest first and in one reply. The raw tokens are not in
 * the list and cannot be recovered: recognise a token by its `note` and its `checksum`. They belong to no
 * environment and have no scopes.
 *
 * @param client - Transport or client to call through.
 * @param input - None. Leave it out, or pass `{}` before options.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await memberTokens.list(client)
 * ```
 */
export const list: (client: Caller, input?: NoInput, options?: CallOptions) => Call<TokensResponse, ListError> =
  /*#__PURE__*/ operation('memberTokens.list GET user/tokens')

export { remove as delete }
