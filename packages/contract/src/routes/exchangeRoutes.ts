import { ExchangeKeyEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import { chain, entity, list } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const exchange = z.strictObject({ exchange: ExchangeKeyEnum })

const account = exchange.extend({ userId: z.string() })

const transfer = z.object({
  ...entity,
  exchangeAccountId: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  amount: z.string(),
  currency: z.string(),
  requestId: z.string().optional(),
  transactionHash: z.string().optional(),
})

const message = z.object({
  ...entity,
  exchange: ExchangeKeyEnum,
  holder: z.string(),
  text: z.string(),
  code: z.string(),
})

/** The routes of the simulated exchanges. */
export const exchangeRoutes = {
  'GET exchanges/account': {
    summary: 'What a person has at an exchange',
    input: account,
    output: z.object({
      id: z.string(),
      balances: list(z.object({ currency: z.string(), balance: z.string(), available: z.string() })),
      requiresCode: z.boolean(),
      whitelist: list(z.object({ chain, address: z.string() })),
    }),
  },
  'GET exchanges/transfers': {
    summary: 'Deposits and transfers of a person at an exchange, the latest first',
    input: account,
    output: z.object({ transfers: z.array(transfer) }),
  },
  'GET exchanges/messages': {
    summary: 'The codes that an exchange has sent to a person',
    input: account,
    output: z.object({ messages: z.array(message) }),
  },
  'POST exchanges/deposits': {
    summary: 'Adds to what a person has at an exchange',
    input: account.extend({ currency: z.string().min(1), amount: z.string() }),
    output: undefined,
  },
  'POST exchanges/requireCode': {
    summary: 'Makes an exchange ask a person for a code at each transfer, or no longer',
    input: account.extend({ isRequired: z.boolean().optional() }),
    output: undefined,
  },
  'POST exchanges/listedAddresses': {
    summary: 'Lists an address of a person at an exchange',
    input: account.extend({ address: z.string(), chain: chain.optional() }),
    output: undefined,
  },
  'POST exchanges/rules': {
    summary: 'Sets what an exchange demands of transfers',
    input: exchange.extend({
      enforcesAddressWhitelist: z.boolean().optional(),
      minimums: z.record(z.string(), z.string()).optional(),
    }),
    output: undefined,
  },
  'POST exchanges/failNext': {
    summary: 'Makes the next transfers of an exchange fail',
    input: exchange.extend({ times: z.int().min(0).optional() }),
    output: undefined,
  },
} satisfies ControlRoutes
