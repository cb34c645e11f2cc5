// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Wallets that connected to a site, signed in or not.
 *
 * @module visits
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type ListCall, listOperation, type NextOffset, offset } from '../../calls/listOperation.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ConnectRequest, ErrorBody, OtherStatus, Unlisted, UnprocessableEntity, Visitor, VisitorSearchFilterParams, VisitorsResponse } from './schemas.ts'

/** The input of {@link create}. */
export interface CreateInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  /** The wallet that connected, as the browser reports it. */
  body: ConnectRequest
}

/** The refusals of {@link create}; `body` narrows by `status`. */
export type CreateError =
  | ApiError<400 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<401 | 403 | 405 | 409 | 410 | OtherStatus, unknown>

/**
 * Record a visit
 *
 * Records that a wallet connected to the site, before or without a sign-in. No credential is needed and a visit
 * proves nothing, so it never gives access to anything. The first visit of an address on a chain with a wallet name
 * adds a visitor and fires `visit.created`; later visits do not change the visitor. `analytics.getVisits` counts
 * each one. An address that is not valid on the chain fails with 422 `invalid_chain_address_match`; an unknown
 * environment is a 404.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link CreateInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 404; 415 `unsupported_media_type`; 422
 *   `invalid_chain_address_match`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * await visits.create(client, {
 *   body: {
 *     address: '0x52908400098527886E0F7030069857D2E4169EE7',
 *     chain: 'EVM',
 *     provider: 'browserExtension',
 *     walletName: 'metamask',
 *     authMode: 'connect-only',
 *   },
 * })
 * ```
 */
export const create: (client: Caller, input: CreateInput, options?: CallOptions) => Call<undefined, CreateError> =
  /*#__PURE__*/ operation('visits.create POST sdk/{environmentId}/connect e')

/** The input of {@link listVisitors}. */
export interface ListVisitorsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** Keeps the visitors that match every given part, for example `filter[chain]=EVM`. Without it all are listed. */
    filter?: VisitorSearchFilterParams | undefined
    /**
     * Column and direction, joined by a dash: `createdAt-desc`. Each list names the columns that it can be ordered by;
     * another column is a 400. Records that are equal in the column are sorted by id.
     */
    orderBy?: "createdAt-asc" | "createdAt-desc" | "address-asc" | "address-desc" | Unlisted | undefined
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
  } | undefined
}

/** The refusals of {@link listVisitors}; `body` narrows by `status`. */
export type ListVisitorsError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * List visitors
 *
 * Lists the wallets that connected to the environment, whether or not their owners signed in, a page at a time.
 * `orderBy` takes `createdAt` and `address`; without it the newest visitor comes first. A wallet is listed once per
 * address, chain and wallet name, with the time of its first visit. An unknown column or a page size outside 1 to
 * 100 is a 400.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link ListVisitorsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @returns One page when awaited, each item of all pages when iterated.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * for await (const visitor of visits.listVisitors(client, { query: { limit: 50 } })) console.log(visitor)
 * ```
 */
export const listVisitors: (client: Caller, input?: ListVisitorsInput, options?: CallOptions) => ListCall<VisitorsResponse, Visitor, NextOffset, ListVisitorsError> =
  /*#__PURE__*/ listOperation('visits.listVisitors GET environments/{environmentId}/visitors', offset)
