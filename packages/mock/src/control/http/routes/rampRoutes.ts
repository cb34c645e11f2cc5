import { CryptoPaymentResponse, HostedOnrampOrder, ProviderEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import { environmentChoice } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const order = z.strictObject({ orderId: z.string() })
const orderView = z.intersection(
  HostedOnrampOrder,
  z.object({
    environmentId: z.string(),
    provider: ProviderEnum,
    userId: z.string().optional(),
    redirectUrl: z.string().optional(),
    reason: z.string().optional(),
  }),
)
const paymentView = z.intersection(
  CryptoPaymentResponse,
  z.object({
    provider: ProviderEnum,
    merchantName: z.string().optional(),
    subMerchantId: z.string().optional(),
    transactionHash: z.string().optional(),
  }),
)

/** The routes of the simulated sellers of tokens. */
export const rampRoutes = {
  'GET ramps/orders': route({
    summary: 'The orders of an environment, the earliest first',
    input: z.strictObject(environmentChoice),
    output: z.object({ orders: z.array(orderView) }),
    run: (mock, at) => ({ orders: mock.ramps.orders(at) }),
  }),
  'GET ramps/order': route({
    summary: 'An order of tokens',
    input: order,
    output: orderView,
    run: (mock, { orderId }) => mock.ramps.order(orderId),
  }),
  'POST ramps/advance': route({
    summary: 'Takes an order one step further',
    input: order,
    output: orderView,
    run: (mock, { orderId }) => mock.ramps.advance(orderId),
  }),
  'POST ramps/complete': route({
    summary: 'Completes an order, which brings the tokens',
    input: order,
    output: orderView,
    run: (mock, { orderId }) => mock.ramps.complete(orderId),
  }),
  'POST ramps/fail': route({
    summary: 'Makes an order fail',
    input: order.extend({ reason: z.string().optional() }),
    output: orderView,
    run: (mock, { orderId, reason }) => mock.ramps.fail(orderId, reason),
  }),
  'GET ramps/payment': route({
    summary: 'A payment in tokens as it is now',
    input: z.strictObject({ paymentId: z.string() }),
    output: paymentView,
    run: (mock, { paymentId }) => mock.ramps.payment(paymentId),
  }),
} satisfies ControlRoutes
