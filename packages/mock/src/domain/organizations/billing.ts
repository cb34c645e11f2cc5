import { instantOf, isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { monthAround } from '../../effects/months.ts'
import type { Subscription } from '../../store/adminRecords.ts'
import type { Organization } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { activeUsersOf } from './billingUsage.ts'
import { allTokenScopes } from './tokens.ts'

type Schemas = components['schemas']
export type PlanType = Schemas['BillingSubscriptionPlanTypeEnum']

const dayMs = 86_400_000
const trialMs = 14 * dayMs

/**
 * The plan that an upgrade leads to. `standard` is no longer sold; organizations that have it upgrade to its successor.
 */
const nextPlans: Readonly<Partial<Record<PlanType, PlanType>>> = {
  free: 'advanced',
  standard: 'advanced',
  advanced: 'enterprise',
}

type Standing = Omit<Subscription, 'id' | 'createdAt'>

/** How an organization pays. It begins on the free plan, with a trial of 14 days. */
function subscriptionOf({ store }: Pick<Backend, 'store'>, { id: organizationId, createdAt }: Organization): Standing {
  return (
    store.subscriptions.find('byOrganization', [organizationId]) ?? {
      organizationId,
      planType: 'free',
      trialEndsAt: isoOf(instantOf(createdAt) + trialMs),
      periodsCountFrom: createdAt,
      hasPaymentMethod: false,
      coupons: [],
      changes: 0,
    }
  )
}

/**
 * Moves an organization to the next plan: the trial ends, and the first paid period begins.
 *
 * @throws {@link DomainError} `invalidUpdate` without a payment method, and on the highest plan
 */
export function upgradePlan(backend: Backend, organization: Organization): void {
  const { planType, hasPaymentMethod } = subscriptionOf(backend, organization)
  const next = nextPlans[planType]
  assert(next !== undefined, 'invalidUpdate', { message: 'There is no higher plan than this one.' })
  assert(hasPaymentMethod, 'invalidUpdate', { message: 'Add a payment method before the plan is upgraded.' })
  setPlan(backend, organization, next)
}

/** Moves an organization to a plan. Between paid plans, the count of periods continues. */
export function setPlan(backend: Backend, organization: Organization, planType: PlanType): void {
  const { planType: former, trialEndsAt } = subscriptionOf(backend, organization)
  const now = backend.clock.iso()
  if (planType === former) return
  change(backend, organization, {
    planType,
    ...defined({
      trialEndsAt: trialEndsAt > now ? now : undefined,
      periodsCountFrom: former === 'free' || planType === 'free' ? now : undefined,
    }),
  })
}

/**
 * Applies a coupon. An organization can apply each coupon once.
 *
 * @throws {@link DomainError} `invalidUpdate` for an unknown or expired coupon, `duplicateExists`
 */
export function applyCoupon(backend: Backend, organization: Organization, code: string): void {
  const { coupons } = subscriptionOf(backend, organization)
  assert(!coupons.includes(code), 'duplicateExists', { message: 'This coupon was applied already.' })
  assert(backend.outside.seller.isCouponValid(code), 'invalidUpdate', {
    message: 'This coupon is unknown or has expired.',
  })
  change(backend, organization, { coupons: [...coupons, code] })
}

/** Adds the payment method of an organization. Nothing changes if it has one. */
export function addPaymentMethod(backend: Backend, organization: Organization): void {
  if (!subscriptionOf(backend, organization).hasPaymentMethod) change(backend, organization, { hasPaymentMethod: true })
}

/** Removes the payment method. @throws {@link DomainError} `invalidUpdate` on a paid plan */
export function removePaymentMethod(backend: Backend, organization: Organization): void {
  const { hasPaymentMethod, planType } = subscriptionOf(backend, organization)
  assert(planType === 'free', 'invalidUpdate', { message: 'A paid plan needs a payment method.' })
  if (hasPaymentMethod) change(backend, organization, { hasPaymentMethod: false })
}

/**
 * The present subscription as replies show it.
 *
 * @param options.withLinks - Whether to include the links to the billing portal, with which anybody who has them can
 * act.
 */
export function presentSubscription(
  backend: Backend,
  organization: Organization,
  { withLinks }: { readonly withLinks: boolean },
): Schemas['BillingSubscription'] {
  const { clock, outside } = backend
  const { planType, trialEndsAt, periodsCountFrom, hasPaymentMethod, coupons, changes } = subscriptionOf(
    backend,
    organization,
  )
  const inTrial = trialEndsAt > clock.iso()
  const period = monthAround(clock.iso(), { countedFrom: periodsCountFrom })
  const links = withLinks ? outside.seller.portalUrls(organization.id) : undefined
  return {
    ...defined({ billingPortalUrl: links?.portal, billingPortalAddPaymentMethodUrl: links?.paymentMethod }),
    hasPaymentMethod,
    planType,
    inTrial,
    scope: [...allTokenScopes],
    trialStart: organization.createdAt,
    trialEnd: trialEndsAt,
    trialDaysLeft: inTrial ? Math.ceil((instantOf(trialEndsAt) - clock.now()) / dayMs) : 0,
    currentBillingPeriod: { ...period, usagesCount: activeUsersOf(backend, organization.id, period).size },
    version: String(changes + 1),
    shouldLockEnvironmentSwitch: planType === 'free' && !inTrial,
    coupons: coupons.map((coupon) => ({ coupon })),
  }
}

function change(backend: Backend, organization: Organization, changed: Partial<Standing>): void {
  const { store } = backend
  const standing = subscriptionOf(backend, organization)
  const record = store.subscriptions.find('byOrganization', [organization.id]) ?? newRecord(backend)
  store.subscriptions.put({
    ...standing,
    ...changed,
    changes: standing.changes + 1,
    id: record.id,
    createdAt: record.createdAt,
  })
}
