import type { components } from '@latchkey/types'
import * as z from 'zod'
import { type ControlRoute, route } from './controlRoute.ts'

type Schemas = components['schemas']

/** The routes of the policies of embedded wallets. */
export const policyRoutes: Readonly<Record<string, ControlRoute>> = {
  'POST policies/explain': route(
    'What the policies would answer to a request to sign, and why',
    z.strictObject({
      walletId: z.string(),
      message: z.string(),
      isFormatted: z.boolean().optional(),
      context: z
        .custom<Schemas['SignMessageContext']>((value) => typeof value === 'object' && value !== null)
        .optional(),
      by: z.enum(['user', 'delegate', 'server']).optional(),
    }),
    (mock, question) => mock.policies.explain(question),
  ),
  'POST policies/disguises': route(
    'Requests to sign that serve one address, more or less openly',
    z.strictObject({ address: z.string(), wallet: z.string().optional(), chainId: z.int().positive().optional() }),
    async (mock, input) => ({ disguises: await mock.policies.disguises(input) }),
  ),
}
