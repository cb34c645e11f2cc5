import type { components } from '@latchkey/types'
import { SignMessageContext } from '@latchkey/types/zod'
import * as z from 'zod'
import { list } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

const grant = z.object({
  address: z.string(),
  aliases: list(z.string()).optional(),
  asset: z.string(),
  amount: z.string(),
  chainId: z.number().optional(),
})

const explanation = z.object({
  isAllowed: z.boolean(),
  kind: z.enum(['message', 'raw', 'transaction']),
  violation: z
    .enum([
      'address_denied',
      'value_limit',
      'function_denied',
      'argument_denied',
      'undecodable',
      'malicious',
      'client_signing_blocked',
      'export_blocked',
      'revocation_blocked',
    ])
    .optional(),
  reason: z.string().optional(),
  ruleId: z.string().optional(),
  ruleName: z.string().optional(),
  policyId: z.string().optional(),
  participants: list(z.string()),
  grants: list(grant),
  fee: z.string().optional(),
  undecoded: list(z.string()),
  charges: list(z.object({ ruleId: z.string(), amount: z.string() })),
})

const disguise = z.object({
  name: z.string(),
  request: z.object({
    message: z.string(),
    isFormatted: z.boolean().optional(),
    context: SignMessageContext.optional(),
  }),
  isHidden: z.literal(true).optional(),
})

/** The routes of the policies of embedded wallets. */
export const policyRoutes = {
  'POST policies/explain': {
    summary: 'What the policies would answer to a request to sign, and why',
    input: z.strictObject({
      walletId: z.string(),
      message: z.string(),
      isFormatted: z.boolean().optional(),
      context: z
        .custom<Schemas['SignMessageContext']>((value) => typeof value === 'object' && value !== null)
        .optional(),
      by: z.enum(['user', 'delegate', 'server']).optional(),
    }),
    output: explanation,
  },
  'POST policies/disguises': {
    summary: 'Requests to sign that serve one address, more or less openly',
    input: z.strictObject({
      address: z.string(),
      wallet: z.string().optional(),
      chainId: z.int().positive().optional(),
    }),
    output: z.object({ disguises: z.array(disguise) }),
  },
} satisfies ControlRoutes
