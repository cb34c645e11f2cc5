import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import { chain, list } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

const price = z.object({
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  type: z.enum(everyValue<Schemas['CurrencyType']>({ fiat: true, crypto: true })),
  usd: z.number(),
})

/** The routes of prices, and of reports about addresses and sites. */
export const marketRoutes = {
  'GET prices': {
    summary: 'The prices of currencies and tokens',
    output: z.object({ prices: list(price) }),
  },
  'POST prices': {
    summary: 'Sets the price of a currency or token',
    input: z.strictObject({
      code: z.string().min(1),
      usd: z.number().positive(),
      name: z.string().min(1).optional(),
      symbol: z.string().min(1).optional(),
      type: z.enum(everyValue<Schemas['CurrencyType']>({ fiat: true, crypto: true })).optional(),
    }),
    output: price,
  },
  'POST chain/addressFlags': {
    summary: 'Reports an address as malicious, or takes the report back',
    input: z.strictObject({ address: z.string(), chain: chain.optional(), flagged: z.boolean().optional() }),
    output: undefined,
  },
  'POST chain/siteFlags': {
    summary: 'Sets what is reported about a site',
    input: z.strictObject({ url: z.string(), verdict: z.enum(['malicious', 'unclear', 'benign']).optional() }),
    output: undefined,
  },
} satisfies ControlRoutes
