// Written by `pnpm generate` from spec/. Edit spec/ instead.
import type { CallOptions, Caller } from '../../createTransport.ts'
import type { ApiError } from '../../errors.ts'
import { type ListCall, listOperation, type NextOffset, offset } from '../../listOperation.ts'
import { type Call, operation } from '../../operation.ts'
import type { AllowlistEntriesResponse, AllowlistEntry, ErrorBody, OtherStatus, PostAllowlistEntriesRequest, UnprocessableEntity } from './schemas.ts'

/** What {@link create} takes. */
export interface CreateInput {
  /** Id of the allowlist. */
  allowlistId: string
  body: PostAllowlistEntriesRequest
}

/** How {@link create} may be refused; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 401 | 403 | 404 | 415 | 429 | 500, ErrorBody>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Add an entry to an allowlist
 *
 * Lists a person by one identity or several; matching any one of them is enough. An empty string counts as left
 * out. E-mails and domains compare without regard to case, and only a
 * verified e-mail of a user matches. An enabled list takes the entry into account from the next sign-in or refresh
 * on. Fails with 422 `invalid_user` when the body holds no identity, `invalid_email` when the e-mail or its domain is none, and
 * `allowlist_entry_already_exists` when an entry of the same list has one of the identities.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids and body of the request; see {@link CreateInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 415, 422, 429, 500.
 * @example await allowlistEntries.create(client, { allowlistId, body })
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<AllowlistEntry, CreateError> =
  /*#__PURE__*/ operation('allowlistEntries.create POST allowlists/{allowlistId}/entries')

/** What {@link remove} takes. */
export interface DeleteInput {
  /** Id of the allowlist entry. */
  allowlistEntryId: string
}

/** How {@link remove} may be refused; `body` narrows by `status`. */
export type DeleteError =
  | ApiError<400 | 401 | 403 | 404 | 405 | 429 | 500, ErrorBody>
  | ApiError<409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Delete an allowlist entry
 *
 * Takes the entry off its list. The id alone names it; an entry of another environment than the token's is a 404,
 * and so is one that is gone already. If the list is enabled, the person is judged without the entry from the next
 * sign-in or refresh on; sessions are not ended.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link DeleteInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 405, 429, 500.
 * @example await allowlistEntries.delete(client, { allowlistEntryId })
 */
export const remove: (client: Caller, input: DeleteInput, options?: CallOptions) => Call<undefined, DeleteError> =
  /*#__PURE__*/ operation('allowlistEntries.delete DELETE allowlistEntries/{allowlistEntryId} e')

/** What {@link list} takes. */
export interface ListInput {
  /** Id of the allowlist. */
  allowlistId: string
  query?: {
    /**
     * Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns it can be ordered by;
     * another column is a 400. Records that are equal in the column follow each other by id.
     */
    orderBy?: string
    /** How many records to leave out from the start of the list. Beyond the end, the page is empty. */
    offset?: number
    /** How many records the page holds at most. */
    limit?: number
    /** Keeps the entries whose alias, wallet address or e-mail contains this text, upper and lower case alike. */
    query?: string
  }
}

/** How {@link list} may be refused; `body` narrows by `status`. */
export type ListError =
  | ApiError<400 | 401 | 403 | 404 | 405 | 429 | 500, ErrorBody>
  | ApiError<409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List the entries of an allowlist
 *
 * Returns one page of the entries of the allowlist. `orderBy` takes the columns `createdAt`, `id`, `alias`,
 * `email` and `walletPublicKey`; without it the oldest entry comes first, and ties are broken by id. `count`
 * counts all entries that match `query`, not those of the page. A bad `orderBy`, `offset` or `limit` is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - Ids of the request; see {@link ListInput}.
 * @param options - Credential, headers, time limit and abort signal of this call alone.
 * @throws {@link ApiError} with status 400, 401, 403, 404, 405, 429, 500.
 * @example for await (const item of allowlistEntries.list(client, { allowlistId })) console.log(item)
 */
export const list: (client: Caller, input: ListInput, options?: CallOptions) => ListCall<AllowlistEntriesResponse, AllowlistEntry, NextOffset, ListError> =
  /*#__PURE__*/ listOperation('allowlistEntries.list GET allowlists/{allowlistId}/entries', offset)

export { remove as delete }
