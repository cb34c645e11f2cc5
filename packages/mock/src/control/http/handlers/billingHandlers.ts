import type { billingRoutes } from '@latchkey/contract/routes/billingRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `billingRoutes`. */
export const billingHandlers: HandlersOf<typeof billingRoutes> = {
  'POST billing/coupons': (mock, { code, expiresAt }) => mock.billing.addCoupon(code, { expiresAt }),
  'POST billing/paymentMethod': (mock, at) => mock.billing.addPaymentMethod(at),
  'POST billing/removePaymentMethod': (mock, at) => mock.billing.removePaymentMethod(at),
  'POST billing/plan': (mock, { planType, ...at }) => mock.billing.setPlan(planType, at),
}
