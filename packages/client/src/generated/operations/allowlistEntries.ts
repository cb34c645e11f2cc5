// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * The people and domains on an allowlist.
 *
 * @module allowlistEntries
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type ListCall, listOperation, type NextOffset, offset } from '../../calls/listOperation.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { AllowlistEntriesResponse, AllowlistEntry, ErrorBody, OtherStatus, PostAllowlistEntriesRequest, Unlisted, UnprocessableEntity } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /** Id of the allowlist. A UUID. */
  allowlistId: string
  /** The person to list: at least one identity. An empty string is the same as no value. */
  body: PostAllowlistEntriesRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Add an entry to an allowlist
 *
 * Lists a person by one identity or several; a person who has any of them matches. An empty string is the same as no
 * value. E-mails and domains are compared without regard to case, and only a verified e-mail of a user matches. An
 * enabled list takes the entry into account from the next sign-in or refresh on. Fails with 422 `invalid_user` when
 * the body has no identity, `invalid_email` when the e-mail or its domain is invalid, and
 * `allowlist_entry_already_exists` when an entry of the same list has one of the identities.
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   415 `unsupported_media_type`; 422 `invalid_email`, `allowlist_entry_already_exists`, `invalid_user`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const allowlistEntry = await allowlistEntries.create(client, { allowlistId, body: { email: 'ada@example.com', alias: 'Ada, design partner' } })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<AllowlistEntry, CreateError> =
  /*#__PURE__*/ operation('allowlistEntries.create POST allowlists/{allowlistId}/entries')

/** The input of {@link remove}. */
export interface DeleteInput {
  /** Id of the allowlist entry. A UUID. */
  allowlistEntryId: string
}

/** The refusals of {@link remove}; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 405 | 429 | 500, ErrorBody>
  | ApiError<409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete an allowlist entry
 *
 * Deletes an entry of a list. The id alone identifies it; an entry of another environment than the token's is a 404,
 * and so is one that is already deleted. If the list is enabled, the entry is ignored from the next sign-in or
 * refresh on; sessions are not ended.
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistEntryId`; see {@link DeleteInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   405 `method_not_allowed`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await allowlistEntries.delete(client, { allowlistEntryId })
 * ```
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('allowlistEntries.delete DELETE allowlistEntries/{allowlistEntryId} e')

/** The input of {@link list}. */
export interface ListInput {
  /** Id of the allowlist. A UUID. */
  allowlistId: string
  query?: {
    /**
     * Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns that it can be ordered by;
     * another column is a 400. Records that are equal in the column are sorted by id.
     */
    orderBy?: "createdAt-asc" | "createdAt-desc" | "id-asc" | "id-desc" | "alias-asc" | "alias-desc" | "email-asc" | "email-desc" | "walletPublicKey-asc" | "walletPublicKey-desc" | Unlisted | undefined
    /**
     * How many records to skip from the start of the list. Beyond the end, the page is empty. At least 0.
     * @default 0
     */
    offset?: number | undefined
    /**
     * How many records the page holds at most. From 1 to 100.
     * @default 20
     */
    limit?: number | undefined
    /** Keeps the entries whose alias, wallet address or e-mail contains this text, without regard to case. */
    query?: string | undefined
  } | undefined
}

/** The refusals of {@link list}; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 404 | 405 | 429 | 500, ErrorBody>
  | ApiError<409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the entries of an allowlist
 *
 * Returns one page of the entries of the allowlist. `orderBy` takes the columns `createdAt`, `id`, `alias`, `email`
 * and `walletPublicKey`; without it the oldest entry comes first, and ties are broken by id. `count` counts all
 * entries that match `query`, not only those of the page. An invalid `orderBy`, `offset` or `limit` is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `allowlistId`, `query`; see {@link ListInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @returns One page when awaited, each item of all pages when iterated.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404 `not_found`;
 *   405 `method_not_allowed`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * for await (const allowlistEntry of allowlistEntries.list(client, { allowlistId, query: { limit: 50 } })) console.log(allowlistEntry)
 * ```
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => ListCall<AllowlistEntriesResponse, AllowlistEntry, NextOffset, ListError> =
  /*#__PURE__*/ listOperation('allowlistEntries.list GET allowlists/{allowlistId}/entries', offset)

export { remove as delete }
