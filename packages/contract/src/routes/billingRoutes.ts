import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

/** @default the default organization */
const organization = z.strictObject({ organizationId: z.string().optional() })

/** The routes of `mock.billing`. */
export const billingRoutes = {
  'POST billing/coupons': {
    summary: 'Issues a coupon',
    input: z.strictObject({ code: z.string(), expiresAt: z.union([z.string(), z.number()]).optional() }),
    output: undefined,
  },
  'POST billing/paymentMethod': {
    summary: 'Adds a payment method',
    input: organization,
    output: undefined,
  },
  'POST billing/removePaymentMethod': {
    summary: 'Removes the payment method',
    input: organization,
    output: undefined,
  },
  'POST billing/plan': {
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
  },
} satisfies ControlRoutes
