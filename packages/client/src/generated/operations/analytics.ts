// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * Numbers about an environment: sign-ins, users, wallets and visits over time.
 *
 * @module analytics
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { AnalyticsEngagementResponse, AnalyticsOverviewResponse, AnalyticsToplineResponse, AnalyticsVisitResponse, AnalyticsWalletsBreakdownItem, AnalyticsWalletsResponse, ErrorBody, OtherStatus, Unlisted } from './schemas.ts'

/** The input of {@link getEngagement}. */
export interface GetEngagementInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** First day of the range, in UTC. An ISO 8601 date, `2026-01-31`. */
    start: string
    /** Last day of the range, which is included. It may be in the future. An ISO 8601 date, `2026-01-31`. */
    end: string
  }
}

/** The refusals of {@link getEngagement}; `body` narrows by `status`. */
export type GetEngagementError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Show how often users come back
 *
 * Counts from the sign-ins of the environment how many days a week users are active, which share of them comes back
 * in later weeks, and at which hours they sign in. Weeks begin on Monday, UTC. `activeWeeklyDays` and `retention`
 * use whole weeks, also for the weeks in which the range begins and ends; `sessionsHeatmap` uses only the days of
 * the range. Sign-ins of users who were deleted later are counted. A range that ends before it begins, or is longer
 * than 366 days, is a 400 `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetEngagementInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await analytics.getEngagement(client, { query: { start: '2026-01-01', end: '2026-01-31' } })
 * ```
 */
export const getEngagement: (client: Caller, input: GetEngagementInput, options?: CallOptions) => Call<AnalyticsEngagementResponse, GetEngagementError> =
  /*#__PURE__*/ operation('analytics.getEngagement GET environments/{environmentId}/analytics/engagement')

/** The input of {@link getOverview}. */
export interface GetOverviewInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** First day of the range, in UTC. An ISO 8601 date, `2026-01-31`. */
    start: string
    /** Last day of the range, which is included. It may be in the future. An ISO 8601 date, `2026-01-31`. */
    end: string
    /** Length of the periods that the range is divided into. */
    granularity: "day" | "week" | "month" | Unlisted
  }
}

/** The refusals of {@link getOverview}; `body` narrows by `status`. */
export type GetOverviewError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Show active users and sign-ins over time
 *
 * Counts for each day, week or month of the range how many users signed in, and how many sessions began by login
 * method and by operating system. A week begins on Monday and a month on its first day, UTC; if the range begins or
 * ends within one, only its days in the range are counted. A period without sign-ins is included with 0. Sign-ins of
 * users who were deleted later are counted, and linking or unlinking credentials later changes nothing. A range that
 * ends before it begins, or is longer than 366 days, is a 400 `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetOverviewInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await analytics.getOverview(client, { query: { start: '2026-01-01', end: '2026-01-31', granularity: 'day' } })
 * ```
 */
export const getOverview: (client: Caller, input: GetOverviewInput, options?: CallOptions) => Call<AnalyticsOverviewResponse, GetOverviewError> =
  /*#__PURE__*/ operation('analytics.getOverview GET environments/{environmentId}/analytics/overview')

/** The input of {@link getTopline}. */
export interface GetToplineInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** First day of the range, in UTC. An ISO 8601 date, `2026-01-31`. */
    start: string
    /** Last day of the range, which is included. It may be in the future. An ISO 8601 date, `2026-01-31`. */
    end: string
  }
}

/** The refusals of {@link getTopline}; `body` narrows by `status`. */
export type GetToplineError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Count sessions, users and wallets
 *
 * Counts the sessions that began, the users that were created and the wallets that were linked, in all and within
 * the range. Users and wallets that were deleted or unlinked later are counted, so that the numbers of past days
 * never change. A range that ends before it begins, or is longer than 366 days, is a 400 `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetToplineInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await analytics.getTopline(client, { query: { start: '2026-01-01', end: '2026-01-31' } })
 * ```
 */
