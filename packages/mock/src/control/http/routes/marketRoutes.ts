import { defined } from '@latchkey/base/defined'
import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import { chain, list } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

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
  'GET prices': route({
    summary: 'The prices of currencies and tokens',
    output: z.object({ prices: list(price) }),
    run: (mock) => ({ prices: mock.prices.list() }),
  }),
  'POST prices': route({
    summary: 'Sets the price of a currency or token',
    input: z.strictObject({
      code: z.string().min(1),
      usd: z.number().positive(),
      name: z.string().min(1).optional(),
      symbol: z.string().min(1).optional(),
      type: z.enum(everyValue<Schemas['CurrencyType']>({ fiat: true, crypto: true })).optional(),
    }),
    output: price,
    run: (mock, { code, usd, ...facts }) => mock.prices.set(code, usd, defined(facts)),
  }),
  'POST chain/addressFlags': route({
    summary: 'Reports an address as malicious, or takes the report back',
    input: z.strictObject({ address: z.string(), chain: chain.optional(), flagged: z.boolean().optional() }),
    output: undefined,
    run: (mock, { address, chain: family, flagged = true }) =>
      flagged ? mock.chain.flagAddress(address, family) : mock.chain.unflagAddress(address, family),
  }),
  'POST chain/siteFlags': route({
    summary: 'Sets what is reported about a site',
    input: z.strictObject({ url: z.string(), verdict: z.enum(['malicious', 'unclear', 'benign']).optional() }),
    output: undefined,
    run: (mock, { url, verdict }) => mock.chain.flagSite(url, { verdict }),
  }),
} satisfies ControlRoutes
