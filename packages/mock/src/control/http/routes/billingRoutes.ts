import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import { type ControlRoutes, route } from './controlRoute.ts'

type Schemas = components['schemas']

/** @default the default organization */
const organization = z.strictObject({ organizationId: z.string().optional() })

/** The routes of `mock.billing`. */
export const billingRoutes = {
  'POST billing/coupons': route({
    summary: 'Issues a coupon',
    input: z.strictObject({ code: z.string(), expiresAt: z.union([z.string(), z.number()]).optional() }),
    output: undefined,
    run: (mock, { code, expiresAt }) => mock.billing.addCoupon(code, { expiresAt }),
  }),
  'POST billing/paymentMethod': route({
    summary: 'Adds a payment method',
    input: organization,
    output: undefined,
    run: (mock, at) => mock.billing.addPaymentMethod(at),
  }),
  'POST billing/removePaymentMethod': route({
    summary: 'Removes the payment method',
    input: organization,
    output: undefined,
    run: (mock, at) => mock.billing.removePaymentMethod(at),
  }),
  'POST billing/plan': route({
    summary: 'Puts an organization on a plan',
    input: organization.extend({
      planType: z.enum(
        everyValue<Schemas['BillingSubscriptionPlanTypeEnum']>({
          free: true,
          standard: true,
          advanced: true,
          enterprise: true,
        }),
      ),
    }),
    output: undefined,
    run: (mock, { planType, ...at }) => mock.billing.setPlan(planType, at),
  }),
} satisfies ControlRoutes
