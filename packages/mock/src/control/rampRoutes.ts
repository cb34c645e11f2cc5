import * as z from 'zod'
import { type ControlRoute, route } from './controlRoute.ts'

const order = z.strictObject({ orderId: z.string() })

/** The routes of the pretended sellers of tokens. */
export const rampRoutes: Readonly<Record<string, ControlRoute>> = {
  'GET ramps/orders': route(
    'The orders of an environment, the earliest first',
    z.strictObject({ environmentId: z.string().optional() }),
    (mock, place) => ({ orders: mock.ramps.orders(place) }),
  ),
  'GET ramps/order': route('An order of tokens', order, (mock, { orderId }) => mock.ramps.order(orderId)),
  'POST ramps/advance': route('Takes an order one step further', order, (mock, { orderId }) =>
    mock.ramps.advance(orderId),
  ),
  'POST ramps/complete': route('Completes an order, which brings the tokens', order, (mock, { orderId }) =>
    mock.ramps.complete(orderId),
  ),
  'POST ramps/fail': route(
    'Makes an order fail',
    order.extend({ reason: z.string().optional() }),
    (mock, { orderId, reason }) => mock.ramps.fail(orderId, reason),
  ),
  'GET ramps/payment': route(
    'A payment in tokens as it is now',
    z.strictObject({ paymentId: z.string() }),
    (mock, { paymentId }) => mock.ramps.payment(paymentId),
  ),
}
