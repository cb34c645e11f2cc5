import * as z from 'zod'
import { entity } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const resource = z.object({
  ...entity,
  path: z.string(),
  url: z.string(),
  networkId: z.number(),
  asset: z.string(),
  payTo: z.string(),
  amount: z.string(),
  maxTimeoutSeconds: z.number(),
  description: z.string().optional(),
  mimeType: z.string(),
})

const payment = z.object({
  ...entity,
  networkId: z.number(),
  asset: z.string(),
  amount: z.string(),
  payer: z.string(),
  payTo: z.string(),
  transactionHash: z.string(),
  resource: z.string().optional(),
})

/** The routes of the simulated seller and facilitator of x402. */
export const x402Routes = {
  'GET x402/facilitator': {
    summary: 'The URL of the facilitator',
    output: z.object({ url: z.string() }),
  },
  'GET x402/resources': {
    summary: 'The resources that are sold',
    output: z.object({ resources: z.array(resource) }),
  },
  'POST x402/resources': {
    summary: 'Sells a resource',
    input: z.strictObject({
      path: z.string(),
      price: z.string(),
      networkId: z.number().optional(),
      token: z.string().optional(),
      payTo: z.string().optional(),
      description: z.string().optional(),
      body: z.unknown().optional(),
      mimeType: z.string().optional(),
      maxTimeoutSeconds: z.number().optional(),
    }),
    output: resource,
  },
  'POST x402/withdraw': {
    summary: 'Ends the sale of a resource',
    input: z.strictObject({ path: z.string() }),
    output: undefined,
  },
  'GET x402/payments': {
    summary: 'The payments that the facilitator has sent, the earliest first',
    output: z.object({ payments: z.array(payment) }),
  },
} satisfies ControlRoutes
