import type { rampRoutes } from '@latchkey/contract/routes/rampRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `rampRoutes`. */
export const rampHandlers: HandlersOf<typeof rampRoutes> = {
  'GET ramps/orders': (mock, at) => ({ orders: mock.ramps.orders(at) }),
  'GET ramps/order': (mock, { orderId }) => mock.ramps.order(orderId),
  'POST ramps/advance': (mock, { orderId }) => mock.ramps.advance(orderId),
  'POST ramps/complete': (mock, { orderId }) => mock.ramps.complete(orderId),
  'POST ramps/fail': (mock, { orderId, reason }) => mock.ramps.fail(orderId, reason),
  'GET ramps/payment': (mock, { paymentId }) => mock.ramps.payment(paymentId),
}
