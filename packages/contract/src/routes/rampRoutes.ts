import { CryptoPaymentResponse, HostedOnrampOrder, ProviderEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import { environmentChoice } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

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
  'GET ramps/orders': {
    summary: 'The orders of an environment, the earliest first',
    input: z.strictObject(environmentChoice),
    output: z.object({ orders: z.array(orderView) }),
  },
  'GET ramps/order': {
    summary: 'An order of tokens',
    input: order,
    output: orderView,
  },
  'POST ramps/advance': {
    summary: 'Takes an order one step further',
    input: order,
    output: orderView,
  },
  'POST ramps/complete': {
    summary: 'Completes an order, which brings the tokens',
    input: order,
    output: orderView,
  },
  'POST ramps/fail': {
    summary: 'Makes an order fail',
    input: order.extend({ reason: z.string().optional() }),
    output: orderView,
  },
  'GET ramps/payment': {
    summary: 'A payment in tokens as it is now',
    input: z.strictObject({ paymentId: z.string() }),
    output: paymentView,
  },
} satisfies ControlRoutes