export const getTopline: (client: Caller, input: GetToplineInput, options?: CallOptions) => Call<AnalyticsToplineResponse, GetToplineError> =
  /*#__PURE__*/ operation('analytics.getTopline GET environments/{environmentId}/analytics/topline')

/** The input of {@link getVisits}. */
export interface GetVisitsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** First day of the range, as an ISO 8601 date or an instant within the day in UTC. */
    startDate?: string | undefined
    /** Last day of the range, which is included, in the same form. */
    endDate?: string | undefined
  } | undefined
}

/** The refusals of {@link getVisits}; `body` narrows by `status`. */
export type GetVisitsError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Count sessions and visits by day
 *
 * Counts for each day of the range the sessions that began and their users (`users`), and the wallets that connected
 * and their visitors (`visits`). Each call of `visits.create` is counted, even if it adds no visitor. Without
 * `endDate` the range ends today, without `startDate` it has 30 days. A date that cannot be read, a range that ends
 * before it begins, or one longer than 366 days is a 400 `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetVisitsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await analytics.getVisits(client)
 * ```
 */
export const getVisits: (client: Caller, input?: GetVisitsInput, options?: CallOptions) => Call<AnalyticsVisitResponse, GetVisitsError> =
  /*#__PURE__*/ operation('analytics.getVisits GET environments/{environmentId}/analytics/visits')

/** The input of {@link getWallets}. */
export interface GetWalletsInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query?: {
    /** First day of the range, as an ISO 8601 date or an instant within the day in UTC. */
    startDate?: string | undefined
    /** Last day of the range, which is included, in the same form. */
    endDate?: string | undefined
  } | undefined
}

/** The refusals of {@link getWallets}; `body` narrows by `status`. */
export type GetWalletsError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Count linked wallets by application
 *
 * Counts the wallets that were linked within the range by wallet application, on all chains.
 * `analytics.getWalletsBreakdown` counts the same for one chain and for all time. Without `endDate` the range ends
 * today, without `startDate` it has 30 days. A date that cannot be read, a range that ends before it begins, or one
 * longer than 366 days is a 400 `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetWalletsInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const list = await analytics.getWallets(client)
 * ```
 */
export const getWallets: (client: Caller, input?: GetWalletsInput, options?: CallOptions) => Call<Array<AnalyticsWalletsBreakdownItem>, GetWalletsError> =
  /*#__PURE__*/ operation('analytics.getWallets GET environments/{environmentId}/analytics/wallets')

/** The input of {@link getWalletsBreakdown}. */
export interface GetWalletsBreakdownInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string | undefined
  query: {
    /** First day of the range, in UTC. An ISO 8601 date, `2026-01-31`. */
    start: string
    /** Last day of the range, which is included. It may be in the future. An ISO 8601 date, `2026-01-31`. */
    end: string
    /** Wire name of the chain, such as `EVM`; `ETH` and `EVM` are one family. */
    chain: string
  }
}

/** The refusals of {@link getWalletsBreakdown}; `body` narrows by `status`. */
export type GetWalletsBreakdownError =
  | ApiError<400 | 401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Count the linked wallets of a chain
 *
 * Counts the wallets on a chain and the others of its family by wallet application, of all time and of those that
 * were linked within the range. Wallets that were unlinked later, or whose users were deleted, are counted. An
 * unknown chain, a range that ends before it begins, or one longer than 366 days is a 400 `validation_failed`.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `query`; see {@link GetWalletsBreakdownInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await analytics.getWalletsBreakdown(client, { query: { start: '2026-01-01', end: '2026-01-31', chain: 'EVM' } })
 * ```
 */
export const getWalletsBreakdown: (client: Caller, input: GetWalletsBreakdownInput, options?: CallOptions) => Call<AnalyticsWalletsResponse, GetWalletsBreakdownError> =
  /*#__PURE__*/ operation('analytics.getWalletsBreakdown GET environments/{environmentId}/analytics/walletsBreakdown')
