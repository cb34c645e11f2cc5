// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * How an organization pays: plan, trial, usage and coupons.
 *
 * @module billing
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { BillingSubscription, BillingSubscriptionCoupon, ErrorBody, OtherStatus, UnprocessableEntity } from './schemas.ts'

/** The input of {@link applyCoupon}. */
export interface ApplyCouponInput {
  /** Id of the organization. A UUID. */
  organizationId: string
  /** A coupon. */
  body: BillingSubscriptionCoupon
}

/** The refusals of {@link applyCoupon}; `body` narrows by `status`. */
export type ApplyCouponError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<405 | 409 | 410 | OtherStatus, unknown>

/**
 * Apply a coupon
 *
 * Applies a coupon to the organization; `coupons` shows it from then on. Each organization can apply a coupon once
 * (422 `duplicate_exists`). An unknown or expired coupon is a 422 `invalid_update`. Needs the role `owner`. No event
 * fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`, `body`; see {@link ApplyCouponInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 404; 415
 *   `unsupported_media_type`; 422 `duplicate_exists`, `invalid_update`; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const billingSubscription = await billing.applyCoupon(client, { organizationId, body: { coupon: 'SPRING26' } })
 * ```
 */
export const applyCoupon: (client: Caller, input: ApplyCouponInput, options?: CallOptions) => Call<BillingSubscription, ApplyCouponError> =
  /*#__PURE__*/ operation('billing.applyCoupon PUT organizations/{organizationId}/billing/subscription/coupon')

/** The input of {@link getSubscription}. */
export interface GetSubscriptionInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link getSubscription}; `body` narrows by `status`. */
export type GetSubscriptionError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<400 | 405 | 409 | 410 | 415 | 422 | OtherStatus, unknown>

/**
 * Get the plan of an organization
 *
 * Returns the current subscription of the organization. A new organization has the plan `free`, with a trial of 14
 * days from its creation. Billing periods are months, counted from the creation or from the change to a paid plan;
 * `usagesCount` is how many users of its live environments have signed in within the current period, including users
 * who were deleted later. Every role may read it; only the owner gets the links to the billing portal.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link GetSubscriptionInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 429 `too_many_requests`; 500
 *   `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const billingSubscription = await billing.getSubscription(client, { organizationId })
 * ```
 */
export const getSubscription: (client: Caller, input: GetSubscriptionInput, options?: CallOptions) => Call<BillingSubscription, GetSubscriptionError> =
  /*#__PURE__*/ operation('billing.getSubscription GET organizations/{organizationId}/billing/subscription')

/** The input of {@link upgrade}. */
export interface UpgradeInput {
  /** Id of the organization. A UUID. */
  organizationId: string
}

/** The refusals of {@link upgrade}; `body` narrows by `status`. */
export type UpgradeError =
  | ApiError<401 | 403 | 429 | 500, ErrorBody>
  | ApiError<404, undefined>
  | ApiError<422, UnprocessableEntity>
  | ApiError<400 | 405 | 409 | 410 | 415 | OtherStatus, unknown>

/**
 * Upgrade to the next plan
 *
 * Moves the organization to the next plan: from `free` and `standard` to `advanced`, and from there to `enterprise`.
 * The trial ends, and with the first paid plan a new billing period begins. Fails with 422 `invalid_update` without
 * a payment method, which is added at `billingPortalAddPaymentMethodUrl`, and on the plan `enterprise`, which is the
 * last. Needs the role `owner`. No event fires.
 *
 * @param client - Transport or client to call through.
 * @param input - `organizationId`; see {@link UpgradeInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 401 `unauthorized`; 403 `missing_scope`; 404; 422 `invalid_update`; 429
 *   `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const billingSubscription = await billing.upgrade(client, { organizationId })
 * ```
 */
export const upgrade: (client: Caller, input: UpgradeInput, options?: CallOptions) => Call<BillingSubscription, UpgradeError> =
  /*#__PURE__*/ operation('billing.upgrade PUT organizations/{organizationId}/billing/upgrade')
